// Plays planned effects on a board. Effects are only decoration: the board already shows the final
// picture.
import { DiceTray, tumbleTime } from "../dice/thrown.js";
import { svg } from "../elements.js";
import { CELL } from "../plan/grid.js";
import { faceOf } from "../portraits/face.js";
import { moveTime } from "../rhythm/pacing.js";
import { playCheer, playMoment } from "./moments.js";
import { textWidth } from "./text_width.js";
import { TOKEN_RADIUS, transformOf } from "./token.js";

/** @typedef {import("../plan/effects.js").Effect} Effect */
/** @typedef {import("./board.js").BoardElement} BoardElement */

/** How long effects are visible at normal speed, in milliseconds; longer than their frames. */
const TIMES = {
  strike: 460,
  miss: 800,
  harm: 1200,
  condition: 1000,
  fall: 1100,
  blast: 700,
  moment: 1300,
  cheer: 1800,
};
/** Pixels: words on the board, and how far conditions stand below the harm. */
const WORD = 15;
const MISS = 26;
const HARM = { least: 30, most: 52 };
const BELOW_HARM = 26;
/** The share of its health whose loss shakes the whole board. */
const HEAVY_LOSS = 0.4;
/** The drawn length of a missile, in pixels for each of its units. */
const MISSILE = 1.5;

/** Effects that begin a new deed: the dice of the last one leave the board. */
const BEGINS = new Set(["strike", "glide", "announce"]);

/** Running effects, which can all be finished at once. */
export class EffectStage {
  /** @param {BoardElement} board */
  constructor(board) {
    this.board = board;
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** @type {Set<Element>} */
    this.props = new Set();
    this.tray = new DiceTray(this);
    this.speed = 1;
  }

  /**
   * Play effects. Each has its own duration and may overlap the next frame.
   * @param {Effect[]} effects
   * @param {BoardPicture | null} before
   * @param {number} duration The frame's duration.
   * @param {number} [speed]
   */
  play(effects, before, duration, speed = 1) {
    this.speed = speed;
    const long = (/** @type {keyof typeof TIMES} */ kind) =>
      Math.max(duration, TIMES[kind] / speed);
    // a result in a frame with dice is shown when they lie still
    const settled = effects.some((effect) => effect.kind === "dice") ? tumbleTime(duration) : 0;
    for (const effect of effects) {
      if (BEGINS.has(effect.kind)) this.tray.clear();
      if (effect.kind === "glide") {
        const time = moveTime(effect.path.length - 1) / speed;
        this.glide(effect, before, Math.min(duration, time));
      } else if (effect.kind === "strike") this.strike(effect, before, long("strike"));
      else if (effect.kind === "miss") this.dodge(effect, long("miss"), settled);
      else if (effect.kind === "aid") this.aid(effect, long("blast"));
      else if (effect.kind === "blast") this.blast(effect, long("blast"));
      else if (effect.kind === "dice") this.tray.roll(effect, speed, duration);
      else if (effect.kind === "harm") this.harm(effect, long("harm"), settled);
      else if (effect.kind === "condition") {
        const isHurt = effects.some((other) => other.kind === "harm" && other.who === effect.who);
        this.condition(effect, long("condition"), isHurt ? BELOW_HARM : 0);
      } else if (effect.kind === "fall") this.fall(effect, before, long("fall"));
      else if (effect.kind === "moment") playMoment(this, effect, before, long("moment"));
      else if (effect.kind === "cheer") playCheer(this, effect.fighters, long("cheer"));
    }
  }

  /** Finish all effects. */
  finish() {
    this.tray.clear();
    for (const animation of this.running) animation.cancel();
    for (const prop of this.props) prop.remove();
    this.running.clear();
    this.props.clear();
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} timing
   */
  animate(element, frames, timing) {
    const animation = element.animate(frames, timing);
    this.running.add(animation);
    animation.finished.catch(() => {}).finally(() => this.running.delete(animation));
    return animation;
  }

  /**
   * Put a temporary element on the board.
   * @template {SVGElement} E
   * @param {E} element
   * @param {number} duration
   * @returns {E}
   */
  prop(element, duration) {
    this.board.effects.append(element);
    this.props.add(element);
    const gone = this.animate(element, [{ visibility: "visible" }, { visibility: "visible" }], {
      duration,
    });
    gone.finished
      .catch(() => {})
      .finally(() => {
        element.remove();
        this.props.delete(element);
      });
    return element;
  }

  /** @param {number} who */
  seat(who) {
    return this.board.picture?.tokens.get(who);
  }

  /**
   * Move a token along its path.
   * @param {import("../plan/effects.js").Glide} effect
   * @param {BoardPicture | null} before
   * @param {number} duration
   */
  glide({ who, path }, before, duration) {
    const token = this.board.tokens.get(who);
    const from = before?.tokens.get(who);
    const to = this.seat(who);
    if (!token || !from || !to) return;
    const between = path.slice(1, -1).map((place) => ({
      x: this.board.layout.centres[place][0],
      y: this.board.layout.centres[place][1],
      scale: to.scale,
    }));
    this.animate(
      token.element,
      [from, ...between, to].map((seat) => ({ transform: transformOf(seat) })),
      { duration, easing: "ease-in-out" },
    );
  }

  /**
   * Make the attacker lunge at the target, or fire a missile at it.
   * @param {import("../plan/effects.js").Strike} effect
   * @param {BoardPicture | null} before
   * @param {number} duration
   */
  strike({ who, target, missile }, before, duration) {
    const from = this.seat(who);
    const to = this.seat(target) || before?.tokens.get(target);
    const token = this.board.tokens.get(who);
    if (!from || !to || !token) return;
    const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [ux, uy] = [(to.x - from.x) / long, (to.y - from.y) / long];
    if (missile) this.shoot(missile, from, to, Math.atan2(uy, ux), duration);
    else {
      const far = Math.max(12, long - 1.5 * TOKEN_RADIUS) * 0.62;
      const back = { ...from, x: from.x - 6 * ux, y: from.y - 6 * uy };
      const close = { ...from, x: from.x + far * ux, y: from.y + far * uy };
      this.animate(
        token.element,
        [
          { transform: transformOf(from) },
          { transform: transformOf(back), offset: 0.25 },
          { transform: transformOf(close), offset: 0.55, easing: "ease-out" },
          { transform: transformOf(from) },
        ],
        { duration },
      );
      token.element.parentNode?.append(token.element);
    }
  }

  /**
   * @param {string} missile
   * @param {Seat} from
   * @param {Seat} to
   * @param {number} angle
   * @param {number} duration
   */
  shoot(missile, from, to, angle, duration) {
    const shapes = /** @type {Record<string, string>} */ ({
      arrow: "M-16 0H10M-16-3l4 3-4 3M16 0l-8-4v8z",
      stone: "M-5-4l6-2 5 4-1 6-6 3-5-4z",
      star: "M0-7l2 5 5 2-5 2-2 5-2-5-5-2 5-2z",
      orb: "M0-8a8 8 0 1 0 .01 0z",
      bomb: "M0-6a6 6 0 1 0 .01 0zM4-5l4-4",
    });
    const drawn = this.prop(
      svg("path", { d: shapes[missile] || shapes.arrow, class: `missile missile-${missile}` }),
      duration,
    );
    const turn = missile === "arrow" ? (180 * angle) / Math.PI : 0;
    const spin = missile === "arrow" ? turn : turn + 540;
    const scale = MISSILE * Math.max(0.5, this.board.unitsPerPixel());
    const at = (/** @type {Seat} */ seat, /** @type {number} */ rotation) =>
      `translate(${seat.x}px, ${seat.y}px) rotate(${rotation}deg) scale(${scale})`;
    const lift = {
      ...from,
      x: (from.x + to.x) / 2,
      y: (from.y + to.y) / 2 - (missile === "stone" || missile === "bomb" ? 34 : 8),
    };
    this.animate(
      drawn,
      [
        { transform: at(from, turn), opacity: 0 },
        { transform: at(from, turn), opacity: 1, offset: 0.08 },
        { transform: at(lift, (turn + spin) / 2), offset: 0.4 },
        { transform: at(to, spin), opacity: 1, offset: 0.72 },
        { transform: at(to, spin), opacity: 0 },
      ],
      { duration, fill: "both" },
    );
  }

  /**
   * Move a helper towards the fighter it helps.
   * @param {import("../plan/effects.js").Aid} effect
   * @param {number} duration
   */
  aid({ who, target }, duration) {
    const from = this.seat(who);
    const to = this.seat(target);
    if (!from || !to) return;
    const line = this.prop(
      svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "aid" }),
      duration,
    );
    this.animate(
      line,
      [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }],
      { duration },
    );
  }

  /**
   * @param {import("../plan/effects.js").Blast} effect
   * @param {number} duration
   */
  blast({ place, radius }, duration) {
    const [x, y] = this.board.layout.centres[place];
    const wide = (radius + 0.5) * CELL;
    const drawn = this.prop(svg("circle", { cx: x, cy: y, r: wide, class: "blast" }), duration);
    this.animate(
      drawn,
      [
        { r: "4px", opacity: 1 },
        { r: `${wide}px`, opacity: 0.75, offset: 0.6, easing: "ease-out" },
        { r: `${wide}px`, opacity: 0 },
      ].map((frame) => /** @type {Keyframe} */ (frame)),
      { duration, fill: "both" },
    );
  }

  /**
   * Move the token of a fighter who was missed aside, away from the attacker's line.
   * @param {import("../plan/effects.js").Miss} effect
   * @param {number} duration
   * @param {number} delay
   */
  dodge({ who, by }, duration, delay) {
    const token = this.board.tokens.get(who);
    const seat = this.seat(who);
    if (!token || !seat) return;
    const from = this.seat(by) || { ...seat, x: seat.x - 1 };
    const long = Math.hypot(seat.x - from.x, seat.y - from.y) || 1;
    const [ux, uy] = [(seat.x - from.x) / long, (seat.y - from.y) / long];
    const aside = { ...seat, x: seat.x - 9 * uy, y: seat.y + 9 * ux };
    this.animate(token.element, [seat, aside, seat].map((one) => ({ transform: transformOf(one) })),
      { duration: 320 / this.speed, delay, easing: "ease-out" });
    this.float(who, "Miss", "miss", { size: MISS, duration, delay });
  }

  /**
   * Show harm as a lasting figure, larger for a larger share of the health, with a flash and a
   * shake.
   * @param {import("../plan/effects.js").Harm} effect
   * @param {number} duration
   * @param {number} delay
   */
  harm({ who, amount }, duration, delay) {
    const isLost = amount > 0;
    const { max = 0 } = this.board.picture?.tokens.get(who)?.state || {};
    const share = max ? Math.min(1, Math.abs(amount) / max) : 0.25;
    const size = HARM.least + share * (HARM.most - HARM.least);
    this.float(who, isLost ? `−${amount}` : `+${-amount}`, isLost ? "lost" : "gained",
      { size, duration, delay });
    const token = this.board.tokens.get(who);
    const seat = this.seat(who);
    if (!token || !seat) return;
    const [x, y, r] = [seat.x, seat.y, TOKEN_RADIUS * seat.scale];
    const time = { duration: 360 / this.speed, delay, fill: /** @type {FillMode} */ ("both") };
    const flash = svg("circle", { cx: x, cy: y, r, class: isLost ? "flash" : "flash gained" });
    this.animate(this.prop(flash, time.duration + delay), [
      { opacity: 0, offset: 0 }, { opacity: 0.9, offset: 0.01 }, { opacity: 0 },
    ], time);
    if (!isLost) return;
    const ring = svg("circle", { cx: x, cy: y, r, class: "impact" });
    this.animate(this.prop(ring, time.duration + delay), [
      { opacity: 0, r: `${0.5 * r}px` }, { opacity: 1, r: `${r}px`, offset: 0.2 },
      { opacity: 0, r: `${(1.6 + share) * r}px` },
    ].map((frame) => /** @type {Keyframe} */ (frame)), time);
    this.shake(token.element, seat, 3 + 5 * share, delay);
    if (share >= HEAVY_LOSS) this.quake(share, delay);
  }

  /**
   * @param {Element} element
   * @param {Seat} seat
   * @param {number} far
   * @param {number} delay
   */
  shake(element, seat, far, delay) {
    const frames = [0, far, -far, far / 2, -far / 2, 0].map((dx) => ({
      transform: transformOf({ ...seat, x: seat.x + dx }),
    }));
    this.animate(element, frames, { duration: 300 / this.speed, delay });
  }

  /**
   * Shake the whole board.
   * @param {number} share
   * @param {number} delay
   */
  quake(share, delay) {
    if (!this.board.element) return;
    const frames = [[0, 0], [-1, 0.6], [0.8, -0.6], [-0.5, -0.4], [0.3, 0.3], [0, 0]];
    this.animate(this.board.element,
      frames.map(([x, y]) => ({ translate: `${6 * share * x}px ${6 * share * y}px` })),
      { duration: 320 / this.speed, delay });
  }

  /**
   * Make words or a figure pop up at a fighter and rise.
   * @param {number} who
   * @param {string} words
   * @param {"lost" | "gained" | "miss" | "condition"} look
   * @param {{size: number, duration: number, delay?: number, below?: number}} how
   */
  float(who, words, look, { size: pixels, duration, delay = 0, below = 0 }) {
    const seat = this.seat(who);
    if (!seat) return;
    const unit = Math.max(0.25, this.board.unitsPerPixel());
    const size = pixels * unit;
    const seen = this.board.seen();
    const half = textWidth(words, size, 800) / 2 + 3;
    const x = Math.max(seen.x + half, Math.min(seen.x + seen.width - half, seat.x));
    // it rises, and must stay in view to its end
    const y = Math.max(seen.y + size + 24 * unit, seat.y + (below + 0.2 * pixels) * unit);
    const text = this.prop(
      svg("text", { x, y, class: `float float-${look}`, "font-size": size.toFixed(1) }, words),
      duration + delay,
    );
    const at = (/** @type {number} */ rise, /** @type {number} */ scale) => ({
      transform: `translateY(${-rise * unit}px) scale(${scale})`,
      transformOrigin: `${x}px ${y}px`,
    });
    this.animate(
      text,
      [
        { ...at(0, 0.4), opacity: 0 },
        { ...at(2, look === "condition" ? 1 : 1.35), opacity: 1, offset: 0.1 },
        { ...at(4, 1), opacity: 1, offset: 0.2 },
        { ...at(16, 1), opacity: 1, offset: 0.8 },
        { ...at(24, 1), opacity: 0 },
      ],
      { duration, delay, easing: "ease-out", fill: "both" },
    );
  }

  /**
   * @param {import("../plan/effects.js").ConditionChange} effect
   * @param {number} duration
   * @param {number} below How far below the harm it is written.
   */
  condition({ who, gained, lost }, duration, below) {
    [...gained, ...lost.map((name) => `no longer ${name}`)]
      .slice(0, 3)
      .forEach((words, number) =>
        this.float(who, words, "condition",
          { size: WORD, duration, below: below + 1.1 * WORD * number }),
      );
    const signs = this.board.tokens.get(who)?.signs;
    if (signs && gained.length) {
      this.animate(signs, [{ opacity: 0 }, { opacity: 1, offset: 0.4 }, { opacity: 1 }], {
        duration,
      });
    }
  }

  /**
   * Fade out a fallen fighter; one who leaves the board fades at the place where it stood.
   * @param {import("../plan/effects.js").Fall} effect
   * @param {BoardPicture | null} before
   * @param {number} duration
   */
  fall({ who, state }, before, duration) {
    const seat = this.seat(who);
    const token = this.board.tokens.get(who);
    if (token && seat) {
      const upright = { transform: transformOf(seat), opacity: 1 };
      const tipped = {
        transform: `${transformOf(seat)} rotate(28deg)`,
        opacity: 0.9,
        offset: 0.35,
      };
      const down = { transform: `${transformOf(seat)} rotate(90deg)`, opacity: 0.7, offset: 0.6 };
      this.animate(
        token.element,
        [upright, tipped, down, { transform: transformOf(seat), opacity: 0.55 }],
        { duration, easing: "ease-in" },
      );
      return;
    }
    const stood = before?.tokens.get(who);
    if (!stood) return;
    const fighter = this.board.scene.fighters[who];
    const disc = svg("circle", { r: TOKEN_RADIUS, class: "disc" });
    const face = faceOf(fighter, TOKEN_RADIUS, this.board.scene.ruleset);
    const ghost = this.prop(
      svg("g", { class: `token ghost side-${fighter.side % 8}` }, disc, face),
      duration,
    );
    const way = state === "fled" ? { y: -18, turn: 0 } : { y: 6, turn: 70 };
    const gone = `${transformOf({ ...stood, y: stood.y + way.y })} rotate(${way.turn}deg)`;
    this.animate(
      ghost,
      [
        { opacity: 1, transform: transformOf(stood) },
        { opacity: 0.9, transform: gone, offset: 0.45 },
        { opacity: 0, transform: gone },
      ],
      { duration, fill: "both" },
    );
  }
}
