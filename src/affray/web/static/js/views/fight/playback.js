// Plays frames of a story on the board, one after the other, until it is stopped or there are no more.
import { durationOf, effectsOf } from "../../plan/effects.js";
import { EffectStage } from "../../render/effects.js";

/**
 * @typedef {object} PlaybackHandlers
 * @property {(frame: number) => void} onframe Shows how everybody stands at a frame.
 * @property {(effects: import("../../plan/effects.js").Effect[], before: BoardPicture | null) => void} oneffects What is
 *   about to be seen, and the picture before it.
 * @property {() => void} onend
 */

/** Whether whoever looks wants things to move. */
export const wantsMotion = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

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

  next() {
    this.stage.finish();
    if (this.at > this.until) {
      this.timer = undefined;
      this.handlers.onend();
      return;
    }
    const frame = this.at;
    this.at += 1;
    this.timer = setTimeout(() => this.next(), this.show(frame, this.speed));
  }

  /**
   * Shows one frame with what is to be seen of it. Gives how long that takes.
   * @param {number} frame
   * @param {number} speed
   */
  show(frame, speed) {
    performance.mark("frame");
    this.stage.finish();
    const before = this.board.picture;
    const effects = effectsOf(this.story, frame);
    const duration = durationOf(effects) / speed;
    this.handlers.onframe(frame);
    this.handlers.oneffects(effects, before);
    this.stage.play(effects, before, duration);
    performance.measure("affray frame", "frame");
    return duration;
  }

  /** Stops where it is; what was moving stands where it was going. */
  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.stage.finish();
  }
}
