// Forms made from a schema, like a character sheet: scores as boxes, choices, lists, tables within
// tables.
import { h, put } from "../elements.js";
import { words } from "../format.js";
import { numberProblem, shapeOfValue } from "../state/schema.js";

/** @typedef {import("../state/schema.js").Shape} Shape */

/**
 * @typedef {object} FormContext What a form needs to know besides its data.
 * @property {import("../state/schema.js").ScenarioSchema} schema
 * @property {(field: string, table?: string) => string[]} names Names that fit a field.
 * @property {(redraw?: boolean) => void} onchange
 * @property {Set<string>} opened Which parts are unfolded, by key.
 * @property {string} [table] The table whose entry is shown.
 */

/**
 * A value in a few words.
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

/** @param {string} key */
const idOf = (key) => `f-${key.replace(/[^\w-]/g, "_")}`;

/**
 * Where what is wrong with a key is said, beside its field.
 * @param {string} key
 */
export const problemSlot = (key) =>
  h("span", { class: "field-problem", "data-problem": key, id: `${idOf(key)}-problem`,
    role: "status" });

/**
 * Every field of a table: those that say something first, the others folded away.
 * @param {FormContext} context
 * @param {Record<string, any>} owner
 * @param {Record<string, any>} properties
 * @param {string} prefix
 * @param {{required?: string[], but?: string[], all?: boolean, inherited?: Record<string, any>}}
 *   [how] `inherited` is what
 *   is so where the owner says nothing.
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
 * One field with its name, control, description and what is wrong with it.
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
 * A control for a number, a text, a choice or a flag; null for anything with parts.
 * @param {FormContext} context
 * @param {Shape} shape
 * @param {any} value
 * @param {(value: any, redraw?: boolean) => void} set
 * @param {string} id
 * @param {Record<string, string>} described
 * @param {boolean} required
 * @param {string} key
 * @param {HTMLElement} slot
 */
function simpleControl(context, shape, value, set, id, described, required, key, slot) {
  if (shape.kind === "number") return numberInput(shape, value, set, id, described, required, slot);
  if (shape.kind === "flag") return flagControl(shape, value, set, id, described);
  if (shape.kind === "choice") {
    return choiceControl(shape.values || [], shape, value, set, id, described, required);
  }
  if (shape.kind !== "text") return null;
  const names = shape.slug ? context.names(key, context.table) : [];
  if (names.length) {
    return choiceControl(value !== undefined && !names.includes(value)
    ? [value, ...names] : names, shape, value, set, id, described, required, words);
  }
  const long = (shape.longest || 0) > 1000;
  const attributes = { id, ...described, maxlength: shape.longest,
    placeholder: shape.standard ?? "", required,
    onchange: (/** @type {any} */ event) =>
      set(event.target.value === "" && !required ? undefined : event.target.value) };
  const control = long ? h("textarea", { ...attributes, rows: 3 })
    : h("input", { ...attributes, type: "text", autocomplete: "off" });
  control.value = value ?? "";
  return control;
}

/**
 * @param {Shape} shape
 * @param {any} value
 * @param {(value: any, redraw?: boolean) => void} set
 * @param {string} id
 * @param {Record<string, string>} described
 * @param {boolean} required
 * @param {HTMLElement} slot Where it is said what will not do; that is not written.
 */
export function numberInput(shape, value, set, id, described, required, slot) {
  return h("input", {
    id, ...described, type: "number", min: shape.least, max: shape.most,
    step: shape.whole ? 1 : "any", required,
    inputmode: shape.whole && (shape.least ?? -1) >= 0 ? "numeric" : null,
    placeholder: shape.standard ?? "–", value: value ?? "",
    onchange: (/** @type {any} */ event) => {
      const { value: text } = event.target;
      const problem = text === "" ? (required || event.target.validity.badInput
        ? "expected a number" : "") : numberProblem(shape, Number(text));
      event.target.setAttribute("aria-invalid", String(Boolean(problem)));
      slot.textContent = problem;
      slot.classList.toggle("unwritten", Boolean(problem));
      if (!problem) set(text === "" ? undefined : Number(text));
    },
  });
}

/**
 * @param {Shape} shape
 * @param {any} value
 * @param {(value: any, redraw?: boolean) => void} set
 * @param {string} id
 * @param {Record<string, string>} described
 */
function flagControl(shape, value, set, id, described) {
  if (!shape.optional) {
    return h("input",
    { id, ...described, type: "checkbox", checked: value ?? shape.standard ?? false,
      onchange: (/** @type {any} */ event) =>
        set(event.target.checked === (shape.standard ?? false) ? undefined
          : event.target.checked) });
  }
  return choiceControl([true, false], shape, value, set, id, described, false,
    (one) => (one === "true" ? "yes" : "no"));
}

/**
 * @param {any[]} values
 * @param {Shape} shape
 * @param {any} value
 * @param {(value: any, redraw?: boolean) => void} set
 * @param {string} id
 * @param {Record<string, string>} described
 * @param {boolean} required
 * @param {(value: string) => string} [said]
 */
function choiceControl(values, shape, value, set, id, described, required, said = String) {
  const unsaid = shape.standard !== undefined && typeof shape.standard !== "object"
    ? `${said(String(shape.standard))} (as usual)` : "–";
  return h("select", { id, ...described,
    onchange: (/** @type {any} */ event) =>
      set(event.target.value === "" ? undefined : values[Number(event.target.value)]) },
    required && value !== undefined ? null
    : h("option", { value: "", selected: value === undefined }, unsaid),
    values.map((one, number) => h("option", { value: String(number), selected: one === value },
      said(String(one)))));
}

/**
 * The control of what has parts: lists, tables, entries.
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
 * Some of a few words: each pressed or not.
 * @param {any[]} values
 * @param {any} value
 * @param {any} standard
 * @param {(value: any, redraw?: boolean) => void} set
 * @param {string} path
 */
function chips(values, value, standard, set, path) {
  const chosen = () => new Set(Array.isArray(value) ? value : standard || []);
  return h("div", { class: "chip-choices", role: "group", "aria-label": path },
    values.map((one) => h("label", { class: "chip-choice" },
    h("input", { type: "checkbox", checked: chosen().has(one),
      onchange: (/** @type {any} */ event) => {
      const now = chosen();
      if (event.target.checked) now.add(one);
      else now.delete(one);
      value = values.filter((each) => now.has(each));
      set(value.length || standard ? value : undefined);
    } }), h("span", {}, words(String(one))))));
}

/**
 * A list of names: each can go, another can come.
 * @param {FormContext} context
 * @param {Shape} shape
 * @param {any} value
 * @param {(value: any, redraw?: boolean) => void} set
 * @param {string} path
 * @param {string} key
 */
function nameList(context, shape, value, set, path, key) {
  // what is inherited is shown, and the first change makes it one's own
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
 * A list of tables, each to be unfolded.
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
 * Entries by name, each with its value.
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
 * What no form fits, as JSON.
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

/**
 * Says each problem beside the field it is about, or beside the nearest part around it.
 * @param {ParentNode} within
 * @param {Problem[]} problems
 * @returns {Map<Problem, HTMLElement>} The place of each problem that has one.
 */
export function placeProblems(within, problems) {
  /** @type {Map<string, HTMLElement>} */
  const slots = new Map();
  for (const slot of /** @type {NodeListOf<HTMLElement>} */ (
    within.querySelectorAll("[data-problem]"))) {
    slots.set(slot.getAttribute("data-problem") || "", slot);
    if (!slot.classList.contains("unwritten")) put(slot);
    const field = slot.parentElement?.matches("[data-key]")
      ? slot.parentElement.querySelector("input, select, textarea") : null;
    if (field && !slot.classList.contains("unwritten")) field.removeAttribute("aria-invalid");
  }
  const found = new Map();
  for (const problem of problems) {
    const parts = problem.key.split(".");
    while (parts.length && !slots.has(parts.join("."))) parts.pop();
    const slot = slots.get(parts.join("."));
    if (!slot || !parts.length) continue;
    const rest = problem.key.slice(parts.join(".").length + 1);
    slot.append(h("span", {}, rest ? `${rest}: ` : "", problem.text));
    if (!rest && slot.parentElement?.matches("[data-key]")) {
      slot.parentElement.querySelector(
      "input, select, textarea")?.setAttribute("aria-invalid", "true");
    }
    found.set(problem, slot);
  }
  return found;
}
