// Everybody in a list: badge, name, health, where, what is the matter.
import { h, svg } from "../elements.js";
import { initials } from "../state/labels.js";

/**
 * @param {string} name
 * @param {FighterState} state
 */
function healthBar(name, state) {
  const share = state.max ? Math.max(0, Math.min(1, state.health / state.max)) : 0;
  return svg("svg", { viewBox: "0 0 80 10", class: "bar-of-health", role: "meter", "aria-label": `health of ${name}`, "aria-valuemin": 0, "aria-valuemax": state.max, "aria-valuenow": state.health, preserveAspectRatio: "none" },
    svg("rect", { width: 80, height: 10, rx: 5, class: "track" }),
    svg("rect", { width: 80 * share, height: 10, rx: 5, class: "amount" }));
}

/**
 * @param {Scene} scene
 * @param {FighterState[]} states
 * @param {number | null} actor
 */
export function rosterOf(scene, states, actor) {
  const line = (/** @type {FighterInfo} */ fighter, /** @type {FighterState} */ state, /** @type {number} */ index) =>
    h("li", { class: `${state.state} ${index === actor ? "active" : ""}` },
      h("span", { class: "badge", "aria-hidden": "true" }, initials(fighter.name)),
      h("span", { class: "who" }, fighter.name),
      healthBar(fighter.name, state),
      h("span", { class: "figure" }, `${state.health}/${state.max}`),
      h("span", { class: "note" }, [state.state === "standing" ? state.place : state.state, ...state.conditions].join(" · ")));
  return h("div", { class: "roster" }, scene.sides.map((side, number) =>
    h("section", { class: `side side-${number % 8}`, "aria-label": side.name },
      h("h3", {}, side.name, side.player ? h("span", { class: "by" }, side.player === "person" ? "" : side.player) : null),
      h("ul", {}, scene.fighters.map((fighter, index) => (fighter.side === number && states[index] ? line(fighter, states[index], index) : null))))));
}
