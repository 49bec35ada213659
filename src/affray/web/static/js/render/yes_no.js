// Yes and no buttons, always in the same places and with the same keys.
import { button, h } from "../elements.js";

/**
 * Return two buttons: no on the left, yes on the right, with the keys n and y.
 * @param {[string, () => unknown] | null} no
 * @param {[string, () => unknown] | null} yes
 */
export function yesNo(no, yes) {
  const made = (/** @type {[string, () => unknown] | null} */ what, /** @type {string} */ key,
    /** @type {string} */ look) => what && button(
    [h("kbd", { "aria-hidden": "true" }, key), what[0]], () => { what[1](); }, { class: look });
  return h("span", { class: "yes-no" }, made(no, "n", "small answer-no"),
    made(yes, "y", "small answer-yes"));
}

/**
 * Let the keys y and n press the buttons of a dialog, except while a text field has the focus.
 * @param {HTMLDialogElement} dialog
 */
export function heedYesNo(dialog) {
  dialog.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement
      || event.ctrlKey || event.metaKey || event.altKey) return;
    const wanted = { y: ".answer-yes", n: ".answer-no" }[event.key];
    const found = wanted ? dialog.querySelector(wanted) : null;
    if (!(found instanceof HTMLElement)) return;
    event.preventDefault();
    found.click();
  });
}
