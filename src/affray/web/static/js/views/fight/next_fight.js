// The next fight of the same people: the game master chooses it, and everybody goes along with one
// press.
import { h } from "../../elements.js";
import { attempt } from "../../notices.js";
import { get, getLibrary, getScenarioText, post } from "../../service.js";
import { storeFight, storedDrafts } from "../../storage.js";
import { fightUrl } from "./actions.js";

/** @typedef {import("../../state/fight.js").FightState} FightState */

/** What the value of a draft begins with. */
const DRAFT = "draft:";

/**
 * What leads on from a fight that is over: its choice for the game master, the way there for
 * everybody once it is made.
 * @param {FightState} state
 */
export function nextFight(state) {
  if (state.table?.next) {
    return h("button",
    { type: "button", class: "primary come-along", onclick: () => attempt(() => comeAlong(state)) },
    "Come along to the next fight");
  }
  return state.role === "gm" ? h("button",
    { type: "button", class: "small next-fight",
      onclick: () => attempt(() => openNextFight(state)) }, "Next fight with the same people…")
      : null;
}

/** @param {FightState} state */
async function comeAlong(state) {
  const place = await post(fightUrl(state, "next/seat"), {}, state.secret);
  storeFight({ id: place.id, title: state.scene.title, made: Date.now(),
    ...(place.role === "gm" ? { gm: place.secret } : { secret: place.secret }) });
  location.hash = `#/fight/${place.id}/${place.secret}`;
}

/** @param {FightState} state */
async function openNextFight(state) {
  /** @type {{rests: string[]}} */
  const { rests } = await get(fightUrl(state, "next"), state.secret);
  const { rulesets } = await getLibrary();
  const scenarios = rulesets.find((one) => one.name === state.scene.ruleset)?.scenarios || [];
  const drafts = storedDrafts().filter(({ text }) =>
    new RegExp(`^ruleset\\s*=\\s*["']${state.scene.ruleset}["']`, "m").test(text));
  const scenario = h("select", { id: "next-scenario" },
    scenarios.map(({ name, title }) => h("option", { value: name }, title)),
    drafts.length ? h("optgroup", { label: "Your drafts" },
      drafts.map(({ id, title }) => h("option", { value: `${DRAFT}${id}` }, title))) : null);
  const rest = h("select", { id: "next-rest" },
    rests.map((kind) => h("option", { value: kind }, kind)));
  const begin = () => attempt(async () => {
    const draft = drafts.find(({ id }) => scenario.value === `${DRAFT}${id}`);
    const name = draft ? draft.name : scenario.value;
    const links = await post(fightUrl(state, "next"), {
      scenario: draft ? draft.text : await getScenarioText(name), name, rest: rest.value,
    }, state.secret);
    storeFight({ ...links, title: scenario.selectedOptions[0].textContent || name,
      made: Date.now() });
    dialog.close();
    location.hash = `#/fight/${links.id}/${links.gm}`;
  });
  const dialog = h("dialog", { class: "sheet next-fight-dialog", "aria-labelledby": "next-title",
    onclose: () => dialog.remove(),
    onclick: (/** @type {Event} */ event) => { if (event.target === dialog) dialog.close(); } },
    h("header", {}, h("h2", { id: "next-title" }, "The next fight"),
      h("button", { type: "button", class: "icon", "aria-label": "Close",
        onclick: () => dialog.close() }, "✕")),
    h("form", { class: "sheet-body newcomer-form",
      onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); begin(); } },
      h("p", { class: "quiet" }, rests.length > 1
        ? "Seats and names stay, and fighters are as this fight left them, but for what the time between brings back. The dead stay away." : "Seats and names stay. What lasts beyond a fight is what the rules say."),
      h("label", { for: "next-scenario" }, h("span", {}, "Scenario"), scenario),
      rests.length > 1 ? h("label", { for: "next-rest" }, h("span", {}, "It begins after"), rest)
      : null,
      h("button", { type: "submit", class: "primary" }, "To its lobby")));
  document.body.append(dialog);
  dialog.showModal();
}
