// Pressing, hovering, dragging and focusing the parts of a board, by mouse, touch or keyboard.

/**
 * @typedef {object} BoardHandlers
 * @property {(place: number, event: Event) => void} [onplace]
 * @property {(fighter: number, event: Event) => void} [onfighter]
 * @property {(turn: string, event: Event) => void} [onfacing]
 * @property {(event: Event) => void} [onnothing]
 * @property {(x: number, y: number) => number | null} [placeNear] Returns the place at a point of
 *   the screen if none is highlighted there.
 * @property {(fighter: number | null, event?: Event) => void} [onpoint]
 * @property {(place: number | null) => void} [onpointplace]
 * @property {(fighter: number) => boolean} [draggable] Returns whether a fighter's token can be
 *   dragged.
 * @property {(fighter: number, place: number, event: Event) => void} [ondrop] Called with the place
 *   where a token was dropped.
 */

const WALKS = /** @type {Record<string, Point>} */ (
  { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/**
 * Listen to a whole board with shared listeners, since its elements come and go.
 * @param {SVGSVGElement} board
 * @param {BoardHandlers} handlers
 */
export function listenToBoard(board, handlers) {
  const press = (/** @type {Event} */ event) => {
    const facing = valueOf(event, "facing");
    const place = valueOf(event, "place");
    const fighter = valueOf(event, "fighter");
    if (facing !== null) handlers.onfacing?.(facing, event);
    else if (place !== null) handlers.onplace?.(Number(place), event);
    else if (fighter !== null) handlers.onfighter?.(Number(fighter), event);
    else handlers.onnothing?.(event);
  };
  board.addEventListener("click", press);
  board.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      press(event);
    } else if (WALKS[event.key] && walk(board, event.target, WALKS[event.key])) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
  const point = (/** @type {Event} */ event) => {
    const fighter = valueOf(event, "fighter");
    const place = valueOf(event, "place");
    handlers.onpoint?.(fighter === null ? null : Number(fighter), event);
    handlers.onpointplace?.(place === null ? null : Number(place));
  };
  const leave = () => {
    handlers.onpoint?.(null);
    handlers.onpointplace?.(null);
  };
  for (const kind of ["mouseover", "focusin"]) board.addEventListener(kind, point);
  for (const kind of ["mouseleave", "focusout"]) board.addEventListener(kind, leave);
  listenToDragging(board, handlers);
}

/**
 * Return the pointer's position on the board.
 * @param {SVGSVGElement} board
 * @param {PointerEvent} event
 */
const pointOn = (board, event) =>
  new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM()?.inverse());

/**
 * Drag a token to a place: it follows the pointer, the path is shown, and the place is chosen on
 * release.
 * @param {SVGSVGElement} board
 * @param {BoardHandlers} handlers
 */
function listenToDragging(board, handlers) {
  let dragging = false;
  let away = false;
  let dragged = -1;
  let from = new DOMPoint();
  /** Move the dragged token with the pointer, or back to its place. */
  const carry = (/** @type {PointerEvent | null} */ event) => {
    const token = board.querySelector(`[data-fighter="${dragged}"]`);
    if (!(token instanceof SVGElement)) return;
    const to = event ? pointOn(board, event) : from;
    token.style.translate = event ? `${to.x - from.x}px ${to.y - from.y}px` : "";
  };
  const placeAt = (/** @type {PointerEvent} */ event) => {
    const found = document.elementsFromPoint(event.clientX, event.clientY)
      .find((element) => element.hasAttribute("data-place"));
    return found ? Number(found.getAttribute("data-place"))
      : handlers.placeNear?.(event.clientX, event.clientY) ?? null;
  };
  board.addEventListener("pointerdown", (event) => {
    const fighter = valueOf(event, "fighter");
    dragged = fighter === null ? -1 : Number(fighter);
    dragging = dragged >= 0 && Boolean(handlers.draggable?.(dragged));
    away = false;
    from = pointOn(board, event);
  });
  board.addEventListener("pointermove", (event) => {
    if (!dragging || !event.buttons) return;
    const place = placeAt(event);
    away ||= place !== null;
    carry(event);
    handlers.onpointplace?.(place);
  });
  board.addEventListener("pointercancel", () => {
    if (dragging) carry(null);
    dragging = false;
  });
  board.addEventListener("pointerup", (event) => {
    const place = dragging && away ? placeAt(event) : null;
    if (dragging) carry(null);
    dragging = false;
    if (place !== null) handlers.ondrop?.(dragged, place, event);
  });
}

/**
 * Move the focus to the nearest focusable part in a direction.
 * @param {SVGSVGElement} board
 * @param {EventTarget | null} from
 * @param {Point} direction
 */
function walk(board, from, [dx, dy]) {
  if (!(from instanceof SVGElement)) return false;
  const here = middle(from);
  let best = null;
  let least = Infinity;
  for (const element of reachable(board)) {
    if (element === from) continue;
    const [x, y] = middle(element);
    const along = (x - here[0]) * dx + (y - here[1]) * dy;
    const across = Math.abs((x - here[0]) * dy) + Math.abs((y - here[1]) * dx);
    if (along < 4) continue;
    const far = along + 2.2 * across;
    if (far < least) [best, least] = [element, far];
  }
  if (!best) return true;
  focusOn(board, best);
  return true;
}

/** @param {SVGSVGElement} board */
const reachable = (board) =>
  /** @type {NodeListOf<SVGElement>} */ (
    board.querySelectorAll(".token-face, [data-place], [data-facing]"));

/** @param {SVGElement} element */
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/**
 * @param {SVGSVGElement} board
 * @param {SVGElement} element
 */
function focusOn(board, element) {
  for (const other of reachable(board)) {
    other.setAttribute("tabindex", other === element ? "0" : "-1");
  }
  element.focus();
}

/**
 * Make a board one stop for the Tab key: the fighter who decides, or the first focusable part.
 * @param {SVGSVGElement} board
 */
export function setBoardStop(board) {
  const all = [...reachable(board)];
  const current = all.find((element) => element === document.activeElement)
    || all.find((element) => element.closest(".token.active"))
    || all.find((element) => element.closest(".token.lit")) || all[0];
  for (const element of all) element.setAttribute("tabindex", element === current ? "0" : "-1");
}

/**
 * @param {Event} event
 * @param {"place" | "fighter" | "facing"} name
 */
function valueOf(event, name) {
  const found = event.target instanceof Element ? event.target.closest(`[data-${name}]`) : null;
  return found ? found.getAttribute(`data-${name}`) : null;
}
