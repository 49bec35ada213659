// Zones and spots of a field: adding, joining, renaming and removing them.
import { placeName } from "../../plan/layout.js";
import { spotScale } from "../../plan/spots.js";

/**
 * Return a first map for a ruleset: two places, or open cells.
 * @param {string[]} keys
 * @returns {any}
 */
export function firstMap(keys) {
  if (keys.includes("zones")) return { zones: ["here", "there"], paths: [["here", "there"]] };
  if (keys.includes("spots")) {
    return { spots: [{ name: "here" }, { name: "there" }], links: [["here", "there", "Close"]] };
  }
  if (keys.includes("width")) return { width: 12, height: 9 };
  return { rows: Array.from({ length: 9 }, () => ".".repeat(12)) };
}

/**
 * Join two places, or separate them.
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {string} one
 * @param {string} other
 */
export function join(editor, one, other) {
  const spots = editor.board.kind === "spots";
  /** @type {string[][]} */
  const paths = spots ? (editor.map.links ||= []) : (editor.map.paths ||= []);
  const same = paths.findIndex((path) => path.includes(one) && path.includes(other));
  if (same >= 0) paths.splice(same, 1);
  else paths.push(spots ? [one, other, "Close"] : [one, other]);
  editor.builder.write(true);
}

/**
 * Write the drawn positions of all zones, with one of them moved; spots have their own coordinates.
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {string} name
 * @param {DOMPoint} point
 */
export function drawAt(editor, name, point) {
  const { map, board } = editor;
  const layout = editor.layout();
  const rounded = (/** @type {Point} */ at) => at.map((value) => Math.round(100 * value) / 100);
  if (board.kind === "spots") {
    const spot = map.spots.find((/** @type {any} */ one) => one.name === name);
    const place = board.places.findIndex((_, number) => placeName(board, number) === name);
    if (spot && place >= 0) Object.assign(spot, coordinates(editor, point, place));
    return;
  }
  const { drawnAt } = layout;
  if (!drawnAt) return;
  map.drawn = Object.fromEntries(board.places.map((_, place) =>
    [placeName(board, place), rounded(drawnAt(layout.centres[place]))]));
  map.drawn[name] = rounded(drawnAt([point.x, point.y]));
}

/**
 * Add a place at the pressed point, joined to the nearest one.
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {DOMPoint} point
 */
export function addPlace(editor, point) {
  const { map, board } = editor;
  const { centres } = editor.layout();
  const far = centres.map(([x, y]) => Math.hypot(x - point.x, y - point.y));
  const near = far.indexOf(Math.min(...far));
  const word = board.kind === "spots" ? "spot" : "zone";
  const names = board.places.map((_, place) => placeName(board, place));
  let number = names.length + 1;
  while (names.includes(`${word} ${number}`)) number += 1;
  const name = `${word} ${number}`;
  if (board.kind === "spots") {
    (map.spots ||= []).push({ name, ...coordinates(editor, point, near) });
    (map.links ||= []).push([names[near], name, "Close"]);
  } else {
    (map.zones ||= []).push(name);
    if (near >= 0) (map.paths ||= []).push([names[near], name]);
    drawAt(editor, name, point);
  }
  editor.builder.write(true);
}

/**
 * Convert a point of the drawing to the scenario's coordinates, if its spots have them.
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {DOMPoint} point
 * @param {number} near
 */
function coordinates(editor, point, near) {
  const spots = /** @type {Spot[]} */ (editor.board.places);
  if (!editor.map.spots.every((/** @type {Spot} */ spot) => Number.isFinite(spot.x))) return {};
  const { across, down } = spotScale(spots);
  const [x, y] = editor.layout().centres[near];
  const unit = spots.length > 1 ? { across, down } : { across: 185, down: 231 };
  const rounded = (/** @type {number} */ value) => Math.round(10 * value) / 10;
  return { x: rounded(Number(spots[near].x) + (point.x - x) / unit.across),
    y: rounded(Number(spots[near].y) + (point.y - y) / unit.down) };
}

/**
 * Rename a place everywhere in the scenario.
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {string} before
 * @param {string} name
 */
export function rename(editor, before, name) {
  const { builder } = editor;
  /** @type {(value: any) => any} */
  const deep = (value) => {
    if (value === before) return name;
    if (Array.isArray(value)) return value.map(deep);
    if (value && typeof value === "object") {
      for (const key of Object.keys(value)) {
        value[key] = deep(value[key]);
      }
    }
    return value;
  };
  builder.data.map = deep(editor.map);
  const { drawn } = builder.data.map;
  if (drawn && before in drawn) {
    drawn[name] = drawn[before];
    delete drawn[before];
  }
  for (const holder of [...(builder.data.sides || [])
    .flatMap((/** @type {any} */ side) => side.fighters || []), ...(builder.data.engines || []),
    ...(builder.data.events || []), ...(builder.data.fights || [])]) {
    for (const key of ["at", "start", "bars"]) if (key in holder) holder[key] = deep(holder[key]);
  }
  builder.write(true);
}

/**
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {string} name
 */
export function removePlace(editor, name) {
  const { map } = editor;
  for (const key of ["zones", "exits", "line"]) {
    if (Array.isArray(map[key])) {
      map[key] = map[key].filter((/** @type {string} */ one) => one !== name);
    }
  }
  for (const key of ["paths", "links", "sights", "edges"]) {
    if (Array.isArray(map[key])) {
      map[key] = map[key].filter((/** @type {string[]} */ path) => !path.includes(name));
    }
  }
  if (map.drawn) delete map.drawn[name];
  if (Array.isArray(map.spots)) {
    map.spots = map.spots.filter((/** @type {any} */ spot) => spot.name !== name);
  }
  editor.builder.write(true);
}
