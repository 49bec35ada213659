// "Is it too strong?": an entry's odds against common targets and its effect on this scenario,
// compared with the original.
import { h, put } from "../../elements.js";
import { percent, points, pointsWithin, words } from "../../format.js";
import { differenceBar } from "../../render/plots.js";
import { followJob, post } from "../../service.js";

/** @typedef {import("../build.js").ScenarioBuilder} ScenarioBuilder */

/**
 * @param {ScenarioBuilder} builder
 * @param {string} table
 * @param {string} name
 */
export function strengthPanel(builder, table, name) {
  const { ruleset, draft } = builder;
  const known = Object.keys(ruleset?.content[table] || {});
  if (!known.length) return null;
  const key = `${table}.${name}`;
  const guess = draft.originals?.[key] && known.includes(draft.originals[key])
    ? draft.originals[key] : known.includes(name) ? name : known[0];
  const original = h("select", { "aria-label": `What ${words(name)} is measured against` },
    known.map((one) => h("option", { value: one, selected: one === guess }, words(one))));
  const result = h("div", { class: "strength-result", "aria-live": "polite" },
    builder.strengths.get(key) || null);
  const button = h("button", { type: "submit", class: "small" }, "Is it too strong?");
  let stop = () => {};
  const run = async () => {
    if (builder.checked?.problems.length) {
      put(result, h("p", { class: "wrong" }, "Mend the scenario's problems first."));
      return;
    }
    button.disabled = true;
    const bar = h("progress", { max: 1, value: 0, "aria-label": "Progress" });
    const halt = h("button", { type: "button", class: "small", onclick: () => stop() }, "Stop");
    const shown = h("div", {});
    put(result, h("div", { class: "row" }, bar, halt), shown);
    try {
      const job = await post("/api/ask",
        { kind: "strength", scenario: builder.text.value, name: builder.draft.name,
          entry: { table, name, original: original.value } });
      await followJob(job, (now) => { bar.value = now.progress;
        if (now.result.targets) put(shown, strengthFigures(now.result)); },
        (how) => { stop = how; });
      bar.remove();
      halt.remove();
    } catch (error) {
      put(shown, h("p", { class: "wrong" }, /** @type {Error} */ (error).message));
    }
    builder.strengths.set(key, shown);
    button.disabled = false;
  };
  return h("form", { class: "strength",
    onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); run(); } },
    h("div", { class: "row" }, button, h("span", { class: "quiet" }, "against"), original), result);
}

/** @param {any} result */
function strengthFigures(result) {
  return [
    result.targets.length ? [
      h("table", { class: "strength-table" },
        h("caption", {},
          `One attack of ${result.attacker}, exact: with ${words(result.original)}, and now`),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Against"),
          ["Hits", "Harm", "±", "Drops"].map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {},
          result.targets.map((/** @type {any} */ one) =>
            h("tr", {}, h("th", { scope: "row" }, one.target),
          h("td", {}, change(one, "hit", percent)),
          h("td", {}, change(one, "mean", (value) => value.toFixed(2))),
          h("td", {}, change(one, "standard_deviation", (value) => value.toFixed(2))),
          h("td", {}, change(one, "drop", percent))))))]
            : h("p", { class: "quiet" },
              "It is no weapon, so there are no attacks to compare."),
    verdict(result),
  ];
}

/**
 * @param {any} one
 * @param {string} key
 * @param {(value: number) => string} said
 */
function change(one, key, said) {
  const [before, after] = [one.original[key], one.changed[key]];
  if (Math.abs(before - after) < 1e-9) return said(after);
  return [h("span", { class: "before" }, said(before)), " → ",
    h("strong", { class: after > before ? "more" : "less" }, said(after))];
}

/** @param {any} result */
function verdict(result) {
  if (!result.users.length) {
    return h("p", { class: "quiet" },
    "No fighter of this scenario has it, so it changes nothing here. Give it to a fighter to see "
      + "its effect.");
  }
  if (!result.rows) return h("p", { class: "quiet" }, "The scenario is played with both …");
  const players = [...new Set(Object.values(result.players))].join(" and ");
  const here = result.lopsided
    ? h("p", { class: "lopsided" }, h("strong", {}, "This scenario is too lopsided to tell: "),
      lopsidedText(result.rows), ". ", result.mirror ? "The even fight below says more." : "")
    : differenceOf(result.rows, players);
  return h("div", {}, h("h4", {}, "In this scenario"), here,
    result.mirror ? [h("h4", {}, "In an even fight"),
      h("p", { class: "quiet" },
        "The side that has it against itself, which has the original on the other side."),
      differenceOf(result.mirror, players)] : null);
}

/** @param {any[]} rows */
function lopsidedText([before, after]) {
  const [side, share] = Object.entries(before.sides)
    .map(([name, one]) => /** @type {[string, number]} */ ([name, one.share]))
    .reduce((best, one) => (one[1] > best[1] ? one : best));
  return `${side} wins ${percent(share)} with the original and ${
    percent(after.sides[side].share)} as it is now`;
}

/**
 * Describe the effect of a change on the shares of wins.
 * @param {any[]} rows
 * @param {string} players
 */
function differenceOf([before, row], players) {
  if (!row.changed) {
    return h("p", {}, h("strong", {}, "No fight changed"),
      ` in ${row.fights.toLocaleString()}: it makes no difference here.`);
  }
  const sides = Object.entries(row.difference);
  const [first] = sides[0];
  return h("div", { class: "strength-fights" },
    h("p", {}, h("strong", {}, judgement(/** @type {any} */ (sides))),
      ` ${first} wins ${percent(before.sides[first].share)} with the original, ${
        percent(row.sides[first].share)} as it is now; ${row.fights.toLocaleString()
      } fights each by the same dice, as ${players} players play it.`),
    sides.map(([side, one], number) =>
      h("div", { class: `difference side-${number % 8}` }, h("span", { class: "share-name" }, side),
        differenceBar(/** @type {any} */ (one)),
        h("span", { class: "share-figure" }, pointsWithin(/** @type {any} */ (one))))));
}

/** @param {[string, {share: number, low: number, high: number}][]} sides */
function judgement(sides) {
  const [side, most] = sides.reduce((best, one) => (one[1].share > best[1].share ? one : best));
  if (most.low <= 0) return "It may make no difference:";
  const word = most.low > 0.1 ? "Much stronger" : most.low > 0.03 ? "Stronger"
    : "A little stronger";
  return `${word} for ${side}: ${points(most.share)} of wins.`;
}
