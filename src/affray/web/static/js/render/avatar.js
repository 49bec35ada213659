// A fighter as a small disc next to its name, drawn like its token on the board.
import { h, svg } from "../elements.js";
import { faceOf } from "../portraits/face.js";
import { emblemOf } from "../state/emblems.js";
import { emblemDrawing } from "./emblems.js";

const RADIUS = 13;
const RIM = { d: `M${-RADIUS} 0A${RADIUS} ${RADIUS} 0 0 0 ${RADIUS} 0`, long: Math.PI * RADIUS };
const VIEW = "-14.5 -16 29 29";

/** @param {FighterInfo} fighter */
const emblemAlone = (fighter) =>
  svg("g", { transform: "translate(-8.600 -8.600) scale(0.72)" }, emblemDrawing(emblemOf(fighter)));

/**
 * @param {FighterInfo} fighter
 * @param {FighterState | undefined} state
 */
export function avatarOf(fighter, state) {
  const share = state && state.max ? Math.max(0, Math.min(1, state.health / state.max)) : 0;
  const dashes = `${(share * RIM.long).toFixed(1)} 200`;
  return svg(
    "svg",
    { viewBox: VIEW, class: `avatar side-${fighter.side % 8}`, "aria-hidden": "true" },
    svg("circle", { r: RADIUS, class: "track" }),
    svg("circle", { r: RADIUS - 1, class: "disc" }),
    faceOf(fighter, RADIUS - 1) || emblemAlone(fighter),
    svg("path", { d: RIM.d, class: "health-track" }),
    svg("path", { d: RIM.d, class: "health", "stroke-dasharray": dashes }),
  );
}

/**
 * Return a fighter's disc, label and name in a line.
 * @param {FighterInfo} fighter
 * @param {FighterState | undefined} state
 * @param {string} label
 */
export const nameplate = (fighter, state, label) =>
  h(
    "span",
    { class: `nameplate side-${fighter.side % 8}` },
    avatarOf(fighter, state),
    h("span", { class: "label" }, label),
    h("span", { class: "whole-name" }, fighter.name),
  );

/**
 * Return a portrait for a fighter without a side, made from its name and gear.
 * @param {string} name
 * @param {{weapons?: unknown, emblem?: string}} [entry]
 */
export function emblemPicture(name, entry = {}) {
  const weapons = Array.isArray(entry.weapons) ? entry.weapons.map(String) : [];
  const fighter = { name, side: 0, emblem: entry?.emblem, sheet: { weapons } };
  return svg(
    "svg",
    { viewBox: VIEW, class: "avatar plain", "aria-hidden": "true" },
    svg("circle", { r: RADIUS - 1, class: "disc" }),
    faceOf(fighter, RADIUS - 1) || emblemAlone(fighter),
  );
}
