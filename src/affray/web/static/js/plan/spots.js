// Where spots and the bands between them are drawn: by their coordinates, or in columns.
import { apartLayout, columnsOf, spread } from "./columns.js";

const SPOT_RADIUS = 88;
const RING = 49;
/** Tokens stand on the lower half of a place, so that its landscape stays visible above them. */
const LOWER = 10;
const FLATNESS = 1.25;

/**
 * @param {Board} board
 * @param {boolean} narrow
 * @returns {Layout}
 */
export function spotsLayout(board, narrow) {
  const spots = /** @type {Spot[]} */ (board.places);
  const located = spots.every((spot) => Number.isFinite(spot.x) && Number.isFinite(spot.y));
  const placed = located
    ? byCoordinates(spots)
    : spread(columnsOf(spots.length, board.links || []), 226, 246, narrow);
  const { centres } = placed;
  return {
    ...apartLayout(board, placed),
    outline: (place) => ({
      tag: "circle",
      attributes: { cx: centres[place][0], cy: centres[place][1], r: SPOT_RADIUS },
    }),
    seats: (place, many) => {
      const [x, y] = centres[place];
      if (many === 1) return [{ x, y: y + LOWER, scale: 1.4 }];
      // as many as fit stand in a ring; more stand closer and smaller
      const scale = Math.min(1.25, (1.9 * RING * Math.sin(Math.PI / Math.max(2, many))) / 42);
      return Array.from({ length: many }, (_, n) => {
        const turn = (2 * Math.PI * n) / many + (many % 2 ? -Math.PI / 2 : 0);
        return {
          x: x + RING * Math.cos(turn),
          y: y + LOWER / 2 + RING * 0.86 * Math.sin(turn),
          scale,
        };
      });
    },
    named: () => 0,
  };
}

/** Return the drawing's units per unit of the scenario's coordinates, horizontally. */
export function spotScale(/** @type {Spot[]} */ spots) {
  let apart = Infinity;
  for (const [number, one] of spots.entries()) {
    for (const other of spots.slice(number + 1)) {
      apart = Math.min(
        apart,
        Math.hypot((one.x || 0) - (other.x || 0), (one.y || 0) - (other.y || 0)) || Infinity,
      );
    }
  }
  return {
    across: Number.isFinite(apart) ? 214 / apart : 1,
    down: (Number.isFinite(apart) ? 214 / apart : 1) * FLATNESS,
  };
}

/**
 * @param {Spot[]} spots
 * @returns {{centres: Point[], width: number, height: number}}
 */
function byCoordinates(spots) {
  const xs = spots.map((spot) => Number(spot.x));
  const ys = spots.map((spot) => Number(spot.y));
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  const { across, down } = spotScale(spots);
  return {
    centres: spots.map((_, place) => [
      (xs[place] - left) * across + 126,
      (ys[place] - top) * down + 132,
    ]),
    width: (Math.max(...xs) - left) * across + 252,
    height: (Math.max(...ys) - top) * down + 292,
  };
}
