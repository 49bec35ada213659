// The next fight of the same people: the game master chooses it, and the others join with one
// press.
import { button, h, put } from "../../elements.js";
import { shortTitle } from "../../format.js";
import { attempt, download, notice } from "../../notices.js";
import { openDialog } from "../../render/dialog.js";
import { get, getLibrary, getScenarioText, post } from "../../service.js";
import { fileName } from "../../state/problem_place.js";
import { storeFight, storeParty, storedDrafts, storedParties } from "../../storage.js";
import { sendPicture } from "../begin.js";
import { fightUrl } from "./actions.js";

/** @typedef {import("../../state/fight.js").FightState} FightState */

/** The prefix of a draft's value in the list of scenarios. */
const DRAFT = "draft:";

/**
 * Return the way on from a finished fight: the choice of the next one for the game master, and a
 * link to it for all players once it is made.
 * @param {FightState} state
 */
export function nextFight(state) {
  if (state.table?.next) {
    const follow = () => attempt(() => comeAlong(state.id, state.secret, state.scene.title));
    return button("Come along to the next fight", follow, { class: "primary come-along" });
  }
  if (state.role !== "gm") return null;
  return button("Next fight with the same people…",
    () => attempt(() => openNextFight(fightBefore(state))), { class: "small next-fight" });
}

/**
 * Go to the player's own seat at the next fight.
 * @param {string} id
 * @param {string} secret
 * @param {string} title
 */
export async function comeAlong(id, secret, title) {
  const place = await post(`/api/fights/${id}/next/seat`, {}, secret);
  storeFight({ id: place.id, title, made: Date.now(),
    ...(place.role === "gm" ? { gm: place.secret } : { secret: place.secret }) });
  location.hash = `#/fight/${place.id}/${place.secret}`;
}

/**
 * The facts about the previous fight that the dialog needs.
 * @typedef {object} FightBefore
 * @property {string} id
 * @property {string} secret
 * @property {string} ruleset
 * @property {string} name The scenario's name.
 * @property {boolean} isOver
 */

/** @param {FightState} state */
const fightBefore = ({ id, secret, scene }) => ({ id, secret, ruleset: String(scene.ruleset),
  name: String(scene.name), isOver: true });

/**
 * Return a button that saves the survivors for another evening.
 * @param {FightState} state
 */
export const keepParty = (state) => button("Keep the party", () => attempt(async () => {
  const kept = await get(fightUrl(state, "party"), state.secret);
  const title = kept.fighters.join(", ");
  storeParty({ id: state.id, ruleset: String(state.scene.ruleset), title, text: kept.scenario,
    sides: kept.sides });
  notice(`Kept in this browser for another evening: ${title}. `, "info",
    button("Save as a file", () => download(`${fileName(`party ${title}`)}.toml`, kept.scenario,
      "application/toml"), { class: "link" }));
}), { class: "small keep-party" });

/**
 * Return the choice of scenarios: those that can follow, and this browser's drafts.
 * @param {FightBefore} fight
 */
async function scenarioChoice({ ruleset, name, isOver }) {
  const { rulesets } = await getLibrary();
  const fits = (/** @type {string} */ one) => !isOver || one === ruleset;
  const drafts = storedDrafts().filter(({ text }) => fits(rulesetOf(text)));
  const select = h("select", { id: "next-scenario" },
    rulesets.filter((one) => fits(one.name)).map((one) =>
      h("optgroup", { label: shortTitle(one.title) }, one.scenarios.map((scenario) =>
        h("option", { value: scenario.name, selected: scenario.name === name },
          scenario.title)))),
    drafts.length ? h("optgroup", { label: "Your drafts" },
      drafts.map(({ id, title }) => h("option", { value: `${DRAFT}${id}` }, title))) : null);
  const chosen = async () => {
    const draft = drafts.find(({ id }) => select.value === `${DRAFT}${id}`);
    return draft || { id: "", name: select.value, text: await getScenarioText(select.value) };
  };
  return { select, chosen };
}

/**
 * Return the ruleset that a scenario's file names.
 * @param {string} text
 */
const rulesetOf = (text) => /^ruleset\s*=\s*["']([\w-]+)["']/m.exec(text)?.[1] || "";

/**
 * Return the choice of fighters: those of the last fight, the scenario's own, or a saved party.
 * @param {boolean} isOver
 */
function peopleChoice(isOver) {
  const select = h("select", { id: "next-people" });
  const draw = (value = select.value) => put(select,
    isOver ? h("option", { value: "these" }, "those of this fight") : null,
    h("option", { value: "" }, "the scenario's own"),
    storedParties().map(({ title }, number) =>
      h("option", { value: String(number), selected: String(number) === value }, title)));
  const file = h("input", { type: "file", id: "party-file", class: "visually-hidden",
    accept: ".toml,text/plain", onchange: () => attempt(async () => {
      const text = await file.files?.[0]?.text() || "";
      const title = file.files?.[0]?.name.replace(/\.toml$/, "") || "";
      storeParty({ id: title, ruleset: rulesetOf(text), title, text, sides: [0] });
      draw("0");
    }) });
  draw();
  const party = () => storedParties()[Number(select.value)];
  return { select, file, party: () => (/^\d+$/.test(select.value) ? party() : undefined) };
}

/**
 * Ask which fight comes next, who takes part, and how they rest in between.
 * @param {FightBefore} fight
 */
export async function openNextFight(fight) {
  const url = `/api/fights/${fight.id}/next`;
  /** @type {{rests: string[]}} */
  const { rests } = fight.isOver ? await get(url, fight.secret) : { rests: [] };
  const { select, chosen } = await scenarioChoice(fight);
  const people = peopleChoice(fight.isOver);
  const rest = h("select", { id: "next-rest" },
    rests.map((kind) => h("option", { value: kind }, kind)));
  const begin = () => attempt(async () => {
    const { id, name, text } = await chosen();
    const party = people.party();
    const scenario = party ? (await post("/api/parties",
      { party: party.text, sides: party.sides, scenario: text, name })).toml : text;
    const links = await post(url, { scenario, name, ...(rest.value ? { rest: rest.value } : {}),
      fighters: people.select.value === "these" }, fight.secret);
    if (id) await sendPicture(id, links);
    storeFight({ ...links, title: select.selectedOptions[0].textContent || name,
      made: Date.now() });
    dialog.close();
    location.hash = `#/fight/${links.id}/${links.gm}`;
  });
  const dialog = openDialog("next-fight-dialog",
    fight.isOver ? "The next fight" : "Another scenario",
    h("form", { class: "sheet-body newcomer-form",
      onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); begin(); } },
      h("p", { class: "quiet" }, nextText(fight.isOver, rests)),
      h("label", { for: "next-scenario" }, h("span", {}, "Scenario"), select),
      h("label", { for: "next-people" }, h("span", {}, "Who takes part"), people.select),
      h("label", { class: "button small", for: "party-file" }, "A party from a file…",
        people.file),
      rests.length > 1 ? h("label", { for: "next-rest" }, h("span", {}, "It begins after"), rest)
      : null,
      h("button", { type: "submit", class: "primary" }, "To its lobby")));
}

/**
 * @param {boolean} isOver
 * @param {string[]} rests
 */
function nextText(isOver, rests) {
  if (!isOver) return "Everyone keeps their seat and name, and follows you there.";
  return rests.length > 1
    ? "Everyone keeps their seat and name. Fighters keep their wounds, except for what they "
      + "recover in between. Players whose fighter died choose a new one in the lobby."
    : "Everyone keeps their seat and name. Fighters keep what the rules keep after a fight.";
}
