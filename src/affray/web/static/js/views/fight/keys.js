// What keys do at the table, and the list of them.
import { button, h } from "../../elements.js";
import { takeBackLast } from "./actions.js";

const KEYS = [
  ["1 – 9", "choose what has that number"],
  ["a – z", "open or fold the group with that letter"],
  ["e", "end the turn, or decline"],
  ["u", "take back"],
  ["Tab, arrows, Enter", "go to the board, walk on it, press"],
  ["Shift and pointing", "show an enemy's reach"],
  ["← →", "step back and on through the fight"],
  ["Home, End", "to the beginning, to now"],
  ["Space", "the next beat while it is played"],
  ["Esc", "skip what is played, close a card, back to now"],
  ["?", "this list"],
];

/** Opens the list of keys. */
export function openKeys() {
  const close = () => dialog.close();
  const dialog = h("dialog", {
    class: "sheet keys", "aria-labelledby": "keys-title", onclose: () => dialog.remove(),
    onclick: (/** @type {Event} */ event) => { if (event.target === dialog) close(); },
  }, h("header", {}, h("h2", { id: "keys-title" }, "Keys"),
    button("✕", close, { class: "icon", "aria-label": "Close" })),
  h("dl", { class: "sheet-body" }, KEYS.map(([key, does]) =>
    h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)))));
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * What a key does now, if anything.
 * @param {import("./table.js").FightTable} table
 * @param {string} key
 * @param {KeyboardEvent} event
 * @returns {(() => void) | undefined}
 */
export function actionFor(table, key, event) {
  const { state, stepper, boardView, page } = table;
  if (document.querySelector("dialog[open]")) return undefined;
  const steps = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (steps) return () => stepper.step(steps);
  if (key === "?") return openKeys;
  if (state.playing) {
    return { " ": () => stepper.nextBeat(), Escape: () => stepper.skip() }[key];
  }
  if (event.repeat) return () => {};
  if (/^[1-9]$/.test(key)) return () => table.pressNumber(Number(key));
  if (key === "e") return () => table.endTurn();
  if (key === "u") return () => takeBackLast(state);
  if (/^[a-z]$/.test(key)) return groupAction(page.question.body, key);
  const escape = () => {
    if (state.selected) boardView.select(null);
    else if (state.step !== null) stepper.go(null);
  };
  return { Home: () => stepper.go(0), End: () => stepper.go(null), Escape: escape }[key];
}

/**
 * Opens or folds the group of options that has a letter.
 * @param {HTMLElement} body
 * @param {string} letter
 */
function groupAction(body, letter) {
  const group = body.querySelector(`details[data-letter="${letter}"]`);
  if (!(group instanceof HTMLDetailsElement)) return undefined;
  return () => {
    const around = group.parentElement?.closest("details");
    const isSeen = !around || around.open;
    if (around) around.open = true;
    group.open = !(group.open && isSeen);
    group.querySelector("summary")?.focus();
  };
}
