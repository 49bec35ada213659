// A fighter's sheet: scores, weapons with their tags, armour, conditions with their rules.
import { h, put, svg } from "../elements.js";
import { words } from "../format.js";
import { conditionsOf, resourcesOf, rulesAbout } from "../state/conditions.js";
import { avatarOf } from "./avatar.js";
import { ruleLink } from "./log.js";
import { signOf } from "./signs.js";

/** Longer texts stand below their names, as do those too long to share a line. */
const MOST_BESIDE_NAME = 12;
const MOST_WITH_NAME = 15;

/**
 * Return a value of a sheet as text.
 * @param {unknown} value
 * @returns {string}
 */
function written(value) {
  if (Array.isArray(value)) return value.map(written).join(", ");
  if (value && typeof value === "object") {
    return Object.entries(value)
    .map(([name, inner]) => `${words(name)} ${written(inner)}`).join(", ");
  }
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null || value === undefined ? "" : String(value);
}

/**
 * Return names with their values, for any of the forms a sheet lists them in.
 * @param {unknown} value
 * @returns {[string, unknown][]}
 */
function entriesOf(value) {
  const isNamed = (/** @type {any} */ one) => one && typeof one === "object" && "name" in one;
  const isPair = (/** @type {any} */ one) => Array.isArray(one) && one.length === 2;
  if (Array.isArray(value) && value.every(isNamed)) {
    return value.map(({ name, figure, ...rest }) => [String(name), figure ?? rest]);
  }
  if (Array.isArray(value) && value.every(isPair)) {
    return value.map(([name, figure]) => [String(name), figure]);
  }
  return Object.entries(/** @type {Record<string, unknown>} */ (value));
}

/**
 * @param {string} title
 * @param {unknown} entries
 */
function scoreTable(title, entries) {
  const list = entriesOf(entries).filter(([, value]) => written(value) !== "");
  if (!list.length) return null;
  return h("section", {}, h("h3", {}, title),
    h("dl", { class: "scores" }, list.map(([name, value]) => {
    const parts = Array.isArray(value) ? value.map(written) : [];
    const isLong = parts.length > 1 || written(value).length > MOST_BESIDE_NAME
      || written(value).length + words(name).length > MOST_WITH_NAME;
    return h("div", { class: isLong ? "long" : null }, h("dt", {}, words(name)),
      h("dd", {}, parts.length > 1 ? parts.map((part) => h("span", { class: "tag" }, words(part)))
        : written(value)));
  })));
}

/** @param {NonNullable<FighterSheet["weapons"]>} weapons */
function weaponList(weapons) {
  return h("section", {}, h("h3", {}, "Weapons"),
    h("ul", { class: "sheet-weapons" }, weapons.map((weapon) => {
    if (typeof weapon === "string") return h("li", {}, h("strong", {}, words(weapon)));
    return h("li", {}, h("strong", {}, words(weapon.name)),
      weapon.figures ? h("span", { class: "weapon-figures" }, written(weapon.figures)) : null,
      (weapon.tags || []).map((tag) => h("span", { class: "tag" }, words(String(tag)))));
  })));
}

/**
 * @param {FighterState} state
 * @param {RulesById} rules
 */
function conditionList(state, rules) {
  const conditions = conditionsOf(state);
  if (!conditions.length) return null;
  return h("section", {}, h("h3", {}, "Conditions"),
    h("ul", { class: "sheet-conditions" }, conditions.map((condition) => h("li", {},
    h("p", {}, svg("svg", { viewBox: "-8 -8 16 16", class: "sign-picture", "aria-hidden": "true" },
      signOf(condition)), h("strong", {}, condition.text)),
    rulesAbout(condition.name, rules)
      .map((rule) => h("p", { class: "quiet" }, rule.text, " ",
        h("code", {}, ruleLink(rule.id, rules))))))));
}

/** The sheet on the page. */
export class SheetDialog {
  /** @param {() => void} onclose */
  constructor(onclose) {
    this.body = h("div", { class: "sheet-body" });
    this.title = h("h2", { id: "sheet-title" });
    this.element = h("dialog", { class: "sheet", "aria-labelledby": "sheet-title", onclose,
      onclick: (/** @type {Event} */ event) => {
        if (event.target === this.element) this.element.close(); } },
      h("header", {}, this.title, h("button",
        { type: "button", class: "icon", "aria-label": "Close the sheet",
          onclick: () => this.element.close() }, "✕")),
      this.body);
  }

  /**
   * @param {import("../state/fight.js").FightState} state
   * @param {FighterState[]} states
   */
  show(state, states) {
    const who = state.sheet;
    if (who === null) {
      if (this.element.open) this.element.close();
      return;
    }
    const fighter = state.scene.fighters[who];
    const now = states[who];
    const sheet = fighter.sheet || {};
    const { scores, weapons, ...rest } = sheet;
    const plain = Object.fromEntries(Object.entries(rest)
      .filter(([, value]) => value === null || typeof value !== "object" || Array.isArray(value)));
    const tables = Object.entries(rest)
      .filter(([, value]) => value && typeof value === "object" && !Array.isArray(value));
    put(this.title, avatarOf(fighter, now), fighter.name);
    put(this.body,
      h("p", { class: "quiet" }, state.scene.sides[fighter.side].name,
        now ? ` · ${now.health} of ${now.max} health` : "",
        now && now.state !== "standing" ? ` · ${now.state}` : "",
        now && now.place ? ` · ${now.place}` : "",
        now && resourcesOf(now) ? ` · ${resourcesOf(now)}` : ""),
      now ? conditionList(now, state.rules) : null,
      scores ? scoreTable("Scores", scores) : null,
      weapons && weapons.length ? weaponList(weapons) : null,
      scoreTable("Besides", plain),
      tables.map(([name, value]) =>
        scoreTable(words(name).replace(/^./, (letter) => letter.toUpperCase()), value)));
    if (!this.element.open) this.element.showModal();
  }
}
