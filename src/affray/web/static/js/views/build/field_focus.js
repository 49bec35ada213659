// Restores the focus when a drawing is redrawn.

/**
 * Return how to find the focused element again after a redraw; null if nothing is focused.
 * @param {HTMLElement} element
 */
export function focusPath(element) {
  const focused = document.activeElement;
  if (!focused || !element.contains(focused)) return null;
  for (const name of ["data-place", "data-fighter", "aria-label", "id"]) {
    const holder = name.startsWith("data-") ? focused.closest(`[${name}]`) : focused;
    const value = holder?.getAttribute(name);
    if (value) return { tag: focused.tagName, selector: `[${name}="${CSS.escape(value)}"]` };
  }
  return { tag: focused.tagName, selector: "", text: focused.textContent };
}

/**
 * @param {HTMLElement} element
 * @param {NonNullable<ReturnType<typeof focusPath>>} path
 */
export function focusAgain(element, { selector, text }) {
  const found = selector ? element.querySelector(selector)
    : [...element.querySelectorAll("button")].find((button) => button.textContent === text);
  const corner = element.querySelector(".wall-corner");
  const stop = element.querySelector("svg.board [tabindex='0']");
  const wanted = found?.matches("g, [data-fighter]") && !found.hasAttribute("tabindex")
    ? found.querySelector("[tabindex]") : found;
  const target = wanted || corner || stop;
  if (!(target instanceof SVGElement || target instanceof HTMLElement)) return;
  if (target instanceof SVGElement && target !== stop && target !== corner
    && stop) stop.setAttribute("tabindex", "-1");
  if (target instanceof SVGElement) target.setAttribute("tabindex", "0");
  target.focus({ preventScroll: true });
}
