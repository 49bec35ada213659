// The first page: choose a scenario and who plays, or go back to a fight.
import { h, put } from "../elements.js";
import { shortTitle } from "../format.js";
import { attempt } from "../notices.js";
import { getLibrary, getScenarioText } from "../service.js";
import { beginFight, whoPlaysForm } from "./begin.js";
import { storedFightsList } from "./stored_fights.js";

/**
 * The view.
 * @param {HTMLElement} main
 */
export async function playView(main) {
  const library = await getLibrary();
  let ruleset = library.rulesets[0];
  let scenario = ruleset.scenarios[0];
  const choice = h("div", {});
  const drawChoice = () => {
    put(choice,
      h("div", { class: "tabs", role: "group", "aria-label": "Rulesets" }, library.rulesets.map((one) =>
        h("button", { type: "button", "aria-pressed": String(one === ruleset), onclick: () => { ruleset = one; scenario = one.scenarios[0]; drawChoice(); } }, shortTitle(one.title)))),
      h("p", { class: "quiet" }, `${ruleset.title}. ${ruleset.rules} rules.`),
      h("ul", { class: "cards", "aria-label": "Scenarios" }, ruleset.scenarios.map((one) =>
        h("li", {}, h("button", { type: "button", class: "scenario", "aria-pressed": String(one === scenario), "data-scenario": one.name, onclick: () => { scenario = one; drawChoice(); } },
          h("strong", {}, one.title), h("span", {}, one.about), h("span", { class: "quiet" }, `${one.sides.join(" against ")} · ${one.fighters} fighters`))))),
      scenario ? h("section", { class: "card" }, h("h2", {}, scenario.title),
        whoPlaysForm(scenario.sides, library.players, (players, gm) => attempt(async () => {
          await beginFight({ scenario: await getScenarioText(scenario.name), name: scenario.name, players, gm }, scenario.title);
        }), "Begin the fight"),
        h("p", {}, h("a", { href: `#/build/${encodeURIComponent(scenario.name)}` }, "Change this scenario"), " · ", h("a", { href: `#/ask/${encodeURIComponent(scenario.name)}` }, "Ask who wins"))) : null);
  };
  drawChoice();
  put(main,
    h("section", { class: "hero" }, h("h1", {}, "Choose your fight"), h("p", {}, "The combat chapters of tabletop games, as rulebooks that run. Every option shows its exact odds, every line of the log its dice and its rules.")),
    choice,
    storedFightsList());
}
