// The field, drawn with the mouse: zones and paths, walls and cells, and where fighters stand.
import { h, put, svg } from "./dom.js";
import { drawBoard, placeName, planOf } from "./board.js";

const CELL = 44;
const SIGNS = { ".": "open", "#": "solid", "~": "rough", o: "cover" };

/** Draws a scenario's field and changes its data. */
export class Drawing {
  constructor(builder) {
    this.builder = builder;
    this.mode = "place";
    this.chosen = null;
    this.from = null;
    this.sign = null;
    this.element = h("div", { class: "drawing" });
  }

  get map() {
    return (this.builder.data || {}).map || {};
  }

  get board() {
    return this.builder.checked && this.builder.checked.board;
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
    if (keys.includes("walls")) found.push(["wall", "Draw walls"]);
    if (keys.includes("rows") && Array.isArray(this.map.rows)) found.push(["paint", "Paint"]);
    else if (keys.includes("solid")) found.push(["solid", "Solid cells"]);
    return found;
  }

  /** Chooses a fighter of the form, to be put somewhere. */
  choose(which) {
    this.chosen = which;
    this.mode = "place";
    this.draw();
  }

  draw() {
    const { board, builder } = this;
    if (!board) {
      put(this.element, h("p", { class: "quiet" }, "The field is drawn once the file is right."), this.zoneList());
      return;
    }
    const scene = { board, title: builder.checked.title, sides: builder.checked.sides.map((name) => ({ name })), fighters: builder.checked.fighters };
    const count = board.kind === "grid" ? board.width * board.height : board.places.length;
    const all = new Set(Array.from({ length: count }, (_, place) => place));
    const pressing = ["place", "exit", "paint", "solid", "join"].includes(this.mode);
    const drawn = drawBoard(scene, builder.checked.fighters, { places: pressing ? all : new Set(), onplace: (place) => this.press(place), marked: new Set(this.from === null ? [] : [this.from]) });
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
    const words = {
      place: who ? `Press where ${who.is} stands.` : "Press Place beside a fighter in the form, then a place here.",
      join: this.from === null ? "Press a place, then another, to join them or part them." : `${placeName(this.board, this.from)} and …`,
      zone: "Press the field where the new place is to be.",
      exit: "Press a place to make it a way out, or none.",
      wall: "Drag from corner to corner; drag over a wall again to take it away.",
      paint: "Choose a sign, then press cells.",
      solid: "Press cells to make them solid, or open again.",
    };
    return h("div", {}, h("p", { class: "quiet" }, words[this.mode] || ""), this.mode === "paint" ? this.signs() : null);
  }

  signs() {
    const ground = { ...(this.builder.ruleset.content.terrain || {}), ...(this.builder.data.terrain || {}) };
    const signs = Object.entries(ground).filter(([, one]) => one && one.symbol).map(([name, one]) => [name, one.symbol]);
    const listed = signs.length ? signs : [...new Set([...Object.keys(SIGNS), ...this.map.rows.join("")])].map((sign) => [SIGNS[sign] || "", sign]);
    this.sign ||= listed[0][1];
    return h("div", { class: "tabs" }, listed.map(([name, sign]) => h("button", { type: "button", "aria-pressed": String(sign === this.sign), onclick: () => { this.sign = sign; this.draw(); } }, `${sign} ${name}`)));
  }

  zoneList() {
    const zones = this.map.zones;
    if (!Array.isArray(zones)) return null;
    return h("ul", { class: "zone-list" }, zones.map((zone, index) => h("li", {},
      h("input", { value: zone, "aria-label": `Name of zone ${index + 1}`, onchange: (event) => this.rename(index, event.target.value) }),
      h("button", { type: "button", class: "small", "aria-label": `Remove ${zone}`, onclick: () => this.removeZone(index) }, "Remove"))));
  }

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
        if (this.from !== place) this.join(placeName(this.board, this.from), placeName(this.board, place));
        this.from = null;
      }
      this.draw();
    } else if (this.mode === "exit") {
      toggle((map.exits ||= []), this.where(place, []));
      builder.write(true);
    } else if (this.mode === "paint") {
      const x = place % this.board.width;
      const y = Math.floor(place / this.board.width);
      map.rows[y] = map.rows[y].slice(0, x) + this.sign + map.rows[y].slice(x + 1);
      builder.write(true);
    } else if (this.mode === "solid") {
      toggle((map.solid ||= []), this.where(place, []));
      builder.write(true);
    }
  }

  /** A place as the scenario writes it. */
  where(place, like) {
    if (this.board.kind !== "grid") return placeName(this.board, place);
    const cell = [place % this.board.width, Math.floor(place / this.board.width)];
    return typeof like === "string" ? cell.join(",") : cell;
  }

  /** A place for somebody new. */
  somewhere(fighters) {
    if (!this.board) return fighters.length ? fighters[fighters.length - 1].at : (this.map.zones || [])[0];
    if (this.board.kind !== "grid") return fighters.length ? fighters[fighters.length - 1].at : placeName(this.board, 0);
    const taken = new Set(this.builder.checked.fighters.map((one) => one.where && one.where.place));
    const solid = new Set(this.board.solid || []);
    let cell = 0;
    while (taken.has(cell) || solid.has(cell)) cell += 1;
    return this.where(cell, fighters.length ? fighters[0].at : []);
  }

  join(one, other) {
    const spots = this.board.kind === "spots";
    const paths = spots ? (this.map.links ||= []) : (this.map.paths ||= []);
    const same = paths.findIndex((path) => path.includes(one) && path.includes(other));
    if (same >= 0) paths.splice(same, 1);
    else paths.push(spots ? [one, other, "Close"] : [one, other]);
    this.builder.write(true);
  }

  pointOf(drawn, event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(drawn.getScreenCTM().inverse());
  }

  /** A new place, joined to the one that is drawn nearest. */
  addPlace(point) {
    const { map, board } = this;
    const plan = planOf(board);
    const far = plan.centres.map(([x, y]) => Math.hypot(x - point.x, y - point.y));
    const near = far.indexOf(Math.min(...far));
    const word = board.kind === "spots" ? "spot" : "zone";
    const names = board.places.map((_, place) => placeName(board, place));
    let number = names.length + 1;
    while (names.includes(`${word} ${number}`)) number += 1;
    const name = `${word} ${number}`;
    if (board.kind === "spots") {
      const [one, other] = [board.places[near], board.places[near === 0 ? 1 : 0] || {}];
      const drawn = Number.isFinite(one.x) && map.spots.every((spot) => Number.isFinite(spot.x));
      const unit = drawn && Number.isFinite(other.x) ? Math.hypot(plan.centres[0][0] - plan.centres[1][0], (plan.centres[0][1] - plan.centres[1][1]) / 1.25) / Math.hypot(board.places[0].x - board.places[1].x, board.places[0].y - board.places[1].y) : 160;
      const at = drawn ? { x: Math.round(10 * (one.x + (point.x - plan.centres[near][0]) / unit)) / 10, y: Math.round(10 * (one.y + (point.y - plan.centres[near][1]) / unit / 1.25)) / 10 } : {};
      (map.spots ||= []).push({ name, ...at });
      (map.links ||= []).push([names[near], name, "Close"]);
    } else {
      map.zones.push(name);
      (map.paths ||= []).push([names[near], name]);
    }
    this.builder.write(true);
  }

  rename(index, name) {
    const { map, builder } = this;
    const before = map.zones[index];
    const changed = (one) => (one === before ? name : one);
    map.zones[index] = name;
    map.paths = (map.paths || []).map((path) => path.map(changed));
    map.exits = (map.exits || []).map(changed);
    for (const side of builder.data.sides || []) for (const fighter of side.fighters || []) fighter.at = changed(fighter.at);
    builder.write(true);
  }

  removeZone(index) {
    const { map } = this;
    const [name] = map.zones.splice(index, 1);
    map.paths = (map.paths || []).filter((path) => !path.includes(name));
    map.exits = (map.exits || []).filter((one) => one !== name);
    this.builder.write(true);
  }

  listenForWalls(drawn) {
    let start = null;
    const ghost = svg("line", { class: "wall ghost", x1: 0, y1: 0, x2: 0, y2: 0 });
    drawn.append(ghost);
    const corner = (event) => {
      const point = this.pointOf(drawn, event);
      return [Math.round((point.x - 1) / CELL), Math.round((point.y - 1) / CELL)];
    };
    const show = ([x1, y1], [x2, y2]) => {
      for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) ghost.setAttribute(name, value * CELL + 1);
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

  wall(line) {
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

  /** Takes a map's size and walls, if this ruleset's maps have them. */
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

function toggle(list, value) {
  const at = list.findIndex((one) => String(one) === String(value));
  if (at >= 0) list.splice(at, 1);
  else list.push(value);
}

