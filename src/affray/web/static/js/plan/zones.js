// Where zones are drawn, and how a crowd is arranged in one.
import { apartLayout, columnsOf, spread } from "./columns.js";

const TOKEN_SPACE = 52;
const MOST_WITH_NAMES = 6;
/** The distance between zones, with room for scenery behind them and names in front. */
const APART = { across: 52, down: 96 };
/** The height of the sky above the farthest zone. */
const SKY = 84;
const SEA = 46;
/** The corners of a floor as shares of its width and height, broken off instead of square. */
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
 * Return a zone's floor as a polygon; every zone has its own shape.
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
 * @param {number} fighters The number of fighters in the fight: zones keep room for them from the
 *   start.
 * @returns {Layout}
 */
export function zonesLayout(board, narrow, fighters) {
  const wide = 276;
  const tall = fighters > 3 ? 196 : 140;
  const [across, down] = [wide + APART.across, tall + APART.down];
  const columns = board.drawn ? fromCorner(board.drawn)
    : columnsOf(board.places.length, board.paths || []);
  const [last, lowest] = [0, 1].map((axis) => Math.max(...columns.map((one) => one[axis])));
  const turned = narrow && (!board.drawn || last > lowest);
  const placed = spread(columns, across, down, turned);
  const centres = placed.centres.map(
    ([x, y]) => /** @type {Point} */ ([x, y + SKY - APART.down / 2]),
  );
  const height = placed.height + SKY + SEA - APART.down;
  return {
    ...apartLayout(board, { centres, width: placed.width, height }),
    drawnAt: ([x, y]) => {
      const at = [x / across - 0.5, (y - SKY + APART.down / 2) / down - 0.5];
      return /** @type {Point} */ (turned ? at.reverse() : at);
    },
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
    named: (many) => (many > MOST_WITH_NAMES ? 0 : many > 3 ? 1 : 2),
  };
}

/**
 * Return points shifted so that the top left of their bounds lies at the edge.
 * @param {Point[]} points
 * @returns {Point[]}
 */
function fromCorner(points) {
  const [left, top] = [0, 1].map((axis) => Math.min(...points.map((one) => one[axis])));
  return points.map(([x, y]) => [x - left, y - top]);
}

/**
 * Return the number in a row, the size and the spacing of a crowd without names, as large as it
 * fits.
 * @param {number} many
 * @param {number} wide
 * @param {number} tall
 */
function ranks(many, wide, tall) {
  if (many <= MOST_WITH_NAMES) {
    const isOneRow = many <= 3;
    return { columns: Math.min(3, many), scale: isOneRow ? 1.5 : 1.32, across: 86, down: 84 };
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
