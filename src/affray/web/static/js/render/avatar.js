// A fighter as a small disc beside its name, as its token on the board.
import { h, svg } from "../elements.js";
import { emblemOf } from "../state/emblems.js";
import { emblemDrawing } from "./emblems.js";

const RADIUS = 13;
const AROUND = 2 * Math.PI * RADIUS;

/**
 * @param {FighterInfo} fighter
 * @param {FighterState | undefined} state
 */
export function avatarOf(fighter, state) {
  const share = state && state.max ? Math.max(0, Math.min(1, state.health / state.max)) : 0;
  return svg("svg", { viewBox: "-15 -15 30 30", class: `avatar side-${fighter.side % 8}`,
    "aria-hidden": "true" },
    svg("circle", { r: RADIUS, class: "track" }),
    svg("circle", { r: RADIUS, class: "health", transform: "rotate(-90)",
      "stroke-dasharray": `${(share * AROUND).toFixed(1)} ${AROUND.toFixed(1)}` }),
    svg("circle", { r: RADIUS - 2, class: "disc" }),
    svg("g", { transform: "translate(-8.600 -8.600) scale(0.72)" },
      emblemDrawing(emblemOf(fighter))));
}

/**
 * A fighter's disc, label and name in a line.
 * @param {FighterInfo} fighter
 * @param {FighterState | undefined} state
 * @param {string} label
 */
export const nameplate = (fighter, state, label) =>
  h("span", { class: `nameplate side-${fighter.side % 8}` }, avatarOf(fighter, state),
    h("span", { class: "label" }, label), h("span", { class: "whole-name" }, fighter.name));

/**
 * An emblem alone, for what is not on a side yet: by its name and what it carries.
 * @param {string} name
 * @param {{weapons?: unknown, emblem?: string}} [entry]
 */
export function emblemPicture(name, entry = {}) {
  const weapons = Array.isArray(entry.weapons) ? entry.weapons.map(String) : [];
  return svg("svg", { viewBox: "-15 -15 30 30", class: "avatar plain", "aria-hidden": "true" },
    svg("circle", { r: RADIUS - 1, class: "disc" }),
    svg("g", { transform: "translate(-8.600 -8.600) scale(0.72)" },
      emblemDrawing(emblemOf({ name, side: 0, emblem: entry?.emblem, sheet: { weapons } }))));
}
