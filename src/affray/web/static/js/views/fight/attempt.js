// A dialog in which the game master answers a player's attempt: no, a Test with its odds, or yes
// with an effect. Players see nothing until the game master has decided.
import { button, h, put } from "../../elements.js";
import { percent } from "../../format.js";
import { attempt } from "../../notices.js";
import { openDialog } from "../../render/dialog.js";
import { heedYesNo, yesNo } from "../../render/yes_no.js";
import { get, post } from "../../service.js";
import { fightUrl } from "./actions.js";
import { effectRow } from "./by_hand.js";

/** @typedef {import("../../state/fight.js").FightState} FightState */

/**
 * Return an attempt's text as it follows "tries to".
 * @param {string} text
 */
export const deedOf = (text) => text.replace(/^(i )?(try to )?/i, "");

/**
 * Open the dialog with the game master's possible answers.
 * @param {FightState} state
 * @param {ChatLine} line
 */
export async function openAttempt(state, line) {
  const { scene, table } = state;
  const seat = table?.seats.find((one) => one.role === line.role);
  const own = seat?.fighters[0] ?? 0;
  const words = h("input", { class: "reply-text", id: "reply-text", maxlength: 200,
    placeholder: "because…" });
  const who = h("select", { id: "attempt-who", onchange: () => load() },
    scene.fighters.map((fighter, index) =>
      h("option", { value: index, selected: index === own }, fighter.name)));
  const tests = h("div", { class: "test-choices", "aria-live": "polite" });
  const effect = effectRow(state);
  const reply = (/** @type {string} */ kind, /** @type {string} */ text, more = {}) =>
    attempt(() => post(fightUrl(state, "chat"), { kind, text, about: line.number, ...more },
      state.secret));
  const no = async () => {
    if (await reply("no", words.value.trim() || "no")) dialog.close();
  };
  const yes = async () => {
    const made = await effect.apply(words.value.trim() || deedOf(line.text));
    if (made === null) return;
    if (await reply("ruling", words.value.trim() || made || "yes")) dialog.close();
  };
  const test = async (/** @type {string} */ what, /** @type {string} */ hard) => {
    const value = `${what}, ${hard}`;
    const told = state.story.frames.length;
    const said = words.value.trim();
    if (!await reply("test", said ? `${said} (${value})` : value,
      { fighter: Number(who.value), test: value })) return;
    showOutcome(told);
  };
  const showOutcome = (/** @type {number} */ told) => {
    const outcome = h("p", { class: "outcome", role: "status" }, "The dice are rolled…");
    const done = async () => {
      if (await effect.apply(deedOf(line.text)) !== null) dialog.close();
    };
    const look = () => {
      if (!dialog.isConnected) return;
      const lines = state.story.frames.slice(told).filter((frame) => frame.kind !== "ruling");
      if (lines.length) put(outcome, lines.map((frame) => frame.text).join(". "));
      else window.setTimeout(look, 100);
    };
    put(body, outcome, h("h3", {}, "What comes of it"), effect.element,
      h("div", { class: "row" }, button("Done", done, { class: "primary attempt-done" })));
    look();
  };
  const body = h("div", { class: "sheet-body" },
    h("label", { for: "reply-text" }, h("span", {}, "You answer"), words),
    h("label", { for: "attempt-who" }, h("span", {}, "Who tries it"), who),
    h("h3", {}, "Let the dice decide"), tests,
    h("h3", {}, "Or it works, with this effect"), effect.element,
    h("div", { class: "row" }, yesNo(["No", no], ["Yes", yes])));
  const load = async () => {
    /** @type {RulingChoices | undefined} */
    const found = await attempt(() => get(fightUrl(state, `rulings/${who.value}`), state.secret));
    if (found) put(tests, testChoices(found, test));
  };
  const dialog = openDialog("attempt rulings", `${line.name} tries to ${deedOf(line.text)}`, body);
  heedYesNo(dialog);
  await load();
}

/**
 * Return choices of difficulty and test, each with its chance to succeed.
 * @param {RulingChoices} found
 * @param {(what: string, difficulty: string) => void} make
 */
function testChoices({ tests, difficulties }, make) {
  const buttons = h("div", { class: "test-buttons" });
  const draw = () => put(buttons,
    Object.entries(tests).map(([what, odds]) =>
      h("button", { type: "button", "data-test": what, onclick: () => make(what, hard.value) },
        h("span", {}, what), h("strong", {}, percent(odds[difficulties.indexOf(hard.value)])))));
  const hard = h("select", { id: "test-difficulty", onchange: draw },
    difficulties.map((one) => h("option", { value: one }, one)));
  draw();
  return [h("label", { for: "test-difficulty" }, h("span", {}, "How hard"), hard), buttons];
}
