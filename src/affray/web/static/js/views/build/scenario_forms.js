// The forms of a scenario: general data, sides and fighters, house rules.
import { h } from "../../elements.js";
import { switchText, words } from "../../format.js";
import { countOf } from "../../plan/sketch.js";
import { avatarOf } from "../../render/avatar.js";
import { emblemOf } from "../../state/emblems.js";
import { problemSlot } from "../../render/problem_slots.js";
import { fieldOf, tableForm } from "../../render/schema_form.js";
import { numberInput } from "../../render/simple_controls.js";
import { ruleHref } from "../../service.js";
import { emblemPicker } from "./emblem_picker.js";
import { copyEntry, entryNames, entryOf, showEntry } from "./entries.js";

/** @typedef {import("../build.js").ScenarioBuilder} ScenarioBuilder */

/** Keys with their own form, or with none. */
const ELSEWHERE = ["ruleset", "house", "map", "sides"];
const FIRST = ["title", "about", "round_limit", "game_master"];

/**
 * Return the form for a scenario's keys other than map, sides and content.
 * @param {ScenarioBuilder} builder
 */
export function scenarioForm(builder) {
  const { data, schema } = builder;
  if (!schema) return null;
  const tables = schema.contentTables();
  const rest = Object.keys(schema.properties)
    .filter((key) => ![...FIRST, ...ELSEWHERE, ...tables].includes(key));
  const context = builder.formContext();
  const draw = (/** @type {string} */ key) =>
    fieldOf(context, data, key, schema.shape(schema.properties[key]), key, key === "title");
  return h("section", { class: "card" }, h("h2", {}, "What it is"),
    h("div", { class: "field-lines wide" },
      FIRST.filter((key) => key in schema.properties).map(draw)),
    rest.map(draw));
}

/**
 * Return the sides with their fighters: entry, place, number, and differences from the entry.
 * @param {ScenarioBuilder} builder
 */
export function sidesForm(builder) {
  const { data, ruleset, schema } = builder;
  if (!ruleset || !schema) return null;
  const sides = Array.isArray(data.sides) ? data.sides : [];
  const shape = schema.shape(schema.properties.sides);
  const side = schema.resolve(shape.item);
  return h("section", { class: "sides-form" },
    sides.map((/** @type {any} */ one, /** @type {number} */ number) =>
      sideForm(builder, one, number, side)),
    sides.length < (shape.mostItems ?? 8) ? h("button", { type: "button", onclick: () => {
      data.sides = [...sides, { name: `side ${sides.length + 1}`,
        fighters: [newFighter(builder, [])] }];
      builder.write(true);
    } }, "Add a side") : null,
    problemSlot("sides"));
}

/**
 * @param {ScenarioBuilder} builder
 * @param {any} side
 * @param {number} number
 * @param {any} schema
 */
function sideForm(builder, side, number, schema) {
  const fighters = Array.isArray(side.fighters) ? side.fighters : [];
  const key = `sides.${number}`;
  return h("fieldset", { class: `card side-form side-${number % 8}` },
    h("legend", {}, side.name || `side ${number + 1}`),
    tableForm(builder.formContext(), side, schema.properties || {}, `${key}.`,
      { required: ["name"], but: ["fighters"] }),
    h("ul", { class: "placed" },
      fighters.map((/** @type {any} */ fighter, /** @type {number} */ index) =>
        fighterRow(builder, side, number, fighter, index, schema))),
    problemSlot(`${key}.fighters`),
    h("div", { class: "row" },
      h("button", { type: "button", class: "small",
        onclick: () => { side.fighters = fighters; fighters.push(newFighter(builder, fighters));
          builder.write(true); } }, "Add a fighter"),
      builder.data.sides.length > 2
      ? h("button", { type: "button", class: "small",
        onclick: () => { builder.data.sides.splice(number, 1); builder.write(true); } },
        `Remove ${side.name || "this side"}`) : null));
}

/**
 * @param {ScenarioBuilder} builder
 * @param {any[]} fighters
 */
function newFighter(builder, fighters) {
  const table = String(builder.ruleset?.roster);
  const names = entryNames(builder, table);
  return { is: fighters.length ? fighters[fighters.length - 1].is : names[0],
    at: builder.field.somewhere(fighters) };
}

/** @param {unknown} at */
function whereText(at) {
  return Array.isArray(at) ? at.join(", ") : at === undefined ? "nowhere" : String(at);
}

/**
 * @param {ScenarioBuilder} builder
 * @param {any} side
 * @param {number} number
 * @param {any} fighter
 * @param {number} index
 * @param {any} sideSchema
 */
function fighterRow(builder, side, number, fighter, index, sideSchema) {
  const { schema, field } = builder;
  const table = String(builder.ruleset?.roster);
  const names = entryNames(builder, table);
  const key = `sides.${number}.fighters.${index}`;
  const placed = schema?.resolve(schema.shape(sideSchema.properties.fighters).item) || {};
  const chosen = field.chosen && field.chosen.side === number && field.chosen.index === index;
  const called = fighter.name || words(String(fighter.is ?? "?"));
  const count = schema?.shape(placed.properties?.count || {}) || { kind: "number" };
  const countSlot = problemSlot(`${key}.count`);
  const known = builder.fighterAt(number, index);
  const own = Boolean((builder.data[table] || {})[fighter.is]);
  const sheet = `${key} sheet`;
  const usualEmblem = emblemOf({ name: called, side: number,
    emblem: fighter.emblem ? undefined : known?.emblem,
    sheet: { weapons: fighter.weapons || entryOf(builder, table, fighter.is).weapons } });
  const emblems = schema?.shape(placed.properties?.emblem || {}).values?.map(String) || [];
  const others = Object.keys(fighter)
    .filter((one) => !["is", "at", "count", "name", "emblem"].includes(one)).length;
  return h("li", { class: chosen ? "chosen" : "" },
    h("div", { class: "placed-line" },
      avatarOf({ name: called, side: number, emblem: known?.emblem, look: known?.look },
        known || { health: 1, max: 1, state: "standing", conditions: [], where: null }),
      h("select", { id: `f-${key}-is`, "aria-label": `Who (${called})`,
        onchange: (/** @type {any} */ event) => { fighter.is = event.target.value;
          builder.write(true); } }, names.includes(fighter.is) ? null
            : h("option", { value: fighter.is || "", selected: true }, fighter.is || "?"),
            names.map((name) => h("option", { value: name, selected: name === fighter.is },
              words(name)))),
      h("span", { class: "times", "aria-hidden": "true" }, "×"),
      numberInput({ ...count, least: 1 }, countOf(fighter),
        (value) => { if (value > 1) fighter.count = value; else delete fighter.count;
          builder.write(); }, `f-${key}-count`,
          { "aria-label": `How many (${called})`, class: "how-many" }, true, countSlot),
      h("button", { type: "button", class: "small where", "aria-pressed": String(Boolean(chosen)),
        "aria-label": `Place ${called}, now at ${whereText(fighter.at)}`,
        onclick: () => { field.choose(chosen ? null : { side: number, index }); builder.drawForms();
          } }, `at ${whereText(fighter.at)}`),
      h("button", { type: "button", class: "tiny", "aria-label": `Remove ${called}`,
        onclick: () => { side.fighters.splice(index, 1); builder.write(true); } }, "×")),
    countSlot, problemSlot(key), problemSlot(`${key}.is`), problemSlot(`${key}.at`),
    h("details", { class: "sheet-details", open: builder.opened.has(sheet),
      ontoggle: (/** @type {any} */ event) =>
        (event.target.open ? builder.opened.add(sheet) : builder.opened.delete(sheet)) },
      h("summary", {}, `Sheet of ${called}`,
        others ? h("span", { class: "quiet" },
          ` · ${others} ${others === 1 ? "figure" : "figures"} of its own`) : null),
      emblems.length ? emblemPicker(called, emblems, fighter.emblem, usualEmblem,
        (emblem) => { if (emblem) fighter.emblem = emblem; else delete fighter.emblem;
          builder.write(true); }, `f-${key}-emblem`) : null, problemSlot(`${key}.emblem`),
      tableForm(builder.formContext(), fighter, placed.properties || {}, `${key}.`,
        { but: ["is", "at", "count", "emblem"], inherited: entryOf(builder, table, fighter.is),
          required: ["name"].filter((one) => placed.properties?.[one]) }),
      h("div", { class: "row" },
        h("button", { type: "button", class: "small",
          onclick: () => { side.fighters.splice(index + 1, 0,
            { ...structuredClone(fighter), at: field.somewhere([fighter]) }); builder.write(true);
              } }, "One more like this"),
        countOf(fighter) > 1 ? h("button",
          { type: "button", class: "small",
            onclick: () => { split(builder, side, index); builder.write(true); } },
            "Place each by itself") : null,
        own ? h("button", { type: "button", class: "small",
          onclick: () => showEntry(builder, table, fighter.is) },
          `Change ${words(String(fighter.is))}`)
          : h("button", { type: "button", class: "small",
            onclick: () => { const name = copyEntry(builder, table, fighter.is);
              if (name) fighter.is = name; builder.write(true);
                showEntry(builder, table, fighter.is); } }, "Copy its entry to change it"))));
}

/**
 * Split an entry that places several fighters into one entry for each.
 * @param {ScenarioBuilder} builder
 * @param {any} side
 * @param {number} index
 */
function split(builder, side, index) {
  const fighter = side.fighters[index];
  const many = countOf(fighter);
  const [x, y] = Array.isArray(fighter.at) ? fighter.at : [0, 0];
  const each = Array.from({ length: many }, (_, part) => {
    const one = structuredClone(fighter);
    delete one.count;
    if (Array.isArray(x)) one.at = fighter.at[part];
    else if (Array.isArray(fighter.at)) one.at = [x + part, y];
    if (one.name) one.name = `${one.name} ${part + 1}`;
    return one;
  });
  side.fighters.splice(index, 1, ...each);
}

/**
 * Return the house rules, each with the rule it belongs to.
 * @param {ScenarioBuilder} builder
 */
export function houseForm(builder) {
  const { data, ruleset } = builder;
  if (!ruleset) return null;
  const switches = ruleset.rules.flatMap(({ id, text, option }) =>
    (option ? [{ id, text, option }] : []));
  if (!switches.length) {
    return h("section", { class: "card" }, h("h2", {}, "House rules"),
    h("p", { class: "quiet" }, "This ruleset has none."));
  }
  const set = (/** @type {HouseOption} */ option, /** @type {unknown} */ value) => {
    data.house ||= {};
    if (value === option.default) delete data.house[option.name];
    else data.house[option.name] = value;
    if (!Object.keys(data.house).length) delete data.house;
    builder.write();
  };
  return h("section", { class: "card" }, h("h2", {}, "House rules"),
    h("ul", { class: "house" }, switches.map(({ option, text, id }) => {
    const now = (data.house || {})[option.name] ?? option.default;
    const control = option.values.length
      ? h("select", { id: `house-${option.name}`,
        onchange: (/** @type {any} */ event) =>
          set(option, option.values[event.target.selectedIndex]) },
          option.values.map((value) => h("option", { selected: value === now },
            `${switchText(value)}${value === option.default ? " (usual)" : ""}`)))
      : h("input", { id: `house-${option.name}`,
        type: typeof option.default === "number" ? "number" : "text", value: now,
        onchange: (/** @type {any} */ event) =>
          set(option, typeof option.default === "number" ? Number(event.target.value)
            : event.target.value) });
    return h("li", {}, h("label", { for: `house-${option.name}` },
      h("strong", {}, words(option.name)), control),
      h("p", { class: "quiet" }, text, " ",
        h("a", { href: ruleHref(ruleset.name, id) }, h("code", {}, id))),
        problemSlot(`house.${option.name}`));
  })));
}
