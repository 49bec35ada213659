// A fighter's token: one element from the beginning of a fight to its end.
import { put, svg } from "../elements.js";
import { degrees } from "../plan/grid.js";
import { conditionsOf } from "../state/conditions.js";
import { emblemOf } from "../state/emblems.js";
import { faceOf } from "../portraits/face.js";
import { themeOf } from "../worlds/themes.js";
import { emblemDrawing } from "./emblems.js";
import { signOf } from "./signs.js";
import { textWidth } from "./text_width.js";

export const TOKEN_RADIUS = 16;
const RING = TOKEN_RADIUS + 2;
/** Health runs along the lower rim, up the side of a card: it never covers a face. */
const HEALTH = {
  round: { d: `M${-RING} 0A${RING} ${RING} 0 0 0 ${RING} 0`, long: Math.PI * RING },
  card: { d: `M${-RING} ${RING}V${-RING}`, long: 2 * RING },
};
const SIGN_PLACES = [
  [19, -13],
  [21, -1],
  [14, -22],
  [-17, -15],
];
const MOST_NAME = 11;
/** How large label and health are written. */
const PLATE_SIZE = 10.5;
const PLATE_TOP = 9.5;
const PLATE_TALL = 14;

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

/**
 * Draw what a token is made of: a card counter, or a round medal with a finer ring.
 * @param {string} frame
 */
function frameOf(frame) {
  if (frame === "card") {
    const edge = { x: -RING, y: -RING, width: 2 * RING, height: 2 * RING };
    return [
      svg("rect", { ...edge, x: -RING + 2, y: -RING + 3, class: "token-shadow" }),
      svg("rect", { ...edge, class: "track" }),
      svg("rect", { ...edge, class: "disc" }),
    ];
  }
  return [
    svg("ellipse", { cx: 1.5, cy: 5, rx: RING + 1, ry: RING, class: "token-shadow" }),
    svg("circle", { r: RING, class: "track" }),
    svg("circle", { r: TOKEN_RADIUS, class: "disc" }),
    svg("circle", { r: TOKEN_RADIUS - 1, class: "disc-light" }),
  ];
}

/** One fighter on the board. */
export class Token {
  /**
   * @param {number} index
   * @param {FighterInfo} fighter
   * @param {string} side
   * @param {string} label
   * @param {string} [ruleset]
   */
  constructor(index, fighter, side, label, ruleset) {
    this.fighter = fighter;
    this.side = side;
    this.label = label;
    this.isNamed = false;
    const { frame } = themeOf(ruleset);
    const health = frame === "card" ? HEALTH.card : HEALTH.round;
    this.healthLong = health.long;
    this.title = svg("title");
    const point =
      `M-9 ${-RING + 1}Q0 ${-RING - 4} 9 ${-RING + 1}Q3 ${-RING - 5} 0 ${-RING - 13}` +
      `Q-3 ${-RING - 5} -9 ${-RING + 1}Z`;
    this.facing = svg("path", { d: point, class: "facing" });
    this.health = svg("path", { d: health.d, class: "health" });
    this.wide = textWidth(label, PLATE_SIZE, 650) + 6;
    const written = { "font-size": PLATE_SIZE, "aria-hidden": "true", y: PLATE_TOP + 10.8 };
    const plate = { y: PLATE_TOP, height: PLATE_TALL, rx: 7 };
    this.plate = svg("rect", { ...plate, width: this.wide, class: "plate" });
    this.plateText = svg("text", { ...written, class: "plate-text label" }, label);
    this.badge = svg("rect", { ...plate, class: "badge" });
    this.figure = svg("text", { ...written, class: "figure" });
    this.signs = svg("g", { class: "signs", "aria-hidden": "true" });
    this.name = svg("text", { class: "name", "aria-hidden": "true" });
    const face = faceOf(fighter, TOKEN_RADIUS, ruleset);
    const emblem = svg(
      "g",
      { transform: "translate(-10.3 -13) scale(0.86)", class: face ? "behind-face" : "" },
      emblemDrawing(emblemOf(fighter)),
    );
    // what is pressed and named; what is written on it stands beside it, said in its name already
    this.face = svg(
      "g",
      { class: "token-face", tabindex: -1 },
      this.title,
      this.facing,
      svg("circle", { r: RING + 4, class: "halo" }),
      frameOf(frame),
      emblem,
      face,
      svg("path", { d: health.d, class: "health-edge" }),
      svg("path", { d: health.d, class: "health-track" }),
      this.health,
      svg("path", { d: "M-10 -10L10 10M10 -10L-10 10", class: "cross" }),
    );
    this.element = svg(
      "g",
      { "data-fighter": index },
      this.face,
      this.plate,
      this.plateText,
      this.badge,
      this.figure,
      this.name,
      this.signs,
    );
    this.writeHealth("");
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
    const classes = {
      gone,
      lit,
      active,
      selected,
      "last-actor": last === "actor",
      "last-target": last === "target",
      weak: !gone && share <= 0.34,
    };
    this.element.setAttribute(
      "class",
      `token side-${this.fighter.side % 8}${Object.entries(classes)
        .map(([name, on]) => (on ? ` ${name}` : ""))
        .join("")}`,
    );
    this.face.setAttribute("role", lit ? "button" : "img");
    this.face.setAttribute("aria-label", spokenText);
    this.title.textContent = spokenText;
    const turn = degrees(state.where?.facing);
    this.facing.toggleAttribute("hidden", turn === null);
    if (turn !== null) this.facing.setAttribute("transform", `rotate(${turn})`);
    this.health.setAttribute("stroke-dasharray", `${(share * this.healthLong).toFixed(1)} 200`);
    this.isNamed = named;
    this.writeHealth(gone ? "" : String(state.health));
    put(
      this.name,
      named
        ? nameLines(this.fighter.name).map((line, number) =>
            svg("tspan", { x: 0, y: 34 + 11 * number }, line),
          )
        : null,
    );
    const conditions = gone ? [] : conditionsOf(state);
    put(
      this.signs,
      conditions.slice(0, SIGN_PLACES.length).map((condition, number) => {
        const sign = signOf(condition);
        sign.setAttribute("transform", `translate(${SIGN_PLACES[number].join(" ")})`);
        return sign;
      }),
    );
  }

  /**
   * Writes the health, and the label beside it: together they are in the middle. Under a token that
   * has its whole name, only the health is written, at its left.
   * @param {string} figure
   */
  writeHealth(figure) {
    const label = this.isNamed ? 0 : this.wide;
    const health = figure ? Math.max(13, textWidth(figure, PLATE_SIZE, 750) + 6) : 0;
    const left = this.isNamed ? -RING - 3 : -(health + label) / 2;
    this.figure.textContent = figure;
    this.badge.toggleAttribute("hidden", !figure);
    for (const one of [this.plate, this.plateText]) one.toggleAttribute("hidden", this.isNamed);
    this.badge.setAttribute("width", String(health));
    this.badge.setAttribute("x", left.toFixed(1));
    this.figure.setAttribute("x", (left + health / 2).toFixed(1));
    this.plate.setAttribute("x", (left + health).toFixed(1));
    this.plateText.setAttribute("x", (left + health + label / 2).toFixed(1));
  }

  /**
   * Puts the token where it belongs.
   * @param {Seat} seat
   */
  move(seat) {
    this.element.style.transform = transformOf(seat);
  }
}

/**
 * Return the part of a token's health that would be lost, drawn as the health itself is.
 * @param {number} now The share of health there is.
 * @param {number} left The share that would be left.
 * @param {string} [ruleset]
 */
export function lostHealth(now, left, ruleset) {
  const { d, long } = themeOf(ruleset).frame === "card" ? HEALTH.card : HEALTH.round;
  const [from, to] = [Math.max(0, left) * long, Math.max(0, now) * long];
  const dashes = `0 ${from.toFixed(1)} ${Math.max(0, to - from).toFixed(1)} 200`;
  return svg("path", { d, class: "ghost-ring", "stroke-dasharray": dashes });
}

/** @param {Seat} seat */
export const transformOf = ({ x, y, scale }) =>
  `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})`;

/**
 * A name in at most two lines.
 * @param {string} name
 */
function nameLines(name) {
  const gap = name.length > MOST_NAME ? name.lastIndexOf(" ", MOST_NAME) : -1;
  const lines = gap > 0 ? [name.slice(0, gap), name.slice(gap + 1)] : [name];
  const isLong = (/** @type {string} */ line) => line.length > MOST_NAME + 1;
  return lines.map((line) => (isLong(line) ? `${line.slice(0, MOST_NAME)}…` : line));
}
