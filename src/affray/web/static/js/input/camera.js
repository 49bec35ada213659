// What of a board is seen: all of it, or a part that is moved with a finger and widened with two.

const SMALLEST_CELL = 40.5;
const CLOSEST = 3;
/** Pixels a unit at which labels on tokens can be read. */
const READABLE = 0.75;
/** How much room what is looked at has around it, in the board's units. */
const MARGIN = 72;
/** The same around a place that is no cell. */
const PLACE_MARGIN = 124;

/** Looks at a part of a board, through its viewBox. */
export class Camera {
  /**
   * @param {import("../render/board.js").BoardElement} board
   * @param {HTMLElement} frame
   */
  constructor(board, frame) {
    this.board = board;
    this.frame = frame;
    /** Pixels for each of the board's units; 0 is as many as show all of it. */
    this.zoom = 0;
    /** @type {Point} */
    this.centre = [0, 0];
    /** @type {Map<number, Point>} */
    this.fingers = new Map();
    this.moved = false;
    /** Whether whoever looks has chosen how large it is. */
    this.isByHand = false;
    frame.addEventListener("pointerdown", (event) => this.touch(event));
    frame.addEventListener("pointermove", (event) => this.drag(event));
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) frame.addEventListener(kind, (event) => this.lift(/** @type {PointerEvent} */ (event)));
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** Pixels a unit when all of the board is seen. */
  whole() {
    const { layout } = this.board;
    return Math.min(this.frame.clientWidth / layout.width, this.frame.clientHeight / layout.height) || 1;
  }

  /** Pixels a unit now. */
  scale() {
    return this.zoom || this.whole();
  }

  /** Pixels a unit at which cells are large enough to be pressed with a finger. */
  pressable() {
    return SMALLEST_CELL / 44;
  }

  /** Shows all of the board. */
  fit(byHand = false) {
    this.isByHand = byHand;
    this.zoom = 0;
    this.look();
  }

  /**
   * @param {number} zoom
   * @param {Point} centre
   */
  goTo(zoom, centre) {
    this.zoom = zoom > this.whole() * 1.001 ? Math.min(zoom, CLOSEST) : 0;
    this.centre = centre;
    this.look();
  }

  /**
   * Has a point be seen, as large as a finger needs it.
   * @param {Point} point
   */
  approach(point) {
    this.goTo(Math.max(this.scale(), this.pressable()), point);
  }

  /**
   * Has what happens be seen, all of it if there is room, and so large that it can be read. As long as it is, nothing
   * moves; how large whoever looks wants it is kept.
   * @param {Point[]} points
   */
  watch(points) {
    if (!points.length || (this.isByHand && !this.zoom)) return;
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    const { clientWidth: wide, clientHeight: tall } = this.frame;
    const wanted = this.isByHand ? this.zoom : this.whole() >= READABLE ? this.whole() : this.pressable();
    const margin = this.board.layout.cells ? MARGIN : PLACE_MARGIN;
    const zoom = Math.max(this.whole(), Math.min(wanted, wide / (right - left + margin), tall / (bottom - top + margin)));
    const [across, down] = [wide / this.scale() / 2 - margin / 4, tall / this.scale() / 2 - margin / 4];
    const [x, y] = this.centre;
    const isSeen = !this.zoom || (left >= x - across && right <= x + across && top >= y - down && bottom <= y + down);
    if (isSeen && this.scale() >= 0.98 * zoom) return;
    this.goTo(zoom, [(left + right) / 2, (top + bottom) / 2]);
  }

  /**
   * Has a point be seen, as large as a finger needs it, and with it others as far as there is room: the nearest first,
   * of each group in turn.
   * @param {Point} point
   * @param {...Point[]} groups
   */
  lookAround(point, ...groups) {
    this.isByHand = false;
    const zoom = Math.max(this.scale(), this.pressable());
    const [wide, tall] = [this.frame.clientWidth / zoom - MARGIN, this.frame.clientHeight / zoom - MARGIN];
    const far = (/** @type {Point} */ other) => Math.hypot(other[0] - point[0], other[1] - point[1]);
    let [left, top, right, bottom] = [...point, ...point];
    for (const [x, y] of groups.flatMap((others) => others.toSorted((one, other) => far(one) - far(other)))) {
      const wider = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
      if (wider[2] - wider[0] <= wide && wider[3] - wider[1] <= tall) [left, top, right, bottom] = wider;
    }
    this.goTo(zoom, [(left + right) / 2, (top + bottom) / 2]);
  }

  /** Sets the viewBox. */
  look() {
    const { layout, element } = this.board;
    if (!this.zoom) {
      element.setAttribute("viewBox", `0 0 ${Math.ceil(layout.width)} ${Math.ceil(layout.height)}`);
      return;
    }
    const wide = this.frame.clientWidth / this.zoom;
    const tall = this.frame.clientHeight / this.zoom;
    const held = (/** @type {number} */ middle, /** @type {number} */ size, /** @type {number} */ whole) => (size >= whole ? whole / 2 : Math.max(size / 2, Math.min(whole - size / 2, middle)));
    this.centre = [held(this.centre[0], wide, layout.width), held(this.centre[1], tall, layout.height)];
    element.setAttribute("viewBox", `${(this.centre[0] - wide / 2).toFixed(1)} ${(this.centre[1] - tall / 2).toFixed(1)} ${wide.toFixed(1)} ${tall.toFixed(1)}`);
  }

  /** @param {PointerEvent} event */
  touch(event) {
    if (event.pointerType === "mouse") return;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 1) this.moved = false;
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    const now = /** @type {Point} */ ([event.clientX, event.clientY]);
    const far = Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (!this.moved && !others.length && far < 8) return;
    this.moved = true;
    const scale = this.scale();
    if (!this.zoom) this.centre = [this.board.layout.width / 2, this.board.layout.height / 2];
    if (others.length) {
      this.isByHand = true;
      const apart = (/** @type {Point} */ point) => Math.hypot(point[0] - others[0][0], point[1] - others[0][1]) || 1;
      this.goTo(Math.max(this.whole(), (scale * apart(now)) / apart(before)), this.centre);
    } else if (this.zoom) this.goTo(scale, [this.centre[0] - (now[0] - before[0]) / scale, this.centre[1] - (now[1] - before[1]) / scale]);
    this.fingers.set(event.pointerId, now);
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  lift(event) {
    this.fingers.delete(event.pointerId);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey && !this.zoom) return;
    event.preventDefault();
    if (event.ctrlKey) this.closer(event.deltaY < 0 ? 1.15 : 1 / 1.15);
    else this.goTo(this.zoom, [this.centre[0] + event.deltaX / this.zoom, this.centre[1] + event.deltaY / this.zoom]);
  }

  /** @param {number} times */
  closer(times) {
    this.isByHand = true;
    if (!this.zoom) this.centre = [this.board.layout.width / 2, this.board.layout.height / 2];
    this.goTo(Math.max(this.whole(), this.scale() * times), this.centre);
  }
}
