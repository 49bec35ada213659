// Creates elements. Text stays text: nothing here parses HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {PageChild} Child
 * @typedef {Record<string, any>} Attributes
 */

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes | null | undefined} attributes
 * @param {Child[]} children
 * @returns {E}
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "open"
        || name === "selected") {
      Object.assign(element, { [name]: name === "value" ? value : Boolean(value) });
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
  return element;
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  const found = [];
  for (const child of /** @type {any[]} */ (children).flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    found.push(child instanceof Node ? child : String(child));
  }
  return found;
}

/**
 * Create an HTML element with attributes, listeners (onclick) and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Create an SVG element with attributes, listeners and children.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Replace an element's children.
 * @template {Element} E
 * @param {E} element
 * @param {...Child} children
 * @returns {E}
 */
export function put(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

/**
 * Return the element that a selector finds; it must exist.
 * @param {ParentNode} within
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function one(within, selector) {
  const found = within.querySelector(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

/**
 * Return a function that schedules `act` before the page is next painted. Several calls before then
 * run it only once.
 * @param {() => void} act
 */
export function beforePaint(act) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      act();
    });
  };
}

/**
 * Create a button with a handler for presses.
 * @param {Child} text
 * @param {(event: Event) => void} onclick
 * @param {Attributes} [attributes]
 */
export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", ...attributes, onclick }, text);
}
