// The game master's rulings: about whom.
import { h } from "../../elements.js";

/**
 * Chooses whom a ruling is about; `onrule` opens what can be ruled.
 * @param {Scene} scene
 * @param {(who: number) => void} onrule
 */
export function rulingsPanel(scene, onrule) {
  const fighter = h("select", { id: "ruling-fighter" },
    scene.fighters.map((one, who) => h("option", { value: who }, one.name)));
  return h("details", { class: "card gm" }, h("summary", {}, "Game master: rule"),
    h("label", { for: "ruling-fighter" }, h("span", {}, "About whom"), fighter),
    h("button", { type: "button", onclick: () => onrule(Number(fighter.value)) }, "What changes…"),
    h("p", { class: "quiet" },
      "Or press a token and choose Rule…; a token that is dragged is put where it is let go."));
}
