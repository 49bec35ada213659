// The visible part of a board: all of it, or a part, by dragging, pinching and zooming.

const SMALLEST_CELL = 40.5;
const CLOSEST = 3;
/** The largest scale for a whole board, in pixels per unit, for places and for shared cells. */
const LARGEST_WHOLE = 2.1;
const LARGEST_GRID = 3.4;
/**
 * The smallest cell for a mouse, in pixels: if the whole board would be smaller, a part is shown.
 */
const LEAST_CELL = 34;
/** The width in pixels of a token whose face is recognizable, and its width in units. */
const FACE = { pixels: 34, units: 36 };
/**
 * The title above a board: its size and margin in pixels, and its height in units above the board.
 */
const TITLE = { size: 20, air: 8, above: 18 };
/** The scale at which labels on tokens are readable, in pixels per unit. */
const READABLE = 0.75;
/** The margin around the points in view, in the board's units: on grids, and on other boards. */
const MARGIN = 72;
const PLACE_MARGIN = 124;
/** The distance in pixels after which a press becomes a drag. */
const DRAG = 8;
const WHEEL_STEP = 1.15;
/** The whole board is shown if its scale is at least this share of the wanted one. */
const NEARLY = 0.92;

/**
 * @param {Point} one
 * @param {Point} other
 */
const apart = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]) || 1;

/** A view of a part of a board, set by its viewBox. */
export class Camera {
  /**
   * @param {import("../render/board.js").BoardElement} board
   * @param {HTMLElement} frame
   * @param {() => void} [onlook] Called when the visible part changes.
   */
  constructor(board, frame, onlook = () => {}) {
    this.board = board;
    this.frame = frame;
    this.onlook = onlook;
    /** Pixels per unit of the board; 0 shows the whole board. */
    this.zoom = 0;
    /** @type {Point} */
    this.centre = [0, 0];
    /** @type {Map<number, Point>} Fingers and pressed mouse buttons, by pointer id. */
    this.pointers = new Map();
    /** Whether the last press became a drag. */
    this.moved = false;
    /** Whether the player has set the zoom. */
    this.isByHand = false;
    frame.addEventListener("pointerdown", (event) => this.touch(event));
    frame.addEventListener("pointermove", (event) => this.drag(event));
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) {
      frame.addEventListener(kind, (event) => this.lift(/** @type {PointerEvent} */ (event)));
    }
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** Return the scale at which the whole board is visible, in pixels per unit. */
  whole() {
    const { layout } = this.board;
    const { clientWidth: wide, clientHeight: tall } = this.frame;
    return Math.min(this.largest(), wide / layout.width, tall / layout.height) || 1;
  }

  /** Return the largest scale for a whole board, in pixels per unit. */
  largest() {
    return this.board.layout.cells ? LARGEST_GRID : LARGEST_WHOLE;
  }

  /** Return the current scale, in pixels per unit. */
  scale() {
    return this.zoom || this.whole();
  }

  /** Return whether a whole grid would be too small to play on. */
  isSmall() {
    return Boolean(this.board.layout.cells) && this.whole() * 44 < LEAST_CELL;
  }

  /**
   * Return the scale at which cells are large enough for a finger; on other boards, the smallest
   * token.
   */
  pressable() {
    const { layout, picture } = this.board;
    const scales = [...(picture?.tokens.values() || [])].map(({ scale }) => scale);
    const smallest = layout.cells || !scales.length ? 1 : Math.min(...scales);
    return SMALLEST_CELL / (44 * Math.max(1, smallest));
  }

  /** Show the whole board. */
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
   * Show a point at a scale large enough for a finger.
   * @param {Point} point
   */
  approach(point) {
    this.goTo(Math.max(this.scale(), this.pressable()), point);
  }

  /**
   * Keep points in view at a readable scale. Nothing moves while they are visible, and a zoom set
   * by the player stays.
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
   * Show a point at a scale large enough for a finger, and as many others as fit: the nearest
   * first, from each group in turn.
   * @param {Point} point
   * @param {number} smallest The scale of the smallest token whose face must be recognizable.
   * @param {...Point[]} groups
   */
  lookAround(point, smallest, ...groups) {
    this.isByHand = false;
    const face = FACE.pixels / (FACE.units * smallest);
    const zoom = Math.max(this.whole(), this.pressable(), Math.min(face, this.largest()));
    if (this.whole() >= NEARLY * zoom) {
      this.fit();
      return;
    }
    const margin = this.board.layout.cells ? MARGIN : PLACE_MARGIN;
    const wide = this.frame.clientWidth / zoom - margin;
    const tall = this.frame.clientHeight / zoom - margin;
    let [left, top, right, bottom] = [...point, ...point];
    for (const others of groups) {
      for (const other of others.toSorted((a, b) => apart(a, point) - apart(b, point))) {
        const [l, t, r, b] = boxOf([[left, top], [right, bottom], other]);
        if (r - l <= wide && b - t <= tall) [left, top, right, bottom] = [l, t, r, b];
      }
    }
    this.goTo(zoom, [(left + right) / 2, (top + bottom) / 2]);
  }

  /** Set the viewBox. */
  look() {
    const { layout, element } = this.board;
    const set = (/** @type {(number | string)[]} */ ...box) => {
      if (element.getAttribute("viewBox") === box.join(" ")) return;
      element.setAttribute("viewBox", box.join(" "));
      this.onlook();
    };
    const scale = this.scale();
    const pixels = scale.toFixed(2);
    // keep text on the board large enough to read
    if (element.style.getPropertyValue("--px") !== pixels) element.style.setProperty("--px", pixels);
    const above = (this.frame.clientHeight - layout.height * scale) / 2;
    const hasTitle = !this.zoom && above >= TITLE.above * scale + TITLE.size + TITLE.air;
    element.classList.toggle("roomy", hasTitle);
    if (hasTitle) element.style.setProperty("--title-size", `${(TITLE.size / scale).toFixed(1)}px`);
    if (!this.zoom && scale < this.largest()) {
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
   * Return the point of the board at a point of the screen.
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
   * Zoom around the board's point under a point of the screen.
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
    // tokens handle their own dragging
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
 * Return the bounding box of points: left, top, right, bottom.
 * @param {Point[]} points
 */
function boxOf(points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/**
 * Return a centre that keeps the view within the board.
 * @param {number} middle
 * @param {number} size
 * @param {number} whole
 */
function held(middle, size, whole) {
  return size >= whole ? whole / 2 : Math.max(size / 2, Math.min(whole - size / 2, middle));
}
