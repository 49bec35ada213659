// Form controls for one value: a number, a text, a choice, a flag, and chips for several.
import { h } from "../elements.js";
import { words } from "../format.js";
import { numberProblem } from "../state/schema.js";

/** @typedef {import("../state/schema.js").Shape} Shape */
/** @typedef {import("./schema_form.js").FormContext} FormContext */

/**
 * Return a control for a number, a text, a choice or a flag; null for composite values.
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
export function simpleControl(context, shape, value, set, id, described, required, key, slot) {
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
 * @param {HTMLElement} slot Where problems are shown; an invalid number is not stored.
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
export function choiceControl(values, shape, value, set, id, described, required, said = String) {
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
 * Return chips for some of a few words, each pressed or not.
 * @param {any[]} values
 * @param {any} value
 * @param {any} standard
 * @param {(value: any, redraw?: boolean) => void} set
 * @param {string} path
 */
export function chips(values, value, standard, set, path) {
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
