// Where zones are drawn, and how a crowd stands in one.
import { apartLayout, columnsOf, spread } from "./columns.js";

const HEAD = 34;
const TOKEN_SPACE = 46;
const MOST_WITH_NAMES = 6;
const APART = { across: 40, down: 30 };

/**
 * @param {Board} board
 * @param {boolean} narrow
 * @param {number} fighters How many there are in all: a zone has room for them from the beginning.
 * @returns {Layout}
 */
export function zonesLayout(board, narrow, fighters) {
  const wide = 248;
  const tall = fighters > 3 ? 192 : 132;
  const placed = spread(columnsOf(board.places.length, board.paths || []), wide + APART.across,
    tall + APART.down, narrow);
  const { centres } = placed;
  return {
    ...apartLayout(board, placed),
    outline: (place) => {
      const [x, y] = centres[place];
      return { tag: "rect", attributes: { x: x - wide / 2, y: y - tall / 2, width: wide,
        height: tall, rx: 26 } };
    },
    seats: (place, many) => {
      const [x, y] = centres[place];
      const { columns, scale, across, down } = ranks(many, wide - 22, tall - HEAD - 14);
      const rows = Math.ceil(many / columns);
      const middle = y + (HEAD - 8) / 2 - (many <= MOST_WITH_NAMES ? 9 : 0);
      return Array.from({ length: many }, (_, n) => {
        const row = Math.floor(n / columns);
        const inRow = Math.min(columns, many - row * columns);
        return { x: x + ((n % columns) - (inRow - 1) / 2) * across,
          y: middle + (row - (rows - 1) / 2) * down, scale };
      });
    },
    named: (many) => many <= MOST_WITH_NAMES,
  };
}

/**
 * How many stand beside each other, how large and how far apart: a crowd without names, as large as
 * it fits.
 * @param {number} many
 * @param {number} wide
 * @param {number} tall
 */
function ranks(many, wide, tall) {
  if (many <= MOST_WITH_NAMES) {
    return { columns: Math.min(3, many), scale: 1, across: 76, down: 72 };
  }
  let best = { columns: 3, scale: 0, across: 0, down: 0 };
  for (let columns = 3; columns <= many; columns += 1) {
    const scale = Math.min(1, wide / (columns * TOKEN_SPACE),
      tall / (Math.ceil(many / columns) * TOKEN_SPACE));
    if (scale > best.scale) {
      best = { columns, scale, across: TOKEN_SPACE * scale, down: TOKEN_SPACE * scale };
    }
  }
  return best;
}
