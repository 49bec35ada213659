// Zones with the paths between them, and spots with their bands and heights.
import { svg } from "../../elements.js";
import { placeName } from "../../plan/layout.js";
import { sceneryOf, sceneryThing, steadyNumbers } from "./scenery.js";

const THINGS_OF_A_ZONE = 16;
const THINGS_OF_A_SPOT = 9;

/**
 * A place's scenery, scattered where no token stands.
 * @param {string} kind
 * @param {Point[]} points
 * @param {() => number} next
 */
function scattered(kind, points, next) {
  /** @type {Map<string, string>} */
  const paths = new Map();
  for (const [x, y] of points) {
    const [look, d] = sceneryThing(kind, x, y, next);
    paths.set(look, (paths.get(look) || "") + d);
  }
  return [...paths].map(([look, d]) => svg("path", { d, class: `thing thing-${look}` }));
}

/**
 * A zone's outline with soft, uneven sides.
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 * @param {number} tall
 * @param {() => number} next
 */
function unevenRectangle(x, y, wide, tall, next) {
  const off = () => 6 * next() - 3;
  const corner = 26;
  const [left, right, top, bottom] = [x - wide / 2 + off(), x + wide / 2 + off(), y - tall / 2 + off(), y + tall / 2 + off()];
  return [
    `M${left + corner} ${top}`,
    `Q${x} ${top + off()} ${right - corner} ${top}Q${right} ${top} ${right} ${top + corner}`,
    `Q${right + off()} ${y} ${right} ${bottom - corner}Q${right} ${bottom} ${right - corner} ${bottom}`,
    `Q${x} ${bottom + off()} ${left + corner} ${bottom}Q${left} ${bottom} ${left} ${bottom - corner}`,
    `Q${left + off()} ${y} ${left} ${top + corner}Q${left} ${top} ${left + corner} ${top}Z`,
  ].join("");
}

/**
 * Points along the edges of a rectangle, within it.
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 * @param {number} tall
 * @param {() => number} next
 * @returns {Point[]}
 */
function alongEdges(x, y, wide, tall, next) {
  return Array.from({ length: THINGS_OF_A_ZONE }, (_, number) => {
    const along = (number + 0.15 + 0.7 * next()) / THINGS_OF_A_ZONE;
    const around = along * 2 * Math.PI;
    const out = Math.min(1 / Math.abs(Math.cos(around) || 1e-6), 1 / Math.abs(Math.sin(around) || 1e-6));
    const shrink = 0.8 + 0.1 * next();
    return [x + (wide / 2) * shrink * out * Math.cos(around) * 0.96, y + (tall / 2) * shrink * out * Math.sin(around) * 0.94];
  });
}

/**
 * @param {Layout} layout
 * @returns {import("../../elements.js").Child[]}
 */
export function zonesGround(layout) {
  const { board, centres } = layout;
  const ways = new Set(board.exits || []);
  const path = (board.paths || []).map(([from, to]) => `M${centres[from].join(" ")}L${centres[to].join(" ")}`).join("");
  return [
    svg("path", { d: path, class: "road-edge" }),
    svg("path", { d: path, class: "road" }),
    board.places.map((_, place) => {
      if (board.hidden?.includes(place)) return null;
      const name = placeName(board, place);
      const kind = sceneryOf(name);
      const [x, y] = centres[place];
      const { width, height } = layout.outline(place).attributes;
      const next = steadyNumbers(place * 31 + name.length);
      const outline = unevenRectangle(x, y, Number(width), Number(height), next);
      const head = [x - Number(width) / 2 + 20, y - Number(height) / 2 + 25];
      const shown = alongEdges(x, y, Number(width), Number(height), next).filter(([px, py]) => py > y - Number(height) / 2 + 34 || px > x + 10 + name.length * 3);
      return svg("g", { class: `zone scenery-${kind}` },
        svg("path", { d: outline, class: "zone-ground" }),
        scattered(kind, shown, next),
        svg("path", { d: outline, class: "zone-edge" }),
        svg("text", { x: head[0], y: head[1], class: "place-name" }, name),
        ways.has(place) ? svg("g", { class: "way-out", transform: `translate(${x + Number(width) / 2 - 24} ${y - Number(height) / 2 + 20})` }, svg("title", {}, "a way out"), svg("path", { d: "M-8 0h14m-5-5l5 5-5 5M-10-8v16" })) : null);
    }),
  ];
}

/**
 * Where a band's name stands on its line, and how it is turned.
 * @param {Point} from
 * @param {Point} to
 */
function bandSign([x1, y1], [x2, y2], /** @type {string} */ name) {
  const wide = 14 + 6.2 * name.length;
  return svg("g", { class: "band", transform: `translate(${(x1 + x2) / 2} ${(y1 + y2) / 2})` },
    svg("rect", { x: -wide / 2, y: -10, width: wide, height: 20, rx: 10 }),
    svg("text", { y: 4 }, name));
}

/**
 * @param {Layout} layout
 * @returns {import("../../elements.js").Child[]}
 */
export function spotsGround(layout) {
  const { board, centres } = layout;
  const spots = /** @type {Spot[]} */ (board.places);
  const path = (board.links || []).map(([from, to]) => `M${centres[from].join(" ")}L${centres[to].join(" ")}`).join("");
  return [
    svg("path", { d: path, class: "road-edge" }),
    svg("path", { d: path, class: "road" }),
    spots.map((spot, place) => {
      if (board.hidden?.includes(place)) return null;
      const kind = sceneryOf(spot.name);
      const [x, y] = centres[place];
      const radius = Number(layout.outline(place).attributes.r);
      const next = steadyNumbers(place * 17 + spot.name.length);
      const levels = Math.min(4, Math.ceil((spot.height || 0) / 4));
      const around = Array.from({ length: THINGS_OF_A_SPOT }, (_, number) => {
        const turn = (2 * Math.PI * (number + 0.6 * next())) / THINGS_OF_A_SPOT;
        return /** @type {Point} */ ([x + radius * 0.87 * Math.cos(turn), y + radius * 0.85 * Math.sin(turn)]);
      });
      return svg("g", { class: `zone scenery-${kind}${spot.dark || spot.obscured ? " dim" : ""}` },
        Array.from({ length: levels }, (_, level) => svg("ellipse", { cx: x, cy: y + 6 * (levels - level), rx: radius + 3 * (levels - level), ry: radius + 2 * (levels - level), class: "height-step" })),
        svg("circle", { cx: x, cy: y, r: radius, class: "zone-ground" }),
        scattered(kind, around, next),
        svg("circle", { cx: x, cy: y, r: radius, class: "zone-edge" }));
    }),
    (board.links || []).map(([from, to, band]) => (band ? bandSign(centres[from], centres[to], band) : null)),
    spots.map((spot, place) => {
      if (board.hidden?.includes(place)) return null;
      const [x, y] = centres[place];
      const radius = Number(layout.outline(place).attributes.r);
      const ways = (board.links || []).flatMap(([from, to]) => (from === place ? [centres[to]] : to === place ? [centres[from]] : []));
      const isAbove = ways.some((way) => way[1] > y + radius) && !ways.some((way) => way[1] < y - radius) && !(board.engines || []).some((engine) => engine.place === place);
      const marks = [spot.height ? `${spot.height} m up` : "", spot.cover ? `cover ${spot.cover} %` : "", spot.dark ? "dark" : "", spot.obscured ? "obscured" : ""].filter(Boolean);
      const name = isAbove ? y - radius - (marks.length ? 23 : 9) : y + radius + (spot.height ? 24 : 0) + 17;
      return [
        svg("text", { x, y: name, class: "place-name middle" }, spot.name),
        marks.length ? svg("text", { x, y: name + 15, class: "place-note" }, marks.join(" · ")) : null,
      ];
    }),
    (board.engines || []).map((engine) => {
      const [x, y] = centres[engine.place];
      const radius = Number(layout.outline(engine.place).attributes.r);
      return svg("g", { class: "engine", transform: `translate(${x} ${y - radius - 12})` },
        svg("path", { d: "M-9 6a3.500 3.500 0 1 0 .01 0zM9 6a3.500 3.500 0 1 0 .01 0zM-10 5h20M-6 5l8-12M-2-1h8" }),
        svg("text", { y: -10 }, engine.name));
    }),
  ];
}
