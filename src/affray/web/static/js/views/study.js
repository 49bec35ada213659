// Study: open a tape, or an earlier fight.
import { h, put } from "../elements.js";
import { shortTitle } from "../format.js";
import { attempt } from "../notices.js";
import { getLibrary, getScenarioText, post } from "../service.js";
import { storeFight, storedDrafts } from "../storage.js";
import { beginFight, playersFor } from "./begin.js";
import { storedFightsList } from "./stored_fights.js";

/**
 * Show the view.
 * @param {HTMLElement} main
 */
export async function studyView(main) {
  const library = await getLibrary();
  const open = async (/** @type {File | undefined} */ chosen) => {
    if (!chosen) return;
    const links = await post("/api/fights/tapes",
      { tape: await chosen.text(), name: chosen.name.replace(/\.[^.]*$/, "") });
    storeFight({ ...links, title: chosen.name, made: Date.now() });
    location.hash = `#/study/${links.id}/${links.gm}`;
  };
  const file = h("input", { type: "file", id: "tape", accept: ".tape,.txt,text/plain",
    onchange: () => attempt(() => open(file.files?.[0])) });
  const drafts = storedDrafts();
  const select = h("select", { id: "watch" },
    drafts.length ? h("optgroup", { label: "Your drafts" }, drafts.map(({ id, title }) =>
      h("option", { value: `draft:${id}` }, title || "A draft"))) : null,
    library.rulesets.map((ruleset) =>
      h("optgroup", { label: shortTitle(ruleset.title) },
        ruleset.scenarios.map((one) => h("option", { value: one.name }, one.title)))));
  const watch = async () => {
    const draft = drafts.find(({ id }) => select.value === `draft:${id}`);
    if (draft) {
      const { sides } = await post("/api/check", { scenario: draft.text, name: draft.name });
      await beginFight({ scenario: draft.text, name: draft.name,
        players: playersFor("watch", sides), gm: "passive" }, draft.title, "study");
      return;
    }
    const chosen = library.rulesets.flatMap((ruleset) => ruleset.scenarios)
      .find((scenario) => scenario.name === select.value);
    if (chosen) {
      await beginFight({ scenario: await getScenarioText(chosen.name), name: chosen.name,
      players: playersFor("watch", chosen.sides), gm: "passive" }, chosen.title, "study");
    }
  };
  put(main,
    h("section", { class: "hero" }, h("h1", {}, "Study a fight"),
      h("p", {}, "See who was winning when, what turned the fight, which decisions were "
        + "mistakes, and how much was luck. Step through it with the arrow keys. Branch where you would have "
        + "decided otherwise.")),
    h("div", { class: "columns" },
      h("section", { class: "card" }, h("h2", {}, "From a tape"),
        h("label", { for: "tape" }, h("span", {}, "A file that affray wrote"), file)),
      h("section", { class: "card" }, h("h2", {}, "A new one, played by itself"),
        h("label", { for: "watch" }, h("span", {}, "Scenario"), select),
        h("button", { type: "button", class: "primary", onclick: () => attempt(watch) },
          "Play and study it"))),
    storedFightsList());
}
