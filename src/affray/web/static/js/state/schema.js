// The shapes of a scenario's values, read from its JSON Schema, from which forms are made.

/**
 * @typedef {object} Shape
 * @property {"number" | "text" | "flag" | "choice" | "choices" | "names" | "tuple" | "list" |
 *   "table" | "entries" | "either" | "data"} kind
 * @property {boolean} [optional] Whether it may be null, and so left out.
 * @property {any} [standard] The default value.
 * @property {string} [about]
 * @property {number} [least]
 * @property {number} [most]
 * @property {boolean} [whole]
 * @property {number} [longest]
 * @property {boolean} [slug] Whether it is the key of a content entry: small letters, digits,
 *   hyphens.
 * @property {string} [pattern]
 * @property {any[]} [values]
 * @property {Shape[]} [items] The shapes of a tuple's items, or the alternatives of "either".
 * @property {any} [item] The schema of a list's entries, or of a table's values.
 * @property {any[]} [keys] The keys that entries may have, if known.
 * @property {number} [fewestItems]
 * @property {number} [mostItems]
 * @property {Record<string, any>} [properties]
 * @property {string[]} [required]
 */

const SLUG = "^[a-z0-9][a-z0-9-]*$";

/** A ruleset's JSON Schema, with methods that read its parts. */
export class ScenarioSchema {
  /** @param {any} schema */
  constructor(schema) {
    this.schema = schema || {};
    this.definitions = this.schema.$defs || {};
  }

  /** @returns {Record<string, any>} */
  get properties() {
    return this.schema.properties || {};
  }

  /**
   * Resolve a part's references; keywords written next to a reference are kept.
   * @param {any} part
   * @returns {any}
   */
  resolve(part) {
    if (!part || typeof part !== "object" || !part.$ref) return part || {};
    const { $ref, ...beside } = part;
    return { ...this.resolve(this.definitions[$ref.split("/").pop()]), ...beside };
  }

  /**
   * Return the schema of a table's entries, if the entries are keyed by name.
   * @param {any} part
   */
  entrySchema(part) {
    const found = this.resolve(part);
    const patterns = Object.values(found.patternProperties || {});
    if (patterns.length) return patterns[0];
    return typeof found.additionalProperties === "object" ? found.additionalProperties : null;
  }

  /** Return the content tables a scenario may extend: those whose entries are tables. */
  contentTables() {
    return Object.keys(this.properties).filter((name) => {
      const entry = this.entrySchema(this.properties[name]);
      return entry && Boolean(this.resolve(entry).properties);
    });
  }

  /**
   * @param {any} part
   * @returns {Shape}
   */
  shape(part) {
    const found = this.resolve(part);
    const common = { standard: found.default ?? undefined, about: found.description || "" };
    if (found.anyOf) {
      const kinds = found.anyOf.filter((/** @type {any} */ one) => one.type !== "null");
      const optional = kinds.length < found.anyOf.length;
      const shapes = kinds.map((/** @type {any} */ one) => this.shape(one));
      if (shapes.length === 1) {
        return { ...shapes[0], ...common, about: common.about || shapes[0].about, optional };
      }
      return { kind: "either", items: shapes, ...common, optional };
    }
    return { ...this.plainShape(found), ...common };
  }

  /**
   * @param {any} found
   * @returns {Shape}
   */
  plainShape(found) {
    if (found.const !== undefined) return { kind: "choice", values: [found.const] };
    if (found.enum) return { kind: "choice", values: found.enum };
    if (found.type === "boolean") return { kind: "flag" };
    if (found.type === "integer" || found.type === "number") {
      return { kind: "number",
      whole: found.type === "integer", least: found.minimum ?? found.exclusiveMinimum,
      most: found.maximum ?? found.exclusiveMaximum };
    }
    if (found.type === "string") {
      return { kind: "text", longest: found.maxLength,
      slug: found.pattern === SLUG, pattern: found.pattern };
    }
    if (found.type === "array") return this.arrayShape(found);
    if (found.properties) {
      return { kind: "table", properties: found.properties, required: found.required || [] };
    }
    const entry = this.entrySchema(found);
    if (entry) return { kind: "entries", item: entry, keys: (found.propertyNames || {}).enum };
    return { kind: "data" };
  }

  /**
   * @param {any} found
   * @returns {Shape}
   */
  arrayShape(found) {
    const limits = { fewestItems: found.minItems, mostItems: found.maxItems };
    if (found.prefixItems) {
      return { kind: "tuple",
      items: found.prefixItems.map((/** @type {any} */ one) => this.shape(one)), ...limits };
    }
    const item = this.resolve(found.items || {});
    if (item.enum) return { kind: "choices", values: item.enum, ...limits };
    if (item.type === "string") return { kind: "names", item, ...limits };
    const same = found.minItems === found.maxItems ? found.minItems : 0;
    if (same && ["integer", "number"].includes(item.type)) {
      return { kind: "tuple",
      items: Array.from({ length: same }, () => this.shape(item)), ...limits };
    }
    return { kind: "list", item, ...limits };
  }

  /**
   * Return the initial value of a shape.
   * @param {Shape} shape
   * @returns {any}
   */
  blank(shape) {
    if (shape.standard !== undefined
      && shape.standard !== null) return structuredClone(shape.standard);
    switch (shape.kind) {
      case "number": return shape.least ?? 0;
      case "flag": return true;
      case "choice": return (shape.values || [])[0];
      case "choices": case "names": case "list": return [];
      case "tuple": return (shape.items || []).map((one) => this.blank(one));
      case "table": return Object.fromEntries((shape.required || [])
        .map((key) => [key, this.blank(this.shape((shape.properties || {})[key]))]));
      case "entries": return {};
      case "either": return this.blank((shape.items || [])[0]);
      default: return "";
    }
  }
}

/**
 * Return which of several shapes a value has.
 * @param {Shape[]} shapes
 * @param {any} value
 */
export function shapeOfValue(shapes, value) {
  const fits = (/** @type {Shape} */ one) => {
    if (Array.isArray(value)) return ["choices", "names", "tuple", "list"].includes(one.kind);
    if (typeof value === "boolean") return one.kind === "flag";
    if (typeof value === "number") {
      return one.kind === "number" || (one.kind === "choice" && (one.values || []).includes(value));
    }
    if (typeof value === "string") return one.kind === "text" || one.kind === "choice";
    return ["table", "entries", "data"].includes(one.kind);
  };
  const found = shapes.findIndex(fits);
  return found < 0 ? 0 : found;
}

/**
 * Describe what is wrong with a number, in a few words; empty if it is valid.
 * @param {Shape} shape
 * @param {number} value
 */
export function numberProblem({ least, most, whole }, value) {
  if (!Number.isFinite(value)) return "expected a number";
  if (whole && !Number.isInteger(value)) return "expected a whole number";
  if (least !== undefined && value < least) return `expected at least ${least}, not ${value}`;
  if (most !== undefined && value > most) return `expected at most ${most}, not ${value}`;
  return "";
}
