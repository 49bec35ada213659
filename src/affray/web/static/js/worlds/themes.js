// The look of each ruleset: its theme.toml, light and dark, with a default for missing values.

/**
 * @typedef {object} Colours A world's colours in one mode: those of the page, then those of boards.
 * @property {string} paper
 * @property {string} card
 * @property {string} ink
 * @property {string} quiet
 * @property {string} line
 * @property {string} soft
 * @property {string} accent
 * @property {string} accent_ink
 * @property {string} lit
 * @property {string} harm
 * @property {string[]} sides
 * @property {string[]} sky From far to near.
 * @property {string[]} water From the far shore to the deep.
 * @property {string} ripple
 * @property {string} floor
 * @property {string} floor_dark
 * @property {string} [board] The colour of wooden floors.
 * @property {string} [board_dark]
 * @property {string} stone
 * @property {string} stone_dark
 * @property {string} pen
 * @property {string} far
 * @property {string} leaf
 * @property {string} shine
 * @property {number} glow
 * @property {string} label
 * @property {string} label_edge
 * @property {string} spent
 */

/**
 * @typedef {object} DiceMaterial
 * @property {string} base
 * @property {string} dark
 * @property {string} light
 * @property {string} ink
 * @property {string} line
 * @property {string} lit The glow of a die that counts.
 */

/**
 * @typedef {object} Theme
 * @property {string} world
 * @property {string} pen The style of grounds and figures: painted, engraved, brushed, gilded,
 *   pencilled.
 * @property {string} frame The material of tokens: bronze, copper, brush, brass, card.
 * @property {string} sound
 * @property {string} type
 * @property {DiceMaterial} dice
 * @property {Colours} light
 * @property {Colours} dark
 */

/** The world of a ruleset that brings none: a plain table in a warm room. @type {Theme} */
const DEFAULT = {
  world: "A table by the window",
  pen: "painted",
  frame: "bronze",
  sound: "table",
  type:
    '"Gill Sans", "Gill Sans Nova", Optima, Candara, "Segoe UI", "Liberation Sans", ' +
    '"DejaVu Sans Condensed", sans-serif',
  dice: {
    base: "#f3efe4",
    dark: "#a59c88",
    light: "#ffffff",
    ink: "#22252b",
    line: "#4a463d",
    lit: "#1f8a80",
  },
  light: {
    paper: "#f5f2ec",
    card: "#fffdf9",
    ink: "#22252b",
    quiet: "#66645f",
    line: "#ddd6c8",
    soft: "#ede7dc",
    accent: "#15605f",
    accent_ink: "#ffffff",
    lit: "#15605f",
    harm: "#b23a2a",
    sides: ["#1f5f9e", "#b4452c", "#5d6d14", "#7a4699"],
    sky: ["#dfe8ea", "#cfdcdf", "#b3c4c8"],
    water: ["#a9cbd6", "#7fb0c2", "#5a93aa"],
    ripple: "#ffffff",
    floor: "#d9cfb0",
    floor_dark: "#b3a57f",
    stone: "#8a8276",
    stone_dark: "#5f584e",
    pen: "#3d372c",
    far: "#9fb0b4",
    leaf: "#6f8f50",
    shine: "#fff4d8",
    glow: 0.2,
    label: "#22252b",
    label_edge: "#f5f0e2",
    spent: "#b9b2a2",
  },
  dark: {
    paper: "#14171b",
    card: "#1c2026",
    ink: "#ebe6dc",
    quiet: "#a9a59d",
    line: "#333a43",
    soft: "#262c34",
    accent: "#67c1b8",
    accent_ink: "#0c1516",
    lit: "#67c1b8",
    harm: "#f0876f",
    sides: ["#72aeec", "#f08a70", "#b4c45c", "#bd93e2"],
    sky: ["#262d33", "#1f252b", "#171c21"],
    water: ["#24414c", "#1c343e", "#142730"],
    ripple: "#9cc4d4",
    floor: "#5c5648",
    floor_dark: "#3f3b32",
    stone: "#45423c",
    stone_dark: "#26241f",
    pen: "#0e0d0b",
    far: "#2a3238",
    leaf: "#5c7a48",
    shine: "#c8bfa4",
    glow: 0.5,
    label: "#f0ead8",
    label_edge: "#15140f",
    spent: "#4f4b42",
  },
};

/** The colours of a theme that the page itself uses. */
const WORN = /** @type {const} */ ([
  "paper",
  "card",
  "ink",
  "quiet",
  "line",
  "soft",
  "accent",
  "accent_ink",
  "lit",
  "harm",
  "label",
  "label_edge",
  "spent",
]);

/** @type {Map<string, Theme>} */
const known = new Map();
/** The ruleset whose world the page currently uses. */
let worn = "";

/**
 * Register a ruleset's theme; missing values come from the default.
 * @param {string} ruleset
 * @param {any} given
 */
export function registerTheme(ruleset, given) {
  if (!given || typeof given !== "object" || known.has(ruleset)) return;
  known.set(ruleset, {
    ...DEFAULT,
    ...given,
    dice: { ...DEFAULT.dice, ...given.dice },
    light: { ...DEFAULT.light, ...given.light },
    dark: { ...DEFAULT.dark, ...given.dark },
  });
}

/**
 * Return the theme of a ruleset, or without a name the page's.
 * @param {string} [ruleset]
 * @returns {Theme}
 */
export const themeOf = (ruleset) => known.get(ruleset || worn) || DEFAULT;

const dark = matchMedia("(prefers-color-scheme: dark)");

/**
 * Return the colours of a theme in the page's current mode.
 * @param {Theme} theme
 * @returns {Colours}
 */
export const coloursOf = (theme) => (dark.matches ? theme.dark : theme.light);

/** Return whether the page is in dark mode. */
export const isDark = () => dark.matches;

/**
 * Call back when the page switches between light and dark. Returns a function that stops it.
 * @param {() => void} act
 */
export function onModeChange(act) {
  dark.addEventListener("change", act);
  return () => dark.removeEventListener("change", act);
}

/**
 * Apply a ruleset's world to an element and all its children, in both modes.
 * @param {HTMLElement | SVGElement} element
 * @param {string} [ruleset]
 */
export function wear(element, ruleset) {
  const theme = themeOf(ruleset);
  const { style } = element;
  const both = (/** @type {string} */ light, /** @type {string} */ other) =>
    `light-dark(${light}, ${other})`;
  for (const name of WORN) {
    style.setProperty(`--${name.replace("_", "-")}`, both(theme.light[name], theme.dark[name]));
  }
  theme.light.sides.forEach((colour, side) => {
    style.setProperty(`--s${side}`, both(colour, theme.dark.sides[side] || colour));
  });
  style.setProperty("--field", both(theme.light.floor, theme.dark.floor));
  style.setProperty("--land", both(theme.light.soft, theme.dark.soft));
  const raised = (/** @type {string} */ card, /** @type {number} */ share) =>
    `color-mix(in srgb, ${card} ${share}%, white)`;
  style.setProperty("--raised", both(raised(theme.light.card, 60), raised(theme.dark.card, 96)));
  style.setProperty("--title-face", theme.type);
  style.setProperty("--die-lit", theme.dice.lit);
  element.setAttribute("data-frame", theme.frame);
  element.setAttribute("data-pen", theme.pen);
}

/**
 * Apply a ruleset's world to the page; without one, the page's default. Tokens and portraits
 * without a ruleset use the page's world.
 * @param {string} [ruleset]
 */
export function wearWorld(ruleset = "") {
  worn = ruleset;
  const root = document.documentElement;
  if (ruleset) wear(root, ruleset);
  else {
    root.removeAttribute("style");
    root.removeAttribute("data-frame");
    root.removeAttribute("data-pen");
  }
}
