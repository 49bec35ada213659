// Dice as small figures.
import { h } from "../elements.js";
import { parseRoll } from "../plan/dice.js";

/**
 * Return a roll as written on the tape ("2d12 = 4 9") as small dice.
 * @param {string} roll
 */
export function diceOf(roll) {
  const { pool, sides, faces } = parseRoll(roll);
  return h("span", { class: "roll", role: "img", "aria-label": `rolled ${pool}: ${faces.join(" ")}` },
    h("span", { class: "pool" }, pool),
    faces.map((face) => h("span", { class: `die ${Number(face) === sides ? "highest" : ""} ${face === "1" ? "one" : ""}` }, face)));
}
