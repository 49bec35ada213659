// The game master's rulings: the choice of a fighter.
import { button, h } from "../../elements.js";

/**
 * Return the choice of a ruling's fighter; `onrule` opens the dialog for one.
 * @param {Scene} scene
 * @param {(who: number) => void} onrule
 */
export function rulingsPanel(scene, onrule) {
  const fighter = h("select", { id: "ruling-fighter" },
    scene.fighters.map((one, who) => h("option", { value: who }, one.name)));
  return h("details", { class: "card gm" }, h("summary", {}, "Game master: rule"),
    h("label", { for: "ruling-fighter" }, h("span", {}, "About whom"), fighter),
    button("What changes…", () => onrule(Number(fighter.value))),
    h("p", { class: "quiet" },
      "Or press a token and choose Rule…, or drag it to another place."));
}
