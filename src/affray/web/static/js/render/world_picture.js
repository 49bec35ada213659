// A small picture of a ruleset's world, by day or by night as the page is.
import { svg } from "../elements.js";
import { themeOf } from "../worlds/themes.js";

const WIDE = 320;
const TALL = 200;

/**
 * @param {string} d
 * @param {import("../elements.js").Attributes} look
 */
const path = (d, look) => svg("path", { d, fill: "none", ...look });

/** @param {string} fill */
const sky = (fill) => svg("rect", { width: WIDE, height: TALL, fill });

/**
 * @param {number} cx
 * @param {number} cy
 * @param {number} r
 * @param {import("../elements.js").Attributes} look
 */
const disc = (cx, cy, r, look) => svg("circle", { cx, cy, r, ...look });

/**
 * @param {string} light
 * @param {string} dark
 */
const both = (light, dark) => `light-dark(${light}, ${dark})`;

/** The ink of the bright worlds, which by night is light on a dark ground. */
const INK = {
  copper: both("#4b3620", "#d9c08f"),
  brush: both("#1f2320", "#7d8596"),
  pencil: both("#2c3a4a", "#e8f0fa"),
};

/** @type {Record<string, () => SVGElement[]>} */
const PICTURES = {
  mithryn: () => [
    sky("#2a2430"), disc(236, 92, 120, { fill: "#e0803a", opacity: 0.28 }),
    disc(236, 92, 64, { fill: "#ffb35c", opacity: 0.4 }),
    path("M0 160q80-22 160-10t160-6v56H0z", { fill: "#17131a" }),
    path("M84 160V86q0-44 50-46q52 2 52 46v74h-24V92q0-24-28-25q-26 1-26 25v68z",
      { fill: "#4c4048", stroke: "#0d0a0e", "stroke-width": 3 }),
    path("M186 86l26-10 12 16-10 24 8 44h-36z", { fill: "#3b3138" }),
    path("M236 132v-28", { stroke: "#1b110a", "stroke-width": 7 }),
    path("M226 104q0-20 11-34q13 16 10 34z", { fill: "#ffcf73" }),
  ],
  renaissance: () => [
    sky(both("#efe3c6", "#2a2019")),
    path(Array.from({ length: 26 }, (_, n) => `M${-20 + n * 15} 200l34-60`).join(""),
      { stroke: both("#b59b6c", "#5c4830"), "stroke-width": 1 }),
    path("M60 164L250 34M70 34l190 130",
      { stroke: INK.copper, "stroke-width": 5, "stroke-linecap": "round" }),
    path("M76 128q28 2 32 34M244 128q-28 2-32 34", { stroke: INK.copper, "stroke-width": 5 }),
    path("M50 171l16-11M270 171l-16-11",
      { stroke: both("#8f2a1d", "#e2573f"), "stroke-width": 9, "stroke-linecap": "round" }),
    disc(160, 96, 70, { fill: "none", stroke: INK.copper, "stroke-dasharray": "2 5" }),
  ],
  shinobi: () => [
    sky(both("#f3eee2", "#1b1d24")), disc(214, 82, 46, { fill: both("#c2371f", "#d8452b") }),
    path("M0 176q60-30 120-14t200-10v48H0z", { fill: both("#2b2b2b", "#000000"), opacity: 0.16 }),
    ...[40, 74, 104, 262, 290].map((x, n) => path(`M${x} 200q${6 - n * 2}-90 ${2 + n} -200`, {
      stroke: INK.brush, "stroke-width": 9 - (n % 3) * 2, opacity: 0.85 - (n % 3) * 0.2,
      "stroke-dasharray": "52 4",
    })),
    path("M44 70q34-18 58-8q-26 6-58 8M104 112q34-4 50 10q-28-2-50-10M262 64q-28-14-48-6q22 6 48 6",
      { fill: INK.brush, opacity: 0.8 }),
  ],
  orrery: () => [
    sky("#141838"),
    ...[[34, 30], [270, 40], [60, 160], [292, 150], [110, 22], [238, 178], [24, 96]]
      .map(([x, y]) => disc(x, y, 1.8, { fill: "#fff1c9" })),
    ...[30, 54, 80].map((r) => svg("ellipse", {
      cx: 160, cy: 100, rx: r * 1.5, ry: r, fill: "none", stroke: "#c99b45", "stroke-width": 2,
    })),
    disc(160, 100, 16, { fill: "#f3c55b" }), disc(206, 100, 8, { fill: "#d6dce8" }),
    disc(104, 64, 9, { fill: "#6fa58c" }), disc(258, 136, 6, { fill: "#d77f4e" }),
    path("M160 4v24M160 172v24M24 100h20M276 100h20", { stroke: "#c99b45", "stroke-width": 3 }),
  ],
  olde: () => [
    sky(both("#f4f6f1", "#1c3f6e")),
    path(Array.from({ length: 17 }, (_, n) => `M${n * 20} 0V200`).join("")
      + Array.from({ length: 11 }, (_, n) => `M0 ${n * 20}H320`).join(""),
    { stroke: both("#9cc0d8", "#35629a"), "stroke-width": 1 }),
    path("M60 40h100v40h60v-20h60v100h-60v-40h-60v40H60z",
      { fill: both("#ffffff", "#2a5486"), stroke: INK.pencil, "stroke-width": 4, "stroke-linejoin": "round" }),
    path("M50 40l-12 12M50 60l-14 14M50 80l-12 12M50 100l-14 14M50 120l-12 12M70 30l10-12M100 30l10-12",
      { stroke: INK.pencil, "stroke-width": 2 }),
    disc(262, 150, 40, { fill: "none", stroke: both("#a9742f", "#0a1c38"), "stroke-width": 6, opacity: 0.22 }),
    path("M92 92l16-10 16 10-4 18H96z", { stroke: both("#b03a2a", "#ffae9c"), "stroke-width": 3 }),
  ],
};

/**
 * Return a picture in a theme's colours: hills before a low sun, and crossed blades.
 * @param {string} ruleset
 */
function pictureInItsColours(ruleset) {
  const { light, dark } = themeOf(ruleset);
  const [far, near, floor, pen, accent] = [
    both(light.sky[0], dark.sky[0]), both(light.water[0], dark.water[0]),
    both(light.floor, dark.floor), both(light.pen, dark.pen), both(light.accent, dark.accent),
  ];
  const blade = { stroke: pen, "stroke-width": 6, "stroke-linecap": "round" };
  return [
    sky(far), disc(232, 96, 46, { fill: accent, opacity: 0.55 }),
    path("M0 140q80-46 170-22t150-18v100H0z", { fill: near }),
    path("M0 172q90-24 180-8t140-10v46H0z", { fill: floor }),
    path("M96 168L196 52M196 168L96 52", blade),
    path("M88 146l26 24M204 146l-26 24", blade),
  ];
}

/**
 * Return the picture of a ruleset's world, or one in the colours of its theme.
 * @param {string} ruleset
 */
export function worldPicture(ruleset) {
  const parts = PICTURES[ruleset]?.() || pictureInItsColours(ruleset);
  return svg("svg", {
    viewBox: `0 0 ${WIDE} ${TALL}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true",
    class: "world-picture",
  }, parts);
}
