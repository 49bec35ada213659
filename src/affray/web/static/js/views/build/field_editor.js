// The field, drawn with the mouse or the keyboard: zones and paths, walls and cells, and where
// fighters stand.
import { h, put } from "../../elements.js";
import { words } from "../../format.js";
import { listenToBoard, setBoardStop } from "../../input/board.js";
import { NARROW, layoutOf, placeName } from "../../plan/layout.js";
import { pictureOf } from "../../plan/picture.js";
import { countOf, entriesBehind, gridSize, placedEntries, placeNumber, sketchBoard,
  sketchOf } from "../../plan/sketch.js";
import { BoardElement } from "../../render/board.js";
import { tableForm } from "../../render/schema_form.js";
import { numberProblem } from "../../state/schema.js";
import { listenForDragging, listenForPainting, listenForWalls, pointOf } from "./field_input.js";
import { addPlace, join, removePlace, rename } from "./field_places.js";
import { drawPicture, pictureForm } from "./map_picture.js";
import { toggleWall } from "./wall_list.js";

/** @typedef {import("../../plan/sketch.js").PlacedEntry} PlacedEntry */

const SIGNS = /** @type {Record<string, string>} */ (
  { ".": "open", "#": "solid", "~": "rough", o: "cover" });
const OPEN = ".";
/** Modes in which cells are painted by dragging over them. */
const PAINTING = ["paint", "solid", "exit"];
/** How far from another a place is put that the keyboard adds. */
const BESIDE = 160;

/** Draws a scenario's field and changes its data. */
export class FieldEditor {
  /** @param {import("../build.js").ScenarioBuilder} builder */
  constructor(builder) {
    this.builder = builder;
    this.mode = "place";
    /** @type {{side: number, index: number} | null} */
    this.chosen = null;
    /** @type {number | null} */
    this.from = null;
    /** @type {string | null} */
    this.sign = null;
    /** @type {{corner: Point, start: Point | null}} Where the keyboard draws walls. */
    this.pen = { corner: [0, 0], start: null };
    /** @type {Board | null} The last board there was, for a file that says nothing of one. */
    this.lastBoard = null;
    /**
     * @type {Map<string, FighterInfo & FighterState>} Everybody as the rules last had them, by
     * name.
     */
    this.known = new Map();
    /** @type {import("../../pictures.js").MapPicture | null} */
    this.picture = null;
    /**
     * @type {{board: Board, fighters: (FighterInfo & FighterState)[], entries: (PlacedEntry |
     * null)[], right: boolean} | null}
     */
    this.scene = null;
    this.element = h("div", { class: "drawing" });
  }

  /** @returns {any} */
  get map() {
    const { data } = this.builder;
    if (!data) return {};
    if (!data.map || typeof data.map !== "object") data.map = {};
    return data.map;
  }

  /** The board, where there has to be one. */
  get board() {
    return /** @type {Board} */ (this.scene?.board);
  }

  /** What the ruleset's maps can hold, from its schema. */
  mapProperties() {
    const { schema } = this.builder;
    return schema ? schema.resolve(schema.properties.map).properties || {} : {};
  }

  /** The keys that the ruleset's maps can have. */
  keys() {
    return Object.keys(this.mapProperties());
  }

  /** @returns {[string, string][]} */
  modes() {
    const keys = this.keys();
    const grid = this.scene?.board.kind === "grid";
    /** @type {[string, string][]} */
    const found = [["place", "Place fighters"]];
    if (!grid && keys.includes("zones")) found.push(["join", "Join"], ["zone", "Add a zone"]);
    if (!grid && keys.includes("spots")) found.push(["join", "Join"], ["zone", "Add a spot"]);
    if (keys.includes("exits")) found.push(["exit", "Exits"]);
    // on hexes walls are whole cells, which are painted
    if (grid && keys.includes("walls")
      && !this.scene?.board.hexes) found.push(["wall", "Draw walls"]);
    if (grid && keys.includes("rows")
      && Array.isArray(this.map.rows)) found.push(["paint", "Paint"]);
    else if (grid && keys.includes("solid")) found.push(["solid", "Solid cells"]);
    if (grid && keys.includes("walls") && this.picture?.doors.length) found.push(["door", "Doors"]);
    return found;
  }

  /**
   * Chooses a fighter of the form, to be put somewhere.
   * @param {FieldEditor["chosen"]} which
   */
  choose(which) {
    this.chosen = which;
    this.mode = "place";
    this.draw();
  }

  /** The field as the rules have it or, where something is wrong, as the data says. */
  look() {
    const { builder } = this;
    const { checked, data } = builder;
    if (checked && checked.board && !checked.problems.length) {
      this.lastBoard = checked.board;
      return { board: checked.board, fighters: checked.fighters,
        entries: entriesBehind(data, checked.fighters), right: true };
    }
    if (!data) return null;
    const terrain = { ...(builder.ruleset?.content.terrain || {}), ...(data.terrain || {}) };
    const kinds = this.keys();
    const kind = kinds.includes("zones") ? "zones" : kinds.includes("spots") ? "spots" : "grid";
    const board = sketchBoard(data.map, terrain, Boolean(this.lastBoard?.hexes))
      || (this.lastBoard?.kind === kind ? this.lastBoard : null);
    if (!board) return null;
    const sketch = sketchOf(data, board);
    const fighters = sketch.fighters.map((one) => {
      const { emblem, health = 1, max = 1 } = this.known.get(one.name)
        || this.known.get(one.name.replace(/ \d+$/, "")) || {};
      return { ...one, emblem, health, max };
    });
    return { ...sketch, fighters, right: false };
  }

  /** Draws the field anew; what had the focus in it has it again, if it is still there. */
  draw() {
    const focused = focusPath(this.element);
    this.drawAnew();
    if (focused) focusAgain(this.element, focused);
  }

  drawAnew() {
    const { builder } = this;
    this.scene = this.look();
    // a tool of another ruleset's map is put away
    if (!this.modes().some(([mode]) => mode === this.mode)) this.mode = "place";
    if (this.chosen && !(builder.data?.sides?.[this.chosen.side]?.fighters
      || [])[this.chosen.index]) this.chosen = null;
    if (!this.scene) {
      put(this.element, h("p", { class: "quiet" }, "There is no map to draw yet."), this.newMap());
      return;
    }
    const { board, fighters } = this.scene;
    const sides = Array.isArray(builder.data?.sides) ? builder.data.sides : [];
    const scene = { board, title: builder.checked?.title || String(builder.data?.title || ""),
      sides: Array.from({ length: Math.max(sides.length, 1) },
        (_, n) => ({ name: String(sides[n]?.name ?? `side ${n + 1}`) })), fighters };
    const shown = fighters.map((one) =>
      (Number(one.where?.place) < board.places.length ? one : { ...one, where: { place: -1 } }));
    const layout = this.layout();
    const drawing = new BoardElement(scene, layout);
    const pressing = this.mode === "place" ? this.chosen !== null
      : [...PAINTING, "join", "zone"].includes(this.mode);
    const selected = this.scene.entries.findIndex((one) =>
      one && this.chosen && one.side === this.chosen.side && one.index === this.chosen.index);
    drawing.show(pictureOf(scene, layout, shown,
      { places: new Set(pressing ? layout.centres.keys() : []),
        marked: new Set(this.from === null ? [] : [this.from]),
        selected: selected < 0 ? null : selected }));
    if (this.picture && board.kind === "grid" && !board.hexes) drawPicture(this, drawing, layout);
    listenToBoard(drawing.element,
      { onplace: (place, event) => this.press(place, event),
        onfighter: (fighter) => this.pressFighter(fighter) });
    const drawn = drawing.element;
    drawn.classList.add("editing", `mode-${this.mode}`);
    drawn.classList.toggle("placing", this.mode === "place" && this.chosen !== null);
    if (this.mode === "wall") listenForWalls(this, drawn);
    if (this.mode === "zone") {
      drawn.addEventListener("click", (event) => addPlace(this, pointOf(drawn, event)));
    }
    if (this.mode === "place") listenForDragging(this, drawing);
    if (PAINTING.includes(this.mode) && board.kind === "grid") {
      listenForPainting(this, drawing, layout);
    }
    setBoardStop(drawn);
    put(this.element,
      h("div", { class: "tabs tools", role: "group",
        "aria-label": "What a press on the field does" },
        this.modes().map(([mode, label]) =>
          h("button", { type: "button", "aria-pressed": String(mode === this.mode),
            onclick: () => { this.mode = mode; this.from = this.pen.start = null; this.draw(); } },
            label))),
      this.hint(),
      this.scene.right ? null : h("p", { class: "as-written quiet" },
        "Drawn as it is written, until it is right."),
      h("div", { class: "board-frame" }, drawn),
      this.tray(), this.sizeForm(), pictureForm(this), this.placeList());
  }

  /** How the field is laid out, here and wherever a point of it is looked for. */
  layout() {
    return layoutOf(this.board, { narrow: innerWidth < NARROW,
      fighters: this.scene?.fighters.length });
  }

  hint() {
    const { chosen, builder } = this;
    const who = chosen ? ((builder.data.sides[chosen.side] || {}).fighters || [])[chosen.index]
      : null;
    /** @type {Record<string, string>} */
    const texts = {
      place: who ? `Press where ${who.name || words(String(who.is))} stands.`
      : "Drag somebody, or press them and then a place.",
      join: this.from === null ? "Press a place, then another, to join them or part them."
      : `${placeName(this.board, this.from)} and …`,
      zone: "Press the field where the new place is to be; with the keyboard, the place beside it.",
      exit: this.board?.kind === "grid"
      ? "Press or drag over cells to make them ways out, or none."
      : "Press a place to make it a way out, or none.",
      wall: "Drag from corner to corner, or go there with the arrow keys and press Enter at both ends; the same again takes a wall away.",
      paint: "Choose what the ground is, then press cells or drag over them.",
      solid: "Press or drag over cells to make them solid, or open again.",
      door: "Press a door to open or close it.",
    };
    return h("div", { class: "hint" }, h("p", { class: "quiet" }, texts[this.mode] || ""),
      this.mode === "paint" ? this.signs() : null);
  }

  signs() {
    /** @type {Record<string, any>} */
    const ground = { ...(this.builder.ruleset?.content.terrain || {}),
      ...(this.builder.data.terrain || {}) };
    const signs = Object.entries(ground).filter(([, one]) => one && one.symbol)
      .map(([name, one]) => [name, one.symbol]);
    const listed = signs.length ? signs
      : [...new Set([...Object.keys(SIGNS), ...this.map.rows.join("")])].map((sign) =>
        [SIGNS[sign] || "", sign]);
    if (!listed.some(([, sign]) => sign === this.sign)) this.sign = listed[0][1];
    return h("div", { class: "tabs signs-row", role: "group", "aria-label": "The ground to paint" },
      listed.map(([name, sign]) => h("button",
        { type: "button", class: "small", "aria-pressed": String(sign === this.sign),
          onclick: () => { this.sign = sign; this.draw(); } }, h("code", {}, sign),
          ` ${words(name)}`)));
  }

  /** A first map, for a file that has none. */
  newMap() {
    const keys = this.keys();
    const begin = (/** @type {any} */ map) => { this.builder.data.map = map;
      this.builder.write(true); };
    if (!this.builder.data || !this.builder.ruleset) return null;
    const first = keys.includes("zones") ? { zones: ["here", "there"], paths: [["here", "there"]] }
      : keys.includes("spots") ? { spots: [{ name: "here" }, { name: "there" }],
        links: [["here", "there", "Close"]] } : keys.includes("width") ? { width: 12, height: 9 }
        : { rows: Array.from({ length: 9 }, () => OPEN.repeat(12)) };
    return h("button", { type: "button", onclick: () => begin(first) }, "Begin a map");
  }

  /** Those who stand nowhere on the field, to be brought in. */
  tray() {
    const { scene, builder } = this;
    if (!scene) return null;
    /** @type {Map<string, PlacedEntry>} */
    const outside = new Map();
    scene.fighters.forEach((one, number) => {
      const entry = scene.entries[number];
      const place = Number(one.where?.place ?? -1);
      if (entry && (place < 0 || place >= scene.board.places.length)) {
        outside.set(`${entry.side}.${entry.index}`, entry);
      }
    });
    if (!outside.size) return null;
    const all = [...outside.values()];
    return h("div", { class: "tray", role: "group", "aria-label": "Not on the field" },
      h("strong", {}, "Not on the field: "),
      all.map((entry) => {
        const chosen = this.chosen && this.chosen.side === entry.side
          && this.chosen.index === entry.index;
        return h("button", { type: "button", class: `small side-${entry.side % 8}`,
          "aria-pressed": String(Boolean(chosen)),
          onclick: () => this.choose(chosen ? null : { side: entry.side, index: entry.index }) },
          `${entry.fighter.name || words(String(entry.fighter.is))}${countOf(entry.fighter) > 1 ? ` × ${countOf(entry.fighter)}` : ""}`);
      }),
      h("button", { type: "button", class: "small",
        onclick: () => { for (const entry of all) this.bringIn(entry); builder.write(true); } },
        "Bring them in"));
  }

  /** @param {PlacedEntry} entry */
  bringIn(entry) {
    const { board } = this;
    if (board.kind !== "grid") {
      entry.fighter.at = placeName(board, 0);
      return;
    }
    const { width = 1, height = 1 } = board;
    const at = Array.isArray(entry.fighter.at) ? entry.fighter.at : [];
    const [x, y] = Array.isArray(at[0]) ? at[0] : at;
    const near = [Math.max(0, Math.min(width - 1, Number(x) || 0)),
      Math.max(0, Math.min(height - 1, Number(y) || 0))];
    const cell = this.freeCell(near, countOf(entry.fighter));
    if (Array.isArray(at[0])) delete entry.fighter.count;
    entry.fighter.at = [cell % width, Math.floor(cell / width)];
  }

  /**
   * The free cell nearest to one, with room for some to its right.
   * @param {number[]} near
   * @param {number} [many]
   */
  freeCell([x, y], many = 1) {
    const { width = 1, height = 1 } = this.board;
    const taken = new Set(this.board.solid || []);
    for (const entry of placedEntries(this.builder.data)) {
      taken.add(placeNumber(this.board, entry.fighter.at, entry.part));
    }
    let best = 0;
    let least = Infinity;
    for (let cell = 0; cell < width * height; cell += 1) {
      const column = cell % width;
      if (column + many > width || Array.from({ length: many }, (_, n) => cell + n)
        .some((one) => taken.has(one))) continue;
      const far = Math.hypot(column - x, Math.floor(cell / width) - y);
      if (far < least) [best, least] = [cell, far];
    }
    return best;
  }

  /** The size of a grid's map. */
  sizeForm() {
    if (this.board.kind !== "grid") return null;
    const { width, height } = gridSize(this.map);
    const properties = this.mapProperties();
    const most = Math.min(200, properties.width?.maximum ?? properties.rows?.maxItems ?? 100);
    const slot = h("span", { class: "field-problem", role: "status" });
    const input = (/** @type {string} */ label, /** @type {number} */ now,
      /** @type {(value: number) => void} */ set) =>
        h("label", { class: "inline" }, h("span", {}, label),
          h("input", { type: "number", min: 1, max: most, value: now,
            onchange: (/** @type {any} */ event) => {
      const problem = numberProblem({ kind: "number", whole: true, least: 1, most },
        Number(event.target.value));
      slot.textContent = problem;
      if (!problem) set(Number(event.target.value));
    } }));
    return h("div", { class: "row map-size" },
      input("Cells across", width, (value) => this.resize(value, height)),
      input("down", height, (value) => this.resize(width, value)), slot);
  }

  /**
   * Makes the map larger or smaller at its right and lower edges. Who is left outside is listed
   * beneath the field.
   * @param {number} width
   * @param {number} height
   */
  resize(width, height) {
    const { map } = this;
    if (Array.isArray(map.rows)) {
      map.rows =
      Array.from({ length: height },
        (_, y) => String(map.rows[y] ?? "").slice(0, width).padEnd(width, OPEN));
    }
    else if (this.keys().includes("size")) map.size = [width, height];
    else Object.assign(map, { width, height });
    const inside = (/** @type {any} */ cell) =>
      Array.isArray(cell) && cell[0] < width && cell[1] < height;
    for (const key of ["solid", "exits"]) {
      if (Array.isArray(map[key])) {
        map[key] = map[key].filter(inside);
      }
    }
    if (Array.isArray(map.walls)) {
      map.walls = map.walls.map((/** @type {number[]} */ [x1, y1, x2, y2]) =>
        [Math.min(x1, width), Math.min(y1, height), Math.min(x2, width), Math.min(y2, height)])
        .filter((/** @type {number[]} */ [x1, y1, x2, y2]) => x1 !== x2 || y1 !== y2);
    }
    this.builder.write(true);
  }

  /** Zones by name, or spots with what is to be said of each. */
  placeList() {
    const { builder, map } = this;
    const { schema } = builder;
    const zones = Array.isArray(map.zones) ? map.zones : null;
    const spots = !zones && Array.isArray(map.spots) ? map.spots : null;
    if (zones) {
      return h("ul", { class: "zone-list" },
        zones.map((/** @type {string} */ zone, /** @type {number} */ index) => h("li", {},
        h("input", { value: zone, size: Math.max(10, zone.length + 1),
          "aria-label": `Name of zone ${index + 1}`,
          onchange: (/** @type {any} */ event) => rename(this, zone, event.target.value) }),
        h("button", { type: "button", class: "tiny", "aria-label": `Remove ${zone}`,
          onclick: () => removePlace(this, zone) }, "×"))));
    }
    if (!spots || !schema) return null;
    const item = schema.resolve(schema.shape(schema.resolve(schema.properties.map).properties.spots)
      .item);
    return h("ul", { class: "spot-list" },
      spots.map((/** @type {any} */ spot, /** @type {number} */ index) => {
      const key = `map.spots.${index}`;
      return h("li", {}, h("details",
        { open: builder.opened.has(key),
          ontoggle: (/** @type {any} */ event) =>
            (event.target.open ? builder.opened.add(key) : builder.opened.delete(key)) },
            h("summary", {}, String(spot.name)),
        h("div", { class: "row" }, h("input",
          { value: spot.name, "aria-label": `Name of spot ${index + 1}`,
            onchange: (/** @type {any} */ event) => rename(this, spot.name, event.target.value) }),
            h("button", { type: "button", class: "small", "aria-label": `Remove ${spot.name}`,
              onclick: () => removePlace(this, spot.name) }, "Remove")),
        tableForm(builder.formContext(), spot, item.properties || {}, `${key}.`,
          { but: ["name"], all: true })));
    }));
  }

  /**
   * @param {number} place
   * @param {Event} event
   */
  press(place, event) {
    const { builder, map } = this;
    if (this.mode === "place" && this.chosen) {
      this.put(this.chosen, place);
    } else if (this.mode === "join") {
      if (this.from === null) this.from = place;
      else {
        if (this.from !== place) {
          join(this, placeName(this.board, this.from), placeName(this.board, place));
        }
        this.from = null;
      }
      this.draw();
    } else if (this.mode === "exit" && this.board.kind !== "grid") {
      toggle((map.exits ||= []), placeName(this.board, place));
      builder.write(true);
    } else if (this.mode === "zone" && event.type !== "click") {
      const [x, y] = this.layout().centres[place];
      addPlace(this, new DOMPoint(x + BESIDE, y + BESIDE / 2));
    } else if (PAINTING.includes(this.mode) && event.type !== "click") {
      this.paint([place]); // with the keyboard; the mouse paints as it goes
    }
  }

  /** @param {number} fighter */
  pressFighter(fighter) {
    const entry = this.scene?.entries[fighter];
    if (this.mode === "place" && entry) this.choose({ side: entry.side, index: entry.index });
  }

  /**
   * Puts a fighter of the form at a place.
   * @param {{side: number, index: number}} which
   * @param {number} place
   */
  put(which, place) {
    const fighter = this.builder.data.sides[which.side].fighters[which.index];
    if (Array.isArray(fighter.at) && fighter.at.every(Array.isArray)) delete fighter.count;
    fighter.at = this.where(place, fighter.at);
    this.chosen = null;
    this.builder.write(true);
  }

  /**
   * Gives cells the ground that is chosen, or makes them all what the first of them becomes.
   * @param {number[]} cells
   */
  paint(cells) {
    const { map, builder } = this;
    const wide = this.board.width || 1;
    if (this.mode === "paint") {
      if (!Array.isArray(map.rows) || !this.sign) return;
      for (const cell of cells) {
        const [x, y] = [cell % wide, Math.floor(cell / wide)];
        const row = String(map.rows[y] ?? "").padEnd(x, OPEN);
        map.rows[y] = row.slice(0, x) + this.sign + row.slice(x + 1);
      }
    } else {
      const key = this.mode === "exit" ? "exits" : "solid";
      if (!this.keys().includes(key)) return;
      const before = (Array.isArray(map[key]) ? map[key] : []).map(String);
      const first = [cells[0] % wide, Math.floor(cells[0] / wide)];
      const on = !before.includes(String(first));
      for (const cell of cells) {
        const at = [cell % wide, Math.floor(cell / wide)];
        const has = (map[key] ||= []).findIndex((/** @type {any} */ one) =>
          String(one) === String(at));
        if (on && has < 0) map[key].push(at);
        else if (!on && has >= 0) map[key].splice(has, 1);
      }
      if (!map[key].length) delete map[key];
    }
    builder.write(true);
  }

  /**
   * A place as the scenario writes it.
   * @param {number} place
   * @param {unknown} like
   */
  where(place, like) {
    const { board } = this;
    if (board.kind !== "grid") return placeName(board, place);
    const wide = board.width || 1;
    const cell = [place % wide, Math.floor(place / wide)];
    return typeof like === "string" ? cell.join(",") : cell;
  }

  /**
   * A place for somebody new.
   * @param {{at?: any}[]} fighters
   */
  somewhere(fighters) {
    const last = fighters[fighters.length - 1]?.at;
    if (!this.scene) return last ?? (this.map.zones || [])[0];
    if (this.board.kind !== "grid") return last ?? placeName(this.board, 0);
    const near = Array.isArray(last) ? (Array.isArray(last[0]) ? last[0] : last) : [0, 0];
    return this.where(this.freeCell(near), last ?? []);
  }

  /** @param {number[]} line */
  wall(line) {
    if (!this.keys().includes("walls")) return;
    toggleWall((this.map.walls ||= []), line);
    if (!this.map.walls.length) delete this.map.walls;
    this.builder.write(true);
  }

  /** Whether this ruleset's walls run from corner to corner of cells only. */
  wholeWalls() {
    return JSON.stringify(this.mapProperties().walls || {}).includes('"integer"');
  }

  /**
   * A wall as this ruleset writes it.
   * @param {number[]} wall
   */
  asWall(wall) {
    return this.wholeWalls() ? wall.map(Math.round) : wall;
  }

}

/**
 * How what has the focus in an element is found again when it is drawn anew; null where nothing
 * has.
 * @param {HTMLElement} element
 */
function focusPath(element) {
  const focused = document.activeElement;
  if (!focused || !element.contains(focused)) return null;
  for (const name of ["data-place", "data-fighter", "aria-label", "id"]) {
    const holder = name.startsWith("data-") ? focused.closest(`[${name}]`) : focused;
    const value = holder?.getAttribute(name);
    if (value) return { tag: focused.tagName, selector: `[${name}="${CSS.escape(value)}"]` };
  }
  return { tag: focused.tagName, selector: "", text: focused.textContent };
}

/**
 * @param {HTMLElement} element
 * @param {NonNullable<ReturnType<typeof focusPath>>} path
 */
function focusAgain(element, { selector, text }) {
  const found = selector ? element.querySelector(selector)
    : [...element.querySelectorAll("button")].find((button) => button.textContent === text);
  const corner = element.querySelector(".wall-corner");
  const stop = element.querySelector("svg.board [tabindex='0']");
  const wanted = found?.matches("g, [data-fighter]") && !found.hasAttribute("tabindex")
    ? found.querySelector("[tabindex]") : found;
  const target = wanted || corner || stop;
  if (!(target instanceof SVGElement || target instanceof HTMLElement)) return;
  if (target instanceof SVGElement && target !== stop && target !== corner
    && stop) stop.setAttribute("tabindex", "-1");
  if (target instanceof SVGElement) target.setAttribute("tabindex", "0");
  target.focus({ preventScroll: true });
}

/**
 * Puts a value in a list, or takes it out.
 * @param {unknown[]} list
 * @param {unknown} value
 */
function toggle(list, value) {
  const at = list.findIndex((one) => String(one) === String(value));
  if (at >= 0) list.splice(at, 1);
  else list.push(value);
}
