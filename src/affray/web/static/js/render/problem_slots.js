// Places in a form where problems are shown next to their fields.
import { h, put } from "../elements.js";

/** @param {string} key */
export const idOf = (key) => `f-${key.replace(/[^\w-]/g, "_")}`;

/**
 * Return the slot for problems with a key, next to its field.
 * @param {string} key
 */
export const problemSlot = (key) =>
  h("span", { class: "field-problem", "data-problem": key, id: `${idOf(key)}-problem`,
    role: "status" });

/**
 * Show each problem next to its field, or next to the nearest part around it.
 * @param {ParentNode} within
 * @param {Problem[]} problems
 * @returns {Map<Problem, HTMLElement>} The element of each problem that found a place.
 */
export function placeProblems(within, problems) {
  /** @type {Map<string, HTMLElement>} */
  const slots = new Map();
  for (const slot of /** @type {NodeListOf<HTMLElement>} */ (
    within.querySelectorAll("[data-problem]"))) {
    slots.set(slot.getAttribute("data-problem") || "", slot);
    if (!slot.classList.contains("unwritten")) put(slot);
    const field = slot.parentElement?.matches("[data-key]")
      ? slot.parentElement.querySelector("input, select, textarea") : null;
    if (field && !slot.classList.contains("unwritten")) field.removeAttribute("aria-invalid");
  }
  const found = new Map();
  for (const problem of problems) {
    const parts = problem.key.split(".");
    while (parts.length && !slots.has(parts.join("."))) parts.pop();
    const slot = slots.get(parts.join("."));
    if (!slot || !parts.length) continue;
    const rest = problem.key.slice(parts.join(".").length + 1);
    slot.append(h("span", {}, rest ? `${rest}: ` : "", problem.text));
    if (!rest && slot.parentElement?.matches("[data-key]")) {
      slot.parentElement.querySelector(
      "input, select, textarea")?.setAttribute("aria-invalid", "true");
    }
    found.set(problem, slot);
  }
  return found;
}
