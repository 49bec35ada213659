// The forms of a scenario: sides and fighters, house rules, content of its own.
import { h, put } from "../../elements.js";
import { words } from "../../format.js";

/** @typedef {import("../build.js").ScenarioBuilder} ScenarioBuilder */

/**
 * A labelled input that tells its value when it has changed.
 * @param {string} label
 * @param {string} value
 * @param {(value: string) => void} onvalue
 * @param {HTMLElement | null} [more]
 */
export function fieldRow(label, value, onvalue, type = "text", more = null) {
  const id = `field-${Math.random().toString(36).slice(2)}`;
  const change = (/** @type {any} */ event) => onvalue(event.target.value);
  const control = type === "long" ? h("textarea", { id, rows: 3, onchange: change }) : h("input", { id, type, onchange: change, ...(type === "number" ? { min: 0 } : {}) });
  control.value = value;
  return h("label", { for: id, class: "field" }, h("span", {}, label), control, more);
}

/**
 * The table of a ruleset's content that lists who can fight.
 * @param {RulesetData} ruleset
 */
export function rosterTable(ruleset) {
  const tables = Object.keys(ruleset.content);
  return ["fighters", "models", "creatures", "characters"].find((name) => tables.includes(name)) || tables[0];
}

/**
 * Sides with their fighters: who, where, how many.
 * @param {ScenarioBuilder} builder
 */
export function sidesForm(builder) {
  const { data, ruleset } = builder;
  if (!ruleset) return null;
  const table = rosterTable(ruleset);
  const names = [...new Set([...Object.keys(data[table] || {}), ...Object.keys(ruleset.content[table] || {})])].sort();
  const section = h("section", { class: "card" }, h("h2", {}, "Sides and fighters"));
  (Array.isArray(data.sides) ? data.sides : []).forEach((/** @type {any} */ side, /** @type {number} */ number) => {
    const fighters = Array.isArray(side.fighters) ? side.fighters : [];
    section.append(h("fieldset", { class: `side-form side-${number % 8}` }, h("legend", {}, side.name || `side ${number + 1}`),
      fieldRow("Name", side.name || "", (value) => { side.name = value; builder.write(true); }),
      h("ul", { class: "placed" }, fighters.map((/** @type {any} */ fighter, /** @type {number} */ index) => {
        const chosen = builder.field.chosen && builder.field.chosen.side === number && builder.field.chosen.index === index;
        return h("li", { class: chosen ? "chosen" : "" },
          h("select", { "aria-label": "Who", onchange: (/** @type {any} */ event) => { fighter.is = event.target.value; builder.write(true); } }, names.includes(fighter.is) ? null : h("option", { value: fighter.is || "", selected: true }, fighter.is || "?"), names.map((name) => h("option", { value: name, selected: name === fighter.is }, name))),
          h("input", { type: "number", min: 1, max: 50, value: fighter.count || 1, "aria-label": "How many", onchange: (/** @type {any} */ event) => { const count = Number(event.target.value); if (count > 1) fighter.count = count; else delete fighter.count; builder.write(); } }),
          h("span", { class: "quiet" }, whereText(fighter.at)),
          h("button", { type: "button", class: "small", "aria-pressed": String(Boolean(chosen)), onclick: () => { builder.field.choose(chosen ? null : { side: number, index }); builder.drawForm(); } }, "Place"),
          h("button", { type: "button", class: "small", "aria-label": `Remove ${fighter.is}`, onclick: () => { fighters.splice(index, 1); builder.write(true); } }, "Remove"));
      })),
      h("button", { type: "button", class: "small", onclick: () => { side.fighters = fighters; fighters.push({ is: fighters.length ? fighters[fighters.length - 1].is : names[0], at: builder.field.somewhere(fighters) }); builder.write(true); } }, "Add a fighter")));
  });
  section.append(h("p", { class: "quiet" }, "Place: press it, then a place on the field."));
  return section;
}

/** @param {unknown} at */
function whereText(at) {
  return Array.isArray(at) ? at.join(", ") : at === undefined ? "" : String(at);
}

/**
 * House rules, each with the rule it belongs to.
 * @param {ScenarioBuilder} builder
 */
export function houseForm(builder) {
  const { data, ruleset } = builder;
  if (!ruleset) return null;
  const switches = ruleset.rules.flatMap(({ id, text, option }) => (option ? [{ id, text, option }] : []));
  if (!switches.length) return null;
  const set = (/** @type {HouseOption} */ option, /** @type {unknown} */ value) => {
    data.house ||= {};
    if (value === option.default) delete data.house[option.name];
    else data.house[option.name] = value;
    if (!Object.keys(data.house).length) delete data.house;
    builder.write();
  };
  return h("section", { class: "card" }, h("h2", {}, "House rules"), h("ul", { class: "house" }, switches.map(({ option, text, id }) => {
    const now = (data.house || {})[option.name] ?? option.default;
    const control = option.values.length
      ? h("select", { id: `house-${option.name}`, onchange: (/** @type {any} */ event) => set(option, option.values[event.target.selectedIndex]) }, option.values.map((value) => h("option", { selected: value === now }, `${value}${value === option.default ? " (as it is)" : ""}`)))
      : h("input", { id: `house-${option.name}`, type: typeof option.default === "number" ? "number" : "text", value: now, onchange: (/** @type {any} */ event) => set(option, typeof option.default === "number" ? Number(event.target.value) : event.target.value) });
    return h("li", {}, h("label", { for: `house-${option.name}` }, h("strong", {}, words(option.name)), control), h("p", { class: "quiet" }, text, " ", h("code", {}, id)));
  })));
}

/**
 * Content of the scenario's own: a copy of something there is, changed.
 * @param {ScenarioBuilder} builder
 */
export function contentForm(builder) {
  const { data, ruleset } = builder;
  if (!ruleset) return null;
  const tables = Object.keys(ruleset.content).filter((name) => ruleset.fields[name]);
  if (!tables.length) return null;
  const own = tables.flatMap((table) => Object.keys(data[table] || {}).map((name) => [table, name]));
  const from = h("select", { id: "copy-of", "aria-label": "A copy of" });
  const fill = () => put(from, Object.keys(ruleset.content[table.value]).map((name) => h("option", { value: name }, name)));
  const table = h("select", { "aria-label": "What", onchange: () => fill() }, tables.map((name) => h("option", { value: name, selected: name === "weapons" }, name)));
  fill();
  const named = h("input", { "aria-label": "Called", placeholder: "its-new-name", pattern: "[a-z0-9][a-z0-9\\-]*", required: true, maxlength: 60 });
  return h("section", { class: "card" }, h("h2", {}, "Content of your own"),
    own.map(([kind, name]) => entryForm(builder, kind, name)),
    h("form", { class: "row", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      data[table.value] ||= {};
      data[table.value][named.value] = JSON.parse(JSON.stringify(ruleset.content[table.value][from.value] || {}));
      builder.write(true);
    } }, h("span", {}, "A new one of "), table, h("span", {}, " like "), from, h("span", {}, " called "), named, h("button", { type: "submit", class: "small" }, "Add")));
}

/**
 * @param {ScenarioBuilder} builder
 * @param {string} kind
 * @param {string} name
 */
function entryForm(builder, kind, name) {
  const entry = builder.data[kind][name];
  const fields = builder.ruleset?.fields[kind] || {};
  const missing = Object.keys(fields).filter((key) => !(key in entry));
  const more = h("select", { "aria-label": `Another field of ${name}` }, missing.map((key) => h("option", { value: key }, key)));
  return h("details", { class: "own" }, h("summary", {}, `${kind}: ${name}`),
    Object.entries(entry).map(([key, value]) => fieldRow(key, shown(value), (given) => { if (given === "") delete entry[key]; else entry[key] = understood(given, value); builder.write(); }, "text", h("span", { class: "quiet" }, (fields[key] || {}).description || ""))),
    missing.length ? h("div", { class: "row" }, more, h("button", { type: "button", class: "small", onclick: () => { entry[more.value] = understood("", fields[more.value].default ?? ""); builder.write(true); } }, "Add a field")) : null,
    h("button", { type: "button", class: "small", onclick: () => { delete builder.data[kind][name]; if (!Object.keys(builder.data[kind]).length) delete builder.data[kind]; builder.write(true); } }, "Remove"));
}

/** @param {any} value */
const shown = (value) => (Array.isArray(value) ? value.join(", ") : typeof value === "object" ? JSON.stringify(value) : String(value));

/**
 * @param {string} text
 * @param {any} like
 * @returns {unknown}
 */
function understood(text, like) {
  if (Array.isArray(like)) return text.split(",").map((part) => part.trim()).filter(Boolean).map((part) => understood(part, like[0] ?? ""));
  if (like && typeof like === "object") {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  if (text === "true" || text === "false") return text === "true";
  return text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;
}
