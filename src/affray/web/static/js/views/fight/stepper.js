// Playing and stepping through a fight's frames.
import { goTo, lastFrame, ownSide, stepFrom } from "../../state/fight.js";
import { capital } from "../../state/options.js";
import { storeSpeed, storedSpeed } from "../../storage.js";
import { Playback, STEPPED, wantsMotion } from "./playback.js";

/** @typedef {import("../../plan/effects.js").Effect} Effect */

/** Elements whose own action a press during playback triggers. */
const CONTROLS = "button, a, input, select, summary, dialog, [data-fighter], .fight-head, .strip, "
  + ".log-panel";

/** Controls that show frames one by one, or play them. */
export class Stepper {
  /** @param {import("./table.js").FightTable} table */
  constructor(table) {
    this.table = table;
    const { state, board } = table;
    this.playback = new Playback(board, state.story, {
      onframe: (frame) => {
        goTo(state, frame);
        table.draw();
      },
      oneffects: (effects, before) => this.accompany(effects, before),
      onend: () => this.end(),
    });
    const stored = storedSpeed();
    state.speed = wantsMotion() || stored === STEPPED ? stored : 0;
  }

  /**
   * Announce events, and keep them in view.
   * @param {Effect[]} effects
   * @param {BoardPicture | null} before
   */
  accompany(effects, before) {
    const { page, boardView } = this.table;
    for (const effect of effects) {
      if (effect.kind !== "announce") continue;
      page.announce(effect.look === "end" ? this.outcome() || effect.text : effect.text,
        effect.look);
    }
    const seen = effects.flatMap((effect) =>
      [("who" in effect ? effect.who : -1), ("target" in effect ? effect.target : -1)]);
    boardView.watch(seen, before);
  }

  /** Return how the fight ended in a word or two: the player's victory or defeat, or who won. */
  outcome() {
    const { state } = this.table;
    const won = String(state.story.frames[lastFrame(state)].parts.won || "");
    const own = ownSide(state);
    if (own < 0 || !won) return capital(won);
    return won.startsWith(`${state.scene.sides[own].name} `) ? "Victory" : "Defeat";
  }

  /** @param {number} frame */
  playFrom(frame) {
    const { state } = this.table;
    state.playing = true;
    this.playback.play(frame, lastFrame(state), state.speed || 1);
  }

  /** End playback: all news have been shown, and the player is asked. */
  end() {
    this.table.state.playing = false;
    goTo(this.table.state, null);
    this.table.ask();
  }

  stop() {
    this.playback.stop();
    this.table.state.playing = false;
  }

  pause() {
    this.stop();
    this.table.draw();
  }

  /** Jump to the end of the playback. */
  skip() {
    this.playback.stop();
    this.end();
  }

  /** Go to the next beat. */
  nextBeat() {
    this.playback.nextBeat();
  }

  /**
   * Go to the next frame on a press on bare ground, but not on a token or a control.
   * @param {Event} event
   */
  pressWhilePlaying(event) {
    const isControl = event.target instanceof Element && event.target.closest(CONTROLS);
    if (this.table.state.playing && !isControl) this.nextBeat();
  }

  /** @param {number | null} frame */
  go(frame) {
    const { state, page, boardView } = this.table;
    this.stop();
    page.openLog(false);
    goTo(state, frame);
    if (state.step === null) {
      this.table.ask();
      return;
    }
    this.table.draw();
    const { who, target, by, other } = state.story.frames[state.step].parts;
    boardView.watch([who, target, by, other].map((name) => state.story.indexOf(name)), null);
  }

  /** @param {number} steps */
  step(steps) {
    const { state } = this.table;
    if (state.step === null && steps > 0 && !state.playing) return;
    this.stop();
    const to = stepFrom(state, steps);
    if (to > lastFrame(state)) this.go(null);
    else if (steps === 1 && state.speed) this.playback.show(to, state.speed);
    else this.go(to);
  }

  play() {
    const { state } = this.table;
    const isAtEnd = state.step === null || state.step >= lastFrame(state);
    this.playFrom(isAtEnd ? 0 : Number(state.step) + 1);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    const { state } = this.table;
    state.speed = speed;
    storeSpeed(speed);
    if (speed) this.playback.setSpeed(speed);
    else if (state.playing) this.skip();
  }
}
