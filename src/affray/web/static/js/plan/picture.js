// A board's picture: all of it that can change, as plain data made from how everybody stands.
import { crowdOf, isOnBoard, placeOf } from "./layout.js";

/**
 * @typedef {object} Look What is shown besides how everybody stands.
 * @property {Set<number>} [places] Places that can be chosen.
 * @property {Set<number>} [targets] Fighters that can be chosen.
 * @property {number | null} [actor] Whoever is asked.
 * @property {number | null} [selected] Whoever was pressed.
 * @property {[number, number, string][]} [arrows]
 * @property {Set<number>} [marked] Places that are pointed at.
 * @property {number[]} [way]
 * @property {number[]} [threatened]
 * @property {BoardPicture["wedges"]} [wedges]
 * @property {{who: number, target: number} | null} [last] Who did what was last done, and to whom.
 */

/**
 * @param {Scene} scene
 * @param {Layout} layout
 * @param {FighterState[]} states
 * @param {Look} [look]
 * @returns {BoardPicture}
 */
export function pictureOf(scene, layout, states, look = {}) {
  const crowd = crowdOf(scene.board, states);
  /** @type {Record<number, number>} */
  const taken = {};
  /** @type {BoardPicture["tokens"]} */
  const tokens = new Map();
  /** @type {BoardPicture["fronts"]} */
  const fronts = [];
  scene.fighters.forEach((fighter, index) => {
    const state = states[index];
    if (!isOnBoard(state)) return;
    const place = placeOf(state);
    const number = (taken[place] = (taken[place] ?? -1) + 1);
    tokens.set(index, {
      index,
      state,
      ...layout.seats(place, crowd[place])[number],
      named: layout.named(crowd[place]),
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
    arrows: (look.arrows || []).filter(([from, to]) => tokens.has(from) && tokens.has(to) && from !== to),
    way: look.way || [],
    threatened: look.threatened || [],
    wedges: look.wedges && tokens.has(look.wedges.who) ? look.wedges : null,
  };
}
