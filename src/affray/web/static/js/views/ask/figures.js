// The lab's answers as bars, curves and tables.
import { h, put } from "../../elements.js";
import { percent, playersText, pointsWithin, words } from "../../format.js";
import { curvePlot, differenceBar, histogram, shareBars } from "../../render/plots.js";
import { shortKey } from "./range_form.js";

const MOST_ROWS = 12;

/** @param {number} share */
const exact = (share) => (share > 0.00005 && share < 0.99995 ? `${(100 * share).toFixed(2)} %`
  : percent(share));

/**
 * Format a share counted in a sample, with as many digits as its interval.
 * @param {number} share
 */
const sampled = (share) => `${(100 * share).toFixed(1)} %`;

/**
 * @param {string} kind
 * @param {any} result
 * @param {Rule[]} rules
 * @returns {import("../../elements.js").Child}
 */
export function figuresOf(kind, result, rules) {
  if (kind === "simulate") return simulated(result, rules);
  if (kind === "compare") return compared(result);
  if (kind === "sweep") return swept(result);
  if (kind === "tune") return tuned(result);
  if (kind === "odds") return result.rows ? variedOdds(result) : attackOdds(result, rules);
  if (kind === "duel") return duelled(result);
  return null;
}

/**
 * Return a table with a name for each column and row.
 * @param {string} caption
 * @param {string[]} heads
 * @param {import("../../elements.js").Child[][]} rows
 */
const table = (caption, heads, rows, look = "") =>
  h("div", { class: `table-frame ${look}`, tabindex: 0, role: "region", "aria-label": caption },
    h("table", {}, h("caption", {}, caption),
  h("thead", {},
    h("tr", {}, heads.map((head) => (head ? h("th", { scope: "col" }, head) : h("td", {}))))),
  h("tbody", {},
    rows.map(([first, ...rest]) =>
      h("tr", {}, h("th", { scope: "row" }, first), rest.map((cell) => h("td", {}, cell)))))));

/**
 * @param {any} result
 * @param {Rule[]} rules
 */
function simulated(result, rules) {
  const { rounds, detail } = result;
  return [
    h("p", { class: "assumes" },
      `${result.fights.toLocaleString()} fights, ${playersText(result.players)}; 95 % intervals.`),
    shareBars(result.sides, result.draws / result.fights),
    h("h3", {}, "How long it takes"),
    h("p", { class: "quiet" },
      `One fight in ten ends by round ${rounds.p10}, half by ${rounds.p50}, `
      + `nine in ten by ${rounds.p90}.`),
    histogram(rounds.histogram, "rounds"),
    detail ? details(detail, result.fights, Object.keys(result.sides), rules) : null,
  ];
}

/**
 * Format a mean with its error.
 * @param {number} mean
 * @param {number} error
 */
const within = (mean, error) => `${mean.toFixed(2)} ± ${error.toFixed(2)}`;

/**
 * @param {any} detail
 * @param {number} fights
 * @param {string[]} sides
 * @param {Rule[]} rules
 */
function details(detail, fights, sides, rules) {
  const texts = new Map(rules.map((rule) => [rule.id, rule.text]));
  const from = detail.fights === fights ? "all fights"
    : `${detail.fights.toLocaleString()} of the fights`;
  const named = (/** @type {any} */ one) =>
    h("span", { class: `side-${sides.indexOf(one.side) % 8} share-name` }, one.name);
  return [
    table(`Each fighter at the end (from ${from})`,
      ["", "stands at the end", "health left", "deals a round", "takes a round"],
      detail.fighters.map((/** @type {any} */ one) =>
        [named(one),
          `${percent(one.standing)} (${one.standing_interval.map(
            (/** @type {number} */ end) => (100 * end).toFixed(1)).join(" to ")})`,
          `${within(one.mean_health, one.mean_health_error)} of ${one.max_health}`,
          within(one.dealt_per_round, one.dealt_per_round_error),
          within(one.taken_per_round, one.taken_per_round_error)])),
    h("p", { class: "quiet" }, "± and brackets: 95 % intervals."),
    detail.drops.length ? table("Who drops whom, times in a fight", ["", "whom", "times"],
      detail.drops.slice(0, MOST_ROWS)
        .map((/** @type {any} */ one) =>
          [one.by, one.who, within(one.per_fight, one.error)])) : null,
    h("details", { class: "rules-met" }, h("summary", {}, "Rules at work"),
      table("Times in a fight", ["", "times", "in fights"],
        detail.rules.slice(0, 30).map((/** @type {any} */ one) =>
          [h("span", { title: texts.get(one.id) || "" }, h("code", {}, one.id)),
            within(one.per_fight, one.error), percent(one.fights)]))),
  ];
}

/** @param {any} result */
function compared(result) {
  const [base, ...others] = result.rows;
  const sides = Object.keys(base.sides);
  const shown = sides.length > 2 ? sides : sides.slice(0, 1);
  const widest =
    Math.max(0.02,
      ...others.flatMap((/** @type {any} */ row) =>
        shown.flatMap((side) => [Math.abs(row.difference[side].low),
          Math.abs(row.difference[side].high)])));
  return [
    h("p", { class: "assumes" },
      `${base.fights.toLocaleString()} fights of each by the same dice, `
      + `${playersText(result.players)}; 95 % intervals.`),
    h("h3", {}, "As it is"), shareBars(base.sides, base.draws / base.fights),
    others.map((/** @type {any} */ row) =>
      h("section", { class: "variant" }, h("h3", {}, row.label),
      row.changed ? [
        shown.map((side) => h("div", { class: `difference side-${sides.indexOf(side) % 8}` },
          h("span", { class: "share-name" }, side), differenceBar(row.difference[side], widest),
          h("span", { class: "share-figure" }, pointsWithin(row.difference[side])))),
        h("p", { class: "quiet" },
          `${verdict(row.difference[shown[0]], shown[0])} ${sharesText(row.sides, shown)}; `
          + `${row.rounds.mean.toFixed(2)} rounds, as it is ${base.rounds.mean.toFixed(2)}.`)]
        : h("p", {}, h("strong", {}, "No fight changed."),
          " This never came up, or makes no difference here."))),
  ];
}

/**
 * List the shares of some sides.
 * @param {Record<string, {share: number}>} sides
 * @param {string[]} shown
 */
const sharesText = (sides, shown) =>
  shown.map((side) => `${side} ${sampled(sides[side].share)}`).join(", ");

/**
 * @param {{low: number, high: number}} difference
 * @param {string} side
 */
function verdict({ low, high }, side) {
  if (low > 0) return `More wins for ${side}:`;
  return high < 0 ? `Fewer wins for ${side}:` : "May be chance:";
}

/** @param {any} result */
function swept(result) {
  const rows = result.rows.map((/** @type {any} */ row) =>
    ({ ...row, value: row.setting[result.key] }));
  const sides = /** @type {string[]} */ (result.sides);
  const values = rows.map((/** @type {any} */ row) => row.value);
  let current = Math.floor((values.length - 1) / 2);
  const shownSides = sides.length === 2 ? [0] : sides.map((_, number) => number);
  const plot = h("figure", { class: "plot wide" });
  const chosen = h("div", { "aria-live": "polite" });
  const label = h("output", { class: "slider-value", for: "sweep-slider" });
  const slider = h("input", { id: "sweep-slider", type: "range", min: 0, max: values.length - 1,
    step: 1, value: current, "aria-label": shortKey(result.key),
    oninput: () => show(Number(slider.value)) });
  const show = (/** @type {number} */ number) => {
    current = number;
    slider.value = String(number);
    const row = rows[number];
    label.textContent = `${shortKey(result.key)}: ${row.value}`;
    slider.setAttribute("aria-valuetext", String(row.value));
    put(plot, curvePlot({ label: `Wins by ${shortKey(result.key)}`, values, top: 1, said: percent,
      current, onpick: show,
      curves: shownSides.map((side) =>
        ({ name: sides[side], side,
          points: rows.map((/** @type {any} */ one) =>
            ({ value: one.sides[sides[side]].share, low: one.sides[sides[side]].low,
              high: one.sides[sides[side]].high })) })) }),
      h("figcaption", {},
        shownSides.map((side) => h("span", { class: `share-name side-${side}` },
          `${sides[side]} wins`)), ` by ${shortKey(result.key)}; the band is the 95 % interval.`));
    put(chosen, shareBars(row.sides, row.draws / row.fights),
      h("p", { class: "assumes" },
        `${row.fights.toLocaleString()} fights, ${playersText(row.players)}; `
        + `${row.rounds.mean.toFixed(2)} rounds on average.`));
  };
  show(current);
  return [plot, h("div", { class: "slider-row" }, slider, label), chosen,
    table(`Each value of ${shortKey(result.key)}`,
      ["", ...sides.map((side) => `${side} wins`), `${sides[0]}, 95 % sure`, "rounds"],
      rows.map((/** @type {any} */ row) =>
        [String(row.value), ...sides.map((side) => sampled(row.sides[side].share)),
          `${sampled(row.sides[sides[0]].low)} to ${sampled(row.sides[sides[0]].high)}`,
          row.rounds.mean.toFixed(2)]))];
}

/** @param {any} result */
function tuned(result) {
  const values = result.rows.map((/** @type {any} */ row) => row.value);
  return [
    h("p", { class: "headline" }, `${shortKey(result.key)} = ${result.value}`,
      h("span", { class: "quiet" },
        ` gives ${result.side} ${sampled(result.share)} of wins `
        + `(95 % interval: ${sampled(result.low)} to ${sampled(result.high)}).`)),
    result.reached ? null : h("p", { class: "wrong" },
      `No value gives ${percent(result.wanted)}; this one comes nearest.`),
    h("p", { class: "assumes" },
      `${playersText(result.players)}; every value by the same dice.`.replace(/^a/, "A")),
    h("figure", { class: "plot wide" },
      curvePlot({ label: `Wins of ${result.side}`, values, top: 1, said: percent,
        current: values.indexOf(result.value), wanted: result.wanted,
        curves: [{ name: result.side,
          points: result.rows.map((/** @type {any} */ row) =>
            ({ value: row.share, low: row.low, high: row.high })) }] }),
            h("figcaption", {},
              `${result.side} wins by ${shortKey(result.key)}; the line is the share you want.`)),
    table("What was tried", ["", `${result.side} wins`, "95 % sure", "fights"],
      result.rows.map((/** @type {any} */ row) =>
        [row.value === result.value ? h("strong", {}, row.value) : String(row.value),
          sampled(row.share), `${sampled(row.low)} to ${sampled(row.high)}`,
          row.fights.toLocaleString()])),
  ];
}

const REPLIES = /** @type {Record<string, string>} */ (
  { none: "without optional replies", passive: "without optional replies",
    simple: "others reply as simple players do",
    best: "others reply as is best for them" });

/**
 * @param {any} result
 * @param {Rule[]} rules
 */
function attackOdds(result, rules) {
  if (!result.damage) return null;
  const texts = new Map(rules.map((rule) => [rule.id, rule.text]));
  /** @type {Record<string, number>} */
  const effects = {};
  for (const outcome of result.outcomes) {
    for (const effect of outcome.effects) {
      effects[effect] = (effects[effect] || 0) + outcome.p;
    }
  }
  return [
    h("h3", {}, `${result.attacker}: ${result.text}`),
    h("dl", { class: "big-figures" },
      [["hits", exact(result.hit)], ["harm on average",
        `${result.mean.toFixed(3)} ± ${result.standard_deviation.toFixed(3)}`],
        [`drops ${result.target}`, exact(result.drop)]].map(([name, figure]) =>
          h("div", {}, h("dt", {}, name), h("dd", {}, figure)))),
    h("p", { class: "assumes" },
      `Exact, with the two put within reach of each other; ${REPLIES[result.replies]}.`),
    h("p", { class: "quiet" },
      `The ± is the standard deviation. Hit: the attack ` +
      "succeeds by the game's rules. Harm: health the target loses, never more than it has."),
    Math.abs(result.hurt - result.hit) > 0.0005
      ? h("p", {}, `${exact(result.hurt)} of attacks do harm.`) : null,
    result.with_replies ? h("p", {}, `${exact(result.with_replies.hit)} hit, ` +
      `${result.with_replies.harm.toFixed(3)} harm, ${exact(result.with_replies.drop)} drop ` +
      `${result.with_replies.text}.`) : null,
    histogram(result.damage, "harm"),
    Object.keys(effects).length ? table("And also", ["", "chance"],
      Object.entries(effects).sort((one, other) => other[1] - one[1])
        .map(([effect, p]) => [words(effect), exact(p)])) : null,
    result.rules.length ? h("details", {}, h("summary", {}, "Rules at work"),
      h("ul", { class: "rule-list" },
        result.rules.map((/** @type {string} */ id) =>
          h("li", {}, h("code", {}, id), ` ${texts.get(id) || ""}`)))) : null,
  ];
}

/** @param {any} result */
function variedOdds(result) {
  const { rows } = result;
  const values = rows.map((/** @type {any} */ row) => row.value);
  const same = rows.length > 1 && rows.every((/** @type {any} */ row) =>
    ["hit", "mean", "drop"].every((key) => Math.abs(row[key] - rows[0][key]) < 1e-9));
  const curve = (/** @type {string} */ key) =>
    rows.map((/** @type {any} */ row) => ({ value: row[key] }));
  return [
    h("h3", {}, `${rows[0].attacker}: ${rows[0].text}`),
    h("p", { class: "quiet" },
      `Exact; ${REPLIES[result.replies]}.`,
      same ? " This figure makes no difference to this attack." : ""),
    h("figure", { class: "plot wide" },
      curvePlot({ label: `Harm by ${shortKey(result.key)}`, values,
        said: (value) => String(Number(value.toFixed(2))),
        curves: [{ name: "harm on average",
          points: rows.map((/** @type {any} */ row) =>
            ({ value: row.mean, low: Math.max(0, row.mean - row.standard_deviation),
              high: row.mean + row.standard_deviation })) }] }),
              h("figcaption", {},
                `Harm on average by ${shortKey(result.key)}; the band is one standard deviation.`)),
    h("figure", { class: "plot wide" },
      curvePlot({ label: `Chances by ${shortKey(result.key)}`, values, top: 1, said: percent,
        curves: [{ name: "hits", side: 0, points: curve("hit") },
          { name: "drops", side: 1, points: curve("drop") }] }),
          h("figcaption", {}, h("span", { class: "share-name side-0" }, "hits"), " and ",
            h("span", { class: "share-name side-1" }, `drops ${rows[0].target}`),
            ` by ${shortKey(result.key)}`)),
    table(`Each value of ${shortKey(result.key)}`,
      ["", "hits", "harm", "± (standard deviation)", `drops ${rows[0].target}`],
      rows.map((/** @type {any} */ row) =>
        [String(row.value), exact(row.hit), row.mean.toFixed(3), row.standard_deviation.toFixed(3),
          exact(row.drop)])),
  ];
}

/**
 * Return a duel's shares: exact, or estimated with proven bounds.
 * @param {any} result
 */
function duelled(result) {
  if (result.working) {
    const { side, bounds, states } = result.working;
    return h("p", { class: "quiet" },
      `${side} wins ${exact(bounds[0])} to ${exact(bounds[1])}, `
      + `after ${Number(states).toLocaleString()} states …`);
  }
  if (!result.sides) return null;
  const bounded = result.exact === false && result.bounds;
  const sides = Object.fromEntries(Object.entries(result.sides)
    .map(([name, share]) => [name,
      { share: Number(share),
        ...(bounded ? { low: result.bounds[name][0], high: result.bounds[name][1] } : {}) }]));
  const [states, players] = [Number(result.states).toLocaleString(), playersText(result.players)];
  return [
    shareBars(sides, typeof result.draw === "number" && result.draw > 1e-12 ? result.draw : 0,
      bounded ? percent : (share) => `${(100 * share).toFixed(4)} %`),
    bounded
      ? h("p", { class: "assumes" },
        `${estimated(result)}Proven: ${proven(result.bounds)}; ${states} states, ${players}.`)
      : h("p", { class: "assumes" },
        `Exact${result.error ? `, but for ${Number(result.error).toPrecision(1)} at most` : ""}: `
        + `${states} states, ${players}.`),
    result.best ? bestPlay(result.best) : null,
    result.rounds && Object.keys(result.rounds.histogram).length
    ? [h("h3", {}, "How long it takes"), histogram(result.rounds.histogram, "rounds")] : null,
    result.fighters ? table("Each fighter at the end", ["", "stands at the end", "health left"],
      result.fighters.map((/** @type {any} */ one) =>
        [one.name, exact(one.standing), one.mean_health.toFixed(3)])) : null,
  ];
}

/**
 * List the proven bounds of each side's share.
 * @param {Record<string, [number, number]>} bounds
 */
const proven = (bounds) => Object.entries(bounds)
  .map(([name, [low, high]]) => `${name} ${exact(low)} to ${exact(high)}`).join(", ");

/**
 * Return a duel's shares by simulation, with their error.
 * @param {any} result
 */
function estimated(result) {
  if (!result.estimate) return "";
  const sides = Object.entries(result.estimate);
  const shares = sides.map(([name, { share, high, low }]) =>
    `${name} ${percent(share)} ± ${(50 * (high - low)).toFixed(1)}`);
  const fights = Number(sides[0][1].fights).toLocaleString();
  return `Estimated by ${fights} fights: ${shares.join(", ")}. `;
}

/**
 * Return the value of best play, its gain, and where it differs from usual play.
 * @param {any} best
 */
function bestPlay(best) {
  const between = (/** @type {number[]} */ [low, high],
    /** @type {(value: number) => string} */ said) =>
      (said(low) === said(high) ? said(low) : `${said(low)} to ${said(high)}`);
  const points = (/** @type {number} */ gain) =>
    `${gain <= -0.00005 ? "−" : "+"}${Math.abs(100 * gain).toFixed(2)}`;
  const better = best.advice.filter((/** @type {any} */ one) =>
    one.do !== one.usual && one.gain > 1e-6)
    .sort((/** @type {any} */ one, /** @type {any} */ other) =>
      other.gain * other.visits - one.gain * one.visits);
  const rows = better.slice(0, MOST_ROWS)
    .map((/** @type {any} */ one) =>
      [one.side, [one.when, ...one.after].join("; "), one.asked, one.do, one.usual,
        points(one.gain)]);
  return [
    h("h3", {}, "Best play"),
    best.sides.map((/** @type {string} */ side) =>
      h("p", { class: "best-play" },
        `Best play of ${side}: worth ${between(best.values[side], exact)} of a win, against `
        + `${between(best.usual_values[side], exact)} when all play as simple does `
        + `(${between(best.gains[side], points)} points; a draw counts half).`)),
    rows.length
      ? table("Where it does something else than simple",
        ["", "when", "asked", "do", "instead of", "points"], rows, "in-words")
      : h("p", { class: "quiet" }, "No choice is better than that of simple."),
  ];
}
