// Special moments: a critical, exploding dice, a fallen fighter, the last fighter standing.
import { svg } from "../elements.js";
import { steady } from "../worlds/draw.js";
import { textWidth } from "./text_width.js";
import { transformOf } from "./token.js";

/** @typedef {import("./effects.js").EffectStage} EffectStage */

const WORDS = /** @type {Record<string, number>} */ ({
  critical: 42,
  explosion: 32,
  drop: 38,
  last: 26,
});
const SPARKS = /** @type {Record<string, number>} */ ({
  critical: 24,
  explosion: 18,
  drop: 18,
  last: 0,
});

/**
 * Show a moment at its fighter: words, sparks, and a slow zoom of the board.
 * @param {EffectStage} stage
 * @param {import("../plan/effects.js").Moment} moment
 * @param {BoardPicture | null} before
 * @param {number} duration
 */
export function playMoment(stage, { what, who, words }, before, duration) {
  const seat = stage.seat(who) || before?.tokens.get(who);
  if (!seat) return;
  const { board } = stage;
  const unit = Math.max(0.5, board.unitsPerPixel());
  const seen = board.seen();
  const size = WORDS[what] * unit;
  const half = textWidth(words, size, 800) / 2 + 4;
  const x = Math.max(seen.x + half, Math.min(seen.x + seen.width - half, seat.x));
  const y = Math.max(seen.y + 1.4 * size, seat.y - 44 * unit);
  const text = stage.prop(
    svg("text", { x, y, class: `moment moment-${what}`, "font-size": size.toFixed(1) }, words),
    duration,
  );
  const at = `${x}px ${y}px`;
  stage.animate(
    text,
    [
      { transform: "scale(0.4)", transformOrigin: at, opacity: 0 },
      { transform: "scale(1.18)", transformOrigin: at, opacity: 1, offset: 0.16 },
      { transform: "scale(1)", transformOrigin: at, opacity: 1, offset: 0.28 },
      { transform: "scale(1)", transformOrigin: at, opacity: 1, offset: 0.8 },
      { transform: "scale(1)", transformOrigin: at, opacity: 0 },
    ],
    { duration, fill: "both" },
  );
  sparks(stage, seat, SPARKS[what], what, unit, duration * 0.7);
  if (what === "critical" || what === "drop") ease(stage, seat, seen, duration);
}

/**
 * Make the winners jump for joy, one after the other.
 * @param {EffectStage} stage
 * @param {number[]} fighters
 * @param {number} duration
 */
export function playCheer(stage, fighters, duration) {
  const unit = Math.max(0.5, stage.board.unitsPerPixel());
  fighters.forEach((who, at) => {
    const token = stage.board.tokens.get(who);
    const seat = stage.seat(who);
    if (!token || !seat) return;
    const high = (/** @type {number} */ up) => ({
      transform: transformOf({ ...seat, y: seat.y - up }),
    });
    const leap = [high(0), high(15), high(0), high(9), high(0)];
    stage.animate(token.element, leap, {
      duration: duration * 0.45,
      delay: at * 90,
      easing: "ease-in-out",
    });
    sparks(stage, seat, 9, "critical", unit, duration * 0.8);
  });
}

/**
 * @param {EffectStage} stage
 * @param {Seat} seat
 * @param {number} many
 * @param {string} what
 * @param {number} unit
 * @param {number} duration
 */
function sparks(stage, seat, many, what, unit, duration) {
  const next = steady(many + seat.x);
  for (let i = 0; i < many; i += 1) {
    const angle = (i / many) * 2 * Math.PI + next.between(-0.2, 0.2);
    const far = next.between(26, 54) * unit;
    const spark = stage.prop(
      svg("circle", {
        cx: seat.x,
        cy: seat.y,
        r: next.between(1.6, 4) * unit,
        class: `spark spark-${what}`,
      }),
      duration,
    );
    const [dx, dy] = [far * Math.cos(angle), far * Math.sin(angle)];
    stage.animate(
      spark,
      [
        { transform: "translate(0px, 0px)", opacity: 1 },
        { transform: `translate(${dx}px, ${dy}px)`, opacity: 0.9, offset: 0.5 },
        { transform: `translate(${dx * 1.1}px, ${dy * 1.1 + 10 * unit}px)`, opacity: 0 },
      ],
      { duration, easing: "cubic-bezier(0.1, 0.7, 0.4, 1)", fill: "both" },
    );
  }
}

/** How far the board is zoomed at a moment: less where dice at its edge would leave the screen. */
const ZOOM = { wide: 1.05, narrow: 1.03 };
const NARROW = 520;

/**
 * Zoom the whole board slowly towards a point and back.
 * @param {EffectStage} stage
 * @param {Seat} seat
 * @param {{x: number, y: number, width: number, height: number}} seen
 * @param {number} duration
 */
function ease(stage, seat, seen, duration) {
  const share = (
    /** @type {number} */ at,
    /** @type {number} */ from,
    /** @type {number} */ room,
  ) => `${Math.max(10, Math.min(90, (100 * (at - from)) / room)).toFixed(0)}%`;
  const transformOrigin =
    `${share(seat.x, seen.x, seen.width)}` + ` ${share(seat.y, seen.y, seen.height)}`;
  const isNarrow = stage.board.element.clientWidth < NARROW;
  const close = `scale(${isNarrow ? ZOOM.narrow : ZOOM.wide})`;
  const frames = [
    { transform: "scale(1)", transformOrigin },
    { transform: close, transformOrigin, offset: 0.3 },
    { transform: close, transformOrigin, offset: 0.7 },
    { transform: "scale(1)", transformOrigin },
  ];
  stage.animate(stage.board.element, frames, { duration, easing: "ease-in-out" });
}
