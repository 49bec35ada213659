// The lights and doors of a map, as marked on its grid.
import { svg } from "../elements.js";
import { CELL } from "../plan/grid.js";

/** @typedef {import("../pictures.js").MapPicture} MapPicture */

/**
 * Return a circle for the radius of each light.
 * @param {MapPicture} picture
 * @param {{x: number, y: number}} origin
 */
export const lightMarks = ({ lights }, origin) => svg("g", { class: "lights", "aria-hidden": "true" },
  lights.map(({ x, y, range }) => {
    const middle = { cx: origin.x + x * CELL, cy: origin.y + y * CELL };
    return [svg("circle", { ...middle, r: Math.max(6, range * CELL), class: "light-range" }),
      svg("circle", { ...middle, r: 5, class: "light" })];
  }));

/**
 * Return a door, which is a wall while it is closed.
 * @param {number[]} line
 * @param {boolean} closed
 * @param {{x: number, y: number}} origin
 */
export const doorMark = ([x1, y1, x2, y2], closed, origin) => svg("line", {
  x1: origin.x + x1 * CELL, y1: origin.y + y1 * CELL, x2: origin.x + x2 * CELL,
  y2: origin.y + y2 * CELL, class: closed ? "door-line closed" : "door-line" });
