// Changes to a grid's map: its size, its terrain, and free cells for new fighters.
import { placeName } from "../../plan/layout.js";
import { countOf, placedEntries, placeNumber } from "../../plan/sketch.js";

/** @typedef {import("../../plan/sketch.js").PlacedEntry} PlacedEntry */

/** The sign of open ground. */
const OPEN = ".";

/**
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {PlacedEntry} entry
 */
export function bringIn(editor, entry) {
  const { board } = editor;
  if (board.kind !== "grid") {
    entry.fighter.at = placeName(board, 0);
    return;
  }
  const { width = 1, height = 1 } = board;
  const at = Array.isArray(entry.fighter.at) ? entry.fighter.at : [];
  const [x, y] = Array.isArray(at[0]) ? at[0] : at;
  const near = [Math.max(0, Math.min(width - 1, Number(x) || 0)),
    Math.max(0, Math.min(height - 1, Number(y) || 0))];
  const cell = freeCell(editor, near, countOf(entry.fighter));
  if (Array.isArray(at[0])) delete entry.fighter.count;
  entry.fighter.at = [cell % width, Math.floor(cell / width)];
}

/**
 * Return the free cell nearest to one, with room for `many` fighters to its right.
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {number[]} near
 * @param {number} [many]
 */
export function freeCell(editor, [x, y], many = 1) {
  const { width = 1, height = 1 } = editor.board;
  const taken = new Set(editor.board.solid || []);
  for (const entry of placedEntries(editor.builder.data)) {
    taken.add(placeNumber(editor.board, entry.fighter.at, entry.part));
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

/**
 * Resize the map at its right and lower edges. Fighters left outside are listed below the field.
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {number} width
 * @param {number} height
 */
export function resizeMap(editor, width, height) {
  const { map } = editor;
  if (Array.isArray(map.rows)) {
    map.rows =
    Array.from({ length: height },
      (_, y) => String(map.rows[y] ?? "").slice(0, width).padEnd(width, OPEN));
  }
  else if (editor.keys().includes("size")) map.size = [width, height];
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
  editor.builder.write(true);
}

/**
 * Paint cells with the chosen terrain, or set them all to what the first of them becomes.
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {number[]} cells
 */
export function paintCells(editor, cells) {
  const { map, builder } = editor;
  const wide = editor.board.width || 1;
  if (editor.mode === "paint") {
    if (!Array.isArray(map.rows) || !editor.sign) return;
    for (const cell of cells) {
      const [x, y] = [cell % wide, Math.floor(cell / wide)];
      const row = String(map.rows[y] ?? "").padEnd(x, OPEN);
      map.rows[y] = row.slice(0, x) + editor.sign + row.slice(x + 1);
    }
  } else {
    const key = editor.mode === "exit" ? "exits" : "solid";
    if (!editor.keys().includes(key)) return;
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
