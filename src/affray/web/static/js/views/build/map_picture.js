// The picture of an imported map under its grid, with its walls, doors and lights.
import { h, svg } from "../../elements.js";
import { CELL } from "../../plan/grid.js";
import { doorMark, lightMarks } from "../../render/map_marks.js";
import { hasWall, toggleWall } from "./wall_list.js";

/** @typedef {import("../../render/board.js").BoardElement} BoardElement */

const OPEN = ".";

/**
 * Take over a map's size, walls, doors and lights, if this ruleset's maps support them.
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
  // rulesets with doors or lights get them unchanged
  if (keys.includes("doors")) map.doors = doors;
  if (keys.includes("lights")) map.lights = lights;
  return true;
}

/**
 * Return the controls for a map's picture.
 * @param {import("./field_editor.js").FieldEditor} editor
 */
export function pictureForm(editor) {
  if (!editor.picture) return null;
  const { doors, lights } = editor.picture;
  const parts = [doors.length ? "doors" : "", lights.length ? "lights" : ""].filter(Boolean);
  return h("div", { class: "row picture-row" },
    h("span", { class: "quiet" },
      "The map's picture lies under the grid",
      parts.length ? `; ${parts.join(" and ")} are marked` : "",
      ". Everyone at the table sees it."),
    h("button", { type: "button", class: "small", onclick: () => editor.builder.setPicture(null) },
      "Take the picture away"));
}

/**
 * Draw a map's picture under its grid, with its doors and lights.
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {BoardElement} drawing
 * @param {Layout} layout
 */
export function drawPicture(editor, drawing, { origin }) {
  const { picture } = editor;
  if (!picture) return;
  const walls = Array.isArray(editor.map.walls) ? editor.map.walls : [];
  drawing.setBackdrop(picture.image, picture.width * CELL, picture.height * CELL, [
    lightMarks(picture, origin),
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
        doorMark(line, closed, origin));
    }))]);
}
