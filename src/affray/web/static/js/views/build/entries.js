// The scenario's own entries: copying, naming, removing and showing them.
import { words } from "../../format.js";
import { notice } from "../../notices.js";
import { keyOf } from "../../state/content_names.js";

/**
 * Return the names of a table's entries, the scenario's own first.
 * @param {import("../build.js").ScenarioBuilder} builder
 * @param {string} table
 */
export function entryNames(builder, table) {
  return [...new Set([...Object.keys(builder.data[table] || {}),
    ...Object.keys(builder.ruleset?.content[table] || {}).sort()])];
}

/**
 * Return an entry from the scenario, otherwise from the ruleset.
 * @param {import("../build.js").ScenarioBuilder} builder
 * @param {string} table
 * @param {string} name
 * @returns {Record<string, any>}
 */
export function entryOf(builder, table, name) {
  return (builder.data[table] || {})[name] || (builder.ruleset?.content[table] || {})[name] || {};
}

/**
 * Copy an entry of the ruleset's or the scenario's content, to be changed, and return its new name.
 * @param {import("../build.js").ScenarioBuilder} builder
 * @param {string} table
 * @param {string} from
 * @param {string} [name]
 */
export function copyEntry(builder, table, from, name) {
  const entry = entryOf(builder, table, from);
  if (!Object.keys(entry).length) return null;
  let copy = name || `my-${from}`.slice(0, 56);
  for (let number = 2; !name && entryNames(builder, table).includes(copy);
    number += 1) copy = `${`my-${from}`.slice(0, 56)  }-${number}`;
  (builder.data[table] ||= {})[copy] = structuredClone(entry);
  (builder.draft.originals ||= {})[`${table}.${copy}`] = builder.draft.originals[`${table}.${from}`]
  || from;
  return copy;
}

/**
 * Return the key for an entry's name; empty, with a notice, if another entry has it.
 * @param {import("../build.js").ScenarioBuilder} builder
 * @param {string} table
 * @param {string} called
 */
export function freeKey(builder, table, called) {
  const key = keyOf(called);
  if (key && !(builder.data[table] || {})[key]) return key;
  notice(key ? `There is a “${words(key)}” already.`
    : `“${called}” has neither letters nor digits.`, "error");
  return "";
}

/**
 * Set an entry's title to the name as the user wrote it, if its table has titles.
 * @param {import("../build.js").ScenarioBuilder} builder
 * @param {string} table
 * @param {string} key
 * @param {string} called
 */
export function setTitle(builder, table, key, called) {
  const { schema, data } = builder;
  const properties = schema?.resolve(schema.entrySchema(schema.properties[table])).properties;
  if (!properties?.title) return;
  if (called.toLowerCase() === words(key)) delete data[table][key].title;
  else data[table][key].title = called;
}

/**
 * @param {import("../build.js").ScenarioBuilder} builder
 * @param {string} table
 * @param {string} before
 * @param {string} called
 */
export function renameEntry(builder, table, before, called) {
  const name = keyOf(called) === before ? before : freeKey(builder, table, called);
  if (!name) {
    builder.drawForms();
    return;
  }
  setTitle(builder, table, before, called);
  if (name === before) {
    builder.write(true);
    return;
  }
  builder.data[table] = Object.fromEntries(Object.entries(builder.data[table])
    .map(([key, entry]) => [key === before ? name : key, entry]));
  /** @type {(value: any) => any} */
  const deep = (value) => {
    if (value === before) return name;
    if (Array.isArray(value)) return value.map(deep);
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value) .map(([key, each]) => [key, deep(each)]));
    }
    return value;
  };
  for (const side of builder.data.sides || []) {
    side.fighters = (side.fighters || [])
    .map((/** @type {any} */ fighter) =>
      ({ ...deep(fighter), ...("at" in fighter ? { at: fighter.at } : {}),
        ...("name" in fighter ? { name: fighter.name } : {}) }));
  }
  for (const each of builder.schema?.contentTables() || []) {
    if (builder.data[each]) {
      builder.data[each] =
    Object.fromEntries(Object.entries(builder.data[each])
      .map(([key, entry]) => [key, deep(entry)]));
    }
  }
  const { originals = {} } = builder.draft;
  originals[`${table}.${name}`] = originals[`${table}.${before}`] || before;
  builder.opened.add(`${table}.${name}`);
  builder.write(true);
}

/**
 * @param {import("../build.js").ScenarioBuilder} builder
 * @param {string} table
 * @param {string} name
 */
export function removeEntry(builder, table, name) {
  delete builder.data[table][name];
  if (!Object.keys(builder.data[table]).length) delete builder.data[table];
  builder.write(true);
}

/**
 * Expand an entry of the scenario's own content.
 * @param {import("../build.js").ScenarioBuilder} builder
 * @param {string} table
 * @param {string} name
 */
export function showEntry(builder, table, name) {
  builder.opened.add(`${table}.${name}`);
  builder.showTab("content");
  builder.drawForms();
  const form = document.getElementById(`own-${table}-${name}`);
  form?.scrollIntoView({ block: "start" });
  form?.querySelector("summary")?.focus({ preventScroll: true });
}
