// Forms made from a schema, laid out like a character sheet: scores as boxes, choices, lists,
// nested tables.
import { h } from "../elements.js";
import { words } from "../format.js";
import { shapeOfValue } from "../state/schema.js";
import { idOf, problemSlot } from "./problem_slots.js";
import { chips, choiceControl, numberInput, simpleControl } from "./simple_controls.js";

/** @typedef {import("../state/schema.js").Shape} Shape */

/**
 * @typedef {object} FormContext The data that a form needs besides its owner.
 * @property {import("../state/schema.js").ScenarioSchema} schema
 * @property {(field: string, table?: string) => string[]} names Returns the names that fit a field.
 * @property {(redraw?: boolean) => void} onchange
 * @property {Set<string>} opened The keys of expanded parts.
 * @property {string} [table] The table of the shown entry.
 */

/**
 * Return a value in a few words.
 * @param {any} value
 * @returns {string}
 */
function plainText(value) {
  if (Array.isArray(value)) return value.map(plainText).join(", ");
  if (value && typeof value === "object") {
    return Object.entries(value)
    .map(([key, one]) => `${words(key)} ${plainText(one)}`.trim()).join(", ");
  }
  return typeof value === "string" ? words(value) : String(value);
}

/**
 * Return every field of a table: fields with a value first, the others collapsed.
 * @param {FormContext} context
 * @param {Record<string, any>} owner
 * @param {Record<string, any>} properties
 * @param {string} prefix
 * @param {{required?: string[], but?: string[], all?: boolean, inherited?: Record<string, any>}}
 * `inherited` holds the values used for fields that the owner leaves out.
 */
export function tableForm(context, owner, properties, prefix,
  { required = [], but = [], all = false, inherited = {} } = {}) {
  const keys = [...Object.keys(properties),
    ...Object.keys(owner).filter((key) => !(key in properties))].filter((key) =>
      !but.includes(key));
  const said = keys.filter((key) =>
    all || key in owner || required.includes(key) || (key in inherited && key in properties));
  const silent = keys.filter((key) => !said.includes(key));
  const rest = `${prefix} rest`;
  return h("div", { class: "schema-form" },
    fieldsOf(context, owner, properties, prefix, said, required, inherited),
    silent.length
    ? h("details", { class: "unsaid", open: context.opened.has(rest),
      ontoggle: toggling(context, rest) },
      h("summary", {}, said.length ? `${silent.length} more it can have`
        : `What it can have (${silent.length})`),
      fieldsOf(context, owner, properties, prefix, silent, required, inherited)) : null);
}

/**
 * @param {FormContext} context
 * @param {string} key
 */
const toggling = (context, key) => (/** @type {any} */ event) =>
  (event.target.open ? context.opened.add(key) : context.opened.delete(key));

const SCORES = ["number"];
const LINES = ["text", "choice", "flag"];

/**
 * @param {FormContext} context
 * @param {Record<string, any>} owner
 * @param {Record<string, any>} properties
 * @param {string} prefix
 * @param {string[]} keys
 * @param {string[]} required
 * @param {Record<string, any>} inherited
 */
function fieldsOf(context, owner, properties, prefix, keys, required, inherited) {
  const fields = keys.map((key) => {
    const shape = context.schema.shape(properties[key] || {});
    return { key, shape: key in inherited ? { ...shape, standard: inherited[key] } : shape };
  });
  const some = (/** @type {string[]} */ kinds) =>
    fields.filter(({ shape }) => kinds.includes(shape.kind));
  const draw = (/** @type {{key: string, shape: Shape}} */ { key, shape }) =>
    fieldOf(context, owner, key, shape, `${prefix}${key}`, required.includes(key));
  const others = fields.filter(({ shape }) => ![...SCORES, ...LINES].includes(shape.kind));
  return [
    some(LINES).length ? h("div", { class: "field-lines" }, some(LINES).map(draw)) : null,
    some(SCORES).length ? h("div", { class: "score-boxes" }, some(SCORES).map(draw)) : null,
    others.map(draw),
  ];
}

/**
 * Return one field with its name, control, description and problems.
 * @param {FormContext} context
 * @param {Record<string, any>} owner
 * @param {string} key
 * @param {Shape} shape
 * @param {string} path
 * @param {boolean} required
 */
export function fieldOf(context, owner, key, shape, path, required = false) {
  const set = (/** @type {any} */ value, redraw = false) => {
    if (value === undefined) delete owner[key];
    else owner[key] = value;
    context.onchange(redraw);
  };
  const value = owner[key];
  const id = idOf(path);
  const label = words(key);
  const about = shape.about ? h("small", { class: "about", id: `${id}-about` }, shape.about) : null;
  const described = { "aria-describedby": `${shape.about ? `${id}-about ` : ""}${id}-problem` };
  const slot = problemSlot(path);
  const simple = simpleControl(context, shape, value, set, id, described, required, key, slot);
  if (simple) {
    const kind = shape.kind === "number" ? "score-box" : shape.kind === "flag" && !shape.optional
      ? "field-line flag-line" : "field-line";
    return h("div", { class: kind, "data-key": path },
      h("label", { for: id }, h("span", { class: "field-name" }, label)), simple, about, slot);
  }
  return h("fieldset", { class: "part", "data-key": path }, h("legend", {}, label), about,
    compound(context, shape, value, set, path, key), slot);
}

/**
 * Return the control of a composite value: a list, a table or entries.
 * @param {FormContext} context
 * @param {Shape} shape
 * @param {any} value
 * @param {(value: any, redraw?: boolean) => void} set
 * @param {string} path
 * @param {string} key
 * @returns {import("../elements.js").Child}
 */
function compound(context, shape, value, set, path, key) {
  const { schema } = context;
  if (shape.kind === "choices") return chips(shape.values || [], value, shape.standard, set, path);
  if (shape.kind === "names") return nameList(context, shape, value, set, path, key);
  if (shape.kind === "tuple") return tupleControl(context, shape, value, set, path);
  if (shape.kind === "either") return eitherControl(context, shape, value, set, path, key);
  if (value === undefined || value === null) {
    return [shape.standard && typeof shape.standard === "object"
      && Object.keys(shape.standard).length
      ? h("span", { class: "quiet" }, plainText(shape.standard)) : null,
      h("button", { type: "button", class: "small",
        onclick: () => { context.opened.add(path); set(schema.blank(shape), true); } },
        `${shape.standard && Object.keys(shape.standard).length ? "Change" : "Add"} ${words(key)}`)];
  }
  const remove = h("button", { type: "button", class: "small", "aria-label": `Remove ${words(key)}`,
    onclick: () => set(undefined, true) }, "Remove");
  if (shape.kind === "table") {
    return [
    tableForm(context, value, shape.properties || {}, `${path}.`, { required: shape.required }),
    remove];
  }
  if (shape.kind === "list") return listControl(context, shape, value, set, path, key);
  if (shape.kind === "entries") return entriesControl(context, shape, value, set, path, key);
  return dataControl(value, set, path);
}

/**
 * Return a list of names; each can be removed, and others added.
 * @param {FormContext} context
 * @param {Shape} shape
 * @param {any} value
 * @param {(value: any, redraw?: boolean) => void} set
 * @param {string} path
 * @param {string} key
 */
function nameList(context, shape, value, set, path, key) {
  // inherited names are shown, and the first change copies them
  const list = Array.isArray(value) ? value : Array.isArray(shape.standard) ? shape.standard : [];
  const names = context.names(key, context.table);
  const free = !shape.item?.pattern || shape.item.pattern !== "^[a-z0-9][a-z0-9-]*$"
    || !names.length;
  const id = `${idOf(path)}-new`;
  const add = (/** @type {string} */ name) => { if (name) set([...list, name], true); };
  const chooser = free
    ? h("input", { id, type: "text", list: names.length ? `${id}-names` : null,
      placeholder: "another", maxlength: shape.item?.maxLength,
      "aria-label": `Another of ${words(key)}`,
      onchange: (/** @type {any} */ event) => add(event.target.value.trim()) })
    : h("select", { id, "aria-label": `Another of ${words(key)}`,
      onchange: (/** @type {any} */ event) => add(event.target.value) },
      h("option", { value: "" }, "another…"),
      names.map((name) => h("option", { value: name }, words(name))));
  return h("div", { class: "name-list" },
    list.map((/** @type {string} */ name, /** @type {number} */ number) =>
      h("span", { class: "name-chip" }, words(String(name)),
        h("button", { type: "button", class: "tiny",
          "aria-label": `Remove ${name} from ${words(key)}`,
          onclick: () => { const rest = list.filter((_, at) => at !== number);
            set(rest.length || Array.isArray(shape.standard) ? rest : undefined, true); } }, "×"),
            problemSlot(`${path}.${number}`))),
    shape.mostItems !== undefined && list.length >= shape.mostItems ? null : chooser,
    free && names.length ? h("datalist", { id: `${id}-names` },
      names.map((name) => h("option", { value: name }))) : null);
}

/**
 * @param {FormContext} context
 * @param {Shape} shape
 * @param {any} value
 * @param {(value: any, redraw?: boolean) => void} set
 * @param {string} path
 */
function tupleControl(context, shape, value, set, path) {
  const items = shape.items || [];
  if (!Array.isArray(value)) {
    return h("button",
    { type: "button", class: "small", onclick: () => set(context.schema.blank(shape), true) },
    Array.isArray(shape.standard) ? shape.standard.join(", ") : "Set it");
  }
  const slot = problemSlot(`${path}.parts`);
  return h("div", { class: "tuple" }, items.map((one, number) => {
    const change = (/** @type {any} */ now) =>
      set(value.map((before, at) => (at === number ? now : before)));
    const label = { "aria-label": `${words(path.split(".").pop() || "")} ${number + 1}` };
    const id = `${idOf(path)}-${number}`;
    if (one.kind === "number") {
      return numberInput(one, value[number], change, id, label, true, slot);
    }
    if (one.kind === "choice") {
      return choiceControl(one.values || [], one, value[number], change, id, label, true);
    }
    return h("input", { id, ...label, type: "text", value: value[number] ?? "",
      onchange: (/** @type {any} */ event) => change(event.target.value) });
  }), h("button", { type: "button", class: "tiny", "aria-label": "Leave it out",
  onclick: () => set(undefined, true) }, "×"), slot);
}

/**
 * @param {FormContext} context
 * @param {Shape} shape
 * @param {any} value
 * @param {(value: any, redraw?: boolean) => void} set
 * @param {string} path
 * @param {string} key
 */
function eitherControl(context, shape, value, set, path, key) {
  const items = shape.items || [];
  const now = value === undefined ? -1 : shapeOfValue(items, value);
  const saidOf = /** @type {Record<string, string>} */ (
    { number: "a number", text: "a text", flag: "yes or no", choice: "a word", choices: "some of",
      names: "a list", tuple: "figures", list: "a list", table: "a table", entries: "a table",
      data: "anything" });
  const which = h("select", { "aria-label": `What ${words(key)} is`,
    onchange: (/** @type {any} */ event) => { const number = Number(event.target.value);
      set(number < 0 ? undefined : context.schema.blank(items[number]), true); } },
    h("option", { value: "-1", selected: now < 0 },
      shape.standard !== undefined ? `${shape.standard} (as usual)` : "–"),
    items.map((one, number) => h("option", { value: String(number), selected: number === now },
      one.kind === "choice" ? (one.values || []).join(" or ") : saidOf[one.kind])));
  if (now < 0) return which;
  /** @type {Record<string, any>} */
  const holder = { [key]: value };
  const inner = { ...context, onchange: (redraw = false) => set(holder[key], redraw) };
  const one = items[now];
  const slot = problemSlot(`${path}.either`);
  const simple = simpleControl(inner, { ...one, optional: false }, value, set, idOf(path),
    { "aria-label": words(key) }, true, key, slot);
  return [which, one.kind === "choice" && (one.values || []).length === 1 ? null
    : simple || compound(inner, one, value, set, path, key), slot];
}

/**
 * Return a list of tables, each of which can be expanded.
 * @param {FormContext} context
 * @param {Shape} shape
 * @param {any[]} value
 * @param {(value: any, redraw?: boolean) => void} set
 * @param {string} path
 * @param {string} key
 */
function listControl(context, shape, value, set, path, key) {
  const inner = context.schema.shape(shape.item);
  const list = Array.isArray(value) ? value : [];
  return [
    h("ul", { class: "inner-list" }, list.map((one, number) => {
      const at = `${path}.${number}`;
      const remove = h("button", { type: "button", class: "tiny",
        "aria-label": `Remove ${titleOf(one, number)}`,
        onclick: () => { const rest = list.filter((_, other) => other !== number);
          set(rest.length ? rest : undefined, true); } }, "×");
      if (inner.kind === "table" && one && typeof one === "object") {
        return h("li", {}, h("details",
          { open: context.opened.has(at), ontoggle: toggling(context, at) },
          h("summary", {}, titleOf(one, number)),
          tableForm(context, one, inner.properties || {}, `${at}.`, { required: inner.required })),
          remove, problemSlot(at));
      }
      const change = (/** @type {any} */ now, redraw = false) =>
        set(now === undefined ? list.filter((_, other) => other !== number)
          : list.map((before, other) => (other === number ? now : before)),
          redraw || now === undefined);
      const slot = problemSlot(at);
      return h("li", {}, simpleControl(context, inner, one, change, idOf(at),
        { "aria-label": `${words(key)} ${number + 1}` }, true, key, slot)
        || compound(context, inner, one, change, at, key), inner.kind === "tuple" ? null : remove,
        slot);
    })),
    shape.mostItems !== undefined && list.length >= shape.mostItems ? null
    : h("button", { type: "button", class: "small",
      onclick: () => { context.opened.add(`${path}.${list.length}`);
        set([...list, context.schema.blank({ ...inner, standard: undefined })], true); } },
        "Add one"),
  ];
}

/**
 * @param {any} one
 * @param {number} number
 */
const titleOf = (one, number) =>
  (one && typeof one === "object"
    ? String(one.title || one.name || one.is || one.to || one.condition || `No. ${number + 1}`)
    : String(one));

/**
 * Return entries by name, each with its value.
 * @param {FormContext} context
 * @param {Shape} shape
 * @param {Record<string, any>} value
 * @param {(value: any, redraw?: boolean) => void} set
 * @param {string} path
 * @param {string} key
 */
function entriesControl(context, shape, value, set, path, key) {
  const inner = context.schema.shape(shape.item);
  const known = shape.keys || [];
  const free = known.filter((one) => !(one in value));
  const names = known.length ? []
    : context.names(key, context.table).filter((one) => !(one in value));
  const id = `${idOf(path)}-new`;
  const add = (/** @type {string} */ name) => {
    if (name && !(name in value)) { context.opened.add(`${path}.${name}`);
      set({ ...value, [name]: context.schema.blank({ ...inner, standard: undefined }) }, true); } };
  return [
    h("ul", { class: "inner-entries" }, Object.keys(value).map((name) => {
      const at = `${path}.${name}`;
      const remove = h("button", { type: "button", class: "tiny", "aria-label": `Remove ${name}`,
        onclick: () => { const rest = { ...value }; delete rest[name];
          set(Object.keys(rest).length ? rest : undefined, true); } }, "×");
      const change = (/** @type {any} */ now, redraw = false) => { value[name] = now;
        set(value, redraw); };
      const slot = problemSlot(at);
      const label = { "aria-label": `${words(name)}: ${words(key)}` };
      const control = simpleControl(context, inner, value[name], change, idOf(at), label, true,
        name, slot)
        || (inner.kind === "table" ? tableForm(context, value[name], inner.properties || {},
          `${at}.`, { required: inner.required })
          : compound(context, inner, value[name], change, at, name));
      return h("li", {}, h("span", { class: "entry-name" }, words(name)), control, remove, slot);
    })),
    known.length
      ? free.length
      ? h("select", { id, "aria-label": `Another of ${words(key)}`,
        onchange: (/** @type {any} */ event) => add(event.target.value) },
        h("option", { value: "" }, "another…"),
        free.map((name) => h("option", { value: name }, words(name)))) : null
      : [h("input", { id, type: "text", placeholder: "another",
        list: names.length ? `${id}-names` : null, maxlength: 60,
        "aria-label": `Another of ${words(key)}`,
        onchange: (/** @type {any} */ event) => add(event.target.value.trim()) }),
        names.length ? h("datalist", { id: `${id}-names` },
          names.map((name) => h("option", { value: name }))) : null],
  ];
}

/**
 * Return a JSON field for data that no form fits.
 * @param {any} value
 * @param {(value: any, redraw?: boolean) => void} set
 * @param {string} path
 */
function dataControl(value, set, path) {
  const slot = problemSlot(`${path}.json`);
  return [h("textarea", { rows: 2, "aria-label": path, class: "code", value: JSON.stringify(value),
    onchange: (/** @type {any} */ event) => {
    try {
      set(event.target.value.trim() === "" ? undefined : JSON.parse(event.target.value));
      slot.textContent = "";
    } catch {
      slot.textContent = "expected JSON";
    }
  } }), slot];
}
