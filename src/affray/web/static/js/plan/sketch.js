// A field drawn from a scenario's raw data, so that it can be edited even if the scenario has
// problems.

/**
 * @typedef {object} Sketch
 * @property {Board} board
 * @property {(FighterInfo & FighterState)[]} fighters
 * @property {PlacedEntry[]} entries The entries that place fighters.
 */

/**
 * @typedef {object} PlacedEntry
 * @property {number} side
 * @property {number} index The index of the fighter within its side.
 * @property {number} part Its index among the fighters that the entry places, from 0.
 * @property {any} fighter
 */

/** @param {any} value */
const list = (value) => (Array.isArray(value) ? value : []);

/** @param {any} value */
const isCell = (value) => Array.isArray(value) && value.length === 2
  && value.every(Number.isInteger);

/**
 * Return how many fighters an entry places.
 * @param {any} fighter
 */
export function countOf(fighter) {
  const at = fighter?.at;
  if (Array.isArray(at) && at.length && at.every(Array.isArray)) return at.length;
  return Number.isInteger(fighter?.count) && fighter.count > 0 ? Math.min(fighter.count, 200) : 1;
}

/**
 * Return every fighter that a scenario's data places individually, in order.
 * @param {any} data
 * @returns {PlacedEntry[]}
 */
export function placedEntries(data) {
  return list(data?.sides).flatMap((side, number) =>
    list(side?.fighters).flatMap((fighter, index) =>
      Array.from({ length: countOf(fighter) },
        (_, part) => ({ side: number, index, part, fighter }))));
}

/**
 * Return a board made from a map's data; null if there is nothing to draw.
 * @param {any} map
 * @param {Record<string, any>} terrain
 * @param {boolean} hexes
 * @returns {Board | null}
 */
export function sketchBoard(map, terrain, hexes) {
  if (!map || typeof map !== "object") return null;
  if (Array.isArray(map.zones)) return zonesSketch(map);
  if (Array.isArray(map.spots) || Array.isArray(map.line)) return spotsSketch(map);
  return gridSketch(map, terrain, hexes);
}

/**
 * @param {any} map
 * @returns {Board}
 */
function zonesSketch(map) {
  const places = map.zones.map(String);
  const number = (/** @type {any} */ name) => places.indexOf(String(name));
  const paths = list(map.paths).filter(Array.isArray)
    .map(([one, other]) => [number(one), number(other)])
      .filter(([one, other]) => one >= 0 && other >= 0 && one !== other);
  const drawn = places.map((/** @type {string} */ name) => map.drawn?.[name]);
  return { kind: "zones", places, paths: /** @type {[number, number][]} */ (paths),
    ...(drawn.every(Array.isArray) ? { drawn } : {}),
    exits: list(map.exits).map(number).filter((place) => place >= 0) };
}

/**
 * @param {any} map
 * @returns {Board}
 */
function spotsSketch(map) {
  /** @type {Spot[]} */
  const places = list(map.spots).filter((spot) => spot && typeof spot === "object")
    .map((spot) => ({ ...spot, name: String(spot.name) }));
  for (const name of list(map.line)) {
    if (!places.some((spot) => spot.name === name)) {
      places.push({ name: String(name) });
    }
  }
  const number = (/** @type {any} */ name) =>
    places.findIndex((spot) => spot.name === String(name));
  const line = list(map.line).slice(1)
    .map((name, at) => [number(map.line[at]), number(name), "Close"]);
  const links = list(map.links).filter(Array.isArray)
    .map(([one, other, band]) => [number(one), number(other), String(band ?? "Close")]);
  const joined = [...line, ...links].filter(([one, other]) =>
    Number(one) >= 0 && Number(other) >= 0 && one !== other);
  return { kind: "spots", places, links: /** @type {[number, number, string][]} */ (joined) };
}

/**
 * Return a grid's size in any of the forms a map may give it; zeros if it is missing.
 * @param {any} map
 */
export function gridSize(map) {
  const rows = list(map?.rows).filter((row) => typeof row === "string");
  const small = (/** @type {any} */ value) =>
    (Number.isFinite(value) ? Math.max(0, Math.min(200, Math.trunc(value))) : 0);
  if (rows.length) {
    return { width: Math.min(200, Math.max(...rows.map((row) => row.length))),
    height: Math.min(200, rows.length) };
  }
  if (Array.isArray(map?.size)) return { width: small(map.size[0]), height: small(map.size[1]) };
  return { width: small(map?.width), height: small(map?.height) };
}

/**
 * @param {any} map
 * @param {Record<string, any>} terrain
 * @param {boolean} hexes
 * @returns {Board | null}
 */
function gridSketch(map, terrain, hexes) {
  const { width, height } = gridSize(map);
  if (!width || !height) return null;
  const signs = new Map(Object.entries(terrain).filter(([, kind]) => kind?.symbol)
    .map(([name, kind]) => [kind.symbol, { name, ...kind }]));
  /** @type {Board} */
  const board = { kind: "grid", places: Array.from({ length: width * height },
    (_, cell) => `${cell % width}, ${Math.floor(cell / width)}`), width, height, hexes, solid: [],
    rough: [], cover: [], exits: [],
    walls: list(map.walls).filter((wall) =>
      Array.isArray(wall) && wall.length === 4 && wall.every(Number.isFinite)) };
  const cells = (/** @type {any} */ given) =>
    list(given).filter(isCell).filter(([x, y]) => x >= 0 && y >= 0 && x < width && y < height)
      .map(([x, y]) => y * width + x);
  if (signs.size) board.terrain = Array.from({ length: width * height }, () => "open");
  list(map.rows).slice(0, height)
    .forEach((row, y) => [...String(row)].slice(0, width).forEach((sign, x) => {
    const cell = y * width + x;
    const kind = signs.get(sign);
    if (kind && board.terrain) board.terrain[cell] = kind.name;
    else if (sign === "#") board.solid?.push(cell);
    else if (sign === "~") board.rough?.push(cell);
    else if (sign === "o") board.cover?.push(cell);
  }));
  board.solid?.push(...cells(map.solid));
  board.exits = cells(map.exits);
  return board;
}

/**
 * Return the number of the place where a fighter is put; -1 if it is off the board.
 * @param {Board} board
 * @param {any} at
 * @param {number} part The index within a group placed together.
 */
export function placeNumber(board, at, part) {
  if (board.kind === "grid") {
    const width = board.width || 1;
    const cell = Array.isArray(at) && at.length && at.every(Array.isArray) ? at[part] : at;
    if (!isCell(cell)) return -1;
    const [x, y] = [cell[0] + (cell === at ? part : 0), cell[1]];
    // a group placed together continues in the next row when a row is full
    const over = Math.max(0, x - width + 1);
    const found = [x - over, y + over];
    return cell[0] >= 0 && cell[0] < width && found[1] >= 0 && found[1] < (board.height || 1)
      ? found[1] * width + found[0] : -1;
  }
  return board.places.findIndex((place) => (typeof place === "string" ? place : place.name) === at);
}

/**
 * @param {any} data
 * @param {Board} board
 * @returns {Sketch}
 */
export function sketchOf(data, board) {
  const entries = placedEntries(data);
  return {
    board,
    entries,
    fighters: entries.map(({ side, fighter, part }) => ({
      name: `${fighter?.name || String(fighter?.is ?? "?").replaceAll("-", " ")}${countOf(fighter) > 1 ? ` ${part + 1}` : ""}`,
      side, health: 1, max: 1, state: "standing", conditions: [],
      where: { place: placeNumber(board, fighter?.at, part), facing: fighter?.facing },
    })),
  };
}

/**
 * Return the entry that placed each fighter on the board; null if none did, for example for a
 * team's members.
 * @param {any} data
 * @param {{side: number, entry?: number | null}[]} fighters The fighters in the check's result.
 * @returns {(PlacedEntry | null)[]}
 */
export function entriesBehind(data, fighters) {
  const entries = placedEntries(data);
  /** @type {Map<string, number>} */
  const seen = new Map();
  return fighters.map(({ side, entry }) => {
    const key = `${side}.${entry}`;
    const part = seen.get(key) || 0;
    seen.set(key, part + 1);
    return entries.find((one) => one.side === side && one.index === entry && one.part === part)
      || null;
  });
}
