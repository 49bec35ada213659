// The first page: begin with one press, or choose a scenario and who plays, or go back to a fight.
import { h, one, put } from "../elements.js";
import { shortTitle } from "../format.js";
import { attempt } from "../notices.js";
import { NARROW } from "../plan/layout.js";
import { mountDemoFight } from "../demo/demo_fight.js";
import { fieldPicture } from "../render/field_picture.js";
import { getLibrary, getScenarioText } from "../service.js";
import { beginFight, playersFor, whoPlaysForm } from "./begin.js";
import { joinForm } from "./join.js";
import { storedFightsList } from "./stored_fights.js";

/** The fight that is offered first: small, on a field with walls and rough ground, and close to even. */
const FIRST_FIGHT = "burning-tower";

/**
 * @param {ScenarioInfo} scenario
 * @param {string[]} players
 * @param {string} gm
 */
async function begin(scenario, players, gm) {
  await beginFight({ scenario: await getScenarioText(scenario.name), name: scenario.name, players, gm }, scenario.title);
}

/**
 * What this is, and a fight that begins with one press.
 * @param {Library} library
 */
function opening(library) {
  const all = library.rulesets.flatMap((ruleset) => ruleset.scenarios.map((scenario) => ({ ruleset, scenario })));
  const { ruleset, scenario } = all.find((one) => one.scenario.name === FIRST_FIGHT) || all[0];
  const start = (/** @type {string} */ way) => attempt(() => begin(scenario, playersFor(way, scenario.sides), "passive"));
  return h("section", { class: "opening" },
    h("div", { class: "opening-text" },
      h("h1", {}, "Play the fight"),
      h("p", {}, "The combat chapters of tabletop games, as rulebooks that run. Every option shows its exact odds, every line of the log its dice and its rules."),
      h("button", { type: "button", class: "primary begin-first", onclick: () => start("alone") }, `Play “${scenario.title}”`),
      h("button", { type: "button", class: "watch-first", onclick: () => start("watch") }, "Watch it"),
      h("p", { class: "quiet" }, `You play “${scenario.sides[0]}” against “${scenario.sides.slice(1).join("” and “")}”, about an even fight, by the rules of ${shortTitle(ruleset.title)}. ${scenario.about}`)),
    h("div", { class: "opening-picture" }));
}

/**
 * The view.
 * @param {HTMLElement} main
 */
export async function playView(main) {
  const library = await getLibrary();
  let ruleset = library.rulesets[0];
  let scenario = ruleset.scenarios[0];
  const choice = h("div", {});
  const card = (/** @type {ScenarioInfo} */ one) => h("li", {}, h("button", { type: "button", class: "scenario", "aria-pressed": String(one === scenario), "data-scenario": one.name, onclick: () => { scenario = one; drawChoice(); showWhoPlays(); } },
    h("span", { class: "scenario-picture" }, fieldPicture(one)),
    h("strong", {}, one.title), h("span", {}, one.about), h("span", { class: "quiet" }, `${one.sides.join(" against ")} · ${one.fighters}\u00a0fighters`)));
  // where the scenarios stand below each other, who plays would be out of sight
  const showWhoPlays = () => { if (innerWidth < NARROW) choice.querySelector(".begin-card")?.scrollIntoView({ block: "start" }); };
  const drawChoice = () => put(choice,
    h("h2", {}, "Or choose"),
    h("div", { class: "tabs", role: "group", "aria-label": "Rulesets" }, library.rulesets.map((one) =>
      h("button", { type: "button", "aria-pressed": String(one === ruleset), onclick: () => { ruleset = one; scenario = one.scenarios[0]; drawChoice(); } }, shortTitle(one.title)))),
    h("p", { class: "quiet" }, `${ruleset.title}. ${ruleset.rules} rules.`),
    h("ul", { class: "cards", "aria-label": "Scenarios" }, ruleset.scenarios.map(card)),
    scenario ? h("section", { class: "card begin-card" }, h("h2", {}, scenario.title),
      whoPlaysForm(scenario.sides, library.players, (players, gm) => attempt(() => begin(scenario, players, gm)), "Begin the fight"),
      h("p", {}, h("a", { href: `#/build/${encodeURIComponent(scenario.name)}` }, "Change this scenario"), " · ", h("a", { href: `#/ask/${encodeURIComponent(scenario.name)}` }, "Ask who wins"))) : null);
  drawChoice();
  put(main, opening(library), joinForm(), choice, storedFightsList());
  return mountDemoFight(one(main, ".opening-picture"));
}
