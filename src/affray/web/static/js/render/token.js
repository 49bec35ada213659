// A fighter's token: one element from the beginning of a fight to its end.
import { put, svg } from "../elements.js";
import { degrees } from "../plan/grid.js";
import { initials } from "../state/labels.js";

export const TOKEN_RADIUS = 15;
const AROUND = 2 * Math.PI * (TOKEN_RADIUS + 3);

/**
 * A token as screen readers hear it.
 * @param {FighterInfo} fighter
 * @param {string} side
 * @param {TokenPicture} picture
 */
function spoken(fighter, side, { state, lit }) {
  const parts = [fighter.name, side, `${state.health} of ${state.max} health`];
  if (state.state !== "standing") parts.push(state.state);
  return `${[...parts, ...state.conditions].join(", ")}${lit ? ": can be chosen" : ""}`;
}

/**
 * A new token's element.
 * @param {number} index
 */
export function newToken(index) {
  return svg("g", { tabindex: 0, "data-fighter": index });
}

/**
 * Has a token look as its picture says.
 * @param {SVGGElement} element
 * @param {FighterInfo} fighter
 * @param {string} side
 * @param {TokenPicture} picture
 */
export function dressToken(element, fighter, side, picture) {
  const { state, lit, active, named } = picture;
  const gone = state.state !== "standing";
  const share = state.max ? Math.max(0, Math.min(1, state.health / state.max)) : 0;
  const label = spoken(fighter, side, picture);
  const turn = degrees(state.where?.facing);
  element.setAttribute("class", ["token", `side-${fighter.side % 8}`, gone ? "gone" : "", lit ? "lit" : "", active ? "active" : ""].filter(Boolean).join(" "));
  element.setAttribute("role", lit ? "button" : "img");
  element.setAttribute("aria-label", label);
  put(element,
    svg("title", {}, label),
    turn === null ? null : svg("path", { d: `M-8 ${-TOKEN_RADIUS - 2}L0 ${-TOKEN_RADIUS - 12}L8 ${-TOKEN_RADIUS - 2}z`, transform: `rotate(${turn})`, class: "facing" }),
    svg("circle", { r: TOKEN_RADIUS + 3, class: "halo" }),
    svg("circle", { r: TOKEN_RADIUS + 3, class: "health", "stroke-dasharray": `${(share * AROUND).toFixed(1)} ${AROUND.toFixed(1)}`, transform: "rotate(-90)" }),
    svg("circle", { r: TOKEN_RADIUS, class: "disc" }),
    svg("text", { class: "initials", y: 4 }, initials(fighter.name)),
    gone ? svg("path", { d: "M-9 -9L9 9M9 -9L-9 9", class: "cross" }) : null,
    state.conditions.length && !gone ? svg("circle", { cx: 13, cy: -13, r: 4.5, class: "condition" }) : null,
    named ? svg("text", { class: "name", y: TOKEN_RADIUS + 18 }, fighter.name.length > 11 ? `${fighter.name.slice(0, 10)}…` : fighter.name) : null);
}

/**
 * Puts a token where it belongs.
 * @param {SVGGElement} element
 * @param {Seat} seat
 */
export function moveToken(element, { x, y, scale }) {
  element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})`;
}
