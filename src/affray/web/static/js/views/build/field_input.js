// Dragging tokens, painting cells and drawing walls on a field.
import { put, svg } from "../../elements.js";
import { CELL } from "../../plan/grid.js";
import { placeName } from "../../plan/layout.js";
import { drawAt } from "./field_places.js";
import { paintCells } from "./grid_changes.js";
import { listenForWallLines } from "./wall_drawing.js";

/** @typedef {import("../../plan/sketch.js").PlacedEntry} PlacedEntry */
/** @typedef {import("../../render/board.js").BoardElement} BoardElement */

/** The distance in pixels after which a press becomes a drag. */
const MOVED = 6;

/**
 * Return the position of an event in the drawing.
 * @param {SVGSVGElement} drawn
 * @param {MouseEvent} event
 */
export function pointOf(drawn, event) {
  return new DOMPoint(event.clientX, event.clientY)
    .matrixTransform(drawn.getScreenCTM()?.inverse());
}

/**
 * Return the place at a point of the drawing.
 * @param {BoardElement} drawing
 * @param {DOMPoint} point
 */
export function placeAt({ layout }, point) {
  const near = layout.cells ? CELL * 0.72 : Infinity;
  let best = null;
  let least = near;
  layout.centres.forEach(([x, y], place) => {
    const far = Math.hypot(x - point.x, y - point.y);
    if (far < least) [best, least] = [place, far];
  });
  return best;
}

/**
 * Drag tokens; all fighters of the entry move together.
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {BoardElement} drawing
 */
export function listenForDragging(editor, drawing) {
  const drawn = drawing.element;
  /**
   * @type {{entry: PlacedEntry, token: SVGGElement, x: number, y: number, away: boolean} | null}
   */
  let taken = null;
  /** @type {number | null} */
  let over = null;
  drawn.addEventListener("pointerdown", (event) => {
    const element = event.target instanceof Element ? event.target.closest("[data-fighter]")
      : null;
    const entry = element ? editor.scene?.entries[Number(element.getAttribute("data-fighter"))]
      : null;
    if (!element || !entry || event.button) return;
    taken = { entry, token: /** @type {SVGGElement} */ (element), x: event.clientX,
      y: event.clientY, away: false };
  });
  const move = (/** @type {PointerEvent} */ event) => {
    if (!taken) return;
    if (!taken.away && Math.hypot(event.clientX - taken.x,
      event.clientY - taken.y) < MOVED) return;
    if (!taken.away) taken.token.classList.add("dragged");
    taken.away = true;
    const point = pointOf(drawn, event);
    taken.token.style.transform =
      `translate(${point.x.toFixed(1)}px, ${point.y.toFixed(1)}px) scale(1)`;
    over = placeAt(drawing, point);
    put(drawing.marks, over === null ? null
      : svg(drawing.layout.outline(over).tag,
        { ...drawing.layout.outline(over).attributes, class: "marked" }));
  };
  const drop = () => {
    const { entry, away } = taken || {};
    const place = over;
    taken = over = null;
    if (!entry || !away) return;
    // the press that ends a drag does not press the token
    drawn.addEventListener("click", (event) => event.stopImmediatePropagation(),
      { capture: true, once: true });
    if (place !== null) editor.put(entry, place);
    else editor.draw();
  };
  drawn.addEventListener("pointermove", move);
  drawn.addEventListener("pointerup", drop);
  drawn.addEventListener("pointerleave",
    () => { if (taken?.away) { taken = over = null; editor.draw(); } });
  drawn.addEventListener("pointercancel", () => { taken = over = null; });
}

/**
 * Drag places to other points of the drawing.
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {BoardElement} drawing
 */
export function listenForMoving(editor, drawing) {
  const drawn = drawing.element;
  /** @type {number | null} */
  let taken = null;
  const mark = (/** @type {DOMPoint} */ point) =>
    put(drawing.marks, svg("circle", { cx: point.x, cy: point.y, r: 70, class: "marked" }));
  drawn.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    taken = placeAt(drawing, pointOf(drawn, event));
    drawn.setPointerCapture(event.pointerId);
  });
  drawn.addEventListener("pointermove", (event) => {
    if (taken !== null) mark(pointOf(drawn, event));
  });
  drawn.addEventListener("pointerup", (event) => {
    if (taken === null) return;
    drawAt(editor, placeName(editor.board, taken), pointOf(drawn, event));
    taken = null;
    editor.builder.write(true);
  });
  drawn.addEventListener("pointercancel", () => { taken = null; });
}

/**
 * Paint cells while the pointer is dragged over them, and write them when it is released.
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {BoardElement} drawing
 * @param {Layout} layout
 */
export function listenForPainting(editor, drawing, layout) {
  const drawn = drawing.element;
  /** @type {Set<number> | null} */
  let cells = null;
  const add = (/** @type {PointerEvent} */ event) => {
    const cell = placeAt(drawing, pointOf(drawn, event));
    if (!cells || cell === null || cells.has(cell)) return;
    cells.add(cell);
    const { tag, attributes } = layout.outline(cell);
    drawing.marks.append(svg(tag, { ...attributes, class: "painted" }));
  };
  drawn.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    cells = new Set();
    add(event);
  });
  drawn.addEventListener("pointermove", add);
  drawn.addEventListener("pointerup", () => {
    const painted = [...(cells || [])];
    cells = null;
    if (painted.length) paintCells(editor, painted);
  });
  drawn.addEventListener("pointercancel", () => { cells = null; });
}

/**
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {SVGSVGElement} drawn
 */
export function listenForWalls(editor, drawn) {
  const { width = 1, height = 1 } = editor.board;
  const { corner } = editor.pen;
  editor.pen.corner = [Math.min(corner[0], width), Math.min(corner[1], height)];
  listenForWallLines({ board: drawn, origin: editor.layout().origin, pen: editor.pen,
    last: [width, height], pointOf: (event) => pointOf(drawn, event),
    onwall: (line) => editor.wall(line) });
}
