// A form for a number in a scenario and the range of values to try.
import { h } from "../../elements.js";
import { words } from "../../format.js";

/** @typedef {import("../ask.js").LabForm} LabForm */

const MOST_VALUES = 60;

/**
 * Return the end of a key, which names its field.
 * @param {string} key
 */
export const shortKey = (key) => key.split(".").slice(-2).map(words).join(" ");

/**
 * Return the values in a range.
 * @param {Record<string, any>} given
 * @returns {number[]}
 */
export function valuesOf({ from, to, step }) {
  const by = Math.max(1, Number(step) || 1);
  const found = [];
  for (let value = Number(from); value <= Number(to) && found.length < MOST_VALUES;
    value += by) found.push(value);
  return found;
}

/**
 * @param {string} key
 */
const groupOf = (key) => key.split(".").slice(0, -1).map(words).join(" › ") || "the scenario";

/**
 * @param {LabForm} asker
 * @param {boolean} [ends] Whether only the lowest and the highest value are used.
 * @param {boolean} [few] Whether a few values are enough.
 */
export function rangeForm(asker, ends = false, few = false) {
  const { given } = asker;
  const keys = asker.numberKeys;
  if (!keys.length) return h("p", { class: "quiet" }, "This scenario has no figures to change.");
  const begin = (/** @type {string} */ key) => {
    const now = Number(keys.find((one) => one.key === key)?.value ?? 1);
    const wide = few ? 1 : Math.max(3, Math.min(8, Math.ceil(Math.abs(now) / 2)));
    Object.assign(given, { key, from: Math.max(Math.min(now, 1), now - wide), to: now + wide,
      step: 1 });
  };
  const fitting = (/** @type {RegExp} */ pattern) => keys.find(({ key }) => pattern.test(key));
  if (!keys.some(({ key }) => key === given.key)) {
    const first = fitting(/\.(hp|hearts|strength|dur|brawn|attack)$/) || fitting(/\.count$/)
      || fitting(/^sides\./) || keys[0];
    begin(first.key);
  }
  const chosen = keys.find(({ key }) => key === given.key);
  /** @type {Map<string, typeof keys>} */
  const groups = new Map();
  for (const one of keys) {
    groups.set(groupOf(one.key), [...(groups.get(groupOf(one.key)) || []), one]);
  }
  const number = (/** @type {string} */ name, /** @type {string} */ label) =>
    h("label", { for: `ask-${name}` }, h("span", {}, label),
      h("input", { id: `ask-${name}`, type: "number", step: 1, min: name === "step" ? 1 : null,
        value: given[name],
        onchange: (/** @type {any} */ event) => { given[name] = Number(event.target.value); } }));
  return h("div", { class: "range-form" },
    h("label", { for: "ask-key" }, h("span", {}, "Figure"),
      h("select", { id: "ask-key",
        onchange: (/** @type {any} */ event) => { begin(event.target.value); asker.draw();
          document.getElementById("ask-key")?.focus(); } },
      [...groups].map(([group, entries]) =>
        h("optgroup", { label: group },
          entries.map(({ key, value }) =>
            h("option", { value: key, selected: key === given.key },
              `${words(key.split(".").pop() || key)} (now ${value})`)))))),
    h("p", { class: "quiet" }, h("code", {}, given.key), chosen?.about ? ` ${chosen.about}` : ""),
    h("div", { class: "range-row" }, number("from", "From"), number("to", "to"),
      ends ? null : number("step", "by")));
}
