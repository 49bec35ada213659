// The part of a board that is seen: all of it, or a part that is dragged, pinched and zoomed.

const SMALLEST_CELL = 40.5;
const CLOSEST = 3;
/** Pixels a unit that a small board is not made larger than. */
const LARGEST_WHOLE = 2.1;
/** Pixels a unit at which labels on tokens can be read. */
const READABLE = 0.75;
/** Room around what is looked at, in the board's units: in a grid, and around other places. */
const MARGIN = 72;
const PLACE_MARGIN = 124;
/** Pixels that a pointer travels before a press becomes a drag. */
const DRAG = 8;
const WHEEL_STEP = 1.15;

/**
 * @param {Point} one
 * @param {Point} other
 */
const apart = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]) || 1;

/** Looks at a part of a board, through its viewBox. */
export class Camera {
  /**
   * @param {import("../render/board.js").BoardElement} board
   * @param {HTMLElement} frame
   * @param {() => void} [onlook] Called when another part is seen.
   */
  constructor(board, frame, onlook = () => {}) {
    this.board = board;
    this.frame = frame;
    this.onlook = onlook;
    /** Pixels for each of the board's units; 0 shows all of the board. */
    this.zoom = 0;
    /** @type {Point} */
    this.centre = [0, 0];
    /** @type {Map<number, Point>} Fingers and pressed mouse buttons, by their pointer. */
    this.pointers = new Map();
    /** Whether the last press became a drag. */
    this.moved = false;
    /** Whether the player has chosen the zoom. */
    this.isByHand = false;
    frame.addEventListener("pointerdown", (event) => this.touch(event));
    frame.addEventListener("pointermove", (event) => this.drag(event));
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) {
      frame.addEventListener(kind, (event) => this.lift(/** @type {PointerEvent} */ (event)));
    }
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** Pixels a unit when all of the board is seen. */
  whole() {
    const { layout } = this.board;
    const { clientWidth: wide, clientHeight: tall } = this.frame;
    return Math.min(LARGEST_WHOLE, wide / layout.width, tall / layout.height) || 1;
  }

  /** Pixels a unit now. */
  scale() {
    return this.zoom || this.whole();
  }

  /** Pixels a unit at which cells are large enough for a finger. */
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
   * Shows a point as large as a finger needs it.
   * @param {Point} point
   */
  approach(point) {
    this.goTo(Math.max(this.scale(), this.pressable()), point);
  }

  /**
   * Keeps points in sight, as large as they can be read. Nothing moves while they are seen, and a
   * zoom
   * that the player has chosen stays.
   * @param {Point[]} points
   */
  watch(points) {
    if (!points.length || (this.isByHand && !this.zoom)) return;
    const [left, top, right, bottom] = boxOf(points);
    const { clientWidth: wide, clientHeight: tall } = this.frame;
    const readable = this.whole() >= READABLE ? this.whole() : this.pressable();
    const wanted = this.isByHand ? this.zoom : readable;
    const margin = this.board.layout.cells ? MARGIN : PLACE_MARGIN;
    const roomy = Math.min(wide / (right - left + margin), tall / (bottom - top + margin));
    const zoom = Math.max(this.whole(), Math.min(wanted, roomy));
    const across = wide / this.scale() / 2 - margin / 4;
    const down = tall / this.scale() / 2 - margin / 4;
    const [x, y] = this.centre;
    const isSeen = !this.zoom
      || (left >= x - across && right <= x + across && top >= y - down && bottom <= y + down);
    if (isSeen && this.scale() >= 0.98 * zoom) return;
    this.goTo(zoom, [(left + right) / 2, (top + bottom) / 2]);
  }

  /**
   * Shows a point as large as a finger needs it, and others as far as there is room: the nearest
   * first, of each group in turn.
   * @param {Point} point
   * @param {...Point[]} groups
   */
  lookAround(point, ...groups) {
    this.isByHand = false;
    const zoom = Math.max(this.whole(), this.pressable());
    const wide = this.frame.clientWidth / zoom - MARGIN;
    const tall = this.frame.clientHeight / zoom - MARGIN;
    let [left, top, right, bottom] = [...point, ...point];
    for (const others of groups) {
      for (const other of others.toSorted((a, b) => apart(a, point) - apart(b, point))) {
        const [l, t, r, b] = boxOf([[left, top], [right, bottom], other]);
        if (r - l <= wide && b - t <= tall) [left, top, right, bottom] = [l, t, r, b];
      }
    }
    this.goTo(zoom, [(left + right) / 2, (top + bottom) / 2]);
  }

  /** Sets the viewBox. */
  look() {
    const { layout, element } = this.board;
    const set = (/** @type {(number | string)[]} */ ...box) => {
      if (element.getAttribute("viewBox") === box.join(" ")) return;
      element.setAttribute("viewBox", box.join(" "));
      this.onlook();
    };
    const scale = this.scale();
    if (!this.zoom && scale < LARGEST_WHOLE) {
      set(0, 0, Math.ceil(layout.width), Math.ceil(layout.height));
      return;
    }
    const wide = this.frame.clientWidth / scale;
    const tall = this.frame.clientHeight / scale;
    this.centre = [
      held(this.centre[0], wide, layout.width), held(this.centre[1], tall, layout.height),
    ];
    const [left, top] = [this.centre[0] - wide / 2, this.centre[1] - tall / 2];
    set(...[left, top, wide, tall].map((one) => one.toFixed(1)));
  }

  /**
   * The point of the board at a point of the screen.
   * @param {Point} at
   * @returns {Point}
   */
  pointAt([x, y]) {
    const box = this.frame.getBoundingClientRect();
    const [middleX, middleY] = this.middle();
    const scale = this.scale();
    return [
      middleX + (x - box.left - box.width / 2) / scale,
      middleY + (y - box.top - box.height / 2) / scale,
    ];
  }

  /** @returns {Point} */
  middle() {
    const { layout } = this.board;
    return this.zoom ? this.centre : [layout.width / 2, layout.height / 2];
  }

  /**
   * Zooms so that the point of the board under a point of the screen stays there.
   * @param {number} times
   * @param {Point} at
   */
  zoomAt(times, at) {
    this.isByHand = true;
    const [x, y] = this.pointAt(at);
    const [middleX, middleY] = this.middle();
    const before = this.scale();
    const zoom = Math.max(this.whole(), Math.min(CLOSEST, before * times));
    const keeps = before / zoom;
    this.goTo(zoom, [x + (middleX - x) * keeps, y + (middleY - y) * keeps]);
  }

  /** @param {number} times */
  closer(times) {
    const box = this.frame.getBoundingClientRect();
    this.zoomAt(times, [box.left + box.width / 2, box.top + box.height / 2]);
  }

  /** @param {PointerEvent} event */
  touch(event) {
    if (!this.pointers.size) this.moved = false;
    // a token is dragged by itself
    const onToken = event.target instanceof Element && event.target.closest("[data-fighter]");
    if (event.pointerType === "mouse" && (event.button || onToken)) return;
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId);
    const now = /** @type {Point} */ ([event.clientX, event.clientY]);
    if (!this.moved && !others.length && apart(now, before) < DRAG) return;
    this.moved = true;
    if (others.length) {
      const [, other] = others[0];
      const between = /** @type {Point} */ ([(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
      this.zoomAt(apart(now, other) / apart(before, other), between);
    } else if (this.zoom) {
      const [x, y] = this.centre;
      const scale = this.scale();
      this.goTo(scale, [x - (now[0] - before[0]) / scale, y - (now[1] - before[1]) / scale]);
    }
    this.pointers.set(event.pointerId, now);
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  lift(event) {
    this.pointers.delete(event.pointerId);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    if (!event.deltaY) return;
    this.zoomAt(event.deltaY < 0 ? WHEEL_STEP : 1 / WHEEL_STEP, [event.clientX, event.clientY]);
  }
}

/**
 * The smallest box around points: left, top, right, bottom.
 * @param {Point[]} points
 */
function boxOf(points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/**
 * A middle that keeps what is seen on the board.
 * @param {number} middle
 * @param {number} size
 * @param {number} whole
 */
function held(middle, size, whole) {
  return size >= whole ? whole / 2 : Math.max(size / 2, Math.min(whole - size / 2, middle));
}
