// The path between two places: along zones and spots, or over the cells of a grid.
import { isHex } from "./grid.js";

/**
 * Return the places from one to another, both included; only these two if no path is known.
 * @param {Board} board
 * @param {number} from
 * @param {number} to
 * @param {Set<number>} [avoided] Cells that other fighters occupy.
 * @returns {number[]}
 */
export function pathBetween(board, from, to, avoided = new Set()) {
  const near = board.kind === "grid" ? gridNeighbours(board, avoided, to) : linkNeighbours(board);
  const cost = new Map([[from, 0]]);
  /** @type {Map<number, number>} */
  const before = new Map();
  const open = new Set([from]);
  while (open.size) {
    let here = -1;
    for (const place of open) {
      if (here < 0 || Number(cost.get(place)) < Number(cost.get(here))) here = place;
    }
    if (here === to) break;
    open.delete(here);
    for (const [there, step] of near(here)) {
      const sum = Number(cost.get(here)) + step;
      if (sum < (cost.get(there) ?? Infinity)) {
        cost.set(there, sum);
        before.set(there, here);
        open.add(there);
      }
    }
  }
  if (!before.has(to)) return [from, to];
  const found = [to];
  while (found[0] !== from) found.unshift(Number(before.get(found[0])));
  return found;
}

/**
 * @param {Board} board
 * @returns {(place: number) => [number, number][]}
 */
function linkNeighbours(board) {
  const pairs = board.kind === "spots" ? board.links || [] : board.paths || [];
  return (place) => pairs.flatMap(([one, other]) =>
    (one === place ? [[other, 1]] : other === place ? [[one, 1]] : []));
}

const AROUND = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

/**
 * @param {Board} board
 * @param {Set<number>} avoided
 * @param {number} goal
 * @returns {(cell: number) => [number, number][]}
 */
function gridNeighbours(board, avoided, goal) {
  const width = board.width || 1;
  const height = board.height || 1;
  const solid = new Set(board.solid || []);
  const rough = new Set(board.rough || []);
  const blocked = (/** @type {number} */ x, /** @type {number} */ y) => solid.has(y * width + x);
  const hex = isHex(board);
  return (cell) => {
    const x = cell % width;
    const y = Math.floor(cell / width);
    /** @type {[number, number][]} */
    const found = [];
    for (const [dx, dy] of AROUND) {
      if (hex && dy !== 0 && dx === (y % 2 ? -1 : 1)) continue;
      const [column, line] = [x + dx, y + dy];
      if (column < 0 || line < 0 || column >= width || line >= height) continue;
      const there = line * width + column;
      if (solid.has(there) || (avoided.has(there) && there !== goal)) continue;
      const aslant = !hex && dx !== 0 && dy !== 0;
      if (aslant && blocked(x, line) && blocked(column, y)) continue;
      if ((board.walls || []).some((wall) => crosses(wall, x, y, column, line))) continue;
      const ground = Number(board.costs?.[String(there)] ?? (rough.has(there) ? 2 : 1));
      found.push([there, (aslant ? 1.42 : 1) * ground]);
    }
    return found;
  };
}

/**
 * Return whether a step between two cell centres crosses a wall.
 * @param {[number, number, number, number]} wall
 * @param {number} x
 * @param {number} y
 * @param {number} column
 * @param {number} line
 */
function crosses([x1, y1, x2, y2], x, y, column, line) {
  const side = (/** @type {number} */ ax, /** @type {number} */ ay, /** @type {number} */ bx,
    /** @type {number} */ by, /** @type {number} */ px, /** @type {number} */ py) =>
      (bx - ax) * (py - ay) - (by - ay) * (px - ax);
  const [ax, ay, bx, by] = [x + 0.5, y + 0.5, column + 0.5, line + 0.5];
  return side(ax, ay, bx, by, x1, y1) * side(ax, ay, bx, by, x2, y2) <= 0
    && side(x1, y1, x2, y2, ax, ay) * side(x1, y1, x2, y2, bx, by) < 0;
}
