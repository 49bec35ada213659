// A board's picture: everything on it that can change, as plain data.
import { crowdOf, isOnBoard, placeOf } from "./layout.js";

/** The size and position of fallen fighters in an occupied cell. */
const FALLEN = { scale: 0.4, below: 15, apart: 13 };

/**
 * @typedef {object} Look What to show in addition to the fighters.
 * @property {Set<number>} [places] Places that can be chosen.
 * @property {Set<number>} [targets] Fighters that can be chosen.
 * @property {number | null} [actor] The fighter who decides.
 * @property {number | null} [selected] The fighter who was pressed.
 * @property {[number, number, string][]} [arrows]
 * @property {Set<number>} [marked] Places under the pointer.
 * @property {number[]} [way]
 * @property {number[]} [threatened]
 * @property {BoardPicture["wedges"]} [wedges]
 * @property {Map<number, number>} [chances] The chance to hit, by fighter.
 * @property {BoardPicture["ghost"]} [ghost]
 * @property {{who: number, target: number} | null} [last] The fighter and target of the latest
 *   deed.
 */

/**
 * Return a function that assigns seats at a place in turn. In a cell, standing fighters get all the
 * room, and fallen fighters lie small at its lower edge.
 * @param {Board} board
 * @param {Layout} layout
 * @param {FighterState[]} states
 * @returns {(place: number, standing: boolean) => Seat & {named: number}}
 */
function seating(board, layout, states) {
  const all = crowdOf(board, states);
  const standing = crowdOf(board,
    states.map((state) => (state?.state === "standing" ? state
      : /** @type {FighterState} */ ({ ...state, where: null }))));
  /** @type {Map<string, number>} */
  const taken = new Map();
  return (place, stands) => {
    const apart = layout.cells && standing[place] > 0;
    const group = apart ? `${place} ${stands}` : String(place);
    const number = taken.get(group) ?? 0;
    taken.set(group, number + 1);
    const many = apart ? standing[place] : all[place];
    if (!apart || stands) {
      return { ...layout.seats(place, many)[number], named: layout.named(many) };
    }
    const [x, y] = layout.centres[place];
    const fallen = all[place] - standing[place];
    return { x: x + FALLEN.apart * (number - (fallen - 1) / 2), y: y + FALLEN.below,
      scale: FALLEN.scale, named: 0 };
  };
}

/**
 * @param {Scene} scene
 * @param {Layout} layout
 * @param {FighterState[]} states
 * @param {Look} [look]
 * @returns {BoardPicture}
 */
export function pictureOf(scene, layout, states, look = {}) {
  const seatOf = seating(scene.board, layout, states);
  /** @type {BoardPicture["tokens"]} */
  const tokens = new Map();
  /** @type {BoardPicture["fronts"]} */
  const fronts = [];
  scene.fighters.forEach((fighter, index) => {
    const state = states[index];
    if (!isOnBoard(state)) return;
    const place = placeOf(state);
    const { named, ...seat } = seatOf(place, state.state === "standing");
    tokens.set(index, {
      index,
      state,
      ...seat,
      named,
      lit: Boolean(look.targets?.has(index)),
      active: look.actor === index,
      selected: look.selected === index,
      last: look.last?.who === index ? "actor" : look.last?.target === index ? "target" : "",
    });
    const cells = state.state === "standing" ? layout.front(place, state.where?.facing) : [];
    if (cells.length) fronts.push({ side: fighter.side, cells });
  });
  return {
    tokens,
    fronts,
    lit: [...(look.places || [])],
    marked: [...(look.marked || [])].filter((place) => place >= 0),
    arrows: (look.arrows || []).filter(([from, to]) =>
      tokens.has(from) && tokens.has(to) && from !== to),
    way: look.way || [],
    threatened: look.threatened || [],
    chances: look.chances || new Map(),
    ghost: look.ghost || null,
    wedges: look.wedges && tokens.has(look.wedges.who) ? look.wedges : null,
  };
}
