// A fight's story: frames that arrive piece by piece, and how everybody stood at each.
import { withOwnDice } from "../plan/dice.js";
import { withRulingsInWords } from "../plan/ruling_text.js";

/** Keeps the frames, takes in news, and says how everybody stands at any of them. */
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
   * Takes in what the service tells: what still stands, what is new. Gives whether something was
   * taken back.
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
   * How everybody stood when a frame was told; now, without one.
   * @param {number | null} frame
   * @returns {FighterState[]}
   */
  at(frame) {
    if (frame === null || frame >= this.frames.length) return this.latest.now;
    return this.states[Math.max(0, frame)];
  }

  /**
   * How many answers the tape had at the first decision behind a frame: where one can branch.
   * @param {number | null} frame
   */
  branchPoint(frame) {
    if (frame === null) return this.latest.answers;
    const next = this.decisions.find((decision) => decision.frame > frame);
    return next ? next.at : this.latest.answers;
  }

  /**
   * The frame that was last told when the tape had so many answers.
   * @param {number} answers
   */
  frameAt(answers) {
    const decision = this.decisions.find((one) => one.at >= answers);
    return decision ? Math.max(0, decision.frame - 1) : Math.max(0, this.frames.length - 1);
  }

  /**
   * A fighter's index by its name; -1 if nobody is called so.
   * @param {unknown} name
   */
  indexOf(name) {
    return this.scene.fighters.findIndex((fighter) => fighter.name === name);
  }

  /**
   * Who does what to whom in a frame, as an arrow for the board: from, to, and its kind.
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
