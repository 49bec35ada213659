// The field, drawn with the mouse: zones and paths, walls and cells, and where fighters stand.
import { h, put, svg } from "./dom.js";
import { drawBoard, placeName } from "./board.js";

const CELL = 44;

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
    const schema = this.builder.ruleset ? this.builder.ruleset.schema : {};
    const map = (schema.properties || {}).map || {};
    const reference = (map.$ref || ((map.anyOf || [])[0] || {}).$ref || "").split("/").pop();
    return Object.keys(((schema.$defs || {})[reference] || {}).properties || {});
  }

  modes() {
    const keys = this.keys();
    const found = [["place", "Place fighters"]];
    if (keys.includes("zones")) found.push(["join", "Join zones"], ["zone", "Add a zone"], ["exit", "Exits"]);
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
    if (this.mode === "zone") drawn.addEventListener("click", () => this.addZone());
    put(this.element,
      h("div", { class: "tabs", role: "group", "aria-label": "What the mouse does" }, this.modes().map(([mode, label]) => h("button", { type: "button", "aria-pressed": String(mode === this.mode), onclick: () => { this.mode = mode; this.from = null; this.draw(); } }, label))),
      this.hint(), h("div", { class: "board-frame" }, drawn), this.zoneList());
  }

  hint() {
    const { chosen, builder } = this;
    const who = chosen ? ((builder.data.sides[chosen.side] || {}).fighters || [])[chosen.index] : null;
    const words = {
      place: who ? `Press where ${who.is} stands.` : "Press Place beside a fighter in the form, then a place here.",
      join: this.from === null ? "Press a zone, then another, to join them or part them." : `${placeName(this.board, this.from)} and …`,
      zone: "Press the field to add a zone.",
      exit: "Press a zone to make it a way out, or none.",
      wall: "Drag from corner to corner; drag over a wall again to take it away.",
      paint: "Choose a sign, then press cells.",
      solid: "Press cells to make them solid, or open again.",
    };
    return h("div", {}, h("p", { class: "quiet" }, words[this.mode] || ""), this.mode === "paint" ? this.signs() : null);
  }

  signs() {
    const ground = { ...(this.builder.ruleset.content.terrain || {}), ...(this.builder.data.terrain || {}) };
    const signs = Object.entries(ground).filter(([, one]) => one && one.symbol).map(([name, one]) => [name, one.symbol]);
    const listed = signs.length ? signs : [...new Set(this.map.rows.join(""))].map((sign) => [sign, sign]);
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
        if (this.from !== place) this.join(map.zones[this.from], map.zones[place]);
        this.from = null;
      }
      this.draw();
    } else if (this.mode === "exit") {
      toggle((map.exits ||= []), map.zones[place]);
      builder.write(true);
    } else if (this.mode === "paint") {
      const x = place % this.board.width;
      const y = Math.floor(place / this.board.width);
      map.rows[y] = map.rows[y].slice(0, x) + this.sign + map.rows[y].slice(x + 1);
      builder.write(true);
    } else if (this.mode === "solid") {
      const cell = [place % this.board.width, Math.floor(place / this.board.width)];
      map.solid ||= [];
      const same = map.solid.findIndex((one) => one[0] === cell[0] && one[1] === cell[1]);
      if (same >= 0) map.solid.splice(same, 1);
      else map.solid.push(cell);
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
    const paths = (this.map.paths ||= []);
    const same = paths.findIndex((path) => path.includes(one) && path.includes(other));
    if (same >= 0) paths.splice(same, 1);
    else paths.push([one, other]);
    this.builder.write(true);
  }

  addZone() {
    const { map } = this;
    let number = map.zones.length + 1;
    while (map.zones.includes(`zone ${number}`)) number += 1;
    map.zones.push(`zone ${number}`);
    (map.paths ||= []).push([map.zones[map.zones.length - 2], `zone ${number}`]);
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
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawn.getScreenCTM().inverse());
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

  /** Takes a map's size and walls, if this ruleset's maps have them. */
  takeMap({ width, height, walls }) {
    const keys = this.keys();
    const { map } = this;
    if (!keys.includes("walls")) return false;
    if (keys.includes("width")) Object.assign(map, { width, height });
    else if (keys.includes("size")) map.size = [width, height];
    if (Array.isArray(map.rows)) map.rows = Array.from({ length: height }, () => ".".repeat(width));
    map.walls = walls;
    if (map.solid) delete map.solid;
    return true;
  }
}

function toggle(list, value) {
  const at = list.indexOf(value);
  if (at >= 0) list.splice(at, 1);
  else list.push(value);
}

