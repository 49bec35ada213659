// Content names that fit a field: the entries of the table the field is named after, and the names
// that content already uses in that field.

/** @param {string} word */
const stem = (word) => word.toLowerCase().replace(/our/g, "or").replace(/(es|s)$/, "");

/**
 * Return the content table that a field's values come from, by the field's name.
 * @param {string} field
 * @param {string[]} tables
 */
const tableOf = (field, tables) =>
  tables.find((table) => stem(table) === stem(field)) || null;

/**
 * Return the key of a content entry by its name: "Great Flail" has "great-flail".
 * @param {string} name
 */
export const keyOf = (name) => name.normalize("NFKD").toLowerCase()
  .replace(/[\u0300-\u036f'’]/g, "").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60);

/**
 * Return the names that fit a field, including the scenario's own content.
 * @param {string} field
 * @param {string[]} tables
 * @param {Record<string, Record<string, any>>} content
 * @param {Record<string, any>} data
 * @param {string} [table] The table that contains the entry.
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
  // a field that accepts some entries of a table accepts them all
  if (!named && found.size) {
    const whole = tables.find((one) => [...found].every((name) => name in (content[one] || {})));
    if (whole) from(whole);
  }
  return [...found].sort();
}
