// Rules: each ruleset's rulebook by chapter, to read and search, with its settled questions and
// house rules.
import { h, put } from "../elements.js";
import { percent, shortTitle, switchText, words } from "../format.js";
import { getLibrary, getRuleset, ruleHref, searchRules } from "../service.js";
import { SHOWN, chaptersOf, markedParts, rulesShown } from "../state/rulebook.js";

/** @type {Record<string, [string, string]>} */
const SOURCES = {
  seed: ["chapter", "The combat chapter says it"],
  companion: ["other chapter", "Another chapter of the same game says it"],
  ruling: ["settled here", "The documents are silent or disagree; this is how it is settled here"],
};

/**
 * Show the view for a ruleset and one of its rules.
 * @param {HTMLElement} main
 * @param {string[]} address
 */
export async function rulesView(main, [name, wanted = ""]) {
  const library = await getLibrary();
  const chosen = library.rulesets.find((one) => one.name === name) || library.rulesets[0];
  const ruleset = await getRuleset(chosen.name);
  const titles = Object.fromEntries(chosen.scenarios.map((one) => [one.name, one.title]));
  let shown = "all";
  /** @type {FoundRules | null} */
  let sought = null;
  let current = ruleset.rules.some((rule) => rule.id === wanted) ? wanted : "";

  const list = h("div", { class: "rulebook" });
  const chapters = h("ul", { class: "chapters" });
  const count = h("p", { class: "quiet", role: "status" });
  const kinds = h("div", { class: "tabs", role: "group", "aria-label": "Which rules" });
  const search = h("input", { type: "search", id: "find-rule",
    placeholder: "run away, two weapons, heal…", oninput: () => seek(search.value.trim()) });

  /** @param {string} text */
  async function seek(text) {
    const answer = text ? await searchRules(ruleset.name, text) : null;
    if (search.value.trim() !== text) return;
    sought = answer;
    draw();
  }

  /** @param {string} text */
  const marked = (text) => markedParts(text, sought ? sought.marks : [])
    .map(([part, isFound]) => (isFound ? h("mark", {}, part) : part));

  /** @param {Rule} rule */
  const ruleEntry = (rule) => h("article",
    { class: rule.id === current ? "rule-entry current" : "rule-entry", id: `rule-${rule.id}`,
      tabindex: -1, "aria-labelledby": `id-${rule.id}` },
    h("header", {},
      h("h3", { id: `id-${rule.id}` }, marked(rule.title)),
      h("span", { class: `source source-${rule.source}`,
        title: (SOURCES[rule.source] || ["", ""])[1] },
        (SOURCES[rule.source] || [rule.source])[0])),
    h("p", {}, marked(rule.text)),
    ruleset.played[rule.id]
      ? h("blockquote", { class: "played", title: "From the log of a fight" },
        ruleset.played[rule.id].map((line) => h("p", {}, line))) : null,
    rule.option ? houseSwitch(rule.option) : null,
    h("p", { class: "met quiet" },
      h("a", { href: ruleHref(ruleset.name, rule.id), class: "rule-id",
        onclick: (/** @type {MouseEvent} */ event) => { event.preventDefault(); point(rule.id);
          } }, rule.id), " ", metText(ruleset.met[rule.id], titles)));

  /** @param {string} id */
  function point(id) {
    current = id;
    history.replaceState(null, "", ruleHref(ruleset.name, id));
    for (const entry of list.querySelectorAll(".rule-entry")) {
      entry.classList.toggle("current", entry.id === `rule-${id}`);
    }
  }

  function draw() {
    const rules = rulesShown(ruleset.rules, shown, sought);
    /** @type {[string, Rule[]][]} */
    const found = sought && rules.length ? [["found", rules]] : chaptersOf(rules);
    put(count, rules.length === ruleset.rules.length ? `${rules.length} rules`
      : `${rules.length} of ${ruleset.rules.length} rules`);
    put(kinds, Object.entries(SHOWN)
      .map(([kind, { label, fits }]) =>
        h("button", { type: "button", "aria-pressed": String(kind === shown),
          onclick: () => { shown = kind; draw(); } }, label,
          h("span", { class: "count" }, String(ruleset.rules.filter(fits).length)))));
    put(chapters,
      found.map(([chapter, entries]) =>
        h("li", {}, h("button", { type: "button", class: "link",
          onclick: () =>
            list.querySelector(`[data-chapter="${chapter}"]`)?.scrollIntoView({ block: "start" }) },
            words(chapter)), h("span", { class: "count" }, String(entries.length)))));
    put(list, sought && sought.note ? h("p", { class: "absent" },
      noteParts(sought.note, ruleset.name)) : null,
      found.length ? found.map(([chapter, entries]) =>
      h("section", { "data-chapter": chapter, "aria-label": words(chapter) },
        h("h2", {}, words(chapter)), entries.map(ruleEntry)))
          : h("p", { class: "quiet" }, "No rule has these words."),
      !sought && shown === "all" && ruleset.examples.length
      ? h("section", { "data-chapter": "examples", "aria-label": "Worked examples" },
        h("h2", {}, "Worked examples"),
        ruleset.examples.map((one) => h("article", { class: "rule-entry" },
          h("header", {}, h("h3", { class: "rule-id" }, one.id)), h("p", {}, one.text)))) : null);
  }

  draw();
  put(main,
    h("section", { class: "hero rules-hero" }, h("h1", {}, "Rules"),
      h("p", {}, "Every rule of each game in our own words, with its source, its switch and an "
        + "example. Each line of a fight's log and each modifier leads here.")),
    h("nav", { class: "tabs rulesets", "aria-label": "Rulebooks" },
      library.rulesets.map((one) => h("a",
        { href: `#/rules/${one.name}`, class: "button",
          "aria-current": one === chosen ? "page" : null }, shortTitle(one.title)))),
    h("div", { class: "rules-page" },
      h("aside", { class: "card rules-side" },
        h("label", { for: "find-rule" }, h("span", {}, "Search"), search), kinds, count,
        h("nav", { "aria-label": "Chapters" }, chapters)),
      list));
  const entry = current ? document.getElementById(`rule-${current}`) : null;
  if (entry) {
    entry.scrollIntoView({ block: "center" });
    entry.focus({ preventScroll: true });
  }
}

/**
 * Return a note's text, with links to the rules that it names in brackets.
 * @param {string} note
 * @param {string} ruleset
 */
const noteParts = (note, ruleset) => note.split(/\(([\w-]+\.[\w-]+)\)/).map((part, number) =>
  (number % 2 ? h("a", { href: ruleHref(ruleset, part), class: "rule-id" }, part) : part));

/** @param {HouseOption} option */
function houseSwitch(option) {
  return h("p", { class: "switch" },
    h("span", { class: "switch-name" }, "House rule ", h("code", {}, option.name)),
    option.values.length ? option.values.map((value) =>
      h("span", { class: value === option.default ? "value usual" : "value" }, switchText(value)))
        : h("span", { class: "value usual" }, switchText(option.default)));
}

/**
 * Return the list of scenarios that use a rule.
 * @param {Record<string, number> | undefined} met
 * @param {Record<string, string>} titles
 */
function metText(met, titles) {
  const entries = Object.entries(met || {});
  if (!entries.length) return "Not met in the built-in fights that were tried.";
  return ["Met in ",
    entries.map(([scenario, share], number) =>
      [number ? ", " : "", h("a", { href: `#/build/${scenario}` }, titles[scenario] || scenario),
        share < 1 ? ` (${percent(share)} of fights)` : ""])];
}
