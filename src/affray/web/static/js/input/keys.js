// Keyboard shortcuts that work everywhere on a page, except in text fields.

/**
 * Bind keys to actions. Returns a function that removes the listener.
 * @param {(key: string, event: KeyboardEvent) => (() => void) | null | undefined} actionFor
 */
export function listenToKeys(actionFor) {
  const heard = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element
      && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const act = actionFor(event.key, event);
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}
