// Zones with the paths between them, and spots with their bands and heights.
import { svg } from "../../elements.js";
import { placeName } from "../../plan/layout.js";
import { worldGround } from "../../worlds/ground.js";
import { stackOf } from "../../worlds/spots.js";

/** @typedef {{title?: string, about?: string, name?: string, ruleset?: string}} Described */

/** The distance of a zone's name below its floor. */
const NAME_BELOW = 21;

/**
 * Return the lower end of a zone's outline.
 * @param {Outline} outline
 */
const lowerEnd = ({ attributes }) =>
  Math.max(
    ...String(attributes.points)
      .split(" ")
      .map((pair) => Number(pair.split(",")[1])),
  );

/**
 * @param {Layout} layout
 * @param {Described} scene
 * @returns {import("../../elements.js").Child[]}
 */
export function zonesGround(layout, scene) {
  const { board, centres } = layout;
  const ways = new Set(board.exits || []);
  return [
    worldGround(layout, scene),
    board.places.map((_, place) => {
      if (board.hidden?.includes(place)) return null;
      const outline = layout.outline(place);
      const [x] = centres[place];
      const y = lowerEnd(outline) + NAME_BELOW;
      return svg(
        "g",
        { class: "zone" },
        svg("polygon", { ...outline.attributes, class: "zone-ground" }),
        svg("text", { x, y, class: "place-name carved" }, placeName(board, place)),
        ways.has(place) ? wayOut(x + 104, y - 36) : null,
      );
    }),
  ];
}

/**
 * @param {number} x
 * @param {number} y
 */
const wayOut = (x, y) =>
  svg(
    "g",
    { class: "way-out", transform: `translate(${x} ${y})` },
    svg("title", {}, "a way out"),
    svg("circle", { r: 12 }),
    svg("path", { d: "M-6 0h11m-5-5l5 5-5 5" }),
  );

/**
 * Return a band's name on its road, on a plate of brass.
 * @param {Point} from
 * @param {Point} to
 * @param {string} name
 */
function bandSign([x1, y1], [x2, y2], name) {
  const wide = 18 + 7 * name.length;
  return svg(
    "g",
    { class: "band", transform: `translate(${(x1 + x2) / 2} ${(y1 + y2) / 2})` },
    svg("rect", { x: -wide / 2, y: -10, width: wide, height: 20, rx: 10 }),
    svg("text", { y: 4 }, name),
  );
}

/** @param {Spot} spot */
const notesOf = (spot) =>
  [
    spot.height ? `${Math.abs(spot.height)} m ${spot.height > 0 ? "up" : "down"}` : "",
    spot.cover ? `cover ${spot.cover} %` : "",
    spot.dark ? "dark" : "",
    spot.obscured ? "obscured" : "",
  ].filter(Boolean);

/**
 * Return whether a spot's name belongs above it: roads lead down from it, and none leads up.
 * @param {Layout} layout
 * @param {number} place
 */
function isLabelledAbove({ board, centres }, place) {
  if ((board.engines || []).some((engine) => engine.place === place)) return false;
  const ways = (board.links || []).flatMap(([from, to]) =>
    from === place ? [centres[to]] : to === place ? [centres[from]] : [],
  );
  const y = centres[place][1];
  return ways.some((way) => way[1] > y + 60) && !ways.some((way) => way[1] < y - 60);
}

/**
 * @param {Layout} layout
 * @param {Described} scene
 * @returns {import("../../elements.js").Child[]}
 */
export function spotsGround(layout, scene) {
  const { board, centres } = layout;
  const spots = /** @type {Spot[]} */ (board.places);
  const hidden = new Set(board.hidden || []);
  const radius = Number(layout.outline(0).attributes.r);
  return [
    worldGround(layout, scene),
    (board.links || []).map(([from, to, band]) =>
      band && !hidden.has(from) && !hidden.has(to)
        ? bandSign(centres[from], centres[to], band)
        : null,
    ),
    spots.map((spot, place) => {
      if (hidden.has(place)) return null;
      const [x, y] = centres[place];
      const notes = notesOf(spot);
      const below = isLabelledAbove(layout, place)
        ? y - radius - (notes.length ? 26 : 12)
        : y + radius + stackOf(spot) + (place ? 21 : 40);
      return svg(
        "g",
        { class: "zone" },
        svg("circle", { cx: x, cy: y, r: radius, class: "zone-ground" }),
        svg("text", { x, y: below, class: "place-name middle" }, spot.name),
        notes.length
          ? svg("text", { x, y: below + 14, class: "place-note" }, notes.join(" · "))
          : null,
      );
    }),
    (board.engines || []).map((engine) => {
      const [x, y] = centres[engine.place];
      return svg(
        "g",
        { class: "engine", transform: `translate(${x} ${y - radius - 12})` },
        svg("path", { d: "M-9 6a3.500 3.500 0 1 0 .01 0zM9 6a3.500 3.500 0 1 0 .01 0zM-10 5h20" }),
        svg("path", { d: "M-6 5l8-12M-2-1h8" }),
        svg("text", { y: -10 }, engine.name),
      );
    }),
  ];
}
