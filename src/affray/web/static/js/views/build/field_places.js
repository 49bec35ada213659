// Zones and spots of a field: adding, joining, renaming and removing them.
import { placeName } from "../../plan/layout.js";
import { spotScale } from "../../plan/spots.js";

/**
 * Joins two places, or parts them.
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
 * A new place, joined to the one that is drawn nearest.
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
  }
  editor.builder.write(true);
}

/**
 * A point of the drawing in the scenario's own coordinates, where its spots have some.
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
 * Gives a place another name, wherever the scenario says it.
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
  if (Array.isArray(map.spots)) {
    map.spots = map.spots.filter((/** @type {any} */ spot) => spot.name !== name);
  }
  editor.builder.write(true);
}
