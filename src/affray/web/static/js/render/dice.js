// Dice as small figures.
import { h } from "../elements.js";

/**
 * A roll as a tape writes it ("2d12 = 4 9") as little dice.
 * @param {string} roll
 */
export function diceOf(roll) {
  const [pool, faces] = roll.split(" = ");
  const sides = Number(pool.split("d")[1]);
  return h("span", { class: "roll", role: "img", "aria-label": `rolled ${pool}: ${faces}` },
    h("span", { class: "pool" }, pool),
    faces.split(" ").map((face) => h("span", { class: `die ${Number(face) === sides ? "highest" : ""} ${face === "1" ? "one" : ""}` }, face)));
}
