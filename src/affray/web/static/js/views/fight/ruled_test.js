// A Test by the ruleset's own rules, which the game master has a fighter make: each with its odds.
import { h, put } from "../../elements.js";
import { percent } from "../../format.js";
import { attempt } from "../../notices.js";
import { get, post } from "../../service.js";
import { fightUrl } from "./actions.js";

/** @typedef {import("../../state/fight.js").FightState} FightState */

/**
 * Opens the Tests that can decide about what somebody tries, by default with their own fighter.
 * @param {FightState} state
 * @param {ChatLine} line
 * @param {number[]} fighters
 * @param {string} words What the game master says to it.
 */
export function openTest(state, line, fighters, words) {
  const { scene } = state;
  const who = h("select", { id: "test-who", onchange: () => load() },
    scene.fighters.map((fighter, index) =>
      h("option", { value: index, selected: index === fighters[0] }, fighter.name)));
  const choices = h("div", { class: "test-choices", "aria-live": "polite" });
  const dialog = h("dialog", { class: "sheet rulings tests", "aria-labelledby": "test-title",
    onclose: () => dialog.remove(),
    onclick: (/** @type {Event} */ event) => { if (event.target === dialog) dialog.close(); } },
    h("header", {}, h("h2", { id: "test-title" }, "Put to a Test"),
      h("button", { type: "button", class: "icon", "aria-label": "Close",
        onclick: () => dialog.close() }, "✕")),
    h("div", { class: "sheet-body" }, h("p", { class: "quiet" }, `${line.name}: “${line.text}”`),
      h("label", { for: "test-who" }, h("span", {}, "Who"), who), choices));
  const make = async (/** @type {string} */ what, /** @type {string} */ difficulty) => {
    const test = `${what}, ${difficulty}`;
    if (await attempt(() => post(fightUrl(state, "chat"),
      { kind: "test", text: words ? `${words} (${test})` : test, about: line.number,
        fighter: Number(who.value), test }, state.secret))) dialog.close();
  };
  const load = async () => {
    /** @type {RulingChoices | undefined} */
    const found = await attempt(() => get(fightUrl(state, `rulings/${who.value}`), state.secret));
    if (found) put(choices, testChoices(found, make));
  };
  load();
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * How hard it is, and what decides, each with how likely it is to succeed.
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
