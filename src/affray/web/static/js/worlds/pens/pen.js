// The parts of a grid that a pen draws. Each world has its own pen; all draw the same parts.

/**
 * @typedef {object} Sketch The grid to draw, and the tools to draw it with.
 * @property {Layout} layout
 * @property {import("../layer.js").Area} field The area of the cells.
 * @property {number} size The size of a cell.
 * @property {import("../floors.js").Floor} floor
 * @property {import("../themes.js").Colours} colours
 * @property {import("../draw.js").Steady} next
 * @property {string} title
 * @property {boolean} isTavern Whether the room has a hearth and casks.
 */

/**
 * @typedef {object} Pen
 * @property {(sketch: Sketch) => string} floor
 * @property {(sketch: Sketch) => string} frame
 * @property {(sketch: Sketch, cells: string) => string} grid
 * @property {(sketch: Sketch, cells: number[]) => string} block
 * @property {(sketch: Sketch, cells: number[]) => string} water
 * @property {(sketch: Sketch, cells: number[]) => string} rough
 * @property {(sketch: Sketch, cells: number[]) => string} high
 * @property {(sketch: Sketch, cells: number[]) => string} wood
 * @property {(sketch: Sketch, cells: number[]) => string} bamboo
 * @property {(sketch: Sketch, cell: number) => string} cover
 * @property {(sketch: Sketch, wall: [number, number, number, number]) => string} wall
 */

/** The kinds of ground that a pen draws by region: below the grid's lines, and above them. */
export const LOW = /** @type {const} */ (["water", "high", "rough"]);
export const TALL = /** @type {const} */ (["wood", "bamboo", "block"]);
