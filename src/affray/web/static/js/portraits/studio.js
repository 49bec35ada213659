// The tools for drawing a portrait's parts: colours as the world renders them, and its pens.
import { el, lightness, mix, path, steady } from "../worlds/draw.js";

/**
 * @typedef {object} Look A fighter's people, clothing and gear.
 * @property {string} people
 * @property {string} headgear
 * @property {string} hair
 * @property {string} [beard]
 * @property {string} weapon
 * @property {string} armour
 * @property {boolean} [shield]
 * @property {string | number} seed
 * @property {number} side
 * @property {string} [colour] The side's colour.
 * @property {string} [world] The world that renders it.
 */

/** @typedef {ReturnType<typeof studioOf>} Studio */

/**
 * Return a rendering that keeps brightness and drops hues: dark hair stays dark.
 * @param {string} dark
 * @param {string} light
 * @param {number} [keep]
 */
const single =
  (dark, light, keep = 0) =>
  (/** @type {string} */ colour) =>
    mix(mix(dark, light, 0.16 + 0.84 * lightness(colour) ** 0.72), colour, keep);

/**
 * @typedef {object} Ink
 * @property {string} line
 * @property {number} width
 * @property {(colour: string) => string} map
 * @property {string} shade
 * @property {string} light
 * @property {[string, number, number]} [hatch]
 */

/** The rendering of figures by each pen: its colours, its shade and its lines. */
const INKS = /** @type {Record<string, Ink>} */ ({
  painted: {
    line: "#2b1a16",
    width: 2.2,
    map: (c) => mix(c, "#c46a2a", 0.1),
    shade: "rgb(44 16 30 / 0.38)",
    light: "rgb(255 214 140 / 0.5)",
  },
  engraved: {
    line: "#3a2415",
    width: 1.7,
    map: single("#4a2f1c", "#f6ecd6"),
    shade: "url(#hatch)",
    light: "none",
    hatch: ["#3a2415", 3, 0.9],
  },
  brushed: {
    line: "#1b1a1a",
    width: 2.6,
    map: single("#1f1e20", "#f7f1e3", 0.16),
    shade: "rgb(30 30 40 / 0.24)",
    light: "none",
  },
  gilded: {
    line: "#10143a",
    width: 2,
    map: (c) => mix(c, "#5a64b8", 0.14),
    shade: "rgb(14 16 70 / 0.42)",
    light: "rgb(255 226 150 / 0.55)",
  },
  pencilled: {
    line: "#33363f",
    width: 1.9,
    map: single("#474b57", "#fcfbf4", 0.34),
    shade: "url(#hatch)",
    light: "none",
    hatch: ["#33363f", 3.6, 0.9],
  },
});

/**
 * Return the hatching for a world's shade, which is added once to each drawing.
 * @param {string | undefined} world
 */
export function inkDefs(world) {
  const hatch = INKS[world || ""]?.hatch;
  if (!hatch) return "";
  const [colour, gap, width] = hatch;
  return el(
    "pattern",
    {
      id: "hatch",
      width: gap,
      height: gap,
      patternUnits: "userSpaceOnUse",
      patternTransform: "rotate(38)",
    },
    path(`M0 ${gap / 2}H${gap}`, { stroke: colour, "stroke-width": width, "stroke-opacity": 0.75 }),
  );
}

const SKIN = /** @type {Record<string, string[]>} */ ({
  human: ["#f2cba6", "#dca878", "#b87e54", "#8d5c3e", "#f5d8c0", "#6e4732"],
  goblin: ["#9db356", "#7f9f50", "#b0a54c", "#6f9468"],
  ogre: ["#b8937a", "#a0967f", "#8fa093", "#b59a6a"],
  beast: ["#7d6b5b", "#5d5753", "#9a7c58", "#b9ad9c"],
  horse: ["#8a5a36", "#4c3a31", "#b9aa94", "#a9713c"],
  straw: ["#dcc07a", "#cfae68", "#e6d3a0"],
  spirit: ["#bfe6e4", "#c9d6f2", "#d8f0d2"],
  flame: ["#f08a34", "#f6a640", "#e8642a"],
  skeleton: ["#efe6cf", "#e2d6b8", "#f4eee0"],
});
const HAIRS = ["#2a1c16", "#5b3721", "#8c5628", "#c99c4e", "#a5431f", "#77726c", "#dcd5c6"];
const CLOTH = ["#5c4a3a", "#6e6450", "#404d4e", "#4c4056", "#7c5c3c", "#58603f"];
const TRIM = ["#caa257", "#8e3b2e", "#d8cdb4", "#3c5a66"];

/**
 * Return colours and pens for one portrait; equal looks give equal portraits.
 * @param {Look} look
 */
export function studioOf(look) {
  const ink = INKS[look.world || ""] || INKS.painted;
  const next = steady(`${look.seed}/${look.people}/${look.weapon}`);
  const people = SKIN[look.people] ? look.people : "human";
  const { map } = ink;
  const round = { "stroke-linejoin": "round", "stroke-linecap": "round" };
  return {
    ...look,
    people,
    ink,
    next,
    sideColour: look.colour || "#2a66ab",
    skin: map(next.pick(SKIN[people])),
    hairColour: map(next.pick(HAIRS)),
    cloth: map(next.pick(CLOTH)),
    trim: map(next.pick(TRIM)),
    steel: map("#b9c0c6"),
    wood: map("#7b5230"),
    gold: map("#d7a941"),
    bone: map("#f0e8d2"),
    dark: map("#241815"),
    /** A filled shape with an outline. */
    fill: (/** @type {string} */ d, /** @type {string} */ colour, width = ink.width) =>
      path(d, { fill: colour, stroke: ink.line, "stroke-width": width, ...round }),
    /** A shape without outline: patterns and marks. */
    flat: (/** @type {string} */ d, /** @type {string} */ colour) => path(d, { fill: colour }),
    shade: (/** @type {string} */ d) => path(d, { fill: ink.shade }),
    shine: (/** @type {string} */ d, width = 2.4) =>
      ink.light === "none"
        ? ""
        : path(d, { fill: "none", stroke: ink.light, "stroke-width": width, ...round }),
    line: (/** @type {string} */ d, width = ink.width, colour = ink.line) =>
      path(d, { fill: "none", stroke: colour, "stroke-width": width, ...round }),
  };
}
