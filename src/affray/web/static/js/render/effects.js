// Plays planned effects on a board. Effects are only decoration: the board already shows the final
// picture.
import { DiceTray } from "../dice/thrown.js";
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
  harm: 1100,
  condition: 1000,
  fall: 1100,
  blast: 700,
  moment: 1300,
  cheer: 1800,
};
const BELOW_HARM = 19;

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
    for (const effect of effects) {
      if (effect.kind === "glide") {
        const time = moveTime(effect.path.length - 1) / speed;
        this.glide(effect, before, Math.min(duration, time));
      } else if (effect.kind === "strike") this.strike(effect, before, long("strike"));
      else if (effect.kind === "aid") this.aid(effect, long("blast"));
      else if (effect.kind === "blast") this.blast(effect, long("blast"));
      else if (effect.kind === "dice") this.tray.roll(effect, speed);
      else if (effect.kind === "harm") this.harm(effect, long("harm"));
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
  strike({ who, target, missile, hits }, before, duration) {
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
    if (hits) this.impact(target, ux, uy, duration);
    else this.dodge(target, ux, uy, duration);
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
    const at = (/** @type {Seat} */ seat, /** @type {number} */ rotation) =>
      `translate(${seat.x}px, ${seat.y}px) rotate(${rotation}deg)`;
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
   * Shake the struck fighter's token, with a ring that spreads from it.
   * @param {number} target
   * @param {number} ux
   * @param {number} uy
   * @param {number} duration
   */
  impact(target, ux, uy, duration) {
    const token = this.board.tokens.get(target);
    const seat = this.seat(target);
    if (!token || !seat) return;
    const pushed = { ...seat, x: seat.x + 5 * ux, y: seat.y + 5 * uy };
    this.animate(
      token.element,
      [
        { transform: transformOf(seat), offset: 0 },
        { transform: transformOf(seat), offset: 0.55 },
        { transform: transformOf(pushed), offset: 0.68 },
        { transform: transformOf(seat), offset: 1 },
      ],
      { duration },
    );
    const ring = this.prop(
      svg("circle", { cx: seat.x, cy: seat.y, r: TOKEN_RADIUS, class: "impact" }),
      duration,
    );
    this.animate(
      ring,
      [
        { opacity: 0, r: "8px", offset: 0.5 },
        { opacity: 0.9, r: "14px", offset: 0.62 },
        { opacity: 0, r: "30px" },
      ].map((frame) => /** @type {Keyframe} */ (frame)),
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
   * Move the token of a fighter who was missed aside.
   * @param {number} target
   * @param {number} ux
   * @param {number} uy
   * @param {number} duration
   */
  dodge(target, ux, uy, duration) {
    const token = this.board.tokens.get(target);
    const seat = this.seat(target);
    if (!token || !seat) return;
    const aside = { ...seat, x: seat.x - 7 * uy, y: seat.y + 7 * ux };
    const at = (/** @type {Seat} */ one, /** @type {number} */ offset) => ({
      transform: transformOf(one),
      offset,
    });
    this.animate(token.element, [at(seat, 0), at(seat, 0.4), at(aside, 0.6), at(seat, 1)], {
      duration,
    });
    this.float(target, "miss", "condition", Math.max(duration, 700 / this.speed));
  }

  /**
   * Show harm as a lasting figure, a flash and a shake.
   * @param {import("../plan/effects.js").Harm} effect
   * @param {number} duration
   */
  harm({ who, amount }, duration) {
    const isLost = amount > 0;
    this.float(who, isLost ? `−${amount}` : `+${-amount}`, isLost ? "lost" : "gained", duration);
    const token = this.board.tokens.get(who);
    const seat = this.seat(who);
    if (!token || !seat) return;
    const flash = svg("circle", {
      cx: seat.x,
      cy: seat.y,
      r: TOKEN_RADIUS * seat.scale,
      class: isLost ? "flash" : "flash gained",
    });
    this.animate(this.prop(flash, 320 / this.speed), [{ opacity: 0.85 }, { opacity: 0 }], {
      duration: 320 / this.speed,
      fill: "both",
    });
    if (isLost) this.shake(token.element, seat, 3);
  }

  /**
   * @param {Element} element
   * @param {Seat} seat
   * @param {number} far
   */
  shake(element, seat, far) {
    const frames = [0, far, -far, far / 2, -far / 2, 0].map((dx) => ({
      transform: transformOf({ ...seat, x: seat.x + dx }),
    }));
    this.animate(element, frames, { duration: 280 / this.speed });
  }

  /**
   * Make words or a figure rise from a fighter.
   * @param {number} who
   * @param {string} words
   * @param {string} look
   * @param {number} duration
   */
  float(who, words, look, duration, below = 0) {
    const seat = this.seat(who);
    if (!seat) return;
    const unit = Math.max(0.25, this.board.unitsPerPixel());
    const size = (look === "lost" || look === "gained" ? 26 : 14) * unit;
    const seen = this.board.seen();
    const half = textWidth(words, size, 800) / 2 + 3;
    const x = Math.max(
      seen.x + half,
      Math.min(seen.x + seen.width - half, seat.x + (look === "lost" || look === "gained" ? 9 : 0)),
    );
    // it rises, and must stay in view to its end
    const y = Math.max(seen.y + size + 20 * unit, seat.y - 4 + below * unit);
    const text = this.prop(
      svg("text", { x, y, class: `float float-${look}`, "font-size": size.toFixed(1) }, words),
      duration,
    );
    this.animate(
      text,
      [
        { transform: "translateY(4px)", opacity: 0 },
        { transform: "translateY(-4px)", opacity: 1, offset: 0.2 },
        { transform: `translateY(${-16 * unit}px)`, opacity: 1, offset: 0.75 },
        { transform: `translateY(${-24 * unit}px)`, opacity: 0 },
      ],
      { duration, easing: "ease-out", fill: "both" },
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
        this.float(who, words, "condition", duration, below + 15 * number),
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
