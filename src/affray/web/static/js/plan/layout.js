// Where a board draws its places and fighters: plain numbers, independent of the page.
import { CELL, gridLayout } from "./grid.js";
import { spotsLayout } from "./spots.js";
import { zonesLayout } from "./zones.js";

/** The width below which a page is laid out for a phone. */
export const NARROW = 700;
/** Frames narrower than this multiple of their height are upright. */
const UPRIGHT = 1.15;

/**
 * Return whether a board's frame is taller than wide.
 * @param {{clientWidth: number, clientHeight: number}} frame
 */
export const isUpright = ({ clientWidth, clientHeight }) => clientWidth < UPRIGHT * clientHeight;

/**
 * The distance from a place's centre within which a point belongs to it, on boards without cells.
 */
const FAR_FROM_PLACE = 150;

/**
 * Return the place at a point of the board; null for none.
 * @param {Layout} layout
 * @param {Point} point
 * @returns {number | null}
 */
export function placeAtPoint(layout, [x, y]) {
  let best = null;
  let least = layout.cells ? CELL * 0.71 : FAR_FROM_PLACE;
  for (const [place, [px, py]] of layout.centres.entries()) {
    const far = Math.hypot(px - x, py - y);
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

/**
 * Return the layout of a board.
 * @param {Board} board
 * @param {{narrow?: boolean, fighters?: number, coordinates?: boolean, facings?: boolean}} [room]
 * Whether the page is narrow, the number of fighters, whether a grid shows the numbers of its
 * columns and rows, and whether to leave room for facing wedges around fighters at the edge.
 * @returns {Layout}
 */
export function layoutOf(board,
  { narrow = false, fighters = 0, coordinates = true, facings = false } = {}) {
  if (board.kind === "grid") return gridLayout(board, coordinates, facings);
  if (board.kind === "spots") return spotsLayout(board, narrow);
  return zonesLayout(board, narrow, fighters);
}

/**
 * Return the name of a place for people.
 * @param {Board} board
 * @param {number} place
 */
export function placeName(board, place) {
  const named = board.places[place];
  if (typeof named === "string") return named;
  if (named && named.name) return named.name;
  return board.kind === "grid" && board.width
    ? `${place % board.width}, ${Math.floor(place / board.width)}` : String(place);
}

/**
 * Return a fighter's place; -1 for none.
 * @param {FighterState | undefined} state
 */
export const placeOf = (state) =>
  (state && state.where && Number.isInteger(state.where.place) ? Number(state.where.place) : -1);

/**
 * Return whether a fighter is visible on the board.
 * @param {FighterState | undefined} state
 */
export const isOnBoard = (state) => placeOf(state) >= 0 && state?.state !== "fled";

/**
 * Return the number of fighters at each place.
 * @param {Board} board
 * @param {FighterState[]} states
 * @returns {number[]}
 */
export function crowdOf(board, states) {
  /** @type {number[]} */
  const crowd = Array(board.places.length).fill(0);
  for (const state of states) if (isOnBoard(state)) crowd[placeOf(state)] += 1;
  return crowd;
}

const TERRAINS = /** @type {Record<string, string>} */ (
  { open: "Open ground", raised: "Raised ground" });

/**
 * Return the title of a place's card: its name, or the terrain of a cell.
 * @param {Board} board
 * @param {number} place
 */
export function placeTitle(board, place) {
  if (board.kind !== "grid") return placeName(board, place);
  if (board.rough?.includes(place)) return "Rough ground";
  if (board.cover?.includes(place)) return "Low cover";
  if (board.exits?.includes(place)) return "A way out";
  const terrain = board.terrain?.[place] || "open";
  return TERRAINS[terrain] || terrain.charAt(0).toUpperCase() + terrain.slice(1);
}
