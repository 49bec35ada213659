// Where the cells of a grid are drawn, squares or hexes.

export const CELL = 44;

/** Degrees of the eight facings. */
export const TURNS = /** @type {Record<string, number>} */ ({
  n: 0,
  ne: 45,
  e: 90,
  se: 135,
  s: 180,
  sw: 225,
  w: 270,
  nw: 315,
});

/** @param {Board} board */
export const isHex = (board) => board.shape === "hex" || board.hexes === true;

/**
 * Return the degrees of a facing, clockwise from north; null for none.
 * @param {string | number | null | undefined} facing
 */
export function degrees(facing) {
  if (facing === undefined || facing === null) return null;
  return TURNS[facing] ?? (Number(facing) || 0) * 60 + 30;
}

/** The margin for the numbers of columns and rows and the frame around the field. */
const MARGIN = 30;
/** The inner and outer radius of the wedges that choose a facing. */
export const WEDGES = { inner: 25, outer: 52 };

/**
 * @param {Board} board
 * @param {boolean} coordinates Whether to leave room for the numbers of columns and rows.
 * @param {boolean} facings Whether to leave room for facing wedges around fighters at the edge.
 * @returns {Layout}
 */
export function gridLayout(board, coordinates, facings = false) {
  const around = facings ? WEDGES.outer + 2 - CELL / 2 : 0;
  const margin = Math.max(around, coordinates ? MARGIN : 1);
  const width = board.width || 1;
  const height = board.height || 1;
  const hex = isHex(board);
  const row = hex ? CELL * Math.sqrt(0.75) : CELL;
  /** @type {Point[]} */
  const centres = [];
  for (let cell = 0; cell < width * height; cell += 1) {
    const x = cell % width;
    const y = Math.floor(cell / width);
    centres.push([
      (x + 0.5 + (hex && y % 2 ? 0.5 : 0)) * CELL + margin,
      (hex ? y * row + CELL * 0.58 : (y + 0.5) * CELL) + margin,
    ]);
  }
  return {
    board,
    width:
      width * CELL + (hex ? CELL / 2 : 0) + margin + Math.max(around, coordinates ? MARGIN : 2),
    height:
      (hex ? height * row + CELL * 0.32 : height * CELL) +
      margin +
      Math.max(around, coordinates ? MARGIN : 2),
    origin: { x: margin, y: coordinates ? margin : 0 },
    centres,
    cells: true,
    outline: (cell) => (hex ? hexOutline(centres[cell]) : squareOutline(centres[cell])),
    seats: (cell, many) => cellSeats(centres[cell], many, hex ? row / CELL : 1),
    named: () => 0,
    front: (cell, facing) => (hex ? [] : cellsBefore(cell, facing, width, height)),
  };
}

/**
 * @param {Point} centre
 * @returns {Outline}
 */
function squareOutline([x, y]) {
  return {
    tag: "rect",
    attributes: { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL },
  };
}

/**
 * @param {Point} centre
 * @returns {Outline}
 */
function hexOutline([x, y]) {
  const size = CELL / Math.sqrt(3);
  const points = Array.from({ length: 6 }, (_, corner) => {
    const turn = (Math.PI / 3) * corner + Math.PI / 6;
    return `${(x + size * Math.cos(turn)).toFixed(1)},${(y + size * Math.sin(turn)).toFixed(1)}`;
  });
  return { tag: "polygon", attributes: { points: points.join(" ") } };
}

/**
 * Return the seats of a cell. One fighter fills it, two stand diagonally, more stand smaller in
 * rows. The second of two is drawn over the first, clear of its label and health, so that rider and
 * mount can both be read.
 * @param {Point} centre
 * @param {number} many
 * @param {number} low The distance between rows, in cells: rows of hexes are closer.
 * @returns {Seat[]}
 */
function cellSeats([x, y], many, low) {
  if (many === 1) return [{ x, y: y - 1, scale: 0.94 * low }];
  if (many === 2) {
    return [
      { x: x - 8, y: y + 8, scale: 0.72 },
      { x: x + 8, y: y - 8, scale: 0.72 },
    ];
  }
  const columns = Math.ceil(Math.sqrt(many));
  const rows = Math.ceil(many / columns);
  const apart = (CELL - 2) / columns;
  const scale = Math.max(0.3, 0.96 / columns);
  return Array.from({ length: many }, (_, n) => ({
    x: x + ((n % columns) - (columns - 1) / 2) * apart,
    y: y + (Math.floor(n / columns) - (rows - 1) / 2) * apart,
    scale,
  }));
}

/**
 * Return the five cells in front of a fighter: ahead, diagonal and at the sides.
 * @param {number} cell
 * @param {string | number | null | undefined} facing
 * @param {number} width
 * @param {number} height
 */
function cellsBefore(cell, facing, width, height) {
  const turn = TURNS[String(facing)];
  if (turn === undefined) return [];
  const x = cell % width;
  const y = Math.floor(cell / width);
  return [-90, -45, 0, 45, 90]
    .map((more) => ((turn + more) * Math.PI) / 180)
    .map((angle) => [x + Math.round(Math.sin(angle)), y - Math.round(Math.cos(angle))])
    .filter(([column, line]) => column >= 0 && line >= 0 && column < width && line < height)
    .map(([column, line]) => line * width + column);
}
