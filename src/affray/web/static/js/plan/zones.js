// Where zones are drawn, and how a crowd stands in one.
import { apartLayout, columnsOf, spread } from "./columns.js";

const TOKEN_SPACE = 52;
const MOST_WITH_NAMES = 6;
/** Between zones there is room for what stands at their backs and for their names in front. */
const APART = { across: 52, down: 96 };
/** Above the farthest zone there is sky. */
const SKY = 84;
const SEA = 46;
/** The corners of a floor, in shares of its width and height: broken off, never square. */
const CORNERS = [
  [0.03, 0.16],
  [0.12, 0.02],
  [0.5, 0],
  [0.86, 0.03],
  [0.97, 0.14],
  [1, 0.55],
  [0.95, 0.86],
  [0.76, 0.98],
  [0.34, 1],
  [0.08, 0.9],
  [0, 0.52],
];

/**
 * Return a zone's floor as a polygon; no two are alike.
 * @param {Point} centre
 * @param {number} wide
 * @param {number} tall
 * @param {number} place
 * @returns {Outline}
 */
function floorOutline([x, y], wide, tall, place) {
  const points = CORNERS.map(([across, down], corner) => {
    const [dx, dy] = [
      3 * Math.sin(place * 7 + corner * 2.3),
      3 * Math.cos(place * 5 + corner * 1.7),
    ];
    return (
      `${(x + (across - 0.5) * wide + dx).toFixed(1)}` +
      `,${(y + (down - 0.5) * tall + dy).toFixed(1)}`
    );
  });
  return { tag: "polygon", attributes: { points: points.join(" ") } };
}

/**
 * @param {Board} board
 * @param {boolean} narrow
 * @param {number} fighters How many there are in all: a zone has room for them from the beginning.
 * @returns {Layout}
 */
export function zonesLayout(board, narrow, fighters) {
  const wide = 276;
  const tall = fighters > 3 ? 196 : 140;
  const columns = columnsOf(board.places.length, board.paths || []);
  const placed = spread(columns, wide + APART.across, tall + APART.down, narrow);
  const centres = placed.centres.map(
    ([x, y]) => /** @type {Point} */ ([x, y + SKY - APART.down / 2]),
  );
  const height = placed.height + SKY + SEA - APART.down;
  return {
    ...apartLayout(board, { centres, width: placed.width, height }),
    outline: (place) => floorOutline(centres[place], wide, tall, place),
    seats: (place, many) => {
      const [x, y] = centres[place];
      const { columns: perRow, scale, across, down } = ranks(many, wide - 34, tall - 22);
      const rows = Math.ceil(many / perRow);
      const middle = y + (many <= MOST_WITH_NAMES ? -10 : 4);
      return Array.from({ length: many }, (_, n) => {
        const row = Math.floor(n / perRow);
        const inRow = Math.min(perRow, many - row * perRow);
        return {
          x: x + ((n % perRow) - (inRow - 1) / 2) * across,
          y: middle + (row - (rows - 1) / 2) * down,
          scale,
        };
      });
    },
    named: (many) => many <= MOST_WITH_NAMES,
  };
}

/**
 * Return how many stand beside each other, how large and how far apart: a crowd without names, as
 * large as it fits.
 * @param {number} many
 * @param {number} wide
 * @param {number} tall
 */
function ranks(many, wide, tall) {
  if (many <= MOST_WITH_NAMES) {
    return { columns: Math.min(3, many), scale: 1.5, across: 86, down: 86 };
  }
  let best = { columns: 3, scale: 0, across: 0, down: 0 };
  for (let columns = 3; columns <= many; columns += 1) {
    const rows = Math.ceil(many / columns);
    const scale = Math.min(1.15, wide / (columns * TOKEN_SPACE), tall / (rows * TOKEN_SPACE));
    if (scale > best.scale) {
      best = { columns, scale, across: TOKEN_SPACE * scale, down: TOKEN_SPACE * scale };
    }
  }
  return best;
}
