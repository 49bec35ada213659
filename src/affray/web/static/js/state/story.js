// A fight's story: frames that arrive piece by piece, and the fighters' states at each.
import { withOwnDice } from "../plan/dice.js";
import { withRulingsInWords } from "../plan/ruling_text.js";

/** The frames of a fight and the fighters' states at each. */
export class Story {
  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
    /** @type {Frame[]} */
    this.frames = [];
    /** @type {FighterState[][]} */
    this.states = [];
    /** @type {Decision[]} */
    this.decisions = [];
    /** @type {News} */
    this.latest = { number: 0, answers: 0, keep: 0, keep_decisions: 0, frames: [], decisions: [],
      now: [], round: 0, over: false, winner: null, question: null, request: null };
  }

  /**
   * Take in news from the service: keep the valid frames, add the new ones. Return whether
   * something was taken back.
   * @param {News} news
   */
  take(news) {
    const back = news.keep < this.frames.length;
    this.frames.length = Math.min(this.frames.length, news.keep);
    this.states.length = this.frames.length;
    this.decisions = this.decisions.filter((decision) => decision.at < news.keep_decisions);
    const master = news.table?.names.gm || "Game master";
    for (const frame of withRulingsInWords(withOwnDice(news.frames), master)) {
      const before = this.states[this.states.length - 1] || [];
      const after = before.slice();
      for (const [index, state] of Object.entries(frame.fighters || {})) {
        after[Number(index)] = state;
      }
      this.frames.push(frame);
      this.states.push(after);
    }
    this.decisions.push(...news.decisions);
    this.latest = news;
    return back;
  }

  /**
   * Return the fighters' states at a frame; without one, the current states.
   * @param {number | null} frame
   * @returns {FighterState[]}
   */
  at(frame) {
    if (frame === null || frame >= this.frames.length) return this.latest.now;
    return this.states[Math.max(0, frame)];
  }

  /**
   * Return whether a fighter is still in reserve at a frame.
   * @param {number} who
   * @param {number | null} frame
   */
  isInReserve(who, frame) {
    const isAway = (/** @type {FighterState[]} */ states) => states[who]?.state === "fled";
    if (!this.states.length || !isAway(this.states[0]) || !isAway(this.at(frame))) return false;
    return this.states.slice(0, (frame ?? this.states.length) + 1).every(isAway);
  }

  /**
   * Return the number of answers at the first decision after a frame, where a fight can branch.
   * @param {number | null} frame
   */
  branchPoint(frame) {
    if (frame === null) return this.latest.answers;
    const next = this.decisions.find((decision) => decision.frame > frame);
    return next ? next.at : this.latest.answers;
  }

  /**
   * Return the last frame at a number of answers on the tape.
   * @param {number} answers
   */
  frameAt(answers) {
    const decision = this.decisions.find((one) => one.at >= answers);
    return decision ? Math.max(0, decision.frame - 1) : Math.max(0, this.frames.length - 1);
  }

  /**
   * Return a fighter's index by name; -1 if no fighter has that name.
   * @param {unknown} name
   */
  indexOf(name) {
    return this.scene.fighters.findIndex((fighter) => fighter.name === name);
  }

  /**
   * Return a frame's arrow for the board: from, to and kind.
   * @param {number} frame
   * @returns {[number, number, string][]}
   */
  arrows(frame) {
    const told = this.frames[frame];
    if (!told) return [];
    const from = this.indexOf(told.parts.by ?? told.parts.who);
    const to = this.indexOf(told.parts.target
      ?? (told.parts.by ? told.parts.who : told.parts.other));
    return from >= 0 && to >= 0 ? [[from, to, told.parts.other === undefined ? "harm" : "act"]]
      : [];
  }
}
