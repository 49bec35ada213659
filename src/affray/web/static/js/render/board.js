// The board's elements. They are kept from picture to picture: a change is planned, then made.
import { put, svg } from "../elements.js";
import { changesBetween } from "../plan/changes.js";
import { placeName } from "../plan/layout.js";
import { groundOf, outlined } from "./ground.js";
import { TOKEN_RADIUS, dressToken, moveToken, newToken } from "./token.js";

/** A board on the page. */
export class BoardElement {
  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
    /** @type {Layout | null} */
    this.layout = null;
    /** @type {BoardPicture | null} */
    this.picture = null;
    /** @type {Map<number, SVGGElement>} */
    this.tokens = new Map();
    /** @type {Map<number, SVGElement>} */
    this.places = new Map();
    const layer = (/** @type {string} */ name) => svg("g", { class: name });
    this.ground = layer("ground-layer");
    this.fronts = layer("front-layer");
    this.reach = layer("reach");
    this.marked = layer("marked-layer");
    this.lit = layer("lit-layer");
    this.tokenLayer = layer("token-layer");
    this.arrows = layer("arrow-layer");
    this.element = svg("svg", { class: `board board-${scene.board.kind}`, role: "group", "aria-label": `The board: ${scene.title}`, preserveAspectRatio: "xMidYMid meet" },
      this.ground, this.fronts, this.reach, this.marked, this.lit, this.tokenLayer, this.arrows);
  }

  /**
   * Lays the ground; tokens stay, and find their places with the next picture.
   * @param {Layout} layout
   */
  lay(layout) {
    this.layout = layout;
    this.element.setAttribute("viewBox", `0 0 ${Math.ceil(layout.width)} ${Math.ceil(layout.height)}`);
    put(this.ground, groundOf(layout));
    put(this.lit);
    this.places.clear();
    if (this.picture) this.picture = { ...this.picture, lit: [] };
  }

  /**
   * Shows a picture.
   * @param {BoardPicture} picture
   */
  show(picture) {
    const changes = changesBetween(this.picture, picture);
    const { fighters, sides } = this.scene;
    const dress = (/** @type {TokenPicture} */ token) => {
      const element = this.tokens.get(token.index);
      if (element) dressToken(element, fighters[token.index], sides[fighters[token.index].side].name, token);
    };
    for (const index of changes.vanished) {
      this.tokens.get(index)?.remove();
      this.tokens.delete(index);
    }
    for (const token of changes.appeared) {
      const element = newToken(token.index);
      this.tokens.set(token.index, element);
      this.tokenLayer.append(element);
      moveToken(element, token);
      dress(token);
    }
    for (const token of changes.changed) dress(token);
    for (const { to } of changes.moved) {
      const element = this.tokens.get(to.index);
      if (element) moveToken(element, to);
    }
    this.light(changes.lit);
    this.drawMarks(picture);
    this.picture = picture;
  }

  /** @param {BoardChanges["lit"]} changes */
  light({ appeared, vanished }) {
    const layout = /** @type {Layout} */ (this.layout);
    for (const place of vanished) {
      this.places.get(place)?.remove();
      this.places.delete(place);
    }
    for (const place of appeared) {
      const element = outlined(layout.outline(place), { class: "lit-place", tabindex: 0, role: "button", "aria-label": `${placeName(layout.board, place)}: can be chosen`, "data-place": place });
      this.places.set(place, element);
      this.lit.append(element);
    }
  }

  /** @param {BoardPicture} picture */
  drawMarks(picture) {
    const layout = /** @type {Layout} */ (this.layout);
    put(this.fronts, picture.fronts.map(({ side, cells }) => cells.map((cell) => outlined(layout.outline(cell), { class: `front side-${side % 8}` }))));
    put(this.marked, picture.marked.map((place) => outlined(layout.outline(place), { class: "marked" })));
    put(this.arrows, picture.arrows.map(([from, to, kind]) => arrow(picture.tokens.get(from), picture.tokens.get(to), kind)));
  }

  /**
   * Shades the places that a fighter's weapons reach: close by, and at range.
   * @param {number} who
   * @param {Reach["weapons"]} weapons
   */
  shadeReach(who, weapons) {
    const layout = /** @type {Layout} */ (this.layout);
    const near = new Set(weapons.filter((one) => !one.far).flatMap((one) => one.places));
    const far = new Set(weapons.filter((one) => one.far).flatMap((one) => one.places).filter((place) => !near.has(place)));
    const shapes = (/** @type {Set<number>} */ places, /** @type {string} */ look) => [...places].map((place) => outlined(layout.outline(place), { class: look }));
    this.reach.setAttribute("class", `reach side-${this.scene.fighters[who].side % 8}`);
    put(this.reach, shapes(far, "reach-far"), shapes(near, "reach-near"));
  }

  /**
   * Marks who is within a fighter's reach and who is not; without arguments nobody is.
   * @param {Map<number, boolean>} [within]
   */
  markReach(within = new Map()) {
    for (const [index, element] of this.tokens) {
      element.classList.toggle("in-reach", within.get(index) === true);
      element.classList.toggle("out-of-reach", within.get(index) === false);
    }
  }

  /** Takes the shading away. */
  unshade() {
    put(this.reach);
    this.markReach();
  }
}

/**
 * @param {Seat | undefined} from
 * @param {Seat | undefined} to
 * @param {string} kind
 */
function arrow(from, to, kind) {
  if (!from || !to) return null;
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const cut = Math.min(TOKEN_RADIUS + 6, long / 3);
  const ux = (to.x - from.x) / long;
  const uy = (to.y - from.y) / long;
  const tip = [to.x - ux * cut, to.y - uy * cut];
  const back = [tip[0] - ux * 9, tip[1] - uy * 9];
  return svg("g", { class: `arrow ${kind}` },
    svg("line", { x1: from.x + ux * cut, y1: from.y + uy * cut, x2: back[0], y2: back[1] }),
    svg("path", { d: `M${tip[0]} ${tip[1]}L${back[0] - uy * 5} ${back[1] + ux * 5}L${back[0] + uy * 5} ${back[1] - ux * 5}z` }));
}
