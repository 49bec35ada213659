// The game master's rulings.
import { h } from "../../elements.js";

const KINDS = [
  ["health", "a number, such as 3"],
  ["place", "a place's name, as the map has it"],
  ["condition", "a condition, or 'not' and a condition"],
  ["gear", "a weapon, or 'not' and a weapon"],
  ["state", "standing, down, fled or dead"],
];

/**
 * A form for a ruling; `onrule` gives whether it was taken.
 * @param {Scene} scene
 * @param {(ruling: {kind: string, fighter: string, value: string, text: string}) => Promise<unknown>} onrule
 */
export function rulingsPanel(scene, onrule) {
  const hint = h("span", { class: "quiet" }, KINDS[0][1]);
  const kind = h("select", { id: "ruling-kind", onchange: () => { hint.textContent = KINDS[kind.selectedIndex][1]; } }, KINDS.map(([name]) => h("option", { value: name }, name)));
  const fighter = h("select", { id: "ruling-fighter" }, scene.fighters.map((one) => h("option", { value: one.name }, one.name)));
  const value = h("input", { id: "ruling-value", required: true, maxlength: 100 });
  const why = h("input", { id: "ruling-why", required: true, maxlength: 200, placeholder: "a stray stone" });
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ control, /** @type {HTMLElement | null} */ more = null) => h("label", { for: control.id }, h("span", {}, label), control, more);
  return h("details", { class: "card gm" }, h("summary", {}, "Game master: rule"),
    h("form", {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        if (await onrule({ kind: kind.value, fighter: fighter.value, value: value.value.trim(), text: why.value.trim() })) {
          value.value = "";
          why.value = "";
        }
      },
    }, field("What changes", kind), field("Of whom", fighter), field("It becomes", value, hint), field("Because", why), h("button", { type: "submit" }, "Rule so")));
}
