// A fighter's token: one element from the beginning of a fight to its end.
import { put, svg } from "../elements.js";
import { degrees } from "../plan/grid.js";
import { conditionsOf } from "../state/conditions.js";
import { emblemOf } from "../state/emblems.js";
import { emblemDrawing } from "./emblems.js";
import { signOf } from "./signs.js";
import { textWidth } from "./text_width.js";

export const TOKEN_RADIUS = 16;
const RING = TOKEN_RADIUS + 2;
const AROUND = 2 * Math.PI * RING;
const SIGN_PLACES = [[15, -15], [20, -3], [4, -21], [-8, -20]];
const MOST_NAME = 11;
/** How large label and health are written, and where the middle of the health is. */
const PLATE_SIZE = 11;
const BADGE_MIDDLE = -14;

/**
 * A token as screen readers hear it.
 * @param {FighterInfo} fighter
 * @param {string} side
 * @param {TokenPicture} picture
 */
function spoken(fighter, side, { state, lit, active }) {
  const parts = [fighter.name, side, `${state.health} of ${state.max} health`];
  if (state.state !== "standing") parts.push(state.state);
  if (active) parts.push("is asked");
  return `${[...parts, ...state.conditions].join(", ")}${lit ? ": can be chosen" : ""}`;
}

/** One fighter on the board. */
export class Token {
  /**
   * @param {number} index
   * @param {FighterInfo} fighter
   * @param {string} side
   * @param {string} label
   */
  constructor(index, fighter, side, label) {
    this.fighter = fighter;
    this.side = side;
    this.label = label;
    this.title = svg("title");
    this.facing = svg("path", { d: `M-10 ${-RING + 1}L0 ${-RING - 12}L10 ${-RING + 1}z`, class: "facing" });
    this.health = svg("circle", { r: RING, class: "health", transform: "rotate(-90)" });
    const wide = textWidth(label, PLATE_SIZE, 650) + 9;
    this.plate = svg("rect", { x: -wide / 2, y: 9.5, width: wide, height: 14, rx: 7, class: "plate" });
    this.plateText = svg("text", { y: 20.300, class: "plate-text label", "font-size": PLATE_SIZE, "aria-hidden": "true" }, label);
    this.badge = svg("rect", { y: -22, height: 14, rx: 7, class: "badge" });
    this.figure = svg("text", { y: -11.400, class: "figure", "font-size": PLATE_SIZE, "aria-hidden": "true" });
    this.signs = svg("g", { class: "signs", "aria-hidden": "true" });
    this.name = svg("text", { class: "name", "aria-hidden": "true" });
    // what is pressed and named; what is written on it stands beside it, because it is said in the name already
    this.face = svg("g", { class: "token-face", tabindex: -1 },
      this.title,
      this.facing,
      svg("circle", { r: RING + 4, class: "halo" }),
      svg("circle", { r: RING, class: "track" }),
      this.health,
      svg("circle", { r: TOKEN_RADIUS, class: "disc" }),
      svg("g", { transform: "translate(-10.3 -13) scale(0.86)" }, emblemDrawing(emblemOf(fighter))),
      svg("path", { d: "M-10 -10L10 10M10 -10L-10 10", class: "cross" }));
    this.element = svg("g", { "data-fighter": index }, this.face, this.plate, this.plateText, this.badge, this.figure, this.name, this.signs);
  }

  /**
   * Has the token look as its picture says.
   * @param {TokenPicture} picture
   */
  dress(picture) {
    const { state, lit, active, named, selected, last } = picture;
    const gone = state.state !== "standing";
    const share = state.max ? Math.max(0, Math.min(1, state.health / state.max)) : 0;
    const spokenText = spoken(this.fighter, this.side, picture);
    const classes = { gone, lit, active, selected, "last-actor": last === "actor", "last-target": last === "target", weak: !gone && share <= 0.34 };
    this.element.setAttribute("class", `token side-${this.fighter.side % 8}${Object.entries(classes).map(([name, on]) => (on ? ` ${name}` : "")).join("")}`);
    this.face.setAttribute("role", lit ? "button" : "img");
    this.face.setAttribute("aria-label", spokenText);
    this.title.textContent = spokenText;
    const turn = degrees(state.where?.facing);
    this.facing.toggleAttribute("hidden", turn === null);
    if (turn !== null) this.facing.setAttribute("transform", `rotate(${turn})`);
    this.health.setAttribute("stroke-dasharray", `${(share * AROUND).toFixed(1)} ${AROUND.toFixed(1)}`);
    this.writeHealth(gone ? "" : String(state.health));
    put(this.name, named ? nameLines(this.fighter.name).map((line, number) => svg("tspan", { x: 0, y: 34 + 11 * number }, line)) : null);
    const conditions = gone ? [] : conditionsOf(state);
    put(this.signs, conditions.slice(0, SIGN_PLACES.length).map((condition, number) => {
      const sign = signOf(condition);
      sign.setAttribute("transform", `translate(${SIGN_PLACES[number].join(" ")})`);
      return sign;
    }));
  }

  /** @param {string} figure */
  writeHealth(figure) {
    if (this.figure.textContent === figure) return;
    this.figure.textContent = figure;
    this.badge.toggleAttribute("hidden", !figure);
    const wide = Math.max(14, textWidth(figure, PLATE_SIZE, 750) + 7);
    this.badge.setAttribute("width", String(wide));
    this.badge.setAttribute("x", String(BADGE_MIDDLE - wide / 2));
    this.figure.setAttribute("x", String(BADGE_MIDDLE));
  }

  /**
   * Puts the token where it belongs.
   * @param {Seat} seat
   */
  move(seat) {
    this.element.style.transform = transformOf(seat);
  }
}

/** @param {Seat} seat */
export const transformOf = ({ x, y, scale }) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})`;

/**
 * A name in at most two lines.
 * @param {string} name
 */
function nameLines(name) {
  const gap = name.length > MOST_NAME ? name.lastIndexOf(" ", MOST_NAME) : -1;
  const lines = gap > 0 ? [name.slice(0, gap), name.slice(gap + 1)] : [name];
  return lines.map((line) => (line.length > MOST_NAME + 1 ? `${line.slice(0, MOST_NAME)}…` : line));
}
