// A fight in a single file, which can be played and stepped through without a server.
import { h, one, put } from "./elements.js";
import { listenToKeys } from "./input/keys.js";
import { isUpright, layoutOf } from "./plan/layout.js";
import { pictureOf } from "./plan/picture.js";
import { BoardElement } from "./render/board.js";
import { diceOf } from "./render/dice.js";
import { LogElement } from "./render/log.js";
import { StripElement } from "./render/strip.js";
import { TimelineElement } from "./render/timeline.js";
import { labelsOf } from "./state/labels.js";
import { Story } from "./state/story.js";
import { turnOrder } from "./state/turn_order.js";
import { chatLine } from "./render/said.js";
import { registerTheme, wearWorld } from "./worlds/themes.js";
import { Playback, wantsMotion } from "./views/fight/playback.js";

/** Play the fight that the file contains. */
function playStandalone() {
  /** @type {{scene: Scene, story: News, rules: Rule[], theme: any}} */
  const { scene, story: told, rules, theme } = JSON.parse(one(document, "#data").textContent || "");
  registerTheme(String(scene.ruleset), theme);
  wearWorld(scene.ruleset);
  const story = new Story(scene);
  story.take(told);
  const last = story.frames.length - 1;
  let at = 0;
  let speed = wantsMotion() ? 1 : 0;
  const board = new BoardElement(scene,
    layoutOf(scene.board, { fighters: scene.fighters.length }));
  const viewport = h("div", { class: "viewport" }, board.element);
  const strip = new StripElement(scene, labelsOf(scene.fighters), () => {});
  const narration = h("p", { class: "narration caption", "aria-live": "polite" });
  const log = new LogElement(new Map(rules.map((rule) => [rule.id, rule])),
    [["Show on the board", (index) => go(index)]], scene.fighters);
  log.take(story.frames, 0);
  log.takeSaid(told.chat || [], (line) => chatLine(line, scene.board));
  const playback = new Playback(board, story,
    { onframe: show, oneffects: () => {}, onend: () => show(last) });
  const timeline = new TimelineElement(
    { ongo: (frame) => go(frame ?? last), onstep: step, onplay: play,
      onspeed: (chosen) => { speed = chosen; }, onbranch: () => {} });

  /** @param {number} frame */
  function show(frame) {
    at = Math.max(0, Math.min(last, frame));
    const states = story.at(at);
    board.show(pictureOf(scene, board.layout, states, { arrows: story.arrows(at) }));
    strip.show(turnOrder(story, at), states, -1);
    timeline.show(at, last, playback.running, speed);
    log.show(story.frames.length, at);
    const told = story.frames[at];
    put(narration, told ? [told.text, " ", h("span", { class: "dice" }, told.rolls.map(diceOf))]
      : "");
  }
  /** @param {number} frame */
  function go(frame) {
    playback.stop();
    show(frame);
  }
  /** @param {number} steps */
  function step(steps) {
    playback.stop();
    if (steps === 1 && speed && at < last) playback.show(at + 1, speed);
    else show(at + steps);
  }
  function play() {
    if (playback.running) go(at);
    else playback.play(at >= last ? 0 : at + 1, last, speed || 1);
  }
  listenToKeys((key) => {
    /** @type {Record<string, () => void>} */
    const acts = { ArrowRight: () => step(1), ArrowLeft: () => step(-1), Home: () => go(0),
      End: () => go(last), " ": play };
    return acts[key];
  });
  document.body.classList.add("at-table");
  put(one(document, "#main"), h("div", { class: "fight standalone" },
    h("header", { class: "fight-head" }, h("h1", {}, scene.title),
      h("span", { class: "quiet" }, told.over
        ? `${told.winner || "Nobody"} won after ${told.round} rounds` : "Not over yet")),
    strip.element,
    h("div", { class: "field-column" },
      h("div", { class: "board-frame" }, viewport),
      h("div", { class: "under-board" }, narration, timeline.element)),
    h("section", { class: "log-panel", "aria-label": "The log" },
      h("header", {}, h("h2", {}, "The log")), log.element)));
  if (isUpright(viewport)) {
    board.lay(layoutOf(scene.board, { narrow: true, fighters: scene.fighters.length }));
  }
  show(0);
}

playStandalone();
