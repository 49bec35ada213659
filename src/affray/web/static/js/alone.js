// A fight in a file of its own: step through it without a server.
import { h, put } from "./dom.js";
import { drawBoard, drawRoster } from "./board.js";
import { Story } from "./story.js";
import { logLine } from "./log.js";

function playAlone() {
  const { scene, story: told, rules } = JSON.parse(document.getElementById("data").textContent);
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const story = new Story(scene);
  story.take(told);
  let at = 0;
  let timer = null;
  const last = story.frames.length - 1;
  const board = h("div", { class: "board-frame" });
  const roster = h("div", {});
  const caption = h("p", { class: "caption", "aria-live": "polite" });
  const slider = h("input", { type: "range", min: 0, max: Math.max(0, last), value: 0, "aria-label": "step", oninput: () => show(Number(slider.value)) });
  const log = h("ol", { class: "log", "aria-label": "the log" }, story.frames.map((frame, index) => logLine(frame, index, byId, [["Show on the board", show]])));
  const run = h("button", { type: "button", onclick: play }, "Play");

  function show(frame) {
    at = Math.max(0, Math.min(last, frame));
    slider.value = at;
    put(board, drawBoard(scene, story.at(at), { arrows: story.arrows(at), narrow: innerWidth < 640 }));
    put(roster, drawRoster(scene, story.at(at), null));
    caption.textContent = story.frames[at] ? story.frames[at].text : "";
    for (const line of log.children) line.classList.toggle("current", Number(line.dataset.frame) === at);
    const current = log.children[at];
    if (current) log.scrollTop = current.offsetTop - log.clientHeight / 2;
  }
  function play() {
    if (timer) {
      clearInterval(timer);
      timer = null;
    } else {
      if (at >= last) show(0);
      timer = setInterval(() => (at < last ? show(at + 1) : play()), 700);
    }
    run.textContent = timer ? "Pause" : "Play";
  }
  document.addEventListener("keydown", (event) => {
    if (event.target.tagName === "INPUT") return;
    const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last };
    if (event.key in steps) {
      event.preventDefault();
      show(steps[event.key]);
    }
  });
  put(
    document.getElementById("main"),
    h("header", { class: "fight-head" }, h("h1", {}, scene.title), h("p", { class: "quiet" }, told.over ? `${told.winner || "Nobody"} won after ${told.round} rounds` : "Not over yet")),
    h(
      "div",
      { class: "table" },
      h("div", { class: "left" }, board, caption, h("div", { class: "timeline" }, h("button", { type: "button", onclick: () => show(at - 1) }, "◀"), run, h("button", { type: "button", onclick: () => show(at + 1) }, "▶"), slider), roster),
      h("div", { class: "right" }, h("section", { class: "card" }, h("h2", {}, "The log"), log)),
    ),
  );
  show(0);
}

playAlone();
