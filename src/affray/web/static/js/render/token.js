// A fighter's token: one element from the beginning of a fight to its end.
import { put, svg } from "../elements.js";
import { degrees } from "../plan/grid.js";
import { conditionsOf } from "../state/conditions.js";
import { emblemOf } from "../state/emblems.js";
import { faceOf } from "../portraits/face.js";
import { themeOf } from "../worlds/themes.js";
import { emblemDrawing } from "./emblems.js";
import { shortName } from "../state/labels.js";
import { signOf } from "./signs.js";
import { textWidth } from "./text_width.js";

export const TOKEN_RADIUS = 16;
const RING = TOKEN_RADIUS + 2;
/** The bar of health: along the lower rim of a medal, up the side of a card, never over a face. */
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
/** Space for a name below a token, in its own units: less if names may have two lines. */
const NAME = { size: 10.5, least: 9.2, line: 11, room: [0, 62, 54] };
/** The font size of label and health. */
const PLATE_SIZE = 10.5;
const PLATE_TOP = 9.5;
const PLATE_TALL = 14;
/** The width that label and health may be enlarged to: a cell. */
const PLATES_ROOM = 42;

/**
 * Return a token's text for screen readers.
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
 * Draw a token's frame: a card counter, or a round medal with a finer ring.
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

/** One fighter's token on the board. */
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
    this.ruleset = ruleset;
    this.isNamed = false;
    const { frame } = themeOf(ruleset);
    const health = frame === "card" ? HEALTH.card : HEALTH.round;
    this.healthLong = health.long;
    this.platesWide = 0;
    this.scale = 1;
    this.title = svg("title");
    const point =
      `M-9 ${-RING + 1}Q0 ${-RING - 4} 9 ${-RING + 1}Q3 ${-RING - 5} 0 ${-RING - 13}` +
      `Q-3 ${-RING - 5} -9 ${-RING + 1}Z`;
    this.facing = svg("path", { d: point, class: "facing" });
    this.health = svg("path", { d: health.d, class: "health" });
    this.wide = textWidth(label, PLATE_SIZE, 650) + 5;
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
    // the focusable, named part; texts on the token are outside it, since its name contains them
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
    this.plates = svg("g", { class: "plates" },
      this.plate, this.plateText, this.badge, this.figure);
    this.element = svg(
      "g",
      { "data-fighter": index },
      this.face,
      this.plates,
      this.name,
      this.signs,
    );
    this.writeHealth("");
  }

  /**
   * Show the token as in its picture.
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
    this.isNamed = named > 0;
    this.plates.classList.toggle("aside", this.isNamed);
    this.writeHealth(gone ? "" : String(state.health));
    put(
      this.name,
      named
        ? nameLines(this.fighter.name, named, themeOf(this.ruleset).type).map(({ text, size }, number) =>
            svg("tspan", { x: 0, y: 34 + NAME.line * number, "font-size": size }, text),
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
   * Write the health and the label next to it, centred together. Below a token with its full name,
   * only the health is written, at the left.
   * @param {string} figure
   */
  writeHealth(figure) {
    const label = this.isNamed ? 0 : this.wide;
    const health = figure ? Math.max(13, textWidth(figure, PLATE_SIZE, 750) + 5) : 0;
    const left = this.isNamed ? -RING - 3 : -(health + label) / 2;
    this.platesWide = health + label;
    this.limitPlates();
    this.figure.textContent = figure;
    this.badge.toggleAttribute("hidden", !figure);
    for (const one of [this.plate, this.plateText]) one.toggleAttribute("hidden", this.isNamed);
    this.badge.setAttribute("width", String(health));
    this.badge.setAttribute("x", left.toFixed(1));
    this.figure.setAttribute("x", (left + health / 2).toFixed(1));
    this.plate.setAttribute("x", (left + health).toFixed(1));
    this.plateText.setAttribute("x", (left + health + label / 2).toFixed(1));
  }

  /** Set how far label and health may be enlarged without covering those of a neighbour. */
  limitPlates() {
    const most = PLATES_ROOM / (Math.max(1, this.platesWide) * this.scale);
    this.element?.style.setProperty("--most", Math.max(1, Math.min(1.35, most)).toFixed(2));
  }

  /**
   * Move the token to its seat.
   * @param {Seat} seat
   */
  move(seat) {
    this.element.style.transform = transformOf(seat);
    this.scale = seat.scale;
    this.element.style.setProperty("--s", seat.scale.toFixed(2));
    this.limitPlates();
  }
}

/**
 * Return the part of a token's health that would be lost, drawn like the health itself.
 * @param {number} now The current share of health.
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
 * Return a name in at most `most` lines that fit their space: in smaller type, or shortened.
 * @param {string} name
 * @param {number} most
 * @param {string} family
 */
function nameLines(name, most, family) {
  const room = NAME.room[most];
  const wide = (/** @type {string} */ text) => textWidth(text, NAME.size, 700, family);
  const words = name.split(" ");
  const half = words.length > 1 ? breakAt(words, wide) : 1;
  const isBroken = most > 1 && words.length > 1 && wide(name) > room;
  const isLong = (NAME.size * room) / wide(name) < NAME.least;
  const lines = isBroken
    ? [words.slice(0, half).join(" "), words.slice(half).join(" ")]
    : [isLong ? shortName(name) : name];
  return lines.map((text) => {
    const size = Math.min(NAME.size, (NAME.size * room) / wide(text));
    const kept = Math.floor((text.length * size) / NAME.least) - 1;
    return size < NAME.least
      ? { text: `${text.slice(0, kept)}…`, size: NAME.least }
      : { text, size: Number(size.toFixed(2)) };
  });
}

/**
 * Return the number of words in the first of two lines that makes the longer line shortest.
 * @param {string[]} words
 * @param {(text: string) => number} wide
 */
function breakAt(words, wide) {
  const longer = (/** @type {number} */ at) =>
    Math.max(wide(words.slice(0, at).join(" ")), wide(words.slice(at).join(" ")));
  const ways = words.slice(1).map((_, at) => at + 1);
  return ways.reduce((best, at) => (longer(at) < longer(best) ? at : best), 1);
}
