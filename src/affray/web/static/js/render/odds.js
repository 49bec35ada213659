// An option's odds in figures: for an attack the chance to hit, harm and drop; for any other option
// the outcome for each fighter. Screen readers get the same facts in words.
import { h } from "../elements.js";
import { percent } from "../format.js";
import { diceOf } from "./dice.js";
import { reasons } from "./log.js";
import { histogram } from "./plots.js";

const WORTH_SAYING = 0.0005;
const FEW = 3;
/**
 * The weight of a drop compared with a point of harm, used to list the most important outcome
 * first.
 */
const DROP_COUNTS = 5;
const BECOMES = /** @type {Record<string, string>} */ (
  { down: "drops", dead: "dies", fled: "gets away", standing: "stands again" });

/** @param {number} harm */
const signed = (harm) =>
  `${harm > 0 ? "−" : "+"}${Math.abs(harm) < 0.095 ? Math.abs(harm).toFixed(2) : Math.abs(harm).toFixed(1)}`;

/** @param {number} p */
const uncertain = (p) => p > WORTH_SAYING && p < 1 - WORTH_SAYING;

/**
 * Return outcomes for a fighter other than harm, as [outcome, probability]. Figures within a
 * condition are shown only in the detailed view.
 * @param {Prospect} one
 * @param {boolean} self
 * @returns {[string, number][]}
 */
function fates(one, self, certain = false) {
  /** @type {[string, number][]} */
  const found = [];
  for (const [state, p] of Object.entries(one.states)) {
    if (p > WORTH_SAYING && state !== "down"
    && state !== "dead") found.push([BECOMES[state] || state, p]);
  }
  for (const [condition, p] of Object.entries(one.conditions)) {
    if (!/\d/.test(condition) && (uncertain(p) || (certain && !self))) {
      found.push([condition.replace(/^not /, "no longer "), p]);
    }
  }
  if (uncertain(one.moved)) found.push(["moved", one.moved]);
  return found.sort((first, second) => second[1] - first[1]).slice(0, 2);
}

/**
 * Return how strongly an option affects a fighter, to list the most affected first.
 * @param {Prospect} one
 */
const weight = (one) => Math.abs(one.harm) + DROP_COUNTS * one.drop
  + Math.max(0, ...Object.values(one.conditions).filter(uncertain));

/**
 * @param {string} look
 * @param {...import("../elements.js").Child} inside
 */
function chip(look, ...inside) {
  return h("span", { class: `chip ${look}` }, inside);
}

/**
 * Return a chip for each fighter that an option can change.
 * @param {OptionOdds} odds
 * @param {Scene} scene
 * @param {number} self
 */
function fighterChips(odds, scene, self, but = -1) {
  const found = [];
  for (const one of odds.fighters.toSorted((first, second) => weight(second) - weight(first))) {
    if (one.who === but) continue;
    const fighter = scene.fighters[one.who];
    const parts = [];
    const words = [];
    if (Math.abs(one.harm) > 0.005) {
      parts.push(h("b", { class: one.harm > 0 ? "lost" : "gained" }, signed(one.harm)));
      words.push(`${one.harm > 0 ? "loses" : "regains"} ${Math.abs(one.harm).toFixed(2)} health on average`);
    }
    if (one.drop > WORTH_SAYING && !one.states.fled) {
      parts.push(h("span", { class: "drop" }, `drops ${percent(one.drop)}`));
      words.push(`drops ${percent(one.drop)}`);
    }
    for (const [what, p] of fates(one, one.who === self, !odds.rolled)) {
      const said = uncertain(p) ? `${what} ${percent(p)}` : what;
      parts.push(said);
      words.push(said);
    }
    if (!parts.length) continue;
    found.push(chip(`fate side-${fighter.side % 8}`,
      h("span", { "aria-hidden": "true" }, h("span", { class: "whose" }, fighter.name),
        parts.map((part, n) => [n ? " · " : " ", part])),
      h("span", { class: "visually-hidden" }, `${fighter.name} ${words.join(", ")};`)));
  }
  if (found.length <= FEW) return found;
  return [...found.slice(0, FEW - 1), chip("rest", `and ${found.length - FEW + 1} more`)];
}

/** @param {OptionOdds} odds */
function exactness(odds) {
  return odds.exact ? null : chip("",
    h("span", { "aria-hidden": "true" }, `± ${(100 * odds.error).toFixed(0)}`),
    h("span", { class: "visually-hidden" },
      `plus or minus ${(100 * odds.error).toFixed(0)} points;`));
}

/**
 * Return an option's figures in a list. Without a roll there are none, unless the outcome for a
 * fighter is certain.
 * @param {Option} option
 * @param {OptionOdds | undefined} odds
 * @param {Scene} scene
 * @param {FighterState[]} states
 * @param {number} self
 */
export function oddsChips(option, odds, scene, states, self) {
  if (!odds) return option.attack ? h("span", { class: "chips waiting" }, "…") : null;
  if (!odds.rolled) {
    const sure = fighterChips({ ...odds,
      fighters: odds.fighters.filter((one) => one.harm || one.drop || one.who !== self) }, scene,
      self);
    return sure.length ? h("span", { class: "chips", title: "certain" }, sure) : null;
  }
  const title = odds.exact ? "exact"
    : `± ${(100 * odds.error).toFixed(0)} points: there are too many ways to follow each`;
  if (odds.hit === undefined) {
    const found = fighterChips(odds, scene, self);
    return h("span", { class: "chips", title }, exactness(odds),
      found.length ? found : chip("", "rolls, and changes nobody"));
  }
  const target = odds.fighters.find((one) => one.who === option.target);
  const standing = states[option.target].state === "standing";
  return h("span", { class: "chips", title },
    exactness(odds),
    chip("hit", h("b", {}, percent(odds.hit)), " hit"),
    chip("", h("b", {}, (odds.mean || 0).toFixed(2)), " harm"),
    standing ? chip((odds.drop || 0) > WORTH_SAYING ? "drop" : "",
      h("b", {}, percent(odds.drop || 0)), " drop") : null,
    target ? fates(target, false).map(([what, p]) => chip("", h("b", {}, percent(p)), ` ${what}`))
    : null,
    fighterChips(odds, scene, self, option.target));
}

/**
 * @param {ToldLine} told
 * @param {RulesById} rules
 */
function tellingLine(told, rules) {
  return h("li", { class: "told-line" },
    h("p", {}, h("span", { class: "told" }, told.text), " ",
      h("span", { class: "dice" }, told.rolls.map(diceOf))),
    reasons(told.because, told.rules, rules));
}

/**
 * @param {ExplainedOption["ways"][number]} way
 * @param {RulesById} rules
 * @param {boolean} open
 */
function wayOf({ kind, p, told }, rules, open) {
  const head = [h("b", { class: "share-of" }, percent(p)), h("span", {}, kind)];
  if (!told.length) return h("li", { class: "way-of bare" }, h("p", { class: "head" }, head));
  return h("li", { class: "way-of" },
    h("details", { open }, h("summary", { class: "head" }, head),
      h("ol", { class: "example" }, told.map((line) => tellingLine(line, rules)))));
}

/**
 * Return a note on what replies change about an attack, and what its three figures mean.
 * @param {OptionOdds} odds
 * @param {ExplainedOption} found
 */
function figuresNote(odds, found) {
  const effect = found.with_replies;
  const hurt = odds.hurt ?? odds.hit ?? 0;
  const differs = Math.abs(hurt - (odds.hit ?? 0)) > 0.0005;
  return [
    effect ? h("p", {}, `${percent(effect.hit)} hit, ${effect.harm.toFixed(2)} harm, ` +
      `${percent(effect.drop)} drop ${effect.text}.`) : null,
    differs ? h("p", {}, `${percent(hurt)} do harm.`) : null,
    found.figures ? h("p", { class: "quiet" }, `${found.figures}.`) : null,
  ];
}

/**
 * Return an option's detailed odds: its distribution, and every kind of outcome with one example.
 * @param {ExplainedOption} found
 * @param {RulesById} rules
 */
export function explanation(found, rules) {
  const { odds, ways } = found;
  const told = ways.some((one) => one.told.length);
  return [
    odds.rolled
      ? h("p", { class: "quiet" }, odds.exact ? "Exact odds"
        : `Played out: ± ${(100 * odds.error).toFixed(1)} points`, `, ${found.assumption}.`)
      : h("p", { class: "quiet" }, "Nothing is rolled: it goes one way."),
    odds.hit === undefined ? null : figuresNote(odds, found),
    found.damage && Object.keys(found.damage).length > 1 ? histogram(found.damage, "harm") : null,
    odds.rolled && told ? h("p", { class: "quiet" },
      "Every kind of outcome, and one way each came about:") : null,
    told ? h("ol", { class: "ways-of" },
      ways.map((one, number) => wayOf(one, rules, number === 0))) : null,
  ];
}
