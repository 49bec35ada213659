// Plays frames of a story on the board by their weight, until it is stopped or there are no more.
import { effectsOf } from "../../plan/effects.js";
import { EffectStage } from "../../render/effects.js";
import { BOOK, beatsOf, durationsOf } from "../../rhythm/pacing.js";
import { weigh } from "../../rhythm/weights.js";
import { hearEffects } from "../../sound/heard.js";

/** @typedef {import("../../plan/effects.js").Effect} Effect */

/**
 * @typedef {object} PlaybackHandlers
 * @property {(frame: number) => void} onframe Shows how everybody stands at a frame.
 * @property {(effects: Effect[], before: BoardPicture | null) => void} oneffects What is about to
 *   be seen, and the picture before it.
 * @property {() => void} onend
 */

/** Whether whoever looks wants things to move. */
export const wantsMotion = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * @typedef {object} Plan
 * @property {number} from The first frame that is planned.
 * @property {number[]} times How long each takes.
 * @property {import("../../rhythm/pacing.js").Beat[]} beats
 */

/** @type {Plan} */
const NOTHING = { from: 0, times: [], beats: [] };

/** How long the last frame is still looked at before one is asked. */
const AFTER = 350;

/** Frames on their way. */
export class Playback {
  /**
   * @param {import("../../render/board.js").BoardElement} board
   * @param {import("../../state/story.js").Story} story
   * @param {PlaybackHandlers} handlers
   */
  constructor(board, story, handlers) {
    this.stage = new EffectStage(board);
    this.board = board;
    this.story = story;
    this.handlers = handlers;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.at = 0;
    this.until = -1;
    this.speed = 1;
    this.isMuted = false;
    /** @type {Plan} */
    this.planned = NOTHING;
  }

  get running() {
    return this.timer !== undefined;
  }

  /**
   * Plays from a frame to another, both included.
   * @param {number} from
   * @param {number} until
   * @param {number} speed
   */
  play(from, until, speed) {
    this.stop();
    this.at = from;
    this.until = until;
    this.speed = speed;
    this.next();
  }

  /**
   * Weighs the frames to come up to the end of a side's turn: what comes later is weighed when it
   * is its turn, so that no frame has to wait for all of them.
   */
  plan() {
    const { from, times } = this.planned;
    const isPlanned = this.at >= from && this.at < from + times.length;
    if (isPlanned) return;
    const frames = [];
    let side = -1;
    for (let at = this.at; at <= this.until; at += 1) {
      const weighed = this.weight(at);
      if (side >= 0 && weighed.side >= 0 && weighed.side !== side) break;
      if (weighed.side >= 0) side = weighed.side;
      frames.push(weighed);
    }
    this.planned = { from: this.at, times: durationsOf(frames), beats: beatsOf(frames) };
  }

  /** @param {number} index */
  weight(index) {
    const { story } = this;
    const frame = story.frames[index];
    const who = story.indexOf(frame.parts.who);
    const side = who < 0 ? -1 : story.scene.fighters[who].side;
    return weigh(frame.kind, effectsOf(story, index), side);
  }

  next() {
    if (this.at > this.until) {
      this.timer = setTimeout(() => this.end(), this.planned.times.length ? AFTER / this.speed : 0);
      this.planned = NOTHING;
      return;
    }
    this.plan();
    const frame = this.at;
    const time = (this.planned.times[frame - this.planned.from] || BOOK) / this.speed;
    this.at += 1;
    this.timer = setTimeout(() => this.next(), time);
    this.present(frame, time, this.speed);
  }

  /** Everything was seen. */
  end() {
    if (this.at <= this.until) {
      this.next();
      return;
    }
    this.timer = undefined;
    this.handlers.onend();
  }

  /** Goes on to the next beat at once: what is left of this one stands where it was going. */
  nextBeat() {
    if (!this.running) return;
    clearTimeout(this.timer);
    this.stage.finish();
    const { from, beats } = this.planned;
    const beat = beats.find((one) => from + one.last >= this.at - 1);
    if (beat) this.at = Math.max(this.at, from + beat.last + 1);
    if (this.at > this.until) this.handlers.onframe(this.until);
    this.next();
  }

  /**
   * Shows one frame with what is to be seen of it. Gives how long that takes.
   * @param {number} frame
   * @param {number} speed
   */
  show(frame, speed) {
    this.stage.finish();
    return this.present(frame, durationsOf([this.weight(frame)])[0] / speed, speed);
  }

  /**
   * @param {number} frame
   * @param {number} duration
   * @param {number} speed
   */
  present(frame, duration, speed) {
    performance.mark("frame");
    const before = this.board.picture;
    const effects = effectsOf(this.story, frame);
    this.handlers.onframe(frame);
    this.handlers.oneffects(effects, before);
    this.stage.play(effects, before, duration, speed);
    if (!this.isMuted) hearEffects(effects, this.story.frames[frame], this.story.scene.sides);
    performance.measure("affray frame", "frame");
    return duration;
  }

  /** Stops where it is; what was moving stands where it was going. */
  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.planned = NOTHING;
    this.stage.finish();
  }
}
