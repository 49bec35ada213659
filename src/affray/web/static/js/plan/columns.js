// A layout for places without coordinates, in columns by their distance from the first.

/**
 * Return the column and row of each place.
 * @param {number} count
 * @param {[number, number, ...any[]][]} pairs
 * @returns {Point[]}
 */
export function columnsOf(count, pairs) {
  const depth = distances(count, pairs);
  /** @type {number[][]} */
  const columns = [];
  depth.forEach((column, place) => (columns[column] ||= []).push(place));
  const tallest = Math.max(...columns.map((column) => column.length));
  /** @type {Point[]} */
  const found = [];
  columns.forEach((column, x) =>
    column.forEach((place, row) => {
      found[place] = [x, row + (tallest - column.length) / 2];
    }),
  );
  return found;
}

/**
 * Return each place's distance from the first, in steps; unreachable places come last.
 * @param {number} count
 * @param {[number, number, ...any[]][]} pairs
 */
function distances(count, pairs) {
  /** @type {number[][]} */
  const near = Array.from({ length: count }, () => []);
  for (const [from, to] of pairs) {
    near[from].push(to);
    near[to].push(from);
  }
  /** @type {number[]} */
  const depth = Array(count).fill(-1);
  let last = -1;
  for (let start = 0; start < count; start += 1) {
    if (depth[start] >= 0) continue;
    depth[start] = last + 1;
    const queue = [start];
    for (const here of queue) {
      last = Math.max(last, depth[here]);
      for (const there of near[here]) {
        if (depth[there] < 0) {
          depth[there] = depth[here] + 1;
          queue.push(there);
        }
      }
    }
  }
  return depth;
}

/**
 * Turn columns and rows into points; on narrow pages, the layout is upright.
 * @param {Point[]} places
 * @param {number} across
 * @param {number} down
 * @param {boolean} narrow
 * @returns {{centres: Point[], width: number, height: number}}
 */
export function spread(places, across, down, narrow) {
  const turned = narrow ? places.map(([x, y]) => /** @type {Point} */ ([y, x])) : places;
  return {
    centres: turned.map(([x, y]) => [(x + 0.5) * across, (y + 0.5) * down]),
    width: (Math.max(...turned.map(([x]) => x)) + 1) * across,
    height: (Math.max(...turned.map(([, y]) => y)) + 1) * down,
  };
}

/**
 * Return the parts of a layout that places without cells share.
 * @param {Board} board
 * @param {{ centres: Point[], width: number, height: number }} placed
 */
export function apartLayout(board, { centres, width, height }) {
  return { board, width, height, centres, origin: { x: 0, y: 0 }, cells: false, front: () => [] };
}
