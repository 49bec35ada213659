// Pressing, pointing at and reaching what is on a board, by mouse, touch or keyboard.

/**
 * @typedef {object} BoardHandlers
 * @property {(place: number) => void} [onplace]
 * @property {(fighter: number) => void} [onfighter]
 * @property {(fighter: number | null) => void} [onpoint]
 */

/**
 * Listens to everything on a board at once; its elements come and go.
 * @param {SVGSVGElement} board
 * @param {BoardHandlers} handlers
 */
export function listenToBoard(board, { onplace, onfighter, onpoint }) {
  const press = (/** @type {Event} */ event) => {
    const place = dataOf(event, "place");
    if (place !== null) return onplace?.(place);
    const fighter = dataOf(event, "fighter");
    return fighter === null ? undefined : onfighter?.(fighter);
  };
  board.addEventListener("click", press);
  board.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press(event);
  });
  if (!onpoint) return;
  for (const kind of ["mouseover", "focusin"]) board.addEventListener(kind, (event) => onpoint(dataOf(event, "fighter")));
  for (const kind of ["mouseleave", "focusout"]) board.addEventListener(kind, () => onpoint(null));
}

/**
 * @param {Event} event
 * @param {"place" | "fighter"} name
 */
function dataOf(event, name) {
  const found = event.target instanceof Element ? event.target.closest(`[data-${name}]`) : null;
  return found ? Number(found.getAttribute(`data-${name}`)) : null;
}
