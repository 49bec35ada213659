// Zones as painted places: floors with a broken edge over dark water, joined by bridges.
import { placeName } from "../plan/layout.js";
import { el, group, handLine, mix, n, path, polygon, steady, tuft } from "./draw.js";
import { TORCHLIGHT, featureOf, glow, heap, torch } from "./features.js";
import { sceneOf } from "./floors.js";

/** @typedef {import("./themes.js").Colours} Colours */

/** The visible height of a floor's side. */
const DEPTH = 30;
/** The margin of the picture around the layout. */
export const AROUND_ZONES = 30;

const thin = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
const GREEN = new Set(["meadow", "wood", "water", "camp"]);

/**
 * Return the corners of a zone's floor.
 * @param {Layout} layout
 * @param {number} place
 * @returns {Point[]}
 */
const cornersOf = (layout, place) =>
  String(layout.outline(place).attributes.points)
    .split(" ")
    .map((pair) => /** @type {Point} */ (pair.split(",").map(Number)));

/** @param {Point[]} corners */
function boundsOf(corners) {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

/**
 * Draw flags that grow towards the viewer.
 * @param {ReturnType<typeof boundsOf>} bounds
 * @param {string} kind
 * @param {Colours} c
 * @param {import("./draw.js").Steady} next
 */
function floorOfZone({ left, right, top, bottom }, kind, c, next) {
  const isGreen = GREEN.has(kind);
  const tone = isGreen
    ? mix(c.floor, c.leaf, 0.55)
    : kind === "sand"
      ? mix(c.floor, c.shine, 0.4)
      : c.floor;
  let out = el("rect", { x: left, y: top, width: right - left, height: bottom - top, fill: tone });
  if (isGreen || kind === "sand") {
    let blades = "";
    for (let i = 0; i < 60; i += 1) {
      blades += tuft(next.between(left, right), next.between(top + 8, bottom), isGreen ? 0.8 : 0.3);
    }
    for (let i = 0; i < 7; i += 1) {
      const [x, y] = [next.between(left, right), next.between(top, bottom)];
      out += el("ellipse", {
        cx: n(x),
        cy: n(y),
        rx: n(next.between(20, 46)),
        ry: n(next.between(8, 16)),
        fill: next.chance(0.5) ? c.shine : c.floor_dark,
        opacity: 0.14,
      });
    }
    return (
      out +
      path(blades, {
        ...thin,
        stroke: mix(c.leaf, c.pen, 0.3),
        "stroke-width": 1.2,
        "stroke-opacity": 0.7,
      })
    );
  }
  for (let y = top; y < bottom;) {
    const tall = 13 + ((y - top) / (bottom - top)) * 9;
    for (let x = left - next.between(0, 24); x < right;) {
      const wide = next.between(22, 40) * (tall / 17) * (kind === "boards" ? 2 : 1);
      const off = () => next.between(-1, 1);
      out += path(
        polygon([
          [x + 0.8 + off(), y + 0.8 + off()],
          [x + wide - 0.8 + off(), y + 0.8 + off()],
          [x + wide - 0.8 + off(), y + tall - 0.8 + off()],
          [x + 0.8 + off(), y + tall - 0.8 + off()],
        ]),
        {
          fill: mix(
            tone,
            next.chance(0.5) ? c.floor_dark : c.shine,
            next.between(0, next.chance(0.2) ? 0.5 : 0.22),
          ),
        },
      );
      x += wide;
    }
    y += tall;
  }
  return out;
}

/**
 * Draw a floor within its outline, on its broken edge.
 * @param {Layout} layout
 * @param {number} place
 * @param {string} kind
 * @param {Colours} c
 */
function island(layout, place, kind, c) {
  const corners = cornersOf(layout, place);
  const bounds = boundsOf(corners);
  const next = steady(`${placeName(layout.board, place)} ${place}`);
  const d = polygon(corners);
  const drop = polygon(corners.map(([x, y]) => [x, y + DEPTH]));
  const { left, right, top, bottom } = bounds;
  let rows = "";
  for (let y = top; y < bottom + DEPTH; y += 10) rows += handLine(left, y, right, y, next, 1.2);
  for (let i = 0; i < 50; i += 1) {
    rows +=
      `M${n(next.between(left, right))}` +
      ` ${n(top + 10 * Math.floor(next.between(0, (bottom + DEPTH - top) / 10)))}v10`;
  }
  const id = `isle-${place}`;
  const side = GREEN.has(kind) ? mix(c.stone, "#5a4630", 0.4) : c.stone;
  return group(
    {},
    path(polygon(corners.map(([x, y]) => [x, y + DEPTH + 14])), {
      fill: "#000",
      opacity: 0.28,
      filter: "url(#soft)",
    }),
    el("clipPath", { id: `${id}-side` }, path(drop), path(d)),
    el("clipPath", { id: `${id}-top` }, path(d)),
    path(drop, { fill: side, stroke: c.pen, "stroke-width": 1.8, "stroke-linejoin": "round" }),
    group(
      { "clip-path": `url(#${id}-side)` },
      path(rows, { ...thin, stroke: c.pen, "stroke-opacity": 0.5, "stroke-width": 1.1 }),
      el("rect", {
        x: left,
        y: bottom - 40,
        width: right - left,
        height: 40 + DEPTH,
        fill: "url(#deep)",
      }),
      kind === "causeway" ? archesUnder(left, right, bottom, c) : "",
    ),
    path(d, { fill: c.floor_dark }),
    group(
      { "clip-path": `url(#${id}-top)` },
      floorOfZone(bounds, kind, c, next),
      path(d, { ...thin, stroke: c.shine, "stroke-opacity": 0.55, "stroke-width": 4 }),
    ),
    path(d, { ...thin, stroke: c.pen, "stroke-width": 1.8 }),
  );
}

/**
 * @param {number} left
 * @param {number} right
 * @param {number} bottom
 * @param {Colours} c
 */
function archesUnder(left, right, bottom, c) {
  let out = "";
  for (let x = left + 16; x < right - 50; x += 62) {
    out += path(
      `M${n(x)} ${n(bottom + DEPTH)}V${n(bottom + 16)}C${n(x)} ${n(bottom - 2)}` +
        ` ${n(x + 44)} ${n(bottom - 2)} ${n(x + 44)} ${n(bottom + 16)}V${n(bottom + DEPTH)}Z`,
      {
        fill: c.water[2],
        stroke: c.pen,
        "stroke-width": 1.6,
      },
    );
  }
  return out;
}

/**
 * Draw the bridge between two places: slabs on a dark side, with posts.
 * @param {Point} from
 * @param {Point} to
 * @param {Colours} c
 * @param {import("./draw.js").Steady} next
 */
function bridge([x1, y1], [x2, y2], c, next) {
  const long = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / long, (y2 - y1) / long];
  const half = 21;
  const at = (/** @type {number} */ far, /** @type {number} */ across) =>
    /** @type {Point} */ ([x1 + ux * far - uy * across, y1 + uy * far + ux * across]);
  const deck = [at(0, -half), at(long, -half), at(long, half), at(0, half)];
  let slabs = "";
  for (let far = 0; far < long; far += 17) {
    slabs += path(
      polygon([
        at(far + 1, -half + 1),
        at(far + 16, -half + 1),
        at(far + 16, half - 1),
        at(far + 1, half - 1),
      ]),
      {
        fill: mix(c.floor, next.chance(0.5) ? c.floor_dark : c.shine, next.between(0.05, 0.35)),
      },
    );
  }
  return (
    path(polygon(deck.map(([x, y]) => [x, y + 16])), {
      fill: c.stone_dark,
      stroke: c.pen,
      "stroke-width": 1.6,
    }) +
    path(polygon(deck), { fill: c.floor_dark, stroke: c.pen, "stroke-width": 1.8 }) +
    slabs +
    path(polygon(deck), { ...thin, stroke: c.pen, "stroke-width": 1.8 })
  );
}

/** The distant skyline: roofs, towers and a broken wall. One tile, on a line at 60. */
export const SKYLINE =
  "M0 60V34h22v-18h7v-7h5v7h7v24h34v-16l18 -16 18 16v20h72v-14h8v-10h24v11h10v18h96v-34" +
  "l13 -20 13 20v34h88v-14h48v-12h10v-8h20v20h12v10h25V60Z";

/**
 * Return the height of the line between sky and water.
 * @param {Layout} layout
 */
export const horizonOf = (layout) =>
  Math.min(...layout.centres.map((_, place) => boundsOf(cornersOf(layout, place)).top)) - 34;

/**
 * Draw heaps of rubble along the edges of a place; its middle is the fighters'.
 * @param {{left: number, right: number, top: number, bottom: number}} bounds
 * @param {Colours} c
 * @param {import("./draw.js").Steady} next
 */
function rubble({ left, right, top, bottom }, c, next) {
  const [wide, tall] = [right - left, bottom - top];
  /** @type {[number, number, number][]} The share across, the share down, and the size. */
  const heaps = [[0.16, 0.2, 24], [0.84, 0.22, 22], [0.09, 0.52, 15], [0.91, 0.5, 15],
    [0.15, 0.82, 24], [0.36, 0.9, 18], [0.62, 0.92, 15]];
  return heaps.map(([across, down, size]) =>
    heap(left + across * wide, top + down * tall, size, size / 2.6, Math.round(size / 2), c, next))
    .join("");
}

/**
 * Draw a board of zones.
 * @param {Layout} layout
 * @param {Colours} c
 */
export function zonesDrawing(layout, c) {
  const { board, centres } = layout;
  const hidden = new Set(board.hidden || []);
  const next = steady(centres.length);
  /** @type {string[]} */
  const lights = [];
  const places = centres
    .map((_, place) => place)
    .filter((place) => !hidden.has(place))
    .toSorted((one, other) => centres[one][1] - centres[other][1])
    .map((place) => {
      const kind = sceneOf(placeName(board, place));
      const { left, right, top, bottom } = boundsOf(cornersOf(layout, place));
      const feature = featureOf(kind, c, steady(`${kind} ${place}`));
      const x = (left + right) / 2;
      const torches = feature.torches.map(([dx, dy]) => {
        lights.push(glow(x + dx, top + 8 + dy, 110, c.glow));
        return torch(x + dx, top + 8 + dy, c);
      });
      const litter = heap(right - 22, bottom - 16, 16, 9, kind === "rubble" ? 9 : 3, c, next)
        + (kind === "rubble" ? rubble({ left, right, top, bottom }, c, next) : "");
      return (
        island(layout, place, kind, c) +
        group({ transform: `translate(${n(x)} ${n(top + 8)})` }, feature.drawn) +
        torches.join("") +
        litter
      );
    })
    .join("");
  const roads = (board.paths || [])
    .filter(([from, to]) => !hidden.has(from) && !hidden.has(to))
    .map(([from, to]) => bridge(centres[from], centres[to], c, next))
    .join("");
  return (
    el(
      "defs",
      {},
      TORCHLIGHT,
      el(
        "filter",
        { id: "soft", x: "-20%", y: "-20%", width: "140%", height: "140%" },
        el("feGaussianBlur", { stdDeviation: 6 }),
      ),
      el(
        "linearGradient",
        { id: "deep", x2: 0, y2: 1 },
        el("stop", { offset: 0.3, "stop-color": c.stone_dark, "stop-opacity": 0 }),
        el("stop", { offset: 1, "stop-color": c.stone_dark, "stop-opacity": 0.9 }),
      ),
    ) +
    roads +
    places +
    lights.join("")
  );
}
