// The landmarks of places, drawn upright on a line at 0, about 140 wide and 70 tall.
import { el, group, handLine, lump, mix, n, path, polygon, steady, stone, tuft } from "./draw.js";

/** @typedef {import("./themes.js").Colours} Colours */
/** @typedef {import("./draw.js").Steady} Steady */

/**
 * @typedef {object} Feature
 * @property {string} drawn
 * @property {Point[]} torches The sources of light.
 */

const thin = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };

/** @param {Colours} c */
const firm = (c) => ({ stroke: c.pen, "stroke-width": 1.7, "stroke-linejoin": "round" });

/** @param {Colours} c */
const lightStone = (c) => mix(c.stone, c.floor, 0.55);

/**
 * Draw courses of stone within a rectangle.
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 * @param {number} tall
 * @param {Colours} c
 * @param {Steady} next
 */
export function courses(x, y, wide, tall, c, next) {
  let d = "";
  for (let at = 9; at < tall - 1; at += 9) {
    d += handLine(x, y + at, x + wide, y + at, next, 0.5);
    for (let px = x + next.between(4, 18); px < x + wide - 2; px += next.between(14, 24)) {
      d += `M${n(px)} ${n(y + at - 9)}v9`;
    }
  }
  return path(d, { ...thin, stroke: c.pen, "stroke-width": 0.9, "stroke-opacity": 0.5 });
}

/**
 * Draw a pillar; a broken one ends in a jagged line.
 * @param {number} x
 * @param {number} wide
 * @param {number} tall
 * @param {boolean} broken
 * @param {Colours} c
 * @param {Steady} next
 */
function pillar(x, wide, tall, broken, c, next) {
  /** @type {Point[]} */
  const top = broken
    ? [
        [x, -tall],
        [x + wide * 0.3, -tall - 7],
        [x + wide * 0.55, -tall + 3],
        [x + wide * 0.8, -tall - 4],
        [x + wide, -tall + 5],
      ]
    : [
        [x - 3, -tall],
        [x + wide + 3, -tall],
      ];
  return (
    path(polygon([...top, [x + wide, 0], [x, 0]]), { ...firm(c), fill: lightStone(c) }) +
    courses(x, -tall + 4, wide, tall - 4, c, next) +
    path(
      polygon([
        [x + wide * 0.66, -tall + 4],
        [x + wide, -tall + 5],
        [x + wide, 0],
        [x + wide * 0.66, 0],
      ]),
      { fill: c.stone_dark, opacity: 0.35 },
    ) +
    path(
      polygon([
        [x - 4, -5],
        [x + wide + 4, -5],
        [x + wide + 5, 3],
        [x - 5, 3],
      ]),
      { ...firm(c), fill: c.stone },
    )
  );
}

/**
 * Draw a heap of broken stones.
 * @param {number} cx
 * @param {number} cy
 * @param {number} wide
 * @param {number} tall
 * @param {number} many
 * @param {Colours} c
 * @param {Steady} next
 */
export function heap(cx, cy, wide, tall, many, c, next) {
  return Array.from({ length: many }, () => {
    const [turn, out] = [next.between(0, 6.3), Math.sqrt(next())];
    return [
      cx + wide * out * Math.cos(turn),
      cy + tall * out * Math.sin(turn),
      next.between(4, 10),
    ];
  })
    .toSorted((one, other) => one[1] - other[1])
    .map(
      ([x, y, r]) =>
        path(stone(x + 2, y + r * 0.5, r * 1.1, r * 0.7, steady(x)), {
          fill: c.stone_dark,
          opacity: 0.5,
        }) +
        path(stone(x, y, r, r * 0.8, steady(x)), {
          ...firm(c),
          "stroke-width": 1.3,
          fill: mix(c.floor, c.stone, next.between(0.1, 0.8)),
        }) +
        path(stone(x - r * 0.15, y - r * 0.25, r * 0.55, r * 0.35, steady(x)), {
          fill: c.shine,
          opacity: 0.3,
        }),
    )
    .join("");
}

/**
 * Draw a torch with its flame.
 * @param {number} x
 * @param {number} y
 * @param {Colours} c
 */
export const torch = (x, y, c) =>
  group(
    { transform: `translate(${n(x)} ${n(y)}) scale(0.7)` },
    path("M-4 0H4L2 24H-2Z", { fill: "#4a3020", stroke: c.pen, "stroke-width": 1.4 }),
    path("M-9 -2C-13 -16 -2 -20 0 -36C6 -24 13 -16 9 -2Q0 6 -9 -2Z", { fill: "#f0641e" }),
    path("M-5 -2C-8 -12 0 -14 1 -25C5 -16 8 -10 5 -2Q0 3 -5 -2Z", { fill: "#ffb637" }),
    path("M-2 -2C-4 -8 0 -10 1 -15C3 -10 4 -6 2 -2Z", { fill: "#fff0b8" }),
  );

/**
 * Draw a tree: fir or broad.
 * @param {number} x
 * @param {number} size
 * @param {boolean} fir
 * @param {Colours} c
 * @param {Steady} next
 */
function tree(x, size, fir, c, next) {
  const leaf = mix(c.leaf, c.pen, next.between(0, 0.3));
  const trunk = path("M-2.5 2V-14H2.500V2Z", {
    ...firm(c),
    fill: mix(c.stone_dark, "#5a3a20", 0.5),
  });
  const crown = fir
    ? path("M0 -58L13 -30H7L17 -10H-17L-7 -30H-13Z", { ...firm(c), fill: leaf }) +
      path("M0 -58L13 -30H7L17 -10H4Z", { fill: c.pen, opacity: 0.18 })
    : path(lump(0, -32, 19, 18, next, 0.12, 11), { ...firm(c), fill: leaf }) +
      path(lump(-6, -38, 8, 7, next, 0.15, 8), { fill: c.shine, opacity: 0.2 });
  return group({ transform: `translate(${n(x)} 0) scale(${n(size)})` }, trunk, crown);
}

/** @param {number[]} xs */
const teeth = (xs) => xs.map((x) => `H${x}v-9h${x < 0 ? 12 : 12}v9`).join("");

/** @type {Record<string, (c: Colours, next: Steady) => Feature>} */
const FEATURES = {
  arch: (c, next) => {
    let ring = "";
    for (let turn = Math.PI; turn < Math.PI * 1.62; turn += 0.2) {
      const at = (/** @type {number} */ r, /** @type {number} */ a) =>
        /** @type {Point} */ ([r * Math.cos(a), -44 + r * Math.sin(a)]);
      ring += path(
        polygon([at(33, turn), at(48, turn), at(48, turn + 0.19), at(33, turn + 0.19)]),
        { ...firm(c), fill: mix(c.floor, c.stone, next.between(0.15, 0.7)) },
      );
    }
    return {
      drawn:
        ring +
        pillar(-52, 22, 46, false, c, next) +
        pillar(32, 21, 42, true, c, next) +
        heap(14, -2, 20, 4, 6, c, next),
      torches: [
        [-41, -34],
        [43, -28],
      ],
    };
  },
  causeway: (c, next) => ({
    drawn: Array.from({ length: 8 }, (_, at) => {
      const tall = next.between(9, 14);
      return next.chance(0.12)
        ? ""
        : path(`M${-72 + at * 18.5} 0v-${n(tall)}h15v${n(tall)}Z`, {
            ...firm(c),
            fill: mix(c.floor, c.stone, next.between(0.2, 0.6)),
          });
    }).join(""),
    torches: [[60, -22]],
  }),
  rubble: (c, next) => ({
    drawn:
      path("M38 0L34 -44L42 -52L50 -42L56 -48L60 0Z", { ...firm(c), fill: lightStone(c) }) +
      path("M42 -40V-4M50 -38V-4", {
        ...thin,
        stroke: c.pen,
        "stroke-width": 1,
        "stroke-opacity": 0.5,
      }) +
      heap(-40, -6, 28, 9, 14, c, next) +
      heap(40, -3, 26, 7, 12, c, next),
    torches: [],
  }),
  walls: (c, next) => ({
    drawn:
      path(`M-74 0V-30${teeth([-70, -46, -22, 2, 26, 50])}H74V0Z`, {
        ...firm(c),
        fill: lightStone(c),
      }) +
      courses(-74, -28, 148, 28, c, next) +
      path("M52 -38V-66M52 -66L74 -59L52 -51", { ...firm(c), fill: c.sides[1] }),
    torches: [[-34, -18]],
  }),
  tower: (c, next) => ({
    drawn:
      path("M-28 0V-48H-34V-62H-24V-55H-15V-62H-5V-55H5V-62H15V-55H24V-62H34V-48H28V0Z", {
        ...firm(c),
        fill: lightStone(c),
      }) +
      courses(-28, -46, 56, 46, c, next) +
      path("M8 -48H28V0H10Z", { fill: c.stone_dark, opacity: 0.3 }) +
      path("M-9 0V-17a9 10 0 0 1 18 0V0Z", { ...firm(c), fill: c.stone_dark }) +
      path("M-3 -40h6v10h-6Z", { fill: "#ffd98a", stroke: c.pen, "stroke-width": 1.2 }),
    torches: [
      [-20, -18],
      [20, -18],
    ],
  }),
  stair: (c) => ({
    drawn: [0, 1, 2, 3, 4, 5]
      .map((step) => {
        const [half, y] = [14 + (5 - step) * 7, -step * 9];
        return (
          path(`M${-half - 3} ${y}v-9h${2 * half + 6}v9Z`, { ...firm(c), fill: c.stone }) +
          path(`M${-half} ${y - 9}h${2 * half}v-3h-${2 * half}Z`, {
            ...firm(c),
            "stroke-width": 1,
            fill: mix(c.floor, c.shine, 0.5),
          })
        );
      })
      .join(""),
    torches: [],
  }),
  hearth: (c, next) => ({
    drawn:
      path("M-46 0V-50H46V0H28V-30H-28V0Z", { ...firm(c), fill: lightStone(c) }) +
      courses(-46, -48, 92, 17, c, next) +
      path("M-16 0C-22 -16 -6 -18 -4 -30C4 -20 6 -18 8 -24C18 -14 18 -8 14 0Z", {
        fill: "#f0641e",
      }) +
      path("M-8 0C-10 -9 0 -11 0 -18C7 -10 9 -6 7 0Z", { fill: "#ffc04a" }) +
      path("M-22 2L22 -3M-20 -3L22 2", { ...thin, stroke: c.pen, "stroke-width": 4 }),
    torches: [[0, -12]],
  }),
  cave: (c, next) => ({
    drawn:
      path(lump(0, -14, 68, 40, next, 0.12, 12), { ...firm(c), fill: c.stone }) +
      path("M-30 6C-32 -34 30 -38 30 6Z", { fill: "#0c0a10", stroke: c.pen, "stroke-width": 2 }) +
      heap(-44, 0, 18, 5, 7, c, next) +
      heap(44, 0, 16, 5, 6, c, next),
    torches: [],
  }),
  water: (c) => ({
    drawn:
      path("M-74 -4C-50 -24 -20 -10 6 -18S60 -22 74 -8V10H-74Z", { ...firm(c), fill: c.water[1] }) +
      path("M-56 -6q8 -5 16 0t16 0M-10 -8q8 -5 16 0t16 0M26 2q8 -5 16 0t16 0M-40 4q8 -5 16 0", {
        ...thin,
        stroke: c.ripple,
        "stroke-width": 1.6,
        "stroke-opacity": 0.7,
      }) +
      path(
        "M-66 0C-68 -20 -64 -30 -62 -36M-60 0C-60 -16 -58 -24 -55 -30M64 0C66 -18 62 -26 60 -32",
        { ...thin, stroke: c.leaf, "stroke-width": 2.4 },
      ),
    torches: [],
  }),
  wood: (c, next) => ({
    drawn: [
      [-62, 0.8],
      [-38, 1.15],
      [40, 1.1],
      [64, 0.85],
      [-14, 0.9],
      [16, 1],
    ]
      .map(([x, size]) => tree(x, size, next.chance(0.6), c, next))
      .join(""),
    torches: [],
  }),
  camp: (c) => ({
    drawn:
      [
        [-38, 1],
        [34, 0.9],
      ]
        .map(([x, size]) =>
          group(
            { transform: `translate(${x} 0) scale(${size})` },
            path("M-30 0L0 -44L30 0Z", { ...firm(c), fill: mix(c.floor, c.shine, 0.5) }),
            path("M0 -44L30 0H10Z", { fill: c.pen, opacity: 0.2 }),
            path("M-8 0L0 -28L8 0Z", { ...firm(c), fill: c.stone_dark }),
          ),
        )
        .join("") + path("M-8 2C-12 -8 -2 -9 0 -16C5 -8 10 -8 7 2Z", { fill: "#f0641e" }),
    torches: [[0, -6]],
  }),
  boards: (c, next) => ({
    drawn:
      path("M-52 0V-32L0 -62L52 -32V0Z", { ...firm(c), fill: mix(c.floor, "#8a5a30", 0.45) }) +
      path("M-60 -28L0 -64L60 -28L54 -22L0 -54L-54 -22Z", {
        ...firm(c),
        fill: mix(c.stone_dark, "#6a3a20", 0.4),
      }) +
      path("M-40 0V-32M-26 0V-40M26 0V-40M40 0V-32", {
        ...thin,
        stroke: c.pen,
        "stroke-width": 1,
        "stroke-opacity": 0.5,
      }) +
      path("M-14 0V-28H14V0Z", { ...firm(c), fill: c.stone_dark }) +
      path(`M${n(next.between(-4, 4))} -44h8v8h-8Z`, {
        fill: "#ffd98a",
        stroke: c.pen,
        "stroke-width": 1.2,
      }),
    torches: [[-24, -16]],
  }),
  sand: (c) => ({
    drawn:
      path("M-74 2V-20H74V2Z", { ...firm(c), fill: mix(c.floor, "#8a5a30", 0.35) }) +
      path("M-74 -20H74M-74 -10H74M-50 2V-26M-18 2V-26M18 2V-26M50 2V-26", {
        ...thin,
        stroke: c.pen,
        "stroke-width": 2,
      }) +
      path("M-50 -26V-46L-32 -40L-50 -33M50 -26V-46L32 -40L50 -33", {
        ...firm(c),
        fill: c.sides[0],
      }),
    torches: [],
  }),
  yard: (c, next) => ({
    drawn:
      path("M-74 0V-16H-18V0ZM26 0V-16H74V0Z", { ...firm(c), fill: lightStone(c) }) +
      courses(-74, -16, 56, 16, c, next) +
      courses(26, -16, 48, 16, c, next) +
      path("M-18 0V-24H-10V0ZM18 0V-24H26V0Z", { ...firm(c), fill: c.stone }),
    torches: [[-14, -32]],
  }),
  meadow: (c, next) => ({
    drawn:
      path("M-76 2Q-40 -22 -6 -6T76 -10V6H-76Z", {
        ...firm(c),
        "stroke-width": 1.2,
        fill: mix(c.leaf, c.floor, 0.25),
      }) +
      path(
        [
          [-50, 0],
          [-30, -3],
          [-8, 1],
          [20, -1],
          [44, -4],
          [60, 0],
        ]
          .map(([x, y]) => tuft(x, y, 1.2))
          .join(""),
        { ...thin, stroke: mix(c.leaf, c.pen, 0.35), "stroke-width": 1.6 },
      ) +
      tree(54, 0.8, next.chance(0.4), c, next),
    torches: [],
  }),
};

/**
 * Draw the landmark of a place.
 * @param {string} kind
 * @param {Colours} c
 * @param {Steady} next
 * @returns {Feature}
 */
export const featureOf = (kind, c, next) => (FEATURES[kind] || FEATURES.meadow)(c, next);

/**
 * Draw the light of a torch.
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {number} strength
 */
export const glow = (x, y, r, strength) =>
  el("ellipse", {
    cx: n(x),
    cy: n(y),
    rx: r,
    ry: n(r * 0.8),
    fill: "url(#torchlight)",
    opacity: strength,
  });

export const TORCHLIGHT = el(
  "radialGradient",
  { id: "torchlight" },
  el("stop", { offset: 0, "stop-color": "#ffb45a", "stop-opacity": 0.7 }),
  el("stop", { offset: 0.35, "stop-color": "#f08a34", "stop-opacity": 0.3 }),
  el("stop", { offset: 1, "stop-color": "#d0501a", "stop-opacity": 0 }),
);
