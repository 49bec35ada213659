// The board's elements. They are reused for every picture: changes are planned, then applied.
import { put, svg } from "../elements.js";
import { changesBetween } from "../plan/changes.js";
import { percent } from "../format.js";
import { arcBetween } from "../plan/arc.js";
import { TURNS, WEDGES } from "../plan/grid.js";
import { placeName } from "../plan/layout.js";
import { conditionsOf } from "../state/conditions.js";
import { labelsOf } from "../state/labels.js";
import { gridGround } from "./ground/grid.js";
import { spotsGround, zonesGround } from "./ground/places.js";
import { castFight } from "../portraits/cast.js";
import { onModeChange, themeOf } from "../worlds/themes.js";
import { textWidth } from "./text_width.js";
import { TOKEN_RADIUS, Token, lostHealth } from "./token.js";

// grounds are pictures: repaint them when the page switches between light and dark
onModeChange(() => {
  for (const board of document.querySelectorAll("svg.board")) {
    board.dispatchEvent(new Event("modechange"));
  }
});

const FACINGS = /** @type {Record<string, string>} */ (
  { n: "north", ne: "north-east", e: "east", se: "south-east", s: "south", sw: "south-west",
    w: "west", nw: "north-west" });

/**
 * @param {Outline} outline
 * @param {Record<string, any>} attributes
 */
const outlined = ({ tag, attributes: shape }, attributes) => svg(tag, { ...shape, ...attributes });

/** A board on the page. */
export class BoardElement {
  /**
   * @param {Scene} scene
   * @param {Layout} layout
   */
  constructor(scene, layout) {
    this.scene = scene;
    this.layout = layout;
    this.labels = labelsOf(scene.fighters);
    castFight(scene.fighters, themeOf(scene.ruleset).pen);
    /** @type {BoardPicture | null} */
    this.picture = null;
    /**
     * @type {[string, number, number, SVGElement[]] | null} An image under the grid, its width and
     *   height, and the marks on it.
     */
    this.backdrop = null;
    /** @type {Map<number, Token>} */
    this.tokens = new Map();
    /** @type {Map<number, SVGElement>} */
    this.places = new Map();
    const layer = (/** @type {string} */ name) => svg("g", { class: name });
    this.ground = layer("ground-layer");
    this.veil = layer("veil-layer");
    this.fronts = layer("front-layer");
    this.reach = layer("reach");
    this.lit = layer("lit-layer");
    this.marks = layer("marks-layer");
    this.tokenLayer = layer("token-layer");
    this.arrows = layer("arrow-layer");
    this.wedges = layer("wedge-layer");
    this.effects = layer("effect-layer");
    this.element = svg("svg", { class: `board board-${scene.board.kind}`, role: "group",
      "aria-label": `The board: ${scene.title}`, preserveAspectRatio: "xMidYMid meet" },
      this.ground, this.veil, this.fronts, this.reach, this.lit, this.marks, this.tokenLayer,
      this.arrows, this.wedges, this.effects);
    this.element.addEventListener("modechange", () => this.paint());
    this.lay(layout);
  }

  /**
   * Highlight a fighter who comes into view.
   * @param {number} who
   */
  appear(who) {
    const token = this.element.querySelector(`[data-fighter="${who}"]`);
    token?.classList.add("appears");
    window.setTimeout(() => token?.classList.remove("appears"), 1600);
  }

  /**
   * Draw rings around a point for a few seconds.
   * @param {Point} point
   */
  ping([cx, cy]) {
    const ring = svg("circle", { class: "ping", cx, cy, r: 46 });
    this.effects.append(ring);
    window.setTimeout(() => ring.remove(), 4000);
  }

  /**
   * Replace the ground; tokens stay, and move to their places with the next picture.
   * @param {Layout} layout
   */
  lay(layout) {
    this.layout = layout;
    this.element.setAttribute("viewBox",
      `0 0 ${Math.ceil(layout.width)} ${Math.ceil(layout.height)}`);
    this.paint();
    put(this.veil, (layout.cells ? layout.board.hidden || [] : [])
      .map((place) => outlined(layout.outline(place), { class: "fog" })));
    put(this.lit);
    this.places.clear();
    if (this.picture) this.picture = { ...this.picture, lit: [] };
  }

  /** Paint the ground; it is repainted when the page switches between light and dark. */
  paint() {
    const { layout } = this;
    const draw = { grid: gridGround, spots: spotsGround, zones: zonesGround }[layout.board.kind];
    put(this.ground, draw(layout, this.scene));
    if (this.backdrop) this.setBackdrop(...this.backdrop);
  }

  /**
   * Show a picture.
   * @param {BoardPicture} picture
   */
  show(picture) {
    const changes = changesBetween(this.picture, picture);
    for (const index of changes.vanished) {
      this.tokens.get(index)?.element.remove();
      this.tokens.delete(index);
    }
    for (const seen of changes.appeared) {
      const fighter = this.scene.fighters[seen.index];
      const token = new Token(seen.index, fighter, this.scene.sides[fighter.side].name,
        this.labels[seen.index], this.scene.ruleset);
      this.tokens.set(seen.index, token);
      this.tokenLayer.append(token.element);
      token.move(seen);
      token.dress(seen);
      this.sink(seen);
    }
    for (const seen of changes.changed) {
      this.tokens.get(seen.index)?.dress(seen);
      this.sink(seen);
    }
    for (const { to } of changes.moved) this.tokens.get(to.index)?.move(to);
    this.stack(picture);
    this.light(changes.lit);
    this.drawMarks(picture);
    this.picture = picture;
  }

  /**
   * Move a fallen fighter's token below those of standing fighters.
   * @param {TokenPicture} seen
   */
  sink({ index, state }) {
    const element = this.tokens.get(index)?.element;
    if (!element || state.state === "standing" || element.dataset.sunk) return;
    element.dataset.sunk = "yes";
    this.tokenLayer.prepend(element);
  }

  /**
   * Draw lower tokens over higher ones on boards with facing, so that a facing point hides no label
   * of the fighter in front. While a token has the focus, nothing is moved.
   * @param {BoardPicture} picture
   */
  stack({ tokens }) {
    const seen = [...tokens.values()];
    if (!this.layout.cells || !seen.some(({ state }) => state.where?.facing)
      || this.tokenLayer.contains(document.activeElement)) return;
    const stands = (/** @type {TokenPicture} */ { state }) => Number(state.state === "standing");
    const order = seen.toSorted((one, other) => stands(one) - stands(other) || other.y - one.y)
      .map(({ index }) => this.tokens.get(index)?.element);
    if (order.some((element, place) => element !== this.tokenLayer.children[place])) {
      for (const element of order) if (element) this.tokenLayer.append(element);
    }
  }

  /**
   * Show the game master what is hidden from the players.
   * @param {{fighters: number[], places: number[]}} hidden
   */
  showHidden({ fighters, places }) {
    put(this.veil,
      places.map((place) => outlined(this.layout.outline(place), { class: "veiled-place" })));
    for (const [index, token] of this.tokens) {
      token.element.classList.toggle("veiled", fighters.includes(index));
    }
  }

  /** @param {BoardChanges["lit"]} changes */
  light({ appeared, vanished }) {
    const { layout } = this;
    for (const place of vanished) {
      this.places.get(place)?.remove();
      this.places.delete(place);
    }
    for (const place of appeared) {
      const element = outlined(layout.outline(place),
        { class: "lit-place", tabindex: -1, role: "button",
          "aria-label": `${placeName(layout.board, place)}: can be chosen`, "data-place": place });
      this.places.set(place, element);
      this.lit.append(element);
    }
  }

  /**
   * Return the mark for the part of a fighter's health that would be lost.
   * @param {TokenPicture | undefined} seat
   * @param {number} share The share of health that would be left.
   */
  ghostRing(seat, share) {
    if (!seat) return null;
    const now = seat.state.max ? seat.state.health / seat.state.max : 0;
    return svg("g", { transform: `translate(${seat.x} ${seat.y}) scale(${seat.scale})` },
      lostHealth(now, share, this.scene.ruleset));
  }

  /** @param {BoardPicture} picture */
  drawMarks(picture) {
    const { layout } = this;
    const before = this.picture;
    if (!before || !sameFronts(before.fronts, picture.fronts)) {
      put(this.fronts,
        picture.fronts.map(({ side, cells }) =>
          cells.map((cell) => outlined(layout.outline(cell),
            { class: `front side-${side % 8}` }))));
    }
    put(this.marks,
      picture.threatened.map((place) => outlined(layout.outline(place), { class: "threatened" })),
      picture.marked.map((place) => outlined(layout.outline(place), { class: "marked" })),
      picture.way.length > 1 ? svg("polyline",
        { points: picture.way.map((place) => layout.centres[place].join(",")).join(" "),
          class: "way-line" }) : null);
    put(this.arrows,
      picture.ghost ? this.ghostRing(picture.tokens.get(picture.ghost.who), picture.ghost.share)
        : null,
      picture.arrows.map((one) => arrow(picture, one)),
      [...picture.chances].map(([who, chance]) => chancePill(picture, who, chance)));
    const asked = picture.wedges;
    if (asked?.who !== before?.wedges?.who
      || asked?.turns.length !== before?.wedges?.turns.length) {
      put(this.wedges, asked ? wedgesAround(picture.tokens.get(asked.who), asked.turns) : null);
    }
  }

  /**
   * Shade the places in reach of a fighter's weapons: close by, and at range.
   * @param {number} who
   * @param {Reach["weapons"]} weapons
   */
  shadeReach(who, weapons) {
    const { layout } = this;
    const near = new Set(weapons.filter((weapon) => !weapon.far)
      .flatMap((weapon) => weapon.places));
    const far = new Set(weapons.filter((weapon) => weapon.far).flatMap((weapon) => weapon.places)
      .filter((place) => !near.has(place)));
    const shapes = (/** @type {Set<number>} */ places, /** @type {string} */ look) =>
      [...places].map((place) => outlined(layout.outline(place), { class: look }));
    this.reach.setAttribute("class", `reach side-${this.scene.fighters[who].side % 8}`);
    put(this.reach, shapes(far, "reach-far"), shapes(near, "reach-near"));
  }

  /**
   * Mark which fighters are within reach and which are not; without arguments, clear the marks.
   * @param {Map<number, boolean>} [within]
   */
  markReach(within = new Map()) {
    for (const [index, token] of this.tokens) {
      token.element.classList.toggle("in-reach", within.get(index) === true);
      token.element.classList.toggle("out-of-reach", within.get(index) === false);
    }
  }

  /** Remove the shading. */
  unshade() {
    put(this.reach);
    this.markReach();
  }

  /**
   * Put a picture under a grid's lines and walls.
   * @param {string} image
   * @param {number} width
   * @param {number} height
   * @param {SVGElement[]} [marks] Lights and doors, drawn above it.
   */
  setBackdrop(image, width, height, marks = []) {
    const { origin } = this.layout;
    this.backdrop = [image, width, height, marks];
    this.ground.querySelector(".backdrop")?.remove();
    for (const mark of marks) this.ground.append(mark);
    if (!image) return;
    this.element.classList.add("with-backdrop");
    const picture = svg("image", { href: image, x: origin.x, y: origin.y, width, height,
      preserveAspectRatio: "none", class: "backdrop" });
    this.ground.querySelector(".world-picture")?.after(picture);
  }

  /** Return the visible part of the board, in its units. */
  seen() {
    const [x, y, width, height] = String(this.element.getAttribute("viewBox")).split(" ")
      .map(Number);
    return { x, y, width, height };
  }

  /** Return the number of board units per pixel of the screen. */
  unitsPerPixel() {
    const matrix = this.element.getScreenCTM();
    return matrix && matrix.a ? 1 / matrix.a : 1;
  }
}

/**
 * @param {BoardPicture["fronts"]} one
 * @param {BoardPicture["fronts"]} other
 */
const sameFronts = (one, other) =>
  one.length === other.length && one.every((front, n) =>
    front.side === other[n].side && front.cells.join() === other[n].cells.join());

/**
 * Return an arrow from one token to another, bent around the tokens between them.
 * @param {BoardPicture} picture
 * @param {[number, number, string]} what
 */
function arrow({ tokens }, [fromIndex, toIndex, kind]) {
  const from = tokens.get(fromIndex);
  const to = tokens.get(toIndex);
  if (!from || !to) return null;
  const others = [...tokens.values()].filter((one) => one !== from && one !== to);
  const { start, bend, end, turn } = arcBetween(from, to, others, TOKEN_RADIUS + 7);
  const head = `translate(${end.join(" ")}) rotate(${turn.toFixed(1)})`;
  return svg("g", { class: `arrow ${kind}` },
    svg("path", { class: "shaft", d: `M${start.join(" ")}Q${bend.join(" ")} ${end.join(" ")}` }),
    svg("path", { class: "head", d: "M6 0L-6 -6L-6 6z", transform: head }));
}

/** Possible offsets of the chance to hit from a token's centre: at its rim, beside or below it. */
const PILL_PLACES = [[17, -23], [27, -11], [0, -30], [38, -16], [-38, -16], [0, 36]];
const PILL_ROOM = 27;
/** The distance of a name below its token's centre, and how near a pill may be: across, down. */
const NAME_BELOW = 31;
const NAME_ROOM = [44, 14];
/** The smallest scale of a pill; pills shrink with the tokens of a crowded cell. */
const MIN_PILL_SCALE = 0.62;

/**
 * Return whether a pill at a point would cover a token's name.
 * @param {TokenPicture} token
 * @param {number} x
 * @param {number} y
 */
const isOnName = ({ named, scale, ...token }, x, y) => named > 0
  && Math.abs(token.x - x) < NAME_ROOM[0] * scale
  && Math.abs(token.y + NAME_BELOW * scale - y) < NAME_ROOM[1] * scale;

/**
 * Return the chance to hit a fighter, placed next to its token and clear of other tokens.
 * @param {BoardPicture} picture
 * @param {number} who
 * @param {number} chance
 */
function chancePill({ tokens }, who, chance) {
  const seat = tokens.get(who);
  if (!seat) return null;
  const places = PILL_PLACES.map(([x, y]) => [seat.x + x * seat.scale, seat.y + y * seat.scale]);
  const isFree = (/** @type {number[]} */ [x, y]) => [...tokens.values()].every((other) =>
    other === seat || (Math.hypot(other.x - x, other.y - y) > PILL_ROOM * other.scale
      && !isOnName(other, x, y)));
  // condition signs take precedence at the rim
  const hasSigns = conditionsOf(seat.state).length > 0;
  const [x, y] = places.slice(hasSigns ? 1 : 0).find(isFree) || places[1];
  const text = percent(chance);
  const wide = textWidth(text, 11, 700) + 10;
  const scale = Math.min(1, Math.max(seat.scale, MIN_PILL_SCALE));
  const inside = svg("g", { class: "readable" },
    svg("rect", { x: -wide / 2, y: -8, width: wide, height: 15, rx: 7.5 }),
    svg("text", { y: 3.6, "font-size": 11 }, text));
  inside.style.setProperty("--s", scale.toFixed(2));
  return svg("g", { class: "chance-pill", transform: `translate(${x} ${y}) scale(${scale})` },
    inside);
}

/**
 * Return wedges to press, one for each direction a fighter may face.
 * @param {Seat | undefined} seat
 * @param {string[]} turns
 */
function wedgesAround(seat, turns) {
  if (!seat) return null;
  const { inner, outer } = WEDGES;
  const half = (21 * Math.PI) / 180;
  return svg("g", { transform: `translate(${seat.x} ${seat.y})` }, turns.map((turn) => {
    const middle = (TURNS[turn] * Math.PI) / 180 - Math.PI / 2;
    const corner = (/** @type {number} */ far, /** @type {number} */ angle) =>
      `${(far * Math.cos(angle)).toFixed(1)} ${(far * Math.sin(angle)).toFixed(1)}`;
    const d = `M${corner(inner, middle - half)}L${corner(outer, middle - half)}A${outer} ${outer} 0 0 1 ${corner(outer, middle + half)}L${corner(inner, middle + half)}A${inner} ${inner} 0 0 0 ${corner(inner, middle - half)}Z`;
    return svg("path", { d, class: "wedge", role: "button", tabindex: -1, "data-facing": turn,
      "aria-label": `Face ${FACINGS[turn] || turn}` });
  }));
}
