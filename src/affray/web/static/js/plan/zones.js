// Where zones are drawn, and how a crowd stands in one.
import { columnsOf, spread } from "./columns.js";

export const ZONE_WIDTH = 226;
const HEAD = 46;
const TOKEN_SPACE = 46;
const MOST_WITH_NAMES = 6;

/**
 * @param {Board} board
 * @param {boolean} narrow
 * @param {number[]} crowd How many stand in each zone.
 * @returns {Layout & {zoneHeight: number}}
 */
export function zonesLayout(board, narrow, crowd) {
  const rows = Math.max(...crowd.map((many) => many || 0), 0) > 3 ? 2 : 1;
  const tall = 74 + rows * 62;
  const { centres, width, height } = spread(columnsOf(board.places.length, board.paths || []), ZONE_WIDTH + 46, tall + 40, narrow);
  return {
    board,
    width,
    height,
    centres,
    zoneHeight: tall,
    cells: false,
    outline: (place) => {
      const [x, y] = centres[place];
      return { tag: "rect", attributes: { x: x - ZONE_WIDTH / 2, y: y - tall / 2, width: ZONE_WIDTH, height: tall, rx: 20 } };
    },
    seats: (place, many) => {
      const [x, y] = centres[place];
      const { columns, scale, across, down } = ranks(many, ZONE_WIDTH - 10, tall - 44);
      return Array.from({ length: many }, (_, n) => {
        const row = Math.floor(n / columns);
        const inRow = Math.min(columns, many - row * columns);
        return { x: x + ((n % columns) - (inRow - 1) / 2) * across, y: y - tall / 2 + HEAD + 20 * scale + row * down, scale };
      });
    },
    named: (many) => many <= MOST_WITH_NAMES,
    front: () => [],
  };
}

/**
 * How many stand beside each other, how large and how far apart: a crowd without names, as large as it fits.
 * @param {number} many
 * @param {number} wide
 * @param {number} tall
 */
function ranks(many, wide, tall) {
  if (many <= MOST_WITH_NAMES) return { columns: Math.min(3, many), scale: 1, across: 72, down: 60 };
  let best = { columns: 3, scale: 0, across: 0, down: 0 };
  for (let columns = 3; columns <= many; columns += 1) {
    const scale = Math.min(1, wide / (columns * TOKEN_SPACE), tall / (Math.ceil(many / columns) * TOKEN_SPACE));
    if (scale > best.scale) best = { columns, scale, across: TOKEN_SPACE * scale, down: TOKEN_SPACE * scale };
  }
  return best;
}
