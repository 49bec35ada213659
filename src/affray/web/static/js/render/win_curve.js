// The win probability along a fight: a line with its error, the turning points, and the current
// frame.
import { svg } from "../elements.js";
import { percent } from "../format.js";

const PLOT = { wide: 440, tall: 168, left: 30, right: 10, top: 10, bottom: 16 };
/** The size of a turning point's letter. */
const MARK = 7.5;

/** @typedef {{frame: number, chances: Record<string, StudyFigure>}} CurvePoint */

/** The plot on the page. */
export class WinCurveElement {
  /** @param {(frame: number) => void} onpick */
  constructor(onpick) {
    this.last = 1;
    this.cursor = svg("line", { class: "cursor", y1: PLOT.top - 4,
      y2: PLOT.tall - PLOT.bottom + 4 });
    this.lines = svg("g", {});
    this.element = svg("svg", { viewBox: `0 0 ${PLOT.wide} ${PLOT.tall}`, class: "win-curve",
      role: "img" }, this.lines, this.cursor);
    const pick = (/** @type {PointerEvent} */ event) => {
      const box = this.element.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * PLOT.wide;
      onpick(Math.max(0, Math.min(this.last,
        Math.round(((x - PLOT.left) / (PLOT.wide - PLOT.left - PLOT.right)) * this.last))));
    };
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      pick(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) pick(event);
    });
  }

  /** @param {number} frame */
  x(frame) {
    return PLOT.left + ((PLOT.wide - PLOT.left - PLOT.right) * frame) / this.last;
  }

  /** @param {number} share */
  y(share) {
    return PLOT.top + (PLOT.tall - PLOT.top - PLOT.bottom) * (1 - Math.max(0, Math.min(1, share)));
  }

  /**
   * Draw the curve of the first of two sides, or of all sides.
   * @param {CurvePoint[]} points
   * @param {string[]} sides
   * @param {number} last The last frame.
   * @param {{frame: number, share: number, side: number, label: string}[]} marks
   */
  show(points, sides, last, marks) {
    this.last = Math.max(1, last);
    const shown = sides.length === 2 ? [0] : sides.map((_, side) => side);
    const at = (/** @type {CurvePoint} */ point, /** @type {number} */ share) =>
      `${this.x(point.frame).toFixed(1)},${this.y(share).toFixed(1)}`;
    const drawn = shown.map((side) => {
      const figures = points.map((point) => point.chances[sides[side]]);
      const upper = points.map((point, n) => at(point, figures[n].value + figures[n].error));
      const lower = points.map((point, n) => at(point, figures[n].value - figures[n].error))
        .reverse();
      const line = points.map((point, n) => at(point, figures[n].value));
      return svg("g", { class: `side-${side % 8}` },
        sides.length === 2 ? svg("polygon",
          { points: [`${this.x(points[0].frame)},${this.y(0)}`, ...line,
            `${this.x(points[points.length - 1].frame)},${this.y(0)}`].join(" "), class: "under" })
            : null,
        svg("polygon", { points: [...upper, ...lower].join(" "), class: "error" }),
        svg("polyline", { points: line.join(" "), class: "curve" }));
    });
    this.lines.replaceChildren(
      sides.length === 2 ? svg("rect",
        { x: PLOT.left, y: PLOT.top, width: PLOT.wide - PLOT.left - PLOT.right,
          height: PLOT.tall - PLOT.top - PLOT.bottom, class: "other side-1" }) : svg("g", {}),
      ...[0, 0.5, 1].flatMap((share) =>
        [svg("line", { x1: PLOT.left, x2: PLOT.wide - PLOT.right, y1: this.y(share),
          y2: this.y(share), class: share === 0.5 ? "rule half" : "rule" }),
          svg("text", { x: PLOT.left - 5, y: this.y(share) + 4, class: "tick end" },
            String(100 * share))]),
      ...drawn,
      ...this.apart(marks).map(({ mark, x, y }) =>
        svg("g", { class: `turn-mark side-${mark.side % 8}` },
          svg("circle", { cx: x, cy: y, r: MARK }),
          svg("text", { x, y: y + 3.6 }, mark.label))));
    const end = points[points.length - 1].chances;
    this.element.setAttribute("aria-label",
      `Chance to win along the fight: ${shown.map((side) => `${sides[side]} from ${percent(points[0].chances[sides[side]].value)} to ${percent(end[sides[side]].value)}`).join("; ")}`);
  }

  /**
   * Return the positions of marks, moved apart if they overlap.
   * @template {{frame: number, share: number}} M
   * @param {M[]} marks
   */
  apart(marks) {
    /** @type {{mark: M, x: number, y: number}[]} */
    const placed = [];
    for (const mark of marks) {
      const [x, wanted] = [this.x(mark.frame), this.y(mark.share)];
      const isFree = (/** @type {number} */ y) => y >= PLOT.top && y <= PLOT.tall - PLOT.bottom
        && placed.every((one) => Math.hypot(one.x - x, one.y - y) >= 2 * MARK + 1);
      const steps = [0, 1, -1, 2, -2, 3, -3, 4, -4].map((step) => wanted + step * (2 * MARK + 1));
      placed.push({ mark, x, y: steps.find(isFree) ?? wanted });
    }
    return placed;
  }

  /**
   * Move the cursor to a frame; without one, to the end.
   * @param {number | null} frame
   */
  point(frame) {
    const x = String(this.x(frame ?? this.last));
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
  }
}
