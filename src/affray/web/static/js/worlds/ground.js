// A board's ground in its world: the surroundings, and the picture of the field.
import { svg } from "../elements.js";
import { AROUND_GRID, fieldOf, gridDrawing } from "./grid.js";
import { pictureLayer } from "./layer.js";
import { AROUND_SPOTS, orbitsOf, spotsDrawing } from "./spots.js";
import { coloursOf, isDark, themeOf } from "./themes.js";
import { AROUND_ZONES, SKYLINE, horizonOf, zonesDrawing } from "./zones.js";

/** @typedef {import("../elements.js").Child} Child */
/** @typedef {import("./themes.js").Colours} Colours */

/** The extent of the surroundings, beyond the widest zoom. */
const FAR = 6000;
let patterns = 0;

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} fill
 */
const cover = (x, y, width, height, fill) =>
  svg("rect", { x, y, width, height, fill, class: "surroundings" });

/**
 * Return a vertical gradient and its reference.
 * @param {number} from
 * @param {number} to
 * @param {string[]} colours
 * @returns {[Child, string]}
 */
function downwards(from, to, colours) {
  const id = `world-${(patterns += 1)}`;
  const stops = colours.map((colour, at) =>
    svg("stop", { offset: at / (colours.length - 1), "stop-color": colour }),
  );
  const attributes = { id, gradientUnits: "userSpaceOnUse", x1: 0, x2: 0, y1: from, y2: to };
  return [svg("linearGradient", attributes, stops), `url(#${id})`];
}

/**
 * Return a repeating tile and its reference.
 * @param {number} x
 * @param {number} y
 * @param {[number, number]} size
 * @param {...Child} inside
 * @returns {[Child, string]}
 */
function tiles(x, y, [width, height], ...inside) {
  const id = `world-${(patterns += 1)}`;
  const attributes = { id, x, y, width, height, patternUnits: "userSpaceOnUse" };
  return [svg("pattern", attributes, inside), `url(#${id})`];
}

/**
 * Return the surroundings of a field: graph paper, laid paper, rice paper, a dark floor.
 * @param {Layout} layout
 * @param {string} pen
 * @param {Colours} c
 * @returns {Child[]}
 */
function paperAround(layout, pen, c) {
  const all = /** @type {const} */ ([-FAR, -FAR, 2 * FAR, 2 * FAR]);
  const field = fieldOf(layout);
  if (pen === "pencilled") {
    const line = { stroke: c.floor_dark, fill: "none" };
    const [pattern, fill] = tiles(
      field.x,
      field.y,
      [44, 44],
      svg("path", {
        d: "M11 0V44M22 0V44M33 0V44M0 11H44M0 22H44M0 33H44",
        ...line,
        "stroke-width": 0.5,
        "stroke-opacity": 0.55,
      }),
      svg("path", { d: "M0 0V44M0 0H44", ...line, "stroke-width": 1.6, "stroke-opacity": 0.6 }),
    );
    return [svg("defs", {}, pattern), cover(...all, c.floor), cover(...all, fill)];
  }
  if (pen === "engraved") {
    const [pattern, fill] = tiles(
      0,
      0,
      [70, 70],
      svg("path", {
        d: Array.from({ length: 20 }, (_, at) => `M0 ${at * 3.5 + 1}H70`).join(""),
        stroke: c.floor_dark,
        "stroke-width": 0.7,
        "stroke-opacity": 0.5,
      }),
      svg("path", {
        d: "M20 0V70",
        stroke: c.floor_dark,
        "stroke-width": 1.2,
        "stroke-opacity": 0.6,
      }),
    );
    return [svg("defs", {}, pattern), cover(...all, c.floor), cover(...all, fill)];
  }
  return [cover(...all, pen === "brushed" ? c.floor : c.paper)];
}

/** Ripples of a tile of water, 320 by 180. */
const RIPPLES =
  "M12 20q9 -4 18 0t18 0M96 52q6 -3 12 0t12 0M190 30q10 -4 20 0t20 0M260 78q7 -3 14 0t14 0" +
  "M40 104q8 -4 16 0t16 0M150 118q11 -4 22 0t22 0M228 150q6 -3 12 0t12 0M84 164q9 -4 18 0t18 0";

/**
 * Return sky and sea around zones, with a skyline where they meet behind the farthest floor.
 * @param {Layout} layout
 * @param {Colours} c
 * @returns {Child[]}
 */
function seaAround(layout, c) {
  const horizon = horizonOf(layout);
  const [sky, skyFill] = downwards(horizon - 190, horizon, [c.sky[2], c.sky[1], c.sky[0]]);
  const [sea, seaFill] = downwards(horizon, layout.height + 60, c.water);
  const [far, farFill] = tiles(
    0,
    horizon - 60,
    [620, 60],
    svg("path", { d: SKYLINE, fill: c.far, opacity: 0.85 }),
  );
  const ripple = {
    d: RIPPLES,
    fill: "none",
    stroke: c.ripple,
    "stroke-opacity": 0.28,
    "stroke-width": 1.5,
  };
  const [waves, wavesFill] = tiles(0, horizon + 8, [320, 180], svg("path", ripple));
  const [haze, hazeFill] = downwards(horizon - 14, horizon + 26, [c.sky[0], c.water[0]]);
  return [
    svg("defs", {}, sky, sea, far, waves, haze),
    cover(-FAR, horizon - FAR, 2 * FAR, FAR, skyFill),
    cover(-FAR, horizon - 60, 2 * FAR, 60, farFill),
    cover(-FAR, horizon, 2 * FAR, FAR, seaFill),
    svg("g", { opacity: 0.4 }, cover(-FAR, horizon, 2 * FAR, 26, hazeFill)),
    cover(-FAR, horizon + 8, 2 * FAR, FAR, wavesFill),
  ];
}

const STARS =
  "M20 30h.1M96 12h.1M150 64h.1M210 24h.1M60 110h.1M130 140h.1M188 122h.1M236 170h.1" +
  "M34 196h.1M110 212h.1M172 232h.1M226 90h.1";

/**
 * Return the night around spots, with its stars and the orbits of the board.
 * @param {Layout} layout
 * @param {Colours} c
 * @returns {Child[]}
 */
function skyAround(layout, c) {
  const id = `world-${(patterns += 1)}`;
  const { x, y, radii } = orbitsOf(layout);
  const stops = c.sky.map((colour, at) => svg("stop", { offset: at / 2, "stop-color": colour }));
  const r = Math.max(layout.width, layout.height);
  const night = svg(
    "radialGradient",
    { id, gradientUnits: "userSpaceOnUse", cx: x, cy: y, r },
    stops,
  );
  const dots = {
    d: STARS,
    stroke: c.ripple,
    "stroke-width": 1.6,
    "stroke-linecap": "round",
    "stroke-opacity": 0.55,
  };
  const [stars, starsFill] = tiles(0, 0, [250, 250], svg("path", dots));
  const all = /** @type {const} */ ([-FAR, -FAR, 2 * FAR, 2 * FAR]);
  return [
    svg("defs", {}, night, stars),
    cover(...all, `url(#${id})`),
    cover(...all, starsFill),
    radii.map((far) => orbit(x, y, far, c)),
  ];
}

/**
 * Return a brass ring with its degrees.
 * @param {number} cx
 * @param {number} cy
 * @param {number} r
 * @param {Colours} c
 */
function orbit(cx, cy, r, c) {
  const ring = (/** @type {number} */ far, /** @type {Record<string, unknown>} */ look) =>
    svg("circle", { cx, cy, r: far, fill: "none", class: "surroundings", ...look });
  return [
    ring(r, { cy: cy + 4, stroke: c.stone_dark, "stroke-opacity": 0.3, "stroke-width": 5 }),
    ring(r, { stroke: "#b98a34", "stroke-width": 3.4 }),
    ring(r - 0.8, { stroke: "#f0d48a", "stroke-width": 0.9 }),
    ring(r - 5, {
      stroke: c.far,
      "stroke-width": 6,
      "stroke-opacity": 0.7,
      "stroke-dasharray": "1 11",
    }),
    ring(r - 12, { stroke: c.far, "stroke-opacity": 0.5, "stroke-width": 0.9 }),
  ];
}

/**
 * Return the ground of a board in its world's style.
 * @param {Layout} layout
 * @param {{title?: string, about?: string, name?: string, ruleset?: string}} scene
 * @returns {Child[]}
 */
export function worldGround(layout, scene) {
  const theme = themeOf(scene.ruleset);
  const c = coloursOf(theme);
  const { board } = layout;
  const around = { grid: AROUND_GRID, zones: AROUND_ZONES, spots: AROUND_SPOTS }[board.kind];
  const area = {
    x: -around,
    y: -around,
    width: Math.ceil(layout.width) + 2 * around,
    height: Math.ceil(layout.height) + 2 * around,
  };
  // two layouts of equal size can differ in every place
  const name = JSON.stringify(
    [theme.world, isDark(), scene.title, scene.about, board, area, layout.centres]);
  const draw = () =>
    board.kind === "grid"
      ? gridDrawing(layout, scene, theme, c)
      : board.kind === "zones"
        ? zonesDrawing(layout, c)
        : spotsDrawing(layout, c);
  const surroundings =
    board.kind === "grid"
      ? paperAround(layout, theme.pen, c)
      : board.kind === "zones"
        ? seaAround(layout, c)
        : skyAround(layout, c);
  return [...surroundings, pictureLayer(name, area, draw)];
}
