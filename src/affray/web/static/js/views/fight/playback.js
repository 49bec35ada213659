// Plays a story's frames on the board, each as long as its weight, until stopped or at the end.
import { effectsOf } from "../../plan/effects.js";
import { EffectStage } from "../../render/effects.js";
import { BOOK, beatsOf, durationsOf } from "../../rhythm/pacing.js";
import { weigh } from "../../rhythm/weights.js";
import { hearEffects } from "../../sound/heard.js";

/** @typedef {import("../../plan/effects.js").Effect} Effect */

/**
 * @typedef {object} PlaybackHandlers
 * @property {(frame: number) => void} onframe Shows the board at a frame.
 * @property {(effects: Effect[], before: BoardPicture | null) => void} oneffects Plays the frame's
 *   effects; gets the picture before it.
 * @property {() => void} onend
 */

/** Return whether the user's settings allow animation. */
export const wantsMotion = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * @typedef {object} Plan
 * @property {number} from The first planned frame.
 * @property {number[]} times The duration of each frame.
 * @property {import("../../rhythm/pacing.js").Beat[]} beats
 */

/** @type {Plan} */
const NOTHING = { from: 0, times: [], beats: [] };

/** The speed at which each beat waits for a press. */
export const STEPPED = -1;

/** Milliseconds for which the last frame is shown before the question. */
const AFTER = 350;

/** The playback of frames. */
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
    /** Whether each beat waits for a press, and whether one is waiting now. */
    this.isStepped = false;
    this.waits = false;
    this.isMuted = false;
    /** @type {Plan} */
    this.planned = NOTHING;
  }

  get running() {
    return this.timer !== undefined || this.waits;
  }

  /**
   * Play from one frame to another, both included.
   * @param {number} from
   * @param {number} until
   * @param {number} speed Waits for a press after each beat if it is `STEPPED`.
   */
  play(from, until, speed) {
    this.stop();
    this.at = from;
    this.until = until;
    this.setSpeed(speed);
    this.next();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.isStepped = speed === STEPPED;
    this.speed = this.isStepped ? 1 : speed;
    if (this.waits && !this.isStepped) this.nextBeat();
  }

  /**
   * Weigh the coming frames up to the end of a side's turn. Later frames are weighed when they are
   * due, so that playback starts without delay.
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
    this.waits = this.isStepped && this.endsBeat(frame);
    this.timer = this.waits ? undefined : setTimeout(() => this.next(), time);
    this.present(frame, time, this.speed);
  }

  /** @param {number} frame */
  endsBeat(frame) {
    const { from, beats } = this.planned;
    return beats.some((beat) => from + beat.last === frame);
  }

  /** Finish playback. */
  end() {
    if (this.at <= this.until) {
      this.next();
      return;
    }
    this.timer = undefined;
    this.handlers.onend();
  }

  /** Skip to the next beat: running effects jump to their end. */
  nextBeat() {
    if (!this.running) return;
    clearTimeout(this.timer);
    this.waits = false;
    this.stage.finish();
    const { from, beats } = this.planned;
    const beat = beats.find((one) => from + one.last >= this.at - 1);
    if (beat) this.at = Math.max(this.at, from + beat.last + 1);
    if (this.at > this.until) this.handlers.onframe(this.until);
    this.next();
  }

  /**
   * Show one frame with its effects. Return its duration.
   * @param {number} frame
   * @param {number} speed
   */
  show(frame, speed) {
    this.stage.finish();
    const pace = speed === STEPPED ? 1 : speed;
    return this.present(frame, durationsOf([this.weight(frame)])[0] / pace, pace);
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
    // with reduced motion, a user who steps reads the events instead
    if (!this.isStepped || wantsMotion()) this.stage.play(effects, before, duration, speed);
    if (!this.isMuted) hearEffects(effects, this.story.frames[frame], this.story.scene.sides);
    performance.measure("affray frame", "frame");
    return duration;
  }

  /** Stop; running effects jump to their end. */
  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waits = false;
    this.planned = NOTHING;
    this.stage.finish();
  }
}
