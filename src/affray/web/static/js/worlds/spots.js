// Spots drawn as an astrolabe: medallions on orbits around the first, on brass stacks by height.
import { el, group, n, path, steady } from "./draw.js";
import { TORCHLIGHT, featureOf } from "./features.js";
import { sceneOf } from "./floors.js";

/** @typedef {import("./themes.js").Colours} Colours */

/** The margin of the picture around the layout. */
export const AROUND_SPOTS = 60;
const BRASS = [
  ["#f7e2a4", 0],
  ["#c8953a", 0.35],
  ["#8a6220", 0.55],
  ["#e5be6c", 0.8],
  ["#9a7028", 1],
];
const DARK_BRASS = "#3b2a0c";
/** The height of the brass stack per metre, in units. */
const METRE = 3.2;
const MOST_STACK = 30;

/**
 * Return the height of the brass under a spot.
 * @param {Spot} spot
 */
export const stackOf = (spot) => Math.min(MOST_STACK, Math.max(0, spot.height || 0) * METRE);

/**
 * @param {number} cx
 * @param {number} cy
 * @param {number} rx
 * @param {number} ry
 */
const cloud = (cx, cy, rx, ry) =>
  el("ellipse", { cx: n(cx), cy: n(cy), rx: n(rx), ry: n(ry), fill: "url(#cloud)" });

/**
 * Draw stars, clouds and two constellations.
 * @param {Layout} layout
 * @param {Colours} c
 */
function heavens({ width, height }, c) {
  const next = steady(99);
  const [wide, tall] = [width + 2 * AROUND_SPOTS, height + 2 * AROUND_SPOTS];
  let stars = "";
  for (let i = 0; i < (wide * tall) / 2400; i += 1) {
    const r = next.between(0.4, next.chance(0.1) ? 2 : 1.1);
    stars += el("circle", {
      cx: n(next.between(-AROUND_SPOTS, wide - AROUND_SPOTS)),
      cy: n(next.between(-AROUND_SPOTS, tall - AROUND_SPOTS)),
      r: n(r),
      fill: c.ripple,
      opacity: n(next.between(0.25, 0.9)),
    });
  }
  const sign = (/** @type {number} */ x, /** @type {number} */ y) => {
    const points = Array.from({ length: 6 }, (_, at) => [
      x + at * 26 + next.between(-6, 6),
      y + next.between(-18, 18),
    ]);
    return (
      path(`M${points.map(([px, py]) => `${n(px)} ${n(py)}`).join("L")}`, {
        fill: "none",
        stroke: c.ripple,
        "stroke-opacity": 0.4,
        "stroke-dasharray": "4 3",
      }) +
      points
        .map(([px, py]) =>
          path("M0 -5L1.200 -1.200L5 0L1.200 1.200L0 5L-1.200 1.200L-5 0L-1.200 -1.200Z", {
            fill: c.ripple,
            transform: `translate(${n(px)} ${n(py)})`,
          }),
        )
        .join("")
    );
  };
  return (
    cloud(width * 0.7, height * 0.3, width * 0.4, height * 0.22) +
    cloud(width * 0.2, height * 0.8, width * 0.34, height * 0.2) +
    stars +
    sign(width * 0.62, 26) +
    sign(width * 0.06, height - 24)
  );
}

/** Kinds of places with stones or boards underfoot, and with water. */
const PAVED = new Set(["arch", "causeway", "walls", "tower", "stair", "hearth", "yard", "rubble"]);
const PLANKED = new Set(["boards"]);
const WET = new Set(["water"]);

/**
 * Draw the ground before a landscape, nearer and wider towards the viewer: flagstones, boards,
 * waves, or tufts of grass.
 * @param {string} kind
 * @param {number} r
 * @param {Colours} c
 * @param {import("./draw.js").Steady} next
 */
function foreground(kind, r, c, next) {
  const look = { fill: "none", stroke: c.pen, "stroke-width": 1.2, "stroke-opacity": 0.3,
    "stroke-linecap": "round" };
  const top = -0.18 * r;
  const rows = [0, 0.1, 0.24, 0.44, 0.72, 1.1].map((share) => top + share * r);
  const isPaved = PAVED.has(kind);
  let d = "";
  if (isPaved || PLANKED.has(kind)) {
    for (const y of isPaved ? rows.slice(1) : []) d += `M${n(-r)} ${n(y)}H${n(r)}`;
    const [slant, apart] = isPaved ? [2.4, 0.3] : [2.8, 0.16];
    for (let at = -1.2; at <= 1.2; at += apart) {
      for (let row = 0; row + 1 < rows.length; row += 1) {
        const shift = isPaved && row % 2 ? apart / 2 : 0;
        const x = (/** @type {number} */ y) => (at + shift) * r * (0.7 + ((y - top) / r) * slant);
        d += `M${n(x(rows[row]))} ${n(rows[row])}L${n(x(rows[row + 1]))} ${n(rows[row + 1])}`;
      }
    }
    return path(d, look);
  }
  for (const [row, y] of rows.slice(1).entries()) {
    const size = 4 + row * 2.4;
    for (let x = -r + next.between(0, 24); x < r; x += next.between(22, 40) + row * 6) {
      const at = `M${n(x)} ${n(y + next.between(-5, 5))}`;
      d += WET.has(kind) ? `${at}q${n(size)} ${n(-size / 2)} ${n(size * 2)} 0t${n(size * 2)} 0`
        : `${at}q${n(-size / 3)} ${n(-size / 2)} ${n(-size / 2)} ${n(-size)}${at}v${n(-size * 1.2)}${
          at}q${n(size / 3)} ${n(-size / 2)} ${n(size / 2)} ${n(-size)}`;
    }
  }
  return path(d, { ...look, stroke: WET.has(kind) ? c.ripple : c.leaf, "stroke-opacity": 0.6 });
}

/**
 * Draw a place: its shadow, its brass stack, and a medallion with its landscape.
 * @param {Spot} spot
 * @param {number} place
 * @param {Point} centre
 * @param {number} r
 * @param {Colours} c
 */
function medallion(spot, place, [x, y], r, c) {
  const stack = stackOf(spot);
  const id = `place-${place}`;
  const isDim = spot.dark || spot.obscured;
  const kind = sceneOf(spot.name);
  const feature = featureOf(kind, { ...c, pen: c.stone_dark }, steady(spot.name));
  const discs = Array.from({ length: Math.ceil(stack / 4) }, (_, at) =>
    el("ellipse", {
      cx: n(x),
      cy: n(y + stack - at * 4),
      rx: n(r + 5),
      ry: n(r + 5),
      fill: at % 2 ? "#a87c2c" : "#7d5a1c",
      stroke: DARK_BRASS,
      "stroke-width": 0.8,
    }),
  );
  return (
    el("ellipse", {
      cx: n(x + 8 + stack * 1.5),
      cy: n(y + 12 + stack * 1.5),
      rx: n(r * 1.16),
      ry: n(r * 1.1),
      fill: "url(#shade)",
    }) +
    discs.join("") +
    group(
      { transform: `translate(${n(x)} ${n(y)})` },
      el("clipPath", { id }, el("circle", { r })),
      el("circle", { r: r + 5, fill: "url(#brass)", stroke: DARK_BRASS, "stroke-width": 1.4 }),
      group(
        { "clip-path": `url(#${id})` },
        el("circle", { r, fill: "url(#air)" }),
        el("rect", { x: -r, y: -r * 0.18, width: 2 * r, height: 2 * r, fill: c.floor }),
        el("rect", {
          x: -r,
          y: -r * 0.18,
          width: 2 * r,
          height: 2 * r,
          fill: c.leaf,
          opacity: 0.25,
        }),
        foreground(kind, r, c, steady(`${spot.name} ground`)),
        group(
          { transform: `translate(0 ${n(-r * 0.16)}) scale(${n((r / 86) * 10) / 10})` },
          feature.drawn,
        ),
        isDim ? el("circle", { r, fill: c.stone_dark, opacity: 0.32 }) : "",
        el("circle", { r, fill: "url(#dome)" }),
      ),
      el("circle", { r, fill: "none", stroke: DARK_BRASS, "stroke-width": 1.6 }),
    )
  );
}

/**
 * Return the radii of a board's orbits: through every spot, around the first.
 * @param {Layout} layout
 */
export function orbitsOf({ centres }) {
  const [x, y] = centres[0];
  const far = ([px, py] = centres[0]) => Math.round(Math.hypot(px - x, py - y) / 24) * 24;
  return { x, y, radii: [...new Set(centres.slice(1).map(far))].filter((r) => r > 0) };
}

/**
 * Draw a board of spots.
 * @param {Layout} layout
 * @param {Colours} c
 */
export function spotsDrawing(layout, c) {
  const { board, centres } = layout;
  const spots = /** @type {Spot[]} */ (board.places);
  const hidden = new Set(board.hidden || []);
  const [x, y] = centres[0];
  const radius = Number(layout.outline(0).attributes.r);
  const rays = Array.from({ length: 24 }, (_, i) => {
    const turn = (i * Math.PI) / 12;
    const [from, to] = [radius + 6, radius + (i % 2 ? 18 : 30)];
    const at = (/** @type {number} */ r, /** @type {number} */ a) =>
      `${n(x + r * Math.cos(a))} ${n(y + r * Math.sin(a))}`;
    return `M${at(from, turn - 0.08)}L${at(to, turn)}L${at(from, turn + 0.08)}Z`;
  }).join("");
  const ways = (board.links || [])
    .filter(([from, to]) => !hidden.has(from) && !hidden.has(to))
    .map(([from, to]) => `M${centres[from].map(n).join(" ")}L${centres[to].map(n).join(" ")}`)
    .join("");
  const stop = (/** @type {string | number} */ offset, /** @type {string} */ colour, opacity = 1) =>
    el("stop", { offset, "stop-color": colour, "stop-opacity": opacity });
  return (
    el(
      "defs",
      {},
      TORCHLIGHT,
      el(
        "linearGradient",
        { id: "brass", x2: 1, y2: 1 },
        BRASS.map(([colour, offset]) => stop(offset, String(colour))),
      ),
      el("linearGradient", { id: "air", x2: 0, y2: 1 }, stop(0, c.water[0]), stop(1, c.shine)),
      el(
        "radialGradient",
        { id: "dome", cx: "36%", cy: "28%", r: "80%" },
        stop(0, "#fff", 0.25),
        stop(0.5, "#fff", 0),
        stop(1, c.stone_dark, 0.45),
      ),
      el(
        "radialGradient",
        { id: "shade" },
        stop(0.78, c.stone_dark, 0.55),
        stop(1, c.stone_dark, 0),
      ),
      el("radialGradient", { id: "cloud" }, stop(0, c.shine, 0.22), stop(1, c.shine, 0)),
    ) +
    heavens(layout, c) +
    path(ways, {
      fill: "none",
      stroke: c.stone_dark,
      "stroke-opacity": 0.35,
      "stroke-width": 13,
      "stroke-linecap": "round",
    }) +
    path(ways, {
      fill: "none",
      stroke: "url(#brass)",
      "stroke-width": 8,
      "stroke-linecap": "round",
    }) +
    path(ways, {
      fill: "none",
      stroke: DARK_BRASS,
      "stroke-width": 1.2,
      "stroke-dasharray": "2 7",
    }) +
    path(rays, { fill: "url(#brass)", stroke: DARK_BRASS, "stroke-width": 0.8 }) +
    spots
      .map((spot, place) => [spot, place])
      .filter(([, place]) => !hidden.has(Number(place)))
      .toSorted((one, other) => centres[Number(one[1])][1] - centres[Number(other[1])][1])
      .map(([spot, place]) =>
        medallion(/** @type {Spot} */ (spot), Number(place), centres[Number(place)], radius, c),
      )
      .join("")
  );
}
