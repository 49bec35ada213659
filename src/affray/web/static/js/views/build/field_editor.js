// The field, drawn with the mouse: zones and paths, walls and cells, and where fighters stand.
import { h, put, svg } from "../../elements.js";
import { listenToBoard } from "../../input/board.js";
import { CELL } from "../../plan/grid.js";
import { layoutOf, placeName } from "../../plan/layout.js";
import { pictureOf } from "../../plan/picture.js";
import { spotScale } from "../../plan/spots.js";
import { BoardElement } from "../../render/board.js";

const SIGNS = /** @type {Record<string, string>} */ ({ ".": "open", "#": "solid", "~": "rough", o: "cover" });

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
    this.element = h("div", { class: "drawing" });
  }

  /** @returns {any} */
  get map() {
    return (this.builder.data || {}).map || {};
  }

  get board() {
    return this.builder.checked ? this.builder.checked.board : null;
  }

  /** The board, where there has to be one. */
  get drawnBoard() {
    return /** @type {Board} */ (this.board);
  }

  /** What the ruleset's maps can hold, from the keys its scenarios may have. */
  keys() {
    return Object.keys(this.mapSchema());
  }

  mapSchema() {
    const schema = this.builder.ruleset ? this.builder.ruleset.schema : {};
    const map = (schema.properties || {}).map || {};
    const reference = (map.$ref || ((map.anyOf || [])[0] || {}).$ref || "").split("/").pop();
    return ((schema.$defs || {})[reference] || {}).properties || {};
  }

  modes() {
    const keys = this.keys();
    const found = [["place", "Place fighters"]];
    if (keys.includes("zones") || keys.includes("spots")) found.push(["join", "Join"], ["zone", keys.includes("spots") ? "Add a spot" : "Add a zone"]);
    if (keys.includes("exits")) found.push(["exit", "Exits"]);
    // on hexes walls are whole cells, which are painted
    if (keys.includes("walls") && !this.board?.hexes) found.push(["wall", "Draw walls"]);
    if (keys.includes("rows") && Array.isArray(this.map.rows)) found.push(["paint", "Paint"]);
    else if (keys.includes("solid")) found.push(["solid", "Solid cells"]);
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

  draw() {
    const { board, builder } = this;
    const { checked } = builder;
    if (!board || !checked) {
      put(this.element, h("p", { class: "quiet" }, "The field is drawn once the file is right."), this.zoneList());
      return;
    }
    const scene = { board, title: checked.title, sides: checked.sides.map((name) => ({ name })), fighters: checked.fighters };
    const pressing = ["place", "exit", "paint", "solid", "join"].includes(this.mode);
    const layout = layoutOf(board, { fighters: checked.fighters.length });
    const drawing = new BoardElement(scene, layout);
    drawing.show(pictureOf(scene, layout, checked.fighters, { places: new Set(pressing ? layout.centres.keys() : []), marked: new Set(this.from === null ? [] : [this.from]) }));
    listenToBoard(drawing.element, { onplace: (place) => this.press(place) });
    const drawn = drawing.element;
    drawn.classList.add("editing");
    if (this.mode === "wall") this.listenForWalls(drawn);
    if (this.mode === "zone") drawn.addEventListener("click", (event) => this.addPlace(this.pointOf(drawn, event)));
    put(this.element,
      h("div", { class: "tabs", role: "group", "aria-label": "What the mouse does" }, this.modes().map(([mode, label]) => h("button", { type: "button", "aria-pressed": String(mode === this.mode), onclick: () => { this.mode = mode; this.from = null; this.draw(); } }, label))),
      this.hint(), h("div", { class: "board-frame" }, drawn), this.zoneList());
  }

  hint() {
    const { chosen, builder } = this;
    const who = chosen ? ((builder.data.sides[chosen.side] || {}).fighters || [])[chosen.index] : null;
    /** @type {Record<string, string>} */
    const words = {
      place: who ? `Press where ${who.is} stands.` : "Press Place beside a fighter in the form, then a place here.",
      join: this.from === null ? "Press a place, then another, to join them or part them." : `${placeName(this.drawnBoard, this.from)} and …`,
      zone: "Press the field where the new place is to be.",
      exit: "Press a place to make it a way out, or none.",
      wall: "Drag from corner to corner; drag over a wall again to take it away.",
      paint: "Choose a sign, then press cells.",
      solid: "Press cells to make them solid, or open again.",
    };
    return h("div", {}, h("p", { class: "quiet" }, words[this.mode] || ""), this.mode === "paint" ? this.signs() : null);
  }

  signs() {
    /** @type {Record<string, any>} */
    const ground = { ...(this.builder.ruleset?.content.terrain || {}), ...(this.builder.data.terrain || {}) };
    const signs = Object.entries(ground).filter(([, one]) => one && one.symbol).map(([name, one]) => [name, one.symbol]);
    const listed = signs.length ? signs : [...new Set([...Object.keys(SIGNS), ...this.map.rows.join("")])].map((sign) => [SIGNS[sign] || "", sign]);
    this.sign ||= listed[0][1];
    return h("div", { class: "tabs" }, listed.map(([name, sign]) => h("button", { type: "button", "aria-pressed": String(sign === this.sign), onclick: () => { this.sign = sign; this.draw(); } }, `${sign} ${name}`)));
  }

  zoneList() {
    const zones = this.map.zones;
    if (!Array.isArray(zones)) return null;
    return h("ul", { class: "zone-list" }, zones.map((/** @type {string} */ zone, /** @type {number} */ index) => h("li", {},
      h("input", { value: zone, "aria-label": `Name of zone ${index + 1}`, onchange: (/** @type {any} */ event) => this.rename(index, event.target.value) }),
      h("button", { type: "button", class: "small", "aria-label": `Remove ${zone}`, onclick: () => this.removeZone(index) }, "Remove"))));
  }

  /** @param {number} place */
  press(place) {
    const { builder, map } = this;
    if (this.mode === "place" && this.chosen) {
      const fighter = builder.data.sides[this.chosen.side].fighters[this.chosen.index];
      fighter.at = this.where(place, fighter.at);
      this.chosen = null;
      builder.write(true);
    } else if (this.mode === "join") {
      if (this.from === null) this.from = place;
      else {
        if (this.from !== place) this.join(placeName(this.drawnBoard, this.from), placeName(this.drawnBoard, place));
        this.from = null;
      }
      this.draw();
    } else if (this.mode === "exit") {
      toggle((map.exits ||= []), this.where(place, []));
      builder.write(true);
    } else if (this.mode === "paint") {
      const wide = this.drawnBoard.width || 1;
      const x = place % wide;
      const y = Math.floor(place / wide);
      map.rows[y] = map.rows[y].slice(0, x) + this.sign + map.rows[y].slice(x + 1);
      builder.write(true);
    } else if (this.mode === "solid") {
      toggle((map.solid ||= []), this.where(place, []));
      builder.write(true);
    }
  }

  /**
   * A place as the scenario writes it.
   * @param {number} place
   * @param {unknown} like
   */
  where(place, like) {
    const board = this.drawnBoard;
    if (board.kind !== "grid") return placeName(board, place);
    const wide = board.width || 1;
    const cell = [place % wide, Math.floor(place / wide)];
    return typeof like === "string" ? cell.join(",") : cell;
  }

  /**
   * A place for somebody new.
   * @param {{at?: unknown}[]} fighters
   */
  somewhere(fighters) {
    if (!this.board) return fighters.length ? fighters[fighters.length - 1].at : (this.map.zones || [])[0];
    if (this.board.kind !== "grid") return fighters.length ? fighters[fighters.length - 1].at : placeName(this.board, 0);
    const taken = new Set((this.builder.checked?.fighters || []).map((one) => one.where?.place));
    const solid = new Set(this.board.solid || []);
    let cell = 0;
    while (taken.has(cell) || solid.has(cell)) cell += 1;
    return this.where(cell, fighters.length ? fighters[0].at : []);
  }

  /**
   * Joins two places, or parts them.
   * @param {string} one
   * @param {string} other
   */
  join(one, other) {
    const spots = this.drawnBoard.kind === "spots";
    /** @type {string[][]} */
    const paths = spots ? (this.map.links ||= []) : (this.map.paths ||= []);
    const same = paths.findIndex((path) => path.includes(one) && path.includes(other));
    if (same >= 0) paths.splice(same, 1);
    else paths.push(spots ? [one, other, "Close"] : [one, other]);
    this.builder.write(true);
  }

  /**
   * Where on the drawing something happened.
   * @param {SVGSVGElement} drawn
   * @param {MouseEvent} event
   */
  pointOf(drawn, event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(drawn.getScreenCTM()?.inverse());
  }

  /**
   * A new place, joined to the one that is drawn nearest.
   * @param {DOMPoint} point
   */
  addPlace(point) {
    const { map, drawnBoard: board } = this;
    const { centres } = layoutOf(board);
    const far = centres.map(([x, y]) => Math.hypot(x - point.x, y - point.y));
    const near = far.indexOf(Math.min(...far));
    const word = board.kind === "spots" ? "spot" : "zone";
    const names = board.places.map((_, place) => placeName(board, place));
    let number = names.length + 1;
    while (names.includes(`${word} ${number}`)) number += 1;
    const name = `${word} ${number}`;
    if (board.kind === "spots") {
      (map.spots ||= []).push({ name, ...this.coordinates(point, near) });
      (map.links ||= []).push([names[near], name, "Close"]);
    } else {
      map.zones.push(name);
      (map.paths ||= []).push([names[near], name]);
    }
    this.builder.write(true);
  }

  /**
   * A point of the drawing in the scenario's own coordinates, where its spots have some.
   * @param {DOMPoint} point
   * @param {number} near
   */
  coordinates(point, near) {
    const spots = /** @type {Spot[]} */ (this.drawnBoard.places);
    if (!this.map.spots.every((/** @type {Spot} */ spot) => Number.isFinite(spot.x))) return {};
    const { across, down } = spotScale(spots);
    const [x, y] = layoutOf(this.drawnBoard).centres[near];
    const unit = spots.length > 1 ? { across, down } : { across: 185, down: 231 };
    const rounded = (/** @type {number} */ value) => Math.round(10 * value) / 10;
    return { x: rounded(Number(spots[near].x) + (point.x - x) / unit.across), y: rounded(Number(spots[near].y) + (point.y - y) / unit.down) };
  }

  /**
   * @param {number} index
   * @param {string} name
   */
  rename(index, name) {
    const { map, builder } = this;
    const before = map.zones[index];
    const changed = (/** @type {string} */ one) => (one === before ? name : one);
    map.zones[index] = name;
    map.paths = (map.paths || []).map((/** @type {string[]} */ path) => path.map(changed));
    map.exits = (map.exits || []).map(changed);
    for (const side of builder.data.sides || []) for (const fighter of side.fighters || []) fighter.at = changed(fighter.at);
    builder.write(true);
  }

  /** @param {number} index */
  removeZone(index) {
    const { map } = this;
    const [name] = map.zones.splice(index, 1);
    map.paths = (map.paths || []).filter((/** @type {string[]} */ path) => !path.includes(name));
    map.exits = (map.exits || []).filter((/** @type {string} */ one) => one !== name);
    this.builder.write(true);
  }

  /** @param {SVGSVGElement} drawn */
  listenForWalls(drawn) {
    /** @type {Point | null} */
    let start = null;
    const { origin } = layoutOf(this.drawnBoard);
    const ghost = svg("line", { class: "wall ghost", x1: 0, y1: 0, x2: 0, y2: 0 });
    drawn.append(ghost);
    /**
     * @param {MouseEvent} event
     * @returns {Point}
     */
    const corner = (event) => {
      const point = this.pointOf(drawn, event);
      return [Math.round((point.x - origin.x) / CELL), Math.round((point.y - origin.y) / CELL)];
    };
    const show = (/** @type {Point} */ [x1, y1], /** @type {Point} */ [x2, y2]) => {
      for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) ghost.setAttribute(name, String(value * CELL + (name[0] === "x" ? origin.x : origin.y)));
    };
    drawn.addEventListener("pointerdown", (event) => {
      start = corner(event);
      drawn.setPointerCapture(event.pointerId);
      show(start, start);
    });
    drawn.addEventListener("pointermove", (event) => start && show(start, corner(event)));
    drawn.addEventListener("pointerup", (event) => {
      const end = corner(event);
      const from = start;
      start = null;
      if (from && (from[0] !== end[0] || from[1] !== end[1])) this.wall([...from, ...end]);
    });
  }

  /** @param {number[]} line */
  wall(line) {
    /** @type {number[][]} */
    const walls = (this.map.walls ||= []);
    const turned = [line[2], line[3], line[0], line[1]];
    const same = walls.findIndex((wall) => [line, turned].some((one) => one.every((value, n) => value === wall[n])));
    if (same >= 0) walls.splice(same, 1);
    else walls.push(line);
    this.builder.write(true);
  }

  /** Whether this ruleset's walls run from corner to corner of cells only. */
  wholeWalls() {
    return JSON.stringify(this.mapSchema().walls || {}).includes('"integer"');
  }

  /**
   * Takes a map's size and walls, if this ruleset's maps have them.
   * @param {{width: number, height: number, walls: number[][]}} found
   */
  takeMap({ width, height, walls }) {
    const keys = this.keys();
    const { map } = this;
    if (!keys.includes("walls")) return false;
    if (keys.includes("width")) Object.assign(map, { width, height });
    else if (keys.includes("size")) map.size = [width, height];
    if (Array.isArray(map.rows)) map.rows = Array.from({ length: height }, () => ".".repeat(width));
    map.walls = this.wholeWalls() ? walls.map((wall) => wall.map(Math.round)).filter((wall) => wall[0] !== wall[2] || wall[1] !== wall[3]) : walls;
    for (const key of ["solid", "exits"]) delete map[key];
    return true;
  }
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

