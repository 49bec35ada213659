// Arrows at the edge of the board, which point to selectable fighters out of view.
import { button, h, put } from "../elements.js";

const INSET = 30;
/** Arrows closer than this, in pixels, are merged. */
const APART = 54;

/** The arrows on the page. */
export class EdgeArrows {
  /**
   * @param {Scene} scene
   * @param {string[]} labels
   * @param {(who: number) => void} onpress
   */
  constructor(scene, labels, onpress) {
    this.scene = scene;
    this.labels = labels;
    this.onpress = onpress;
    this.element = h("div", { class: "edge-arrows" });
  }

  /**
   * @param {import("./board.js").BoardElement} board
   * @param {Iterable<number>} wanted
   */
  show(board, wanted) {
    const { x, y, width, height } = board.seen();
    const frame = this.element.getBoundingClientRect();
    const scale = 1 / board.unitsPerPixel();
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    const [halfX, halfY] = [frame.width / 2, frame.height / 2];
    /** @type {{x: number, y: number, turn: number, fighters: number[]}[]} */
    const found = [];
    for (const who of wanted) {
      const seat = board.picture?.tokens.get(who);
      if (!seat) continue;
      const [dx, dy] = [(seat.x - middleX) * scale, (seat.y - middleY) * scale];
      if (Math.abs(dx) <= halfX - 4 && Math.abs(dy) <= halfY - 4) continue;
      const shrink = Math.min((halfX - INSET) / Math.abs(dx || 1),
        (halfY - INSET) / Math.abs(dy || 1));
      const [left, top] = [halfX + dx * shrink, halfY + dy * shrink];
      const near = found.find((one) => Math.hypot(one.x - left, one.y - top) < APART);
      if (near) near.fighters.push(who);
      else found.push({ x: left, y: top, turn: Math.atan2(dy, dx), fighters: [who] });
    }
    put(this.element, found.map((one) => this.arrow(one)));
  }

  /** @param {{x: number, y: number, turn: number, fighters: number[]}} what */
  arrow({ x, y, turn, fighters }) {
    const [who] = fighters;
    const { name, side } = this.scene.fighters[who];
    const point = h("i", { "aria-hidden": "true" }, "➤");
    point.style.rotate = `${turn}rad`;
    const text = fighters.length > 1 ? String(fighters.length) : this.labels[who];
    const others = fighters.length > 1 ? ` and ${fighters.length - 1} more` : "";
    const made = button([text, point], () => this.onpress(who), {
      class: `edge-arrow side-${side % 8}`, "aria-label": `Show ${name}${others}`, tabindex: -1,
    });
    made.style.left = `${x}px`;
    made.style.top = `${y}px`;
    return made;
  }
}
