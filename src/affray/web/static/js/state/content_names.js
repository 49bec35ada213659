// Which names of content fit a field: those of the table it is named after, and those that content
// uses there.

/** @param {string} word */
const stem = (word) => word.toLowerCase().replace(/our/g, "or").replace(/(es|s)$/, "");

/**
 * The table of the content that a field names entries of, by the field's own name.
 * @param {string} field
 * @param {string[]} tables
 */
export const tableOf = (field, tables) =>
  tables.find((table) => stem(table) === stem(field)) || null;

/**
 * Names that fit a field, those of the scenario's own content among them.
 * @param {string} field
 * @param {string[]} tables
 * @param {Record<string, Record<string, any>>} content
 * @param {Record<string, any>} data
 * @param {string} [table] The table whose entry the field belongs to.
 * @returns {string[]}
 */
export function namesFor(field, tables, content, data, table) {
  const named = tableOf(field, tables);
  /** @type {Set<string>} */
  const found = new Set();
  const from = (/** @type {string} */ one) =>
    [...Object.keys(data[one] || {}),
      ...Object.keys(content[one] || {})].forEach((name) => found.add(name));
  if (named) from(named);
  else if (field === "like" && table) from(table);
  const used = (/** @type {any} */ value) => {
    if (typeof value === "string") found.add(value);
    else if (Array.isArray(value)) value.forEach(used);
  };
  for (const one of tables) {
    for (const entry of Object.values(content[one] || {})) {
      if (entry && typeof entry === "object") used(entry[field]);
    }
  }
  // a field whose names are those of a table takes any of that table
  if (!named && found.size) {
    const whole = tables.find((one) => [...found].every((name) => name in (content[one] || {})));
    if (whole) from(whole);
  }
  return [...found].sort();
}
