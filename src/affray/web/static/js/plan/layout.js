// Where a board's places and whoever stands on them are drawn: plain numbers, nothing of the page.
import { CELL, gridLayout } from "./grid.js";
import { spotsLayout } from "./spots.js";
import { zonesLayout } from "./zones.js";

/** Pages less wide than this are a phone's. */
export const NARROW = 700;
/** Frames whose width is less than this many times their height are upright. */
const UPRIGHT = 1.15;

/**
 * Whether a board in a frame has more room down than across.
 * @param {{clientWidth: number, clientHeight: number}} frame
 */
export const isUpright = ({ clientWidth, clientHeight }) => clientWidth < UPRIGHT * clientHeight;

/** How far from a place's middle one still means it, where places are no cells. */
const FAR_FROM_PLACE = 150;

/**
 * The place that a point of the board means; null for none.
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
 * How a board is laid out.
 * @param {Board} board
 * @param {{narrow?: boolean, fighters?: number, coordinates?: boolean, facings?: boolean}} [room]
 *   Whether there is little
 *   room across, how many fighters there are in all, whether a grid's columns and rows have their
 *   numbers, and whether
 *   there is to be room for the ways one can face around whoever stands at the edge.
 * @returns {Layout}
 */
export function layoutOf(board,
  { narrow = false, fighters = 0, coordinates = true, facings = false } = {}) {
  if (board.kind === "grid") return gridLayout(board, coordinates, facings);
  if (board.kind === "spots") return spotsLayout(board, narrow);
  return zonesLayout(board, narrow, fighters);
}

/**
 * A place's name as people say it.
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
 * The place a fighter stands at; -1 for one who is nowhere.
 * @param {FighterState | undefined} state
 */
export const placeOf = (state) =>
  (state && state.where && Number.isInteger(state.where.place) ? Number(state.where.place) : -1);

/**
 * Whether a fighter is to be seen on the board.
 * @param {FighterState | undefined} state
 */
export const isOnBoard = (state) => placeOf(state) >= 0 && state?.state !== "fled";

/**
 * How many stand at each place.
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
 * What a place is called on its card: its name, or the ground of a cell.
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
