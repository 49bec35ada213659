// The forms around the field: a hint on presses, the ground to paint, fighters outside, its size.
import { button, h } from "../../elements.js";
import { words } from "../../format.js";
import { placeName } from "../../plan/layout.js";
import { countOf, gridSize } from "../../plan/sketch.js";
import { tableForm } from "../../render/schema_form.js";
import { numberProblem } from "../../state/schema.js";
import { removePlace, rename } from "./field_places.js";
import { bringIn, resizeMap } from "./grid_changes.js";

/** @typedef {import("../../plan/sketch.js").PlacedEntry} PlacedEntry */

const SIGNS = /** @type {Record<string, string>} */ (
  { ".": "open", "#": "solid", "~": "rough", o: "cover" });
const MOST_ZOOM = 5;

/**
 * Return the field in its frame at the chosen zoom, scrolled to the same part as before.
 * @param {import("./field_editor.js").FieldEditor} editor
 * @param {SVGSVGElement} drawn
 */
export function zoomedField(editor, drawn) {
  const before = editor.element.querySelector(".board-frame");
  const [left, top] = [before?.scrollLeft ?? 0, before?.scrollTop ?? 0];
  const frame = h("div", { class: editor.zoom > 1 ? "board-frame zoomed" : "board-frame" }, drawn);
  if (editor.zoom > 1) drawn.style.width = `${100 * editor.zoom}%`;
  requestAnimationFrame(() => frame.scrollTo(left, top));
  const tool = (/** @type {string} */ label, /** @type {string} */ sign,
    /** @type {number} */ to) => button(sign, () => { editor.zoom = to; editor.draw(); },
    { class: "icon small", "aria-label": label, title: label, disabled: to === editor.zoom });
  return h("div", { class: "field-frame" }, frame,
    h("div", { class: "field-zoom", role: "group", "aria-label": "How large the field is" },
      tool("Closer", "+", Math.min(MOST_ZOOM, editor.zoom * 1.5)),
      tool("Farther", "−", Math.max(1, editor.zoom / 1.5)), tool("The whole field", "⤢", 1)));
}

/** @param {import("./field_editor.js").FieldEditor} editor */
export function modeHint(editor) {
  const { chosen, builder } = editor;
  const who = chosen ? ((builder.data.sides[chosen.side] || {}).fighters || [])[chosen.index]
    : null;
  /** @type {Record<string, string>} */
  const texts = {
    place: who ? `Press where ${who.name || words(String(who.is))} stands.`
    : "Drag a fighter, or press a fighter and then a place.",
    join: editor.from === null ? "Press a place, then another, to join them or part them."
    : `${placeName(editor.board, editor.from)} and …`,
    move: "Drag a place to where it is to be drawn.",
    zone: "Press the field where the new place is to be; with the keyboard, the place beside it.",
    exit: editor.board?.kind === "grid"
    ? "Press or drag over cells to make them ways out, or none."
    : "Press a place to make it a way out, or none.",
    wall: "Drag from corner to corner, or use the arrow keys and press Enter at both ends. Draw a "
      + "wall again to remove it.",
    paint: "Choose what the ground is, then press cells or drag over them.",
    solid: "Press or drag over cells to make them solid, or open again.",
    door: "Press a door to open or close it.",
  };
  return h("div", { class: "hint" }, h("p", { class: "quiet" }, texts[editor.mode] || ""),
    editor.mode === "paint" ? groundChoice(editor) : null);
}

/** @param {import("./field_editor.js").FieldEditor} editor */
export function groundChoice(editor) {
  /** @type {Record<string, any>} */
  const ground = { ...(editor.builder.ruleset?.content.terrain || {}),
    ...(editor.builder.data.terrain || {}) };
  const signs = Object.entries(ground).filter(([, one]) => one && one.symbol)
    .map(([name, one]) => [name, one.symbol]);
  const listed = signs.length ? signs
    : [...new Set([...Object.keys(SIGNS), ...editor.map.rows.join("")])].map((sign) =>
      [SIGNS[sign] || "", sign]);
  if (!listed.some(([, sign]) => sign === editor.sign)) editor.sign = listed[0][1];
  return h("div", { class: "tabs signs-row", role: "group", "aria-label": "The ground to paint" },
    listed.map(([name, sign]) => h("button",
      { type: "button", class: "small", "aria-pressed": String(sign === editor.sign),
        onclick: () => { editor.sign = sign; editor.draw(); } }, h("code", {}, sign),
        ` ${words(name)}`)));
}

/**
 * Return the fighters outside the field, with buttons to bring them in.
 * @param {import("./field_editor.js").FieldEditor} editor
 */
export function outsiders(editor) {
  const { scene, builder } = editor;
  if (!scene) return null;
  /** @type {Map<string, PlacedEntry>} */
  const outside = new Map();
  scene.fighters.forEach((one, number) => {
    const entry = scene.entries[number];
    const place = Number(one.where?.place ?? -1);
    if (entry && (place < 0 || place >= scene.board.places.length)) {
      outside.set(`${entry.side}.${entry.index}`, entry);
    }
  });
  if (!outside.size) return null;
  const all = [...outside.values()];
  return h("div", { class: "tray", role: "group", "aria-label": "Not on the field" },
    h("strong", {}, "Not on the field: "),
    all.map((entry) => {
      const chosen = editor.chosen && editor.chosen.side === entry.side
        && editor.chosen.index === entry.index;
      return h("button", { type: "button", class: `small side-${entry.side % 8}`,
        "aria-pressed": String(Boolean(chosen)),
        onclick: () => editor.choose(chosen ? null : { side: entry.side, index: entry.index }) },
        entry.fighter.name || words(String(entry.fighter.is)),
        countOf(entry.fighter) > 1 ? ` × ${countOf(entry.fighter)}` : "");
    }),
    h("button", { type: "button", class: "small",
      onclick: () => { for (const entry of all) bringIn(editor, entry); builder.write(true); } },
      "Bring them in"));
}

/**
 * Return the form for the size of a grid's map.
 * @param {import("./field_editor.js").FieldEditor} editor
 */
export function sizeForm(editor) {
  if (editor.board.kind !== "grid") return null;
  const { width, height } = gridSize(editor.map);
  const properties = editor.mapProperties();
  const most = Math.min(200, properties.width?.maximum ?? properties.rows?.maxItems ?? 100);
  const slot = h("span", { class: "field-problem", role: "status" });
  const input = (/** @type {string} */ label, /** @type {number} */ now,
    /** @type {(value: number) => void} */ set) =>
      h("label", { class: "inline" }, h("span", {}, label),
        h("input", { type: "number", min: 1, max: most, value: now,
          onchange: (/** @type {any} */ event) => {
    const problem = numberProblem({ kind: "number", whole: true, least: 1, most },
      Number(event.target.value));
    slot.textContent = problem;
    if (!problem) set(Number(event.target.value));
  } }));
  return h("div", { class: "row map-size" },
    input("Cells across", width, (value) => resizeMap(editor, value, height)),
    input("down", height, (value) => resizeMap(editor, width, value)), slot);
}

/**
 * Return the list of zones by name, or of spots with their properties.
 * @param {import("./field_editor.js").FieldEditor} editor
 */
export function placeList(editor) {
  const { builder, map } = editor;
  const { schema } = builder;
  const zones = Array.isArray(map.zones) ? map.zones : null;
  const spots = !zones && Array.isArray(map.spots) ? map.spots : null;
  if (zones) {
    return h("ul", { class: "zone-list" },
      zones.map((/** @type {string} */ zone, /** @type {number} */ index) => h("li", {},
      h("input", { value: zone, size: Math.max(10, zone.length + 1),
        "aria-label": `Name of zone ${index + 1}`,
        onchange: (/** @type {any} */ event) => rename(editor, zone, event.target.value) }),
      h("button", { type: "button", class: "tiny", "aria-label": `Remove ${zone}`,
        onclick: () => removePlace(editor, zone) }, "×"))));
  }
  if (!spots || !schema) return null;
  const item = schema.resolve(schema.shape(schema.resolve(schema.properties.map).properties.spots)
    .item);
  return h("ul", { class: "spot-list" },
    spots.map((/** @type {any} */ spot, /** @type {number} */ index) => {
    const key = `map.spots.${index}`;
    return h("li", {}, h("details",
      { open: builder.opened.has(key),
        ontoggle: (/** @type {any} */ event) =>
          (event.target.open ? builder.opened.add(key) : builder.opened.delete(key)) },
          h("summary", {}, String(spot.name)),
      h("div", { class: "row" }, h("input",
        { value: spot.name, "aria-label": `Name of spot ${index + 1}`,
          onchange: (/** @type {any} */ event) => rename(editor, spot.name, event.target.value) }),
          h("button", { type: "button", class: "small", "aria-label": `Remove ${spot.name}`,
            onclick: () => removePlace(editor, spot.name) }, "Remove")),
      tableForm(builder.formContext(), spot, item.properties || {}, `${key}.`,
        { but: ["name"], all: true })));
  }));
}
