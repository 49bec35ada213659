// The field, drawn with mouse or keyboard: zones and paths, walls and cells, and the fighters'
// places.
import { h, put } from "../../elements.js";
import { listenToBoard, setBoardStop } from "../../input/board.js";
import { NARROW, layoutOf, placeName } from "../../plan/layout.js";
import { pictureOf } from "../../plan/picture.js";
import { entriesBehind, sketchBoard, sketchOf } from "../../plan/sketch.js";
import { BoardElement } from "../../render/board.js";
import { wear } from "../../worlds/themes.js";
import { focusAgain, focusPath } from "./field_focus.js";
import { modeHint, outsiders, placeList, sizeForm, zoomedField } from "./field_forms.js";
import { listenForDragging, listenForMoving, listenForPainting, listenForWalls,
  pointOf } from "./field_input.js";
import { addPlace, firstMap, join } from "./field_places.js";
import { freeCell, paintCells } from "./grid_changes.js";
import { drawPicture, pictureForm } from "./map_picture.js";
import { toggleWall } from "./wall_list.js";

/** @typedef {import("../../plan/sketch.js").PlacedEntry} PlacedEntry */

/** Modes in which dragging paints cells. */
const PAINTING = ["paint", "solid", "exit"];
/** The distance from its neighbour of a place added by keyboard. */
const BESIDE = 160;

/** An editor that draws a scenario's field and changes its data. */
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
    /** @type {{corner: Point, start: Point | null}} The position where the keyboard draws walls. */
    this.pen = { corner: [0, 0], start: null };
    /** @type {Board | null} The last valid board, used while the file describes none. */
    this.lastBoard = null;
    /**
     * @type {Map<string, FighterInfo & FighterState>} The fighters as the rules last reported them,
     *   by name.
     */
    this.known = new Map();
    /** @type {import("../../pictures.js").MapPicture | null} */
    this.picture = null;
    /**
     * @type {{board: Board, fighters: (FighterInfo & FighterState)[], entries: (PlacedEntry |
     * null)[], right: boolean} | null}
     */
    this.scene = null;
    /** The field's size as a multiple of its frame. */
    this.zoom = 1;
    this.element = h("div", { class: "drawing" });
  }

  /** @returns {any} */
  get map() {
    const { data } = this.builder;
    if (!data) return {};
    if (!data.map || typeof data.map !== "object") data.map = {};
    return data.map;
  }

  /** Return the current board, for callers that know there is one. */
  get board() {
    return /** @type {Board} */ (this.scene?.board);
  }

  /** Return the properties of the ruleset's maps, from its schema. */
  mapProperties() {
    const { schema } = this.builder;
    return schema ? schema.resolve(schema.properties.map).properties || {} : {};
  }

  /** Return the keys of the ruleset's maps. */
  keys() {
    return Object.keys(this.mapProperties());
  }

  /** @returns {[string, string][]} */
  modes() {
    const keys = this.keys();
    const grid = this.scene?.board.kind === "grid";
    /** @type {[string, string][]} */
    const found = [["place", "Place fighters"]];
    if (!grid && keys.includes("zones")) {
      found.push(["join", "Join"], ["zone", "Add a zone"], ["move", "Move zones"]);
    }
    if (!grid && keys.includes("spots")) {
      found.push(["join", "Join"], ["zone", "Add a spot"], ["move", "Move spots"]);
    }
    if (keys.includes("exits")) found.push(["exit", "Exits"]);
    // on hexes, walls are whole cells, which are painted
    if (grid && keys.includes("walls")
      && !this.scene?.board.hexes) found.push(["wall", "Draw walls"]);
    if (grid && keys.includes("rows")
      && Array.isArray(this.map.rows)) found.push(["paint", "Paint"]);
    else if (grid && keys.includes("solid")) found.push(["solid", "Solid cells"]);
    if (grid && keys.includes("walls") && this.picture?.doors.length) found.push(["door", "Doors"]);
    return found;
  }

  /**
   * Choose a fighter of the form, to be placed next.
   * @param {FieldEditor["chosen"]} which
   */
  choose(which) {
    this.chosen = which;
    this.mode = "place";
    this.draw();
  }

  /**
   * Return the field as the rules report it; if the scenario has problems, as its data describes
   * it.
   */
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

  /** Redraw the field; the focus returns to its element if that still exists. */
  draw() {
    const focused = focusPath(this.element);
    this.drawAnew();
    if (focused) focusAgain(this.element, focused);
  }

  drawAnew() {
    const { builder } = this;
    this.scene = this.look();
    // reset a mode that this ruleset's maps lack
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
        (_, n) => ({ name: String(sides[n]?.name ?? `side ${n + 1}`) })), fighters,
      ruleset: builder.ruleset?.name };
    const shown = fighters.map((one) =>
      (Number(one.where?.place) < board.places.length ? one : { ...one, where: { place: -1 } }));
    const layout = this.layout();
    const drawing = new BoardElement(scene, layout);
    wear(drawing.element, builder.ruleset?.name);
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
    if (this.mode === "move") listenForMoving(this, drawing);
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
      modeHint(this),
      this.scene.right ? null : h("p", { class: "as-written quiet" },
        "Drawn as it is written, until it is right."),
      zoomedField(this, drawn),
      outsiders(this), sizeForm(this), pictureForm(this), placeList(this));
  }

  /** Return the field's layout, for drawing and for finding points. */
  layout() {
    return layoutOf(this.board, { narrow: innerWidth < NARROW,
      fighters: this.scene?.fighters.length });
  }

  /** Create a first map for a file without one. */
  newMap() {
    const keys = this.keys();
    const begin = (/** @type {any} */ map) => { this.builder.data.map = map;
      this.builder.write(true); };
    if (!this.builder.data || !this.builder.ruleset) return null;
    return h("button", { type: "button", onclick: () => begin(firstMap(keys)) }, "Begin a map");
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
      paintCells(this, [place]); // with the keyboard; the mouse paints as it goes
    }
  }

  /** @param {number} fighter */
  pressFighter(fighter) {
    const entry = this.scene?.entries[fighter];
    if (this.mode === "place" && entry) this.choose({ side: entry.side, index: entry.index });
  }

  /**
   * Place a fighter of the form.
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
   * Return a place as the scenario writes it.
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
   * Return a place for a new fighter.
   * @param {{at?: any}[]} fighters
   */
  somewhere(fighters) {
    const last = fighters[fighters.length - 1]?.at;
    if (!this.scene) return last ?? (this.map.zones || [])[0];
    if (this.board.kind !== "grid") return last ?? placeName(this.board, 0);
    const near = Array.isArray(last) ? (Array.isArray(last[0]) ? last[0] : last) : [0, 0];
    return this.where(freeCell(this, near), last ?? []);
  }

  /** @param {number[]} line */
  wall(line) {
    if (!this.keys().includes("walls")) return;
    toggleWall((this.map.walls ||= []), line);
    if (!this.map.walls.length) delete this.map.walls;
    this.builder.write(true);
  }

  /** Return whether this ruleset's walls only run between corners of cells. */
  wholeWalls() {
    return JSON.stringify(this.mapProperties().walls || {}).includes('"integer"');
  }

  /**
   * Return a wall as this ruleset writes it.
   * @param {number[]} wall
   */
  asWall(wall) {
    return this.wholeWalls() ? wall.map(Math.round) : wall;
  }

}

/**
 * Add a value to a list, or remove it.
 * @param {unknown[]} list
 * @param {unknown} value
 */
function toggle(list, value) {
  const at = list.findIndex((one) => String(one) === String(value));
  if (at >= 0) list.splice(at, 1);
  else list.push(value);
}
