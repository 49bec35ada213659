// The picture of an imported map under its grid, with its walls, doors and lights.
import { h, svg } from "../../elements.js";
import { CELL } from "../../plan/grid.js";
import { hasWall, toggleWall } from "./wall_list.js";

/** @typedef {import("../../render/board.js").BoardElement} BoardElement */

const OPEN = ".";

/**
 * Takes a map's size, walls, doors and lights, as far as this ruleset's maps have them.
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {{width: number, height: number, walls: number[][], doors: {line: number[], closed:
 *   boolean}[], lights: {x: number, y: number, range: number}[]}} found
 */
export function takeMap(editor, { width, height, walls, doors, lights }) {
  const keys = editor.keys();
  const { map } = editor;
  if (!keys.includes("walls")) return false;
  if (keys.includes("width")) Object.assign(map, { width, height });
  else if (keys.includes("size")) map.size = [width, height];
  if (Array.isArray(map.rows) || (keys.includes("rows") && !keys.includes("width"))) {
    map.rows = Array.from({ length: height }, () => OPEN.repeat(width));
  }
  map.walls = walls.map((wall) => editor.asWall(wall))
    .filter((wall) => wall[0] !== wall[2] || wall[1] !== wall[3]);
  for (const key of ["solid", "exits"]) delete map[key];
  // rulesets that know doors or lights get them as they are
  if (keys.includes("doors")) map.doors = doors;
  if (keys.includes("lights")) map.lights = lights;
  return true;
}

/**
 * What can be done with a map's picture.
 * @param {import("./field_editor.js").FieldEditor} editor
 */
export function pictureForm(editor) {
  if (!editor.picture) return null;
  const { doors, lights } = editor.picture;
  const parts = [doors.length ? "doors" : "", lights.length ? "lights" : ""].filter(Boolean);
  return h("div", { class: "row picture-row" },
    h("span", { class: "quiet" },
      `The map's picture lies under the grid${parts.length ? `; ${parts.join(" and ")} are marked` : ""}. It stays in this browser.`),
    h("button", { type: "button", class: "small", onclick: () => editor.builder.setPicture(null) },
      "Take the picture away"));
}

/**
 * The picture of a map under its grid, with its doors and lights.
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {BoardElement} drawing
 * @param {Layout} layout
 */
export function drawPicture(editor, drawing, { origin }) {
  const { picture } = editor;
  if (!picture) return;
  drawing.setBackdrop(picture.image, picture.width * CELL, picture.height * CELL);
  const walls = Array.isArray(editor.map.walls) ? editor.map.walls : [];
  drawing.ground.append(
    svg("g", { class: "lights", "aria-hidden": "true" },
      picture.lights.map(({ x, y, range }) =>
        [svg("circle", { cx: origin.x + x * CELL, cy: origin.y + y * CELL,
          r: Math.max(6, range * CELL), class: "light-range" }),
          svg("circle", { cx: origin.x + x * CELL, cy: origin.y + y * CELL, r: 5,
            class: "light" })])),
    svg("g", { class: "doors" }, picture.doors.map(({ line }, number) => {
      const [x1, y1, x2, y2] = line;
      const closed = hasWall(walls, editor.asWall(line));
      const flip = () => { toggleWall((editor.map.walls ||= []), editor.asWall(line));
        editor.builder.write(true); };
      const pressed = editor.mode === "door";
      return svg("g", pressed ? { role: "button", tabindex: 0,
        "aria-label": `Door ${number + 1}, ${closed ? "closed" : "open"}`,
        class: "door pressable", onclick: flip,
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter" || event.key === " ") { event.preventDefault();
            event.stopPropagation(); flip(); } } } : { class: "door", "aria-hidden": "true" },
        pressed ? svg("rect", { x: origin.x + Math.min(x1, x2) * CELL - 9,
          y: origin.y + Math.min(y1, y2) * CELL - 9, width: Math.abs(x2 - x1) * CELL + 18,
          height: Math.abs(y2 - y1) * CELL + 18, rx: 5, class: "door-area" }) : null,
        svg("line", { x1: origin.x + x1 * CELL, y1: origin.y + y1 * CELL,
          x2: origin.x + x2 * CELL, y2: origin.y + y2 * CELL,
          class: closed ? "door-line closed" : "door-line" }));
    })));
}
