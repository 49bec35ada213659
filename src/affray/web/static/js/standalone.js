// A fight in a file of its own: step through it without a server.
import { h, one, put } from "./elements.js";
import { listenToKeys } from "./input/keys.js";
import { crowdOf, layoutOf } from "./plan/layout.js";
import { pictureOf } from "./plan/picture.js";
import { BoardElement } from "./render/board.js";
import { logLine } from "./render/log.js";
import { rosterOf } from "./render/roster.js";
import { Story } from "./state/story.js";

const STEP_EVERY = 700;

/** Plays the fight that the file holds. */
function playStandalone() {
  /** @type {{scene: Scene, story: News, rules: Rule[]}} */
  const { scene, story: told, rules } = JSON.parse(one(document, "#data").textContent || "");
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const story = new Story(scene);
  story.take(told);
  const last = story.frames.length - 1;
  let at = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const board = new BoardElement(scene);
  let laid = "";
  const roster = h("div", {});
  const caption = h("p", { class: "caption", "aria-live": "polite" });
  const slider = h("input", { type: "range", min: 0, max: Math.max(0, last), value: 0, "aria-label": "step", oninput: () => show(Number(slider.value)) });
  const log = h("ol", { class: "log", "aria-label": "the log" }, story.frames.map((frame, index) => logLine(frame, index, byId, [["Show on the board", show]])));
  const run = h("button", { type: "button", onclick: play }, "Play");

  /** @param {number} frame */
  function show(frame) {
    at = Math.max(0, Math.min(last, frame));
    slider.value = String(at);
    const states = story.at(at);
    const layout = layoutOf(scene.board, innerWidth < 640, crowdOf(scene.board, states));
    if (laid !== `${layout.width} ${layout.height}`) {
      laid = `${layout.width} ${layout.height}`;
      board.lay(layout);
    }
    board.show(pictureOf(scene, layout, states, { arrows: story.arrows(at) }));
    put(roster, rosterOf(scene, states, null));
    caption.textContent = story.frames[at] ? story.frames[at].text : "";
    for (const line of log.children) line.classList.toggle("current", Number(/** @type {HTMLElement} */ (line).dataset.frame) === at);
    const current = /** @type {HTMLElement | undefined} */ (log.children[at]);
    if (current) log.scrollTop = current.offsetTop - log.clientHeight / 2;
  }
  function play() {
    if (timer) {
      clearInterval(timer);
      timer = undefined;
    } else {
      if (at >= last) show(0);
      timer = setInterval(() => (at < last ? show(at + 1) : play()), STEP_EVERY);
    }
    run.textContent = timer ? "Pause" : "Play";
  }
  listenToKeys((key) => {
    /** @type {Record<string, number>} */
    const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last };
    return key in steps ? () => show(steps[key]) : null;
  });
  put(one(document, "#main"),
    h("header", { class: "fight-head" }, h("h1", {}, scene.title), h("p", { class: "quiet" }, told.over ? `${told.winner || "Nobody"} won after ${told.round} rounds` : "Not over yet")),
    h("div", { class: "table" },
      h("div", { class: "left" }, h("div", { class: "board-frame" }, board.element), caption, h("div", { class: "timeline" }, h("button", { type: "button", onclick: () => show(at - 1) }, "◀"), run, h("button", { type: "button", onclick: () => show(at + 1) }, "▶"), slider), roster),
      h("div", { class: "right" }, h("section", { class: "card" }, h("h2", {}, "The log"), log))));
  show(0);
}

playStandalone();
