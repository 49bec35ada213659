// Walls between corners of a grid's cells, drawn with mouse or keyboard.
import { svg } from "../../elements.js";
import { CELL } from "../../plan/grid.js";

const WALKS = /** @type {Record<string, Point>} */ (
  { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/**
 * @typedef {object} WallDrawing
 * @property {SVGSVGElement} board
 * @property {{x: number, y: number}} origin The position of the grid's first corner.
 * @property {{corner: Point, start: Point | null}} pen The keyboard's position and the start of its
 *   wall; both survive a redraw.
 * @property {Point} last The grid's last corner.
 * @property {(event: MouseEvent) => {x: number, y: number}} pointOf
 * @property {(line: number[]) => void} onwall Called for a line that was drawn; drawing an existing
 *   wall again removes it.
 */

/**
 * Listen for walls.
 * @param {WallDrawing} drawing
 */
export function listenForWallLines({ board, origin, pen, last, pointOf, onwall }) {
  const { corner } = pen;
  const ghost = svg("line", { class: "wall ghost", x1: 0, y1: 0, x2: 0, y2: 0 });
  const mark = svg("circle", { class: "wall-corner", r: 9, tabindex: 0, role: "button" });
  board.append(ghost, mark);
  const x = (/** @type {number} */ column) => origin.x + column * CELL;
  const y = (/** @type {number} */ row) => origin.y + row * CELL;
  const set = (/** @type {SVGElement} */ element, /** @type {Record<string, number>} */ values) => {
    for (const [name, value] of Object.entries(values)) element.setAttribute(name, String(value));
  };
  const show = (/** @type {Point} */ from, /** @type {Point} */ to) =>
    set(ghost, { x1: x(from[0]), y1: y(from[1]), x2: x(to[0]), y2: y(to[1]) });
  const finish = (/** @type {Point} */ end) => {
    const from = pen.start;
    pen.start = null;
    if (from && (from[0] !== end[0] || from[1] !== end[1])) onwall([...from, ...end]);
  };
  /** @param {MouseEvent} event @returns {Point} */
  const cornerAt = (event) => {
    const point = pointOf(event);
    return [Math.round((point.x - origin.x) / CELL), Math.round((point.y - origin.y) / CELL)];
  };

  board.addEventListener("pointerdown", (event) => {
    pen.start = cornerAt(event);
    board.setPointerCapture(event.pointerId);
    show(pen.start, pen.start);
  });
  board.addEventListener("pointermove",
    (event) => pen.start && event.buttons && show(pen.start, cornerAt(event)));
  board.addEventListener("pointerup", (event) => finish(cornerAt(event)));

  const point = () => {
    set(mark, { cx: x(corner[0]), cy: y(corner[1]) });
    const { start } = pen;
    mark.classList.toggle("begun", start !== null);
    const here = `Corner ${corner[0]}, ${corner[1]}`;
    mark.setAttribute("aria-label",
      start ? `${here}: Enter ends the wall from ${start[0]}, ${start[1]}; Escape gives it up`
        : `${here}: the arrow keys move, Enter begins a wall`);
    if (start) show(start, corner);
    else set(ghost, { x1: 0, y1: 0, x2: 0, y2: 0 });
  };
  mark.addEventListener("keydown", (event) => {
    const walk = WALKS[event.key];
    if (walk) {
      corner[0] = Math.max(0, Math.min(last[0], corner[0] + walk[0]));
      corner[1] = Math.max(0, Math.min(last[1], corner[1] + walk[1]));
    } else if (event.key === "Escape" && pen.start) {
      pen.start = null;
    } else if (event.key === "Enter" || event.key === " ") {
      if (pen.start) finish([corner[0], corner[1]]);
      else pen.start = [corner[0], corner[1]];
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    point();
  });
  point();
}
