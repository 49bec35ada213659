// Study: open a tape, or a fight played before.
import { h, put } from "./dom.js";
import { get, known, post } from "./api.js";
import { shelfOf, beginFight } from "./play.js";
import { keepFight } from "./shelf.js";
import { attempt } from "./notice.js";

/** The view. */
export async function studyView(main) {
  const library = await known("/api/library");
  const file = h("input", { type: "file", id: "tape", accept: ".tape,.txt,text/plain", onchange: () => attempt(async () => {
    const chosen = file.files[0];
    const links = await post("/api/fights/tapes", { tape: await chosen.text(), name: chosen.name.replace(/\.[^.]*$/, "") });
    keepFight({ ...links, title: chosen.name, made: Date.now() });
    location.hash = `#/fight/${links.id}/${links.gm}`;
  }) });
  const select = h("select", { id: "watch" }, library.rulesets.map((ruleset) => h("optgroup", { label: ruleset.title.split(":")[0] }, ruleset.scenarios.map((one) => h("option", { value: one.name }, one.title)))));
  put(main,
    h("section", { class: "hero" }, h("h1", {}, "Study a fight"), h("p", {}, "Step through it with the arrow keys, see the win probability along it, branch where you would have done otherwise.")),
    h("div", { class: "columns" },
      h("section", { class: "card" }, h("h2", {}, "From a tape"), h("label", { for: "tape" }, h("span", {}, "A file that affray wrote"), file)),
      h("section", { class: "card" }, h("h2", {}, "A new one, played by itself"),
        h("label", { for: "watch" }, h("span", {}, "Scenario"), select),
        h("button", { type: "button", class: "primary", onclick: () => attempt(async () => {
          const one = library.rulesets.flatMap((ruleset) => ruleset.scenarios).find((scenario) => scenario.name === select.value);
          const { toml } = await get(`/api/scenarios/${encodeURIComponent(one.name)}`);
          await beginFight({ scenario: toml, name: one.name, players: one.sides.map(() => "simple"), gm: "passive" }, one.title);
        }) }, "Play and study it"))),
    shelfOf());
}
