// The scenario's own content, and the ruleset's content to browse and copy.
import { button, h, put } from "../../elements.js";
import { words } from "../../format.js";
import { emblemPicture } from "../../render/avatar.js";
import { problemSlot } from "../../render/problem_slots.js";
import { tableForm } from "../../render/schema_form.js";
import { ruleHref } from "../../service.js";
import { rulesAbout } from "../../state/conditions.js";
import { copyEntry, freeKey, removeEntry, renameEntry, setTitle, showEntry } from "./entries.js";
import { strengthPanel } from "./strength_panel.js";

/** @typedef {import("../build.js").ScenarioBuilder} ScenarioBuilder */

const MOST_RULES = 6;

/**
 * Return the scenario's own content, each entry as a sheet.
 * @param {ScenarioBuilder} builder
 */
export function ownContent(builder) {
  const { data, schema } = builder;
  if (!schema) return null;
  const own = schema.contentTables()
    .flatMap((table) => Object.keys(data[table] || {}).map((name) => [table, name]));
  return h("section", { class: "card own-content" }, h("h2", {}, "Content of your own"),
    own.length ? null : h("p", { class: "quiet" },
      "Nothing yet: copy something beneath, or begin with an empty one."),
    own.map(([table, name]) => entryForm(builder, table, name)),
    newEntryForm(builder));
}

/**
 * @param {ScenarioBuilder} builder
 * @param {string} table
 * @param {string} name
 */
function entryForm(builder, table, name) {
  const { data, schema, opened } = builder;
  const entry = data[table][name];
  const key = `${table}.${name}`;
  const shape = schema?.resolve(schema.entrySchema(schema.properties[table])) || {};
  const fighters = table === builder.ruleset?.roster;
  const original = builder.draft.originals?.[key];
  const called = h("input", { value: entry?.title || words(name), maxlength: 60,
    "aria-label": `What ${words(name)} is called`,
    onchange: (/** @type {any} */ event) =>
      renameEntry(builder, table, name, event.target.value) });
  return h("details", { class: "own", id: `own-${table}-${name}`, open: opened.has(key),
    ontoggle: (/** @type {any} */ event) =>
      (event.target.open ? opened.add(key) : opened.delete(key)) },
    h("summary", {}, fighters ? emblemPicture(name, entry) : null, h("strong", {}, words(name)),
      h("span", { class: "quiet" },
        ` ${words(table)}`, original ? `, from ${words(original)}` : "")),
    problemSlot(key),
    h("div", { class: "row" }, h("label", { class: "inline" }, h("span", {}, "Called"), called),
      h("button", { type: "button", class: "small", "aria-label": `Remove ${name}`,
        onclick: () => removeEntry(builder, table, name) }, "Remove")),
    entry && typeof entry === "object"
    ? tableForm(builder.formContext(table), entry, shape.properties || {}, `${key}.`,
      { required: shape.required }) : null,
    strengthPanel(builder, table, name));
}

/** @param {ScenarioBuilder} builder */
function newEntryForm(builder) {
  const { data, ruleset, schema } = builder;
  if (!ruleset || !schema) return null;
  const tables = schema.contentTables();
  const from = h("select", { id: "copy-of", "aria-label": "A copy of" });
  const fill = () => put(from, h("option", { value: "" }, "nothing"),
    Object.keys(ruleset.content[table.value] || {})
      .map((name) => h("option", { value: name }, words(name))));
  const table = h("select", { id: "copy-table", "aria-label": "What",
    onchange: () => { builder.newTable = table.value; fill(); } },
    tables.map((name) => h("option", { value: name, selected: name === builder.newTable },
      words(name))));
  fill();
  const named = h("input", { id: "copy-name", "aria-label": "Called", placeholder: "Great Flail",
    required: true, maxlength: 60 });
  return h("form", { class: "row new-entry", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = freeKey(builder, table.value, named.value);
    if (!name) return;
    if (from.value) copyEntry(builder, table.value, from.value, name);
    else {
      (data[table.value] ||= {})[name] =
      schema.blank(schema.shape(schema.entrySchema(schema.properties[table.value])));
    }
    setTitle(builder, table.value, name, named.value);
    builder.opened.add(`${table.value}.${name}`);
    builder.write(true);
  } }, h("span", {}, "A new one of "), table, h("span", {}, " like "), from,
  h("span", {}, " called "), named, h("button", { type: "submit", class: "small" }, "Add"));
}

/** A browser of all the ruleset's content, whose entries can be copied. */
export class ContentBrowser {
  /** @param {ScenarioBuilder} builder */
  constructor(builder) {
    this.builder = builder;
    this.table = "";
    this.filter = "";
    this.list = h("ul", { class: "content-list" });
    this.tabs = h("div", { class: "tabs", role: "group", "aria-label": "Kinds of content" });
    this.search = h("input", { type: "search", placeholder: "Search",
      "aria-label": "Search the content",
      oninput: () => { this.filter = this.search.value.trim().toLowerCase(); this.drawList(); } });
    this.element = h("section", { class: "card content-browser" },
      h("h2", {}, "Everything there is"), this.tabs, this.search, this.list);
  }

  /** Return the kinds of content: its tables, and the conditions fighters can have. */
  tables() {
    const { ruleset, schema } = this.builder;
    if (!ruleset || !schema) return [];
    const tables = schema.contentTables()
      .filter((name) => Object.keys(ruleset.content[name] || {}).length);
    return tables.includes("conditions") || !ruleset.conditions.length ? tables
      : [...tables, "conditions"];
  }

  /** Return the ruleset's conditions, each with the rules about it. */
  conditions() {
    const { ruleset } = this.builder;
    const rules = new Map((ruleset?.rules || []).map((rule) => [rule.id, rule]));
    const found = (ruleset?.conditions || [])
      .map((name) => ({ name, rules: rulesAbout(name, rules) }));
    return found.filter((one) =>
      `${one.name} ${one.rules.map((rule) => `${rule.id} ${rule.text}`).join(" ")}`.toLowerCase()
      .includes(this.filter));
  }

  /** @param {Rule} rule */
  ruleLine(rule) {
    return h("li", {}, rule.text, " ",
      h("a", { href: ruleHref(String(this.builder.ruleset?.name), rule.id) },
        h("code", {}, rule.id)));
  }

  draw() {
    const tables = this.tables();
    if (!tables.includes(this.table)) {
      this.table = tables.find((name) => name === this.builder.ruleset?.roster) || tables[0] || "";
    }
    const { ruleset } = this.builder;
    const count = (/** @type {string} */ name) =>
      Object.keys(ruleset?.content[name] || {}).length || ruleset?.conditions.length;
    const open = (/** @type {string} */ name) => { this.table = name; this.draw(); };
    put(this.tabs, tables.map((name) =>
      button([words(name), h("span", { class: "count-of" }, ` ${count(name)}`)],
        () => open(name), { class: "small", "aria-pressed": String(name === this.table) })));
    this.drawList();
  }

  drawList() {
    const { builder, table } = this;
    const entries = builder.ruleset?.content[table];
    if (!entries) {
      put(this.list, this.conditions()
        .map(({ name, rules }) => h("li", { class: "condition" }, h("strong", {}, name),
          rules.length ? h("ul", {}, rules.map((rule) => this.ruleLine(rule))) : null)));
      return;
    }
    const found = Object.entries(entries)
      .filter(([name, entry]) => !this.filter
        || `${words(name)} ${name} ${JSON.stringify(entry)}`.toLowerCase().includes(this.filter));
    put(this.list, found.map(([name, entry]) => this.entry(name, entry)),
      found.length ? null : h("li", { class: "quiet" }, "Nothing is called so."));
  }

  /**
   * @param {string} name
   * @param {any} entry
   */
  entry(name, entry) {
    const { builder, table } = this;
    const fighters = table === builder.ruleset?.roster;
    const body = h("div", { class: "content-body" });
    const fill = () => {
      if (!body.childElementCount) {
        put(body, this.figures(entry), this.rules(name, entry),
        h("div", { class: "row" },
        h("button", { type: "button", class: "small",
          "aria-label": `Copy it to change it: ${words(name)}`,
          onclick: () => { const copy = copyEntry(builder, table, name);
            if (copy) { builder.write(true); showEntry(builder, table, copy); } } },
            "Copy it to change it"),
        fighters ? (builder.data.sides || [])
        .map((/** @type {any} */ side, /** @type {number} */ number) =>
          h("button", { type: "button", class: `small side-button side-${number % 8}`,
            onclick: () => { (side.fighters ||= [])
              .push({ is: name, at: builder.field.somewhere(side.fighters) }); builder.write(true);
                } }, `Add to ${side.name || `side ${number + 1}`}`)) : null));
      }
    };
    return h("li", {}, h("details", { ontoggle: fill },
      h("summary", {}, fighters ? emblemPicture(entry.title || name, entry) : null,
        h("strong", {}, entry.title || words(name)),
        h("span", { class: "quiet" }, ` ${shortFigures(entry)}`)), body));
  }

  /** @param {any} entry */
  figures(entry) {
    const { schema } = this.builder;
    const properties = schema?.resolve(schema.entrySchema(schema.properties[this.table]))
      .properties || {};
    return h("table", { class: "content-figures" },
      h("tbody", {}, Object.entries(entry).filter(([key]) => key !== "title")
        .map(([key, value]) => h("tr", {}, h("th", { scope: "row" }, words(key)),
          h("td", {}, figureText(value)),
          h("td", { class: "quiet" }, schema?.shape(properties[key] || {}).about || "")))));
  }

  /**
   * Return the rules about an entry, or about a word among its figures.
   * @param {string} name
   * @param {any} entry
   */
  rules(name, entry) {
    /** @type {Set<string>} */
    const said = new Set([words(name)]);
    for (const value of Object.values(entry)) {
      if (Array.isArray(value)) {
        for (
      const one of value) {
          if (typeof one === "string"
        && !(one in (this.builder.ruleset?.content.weapons || {}))) said.add(words(one));
        }
      }
    }
    const found = (this.builder.ruleset?.rules || [])
      .filter((rule) => [...said].some((word) => speaksOf(rule, word)));
    if (!found.length) return null;
    return h("details", { class: "content-rules" },
      h("summary", {}, `Rules about it (${Math.min(found.length, MOST_RULES)})`),
      h("ul", {}, found.slice(0, MOST_RULES).map((rule) => this.ruleLine(rule))));
  }
}

/**
 * Return whether a rule contains a word, in its name or its text.
 * @param {Rule} rule
 * @param {string} word
 */
function speaksOf(rule, word) {
  if (word.length < 3) return false;
  const pattern =
    new RegExp(`\\b${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "[ -]")}`, "i");
  return pattern.test(rule.text)
    || pattern.test(rule.id.split(".").pop()?.replaceAll("-", " ") || "");
}

/**
 * Return a value in words.
 * @param {any} value
 * @returns {string}
 */
export function figureText(value) {
  if (Array.isArray(value)) return value.map(figureText).join(", ");
  if (value && typeof value === "object") {
    return Object.entries(value)
    .map(([key, one]) => `${words(key)} ${figureText(one)}`).join(", ");
  }
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? words(value) : String(value);
}

/** @param {any} entry */
function shortFigures(entry) {
  const parts = Object.entries(entry)
    .filter(([key, value]) => key !== "title"
      && (typeof value !== "object"
        || (Array.isArray(value) && value.every((one) => typeof one !== "object")))).slice(0, 5);
  return parts.map(([key, value]) =>
    (value === true ? words(key) : `${words(key)} ${figureText(value)}`)).join(" · ");
}
