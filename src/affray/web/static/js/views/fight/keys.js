// The table's keyboard shortcuts, and their list.
import { h } from "../../elements.js";
import { openDialog } from "../../render/dialog.js";
import { ownQuestion } from "../../state/fight.js";
import { agreeingOption } from "../../state/options.js";
import { takeBackLast } from "./actions.js";

const KEYS = [
  ["1 – 9", "choose what has that number"],
  ["a – z", "open or fold the group with that letter"],
  ["e", "end the turn"],
  ["y, n", "yes and no, wherever something is asked or offered"],
  ["u", "take back"],
  ["Tab, arrows, Enter", "go to the board, walk on it, press"],
  ["Shift and pointing", "show an enemy's reach"],
  ["← →", "step back and on through the fight"],
  ["Home, End", "to the beginning, to now"],
  ["Space", "the next beat while it is played"],
  ["Esc", "skip what is played, put a tool away, close a card, back to now"],
  ["?", "this list"],
];

/** Open the list of keys. */
export function openKeys() {
  openDialog("keys", "Keys", h("dl", { class: "sheet-body" }, KEYS.map(([key, does]) =>
    h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)))));
}

/**
 * Return the current action of a key, or none.
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
  if (key === "e" || key === "n") return answerNo(table, key);
  if (key === "y") return answerYes(table);
  if (key === "u") return () => takeBackLast(state);
  if (/^[a-z]$/.test(key)) return groupAction(page.question.body, key);
  const escape = () => {
    const tool = page.boardTools.querySelector("[aria-pressed=true]");
    if (tool instanceof HTMLElement) tool.click();
    else if (state.selected) boardView.select(null);
    else if (state.step !== null) stepper.go(null);
  };
  return { Home: () => stepper.go(0), End: () => stepper.go(null), Escape: escape }[key];
}

/**
 * Decline the banner's or the question's offer; e also ends a turn, n never does.
 * @param {import("./table.js").FightTable} table
 * @param {string} key
 */
function answerNo(table, key) {
  const question = ownQuestion(table.state);
  const refused = key === "n" ? bannerButton(table, ".answer-no") : null;
  if (refused) return () => refused.click();
  return key === "n" && question?.kind === "turn" ? undefined : () => table.endTurn();
}

/**
 * Accept the banner's offer, or the question's if agreeing is its only option.
 * @param {import("./table.js").FightTable} table
 */
function answerYes(table) {
  const granted = bannerButton(table, ".answer-yes");
  if (granted) return () => granted.click();
  const question = ownQuestion(table.state);
  const agreed = question && agreeingOption(question);
  return agreed ? () => { table.choose(agreed); } : undefined;
}

/**
 * @param {import("./table.js").FightTable} table
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
const bannerButton = (table, selector) => table.page.banner.querySelector(selector);

/**
 * Open or close the option group that has a letter.
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
