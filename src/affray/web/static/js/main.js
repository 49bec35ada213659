// The page: which view is shown, by the part of the address behind #.
import { h, put } from "./dom.js";
import { playView } from "./play.js";
import { fightView } from "./fight.js";
import { studyView } from "./study.js";
import { buildView } from "./build.js";
import { askView } from "./ask.js";

const VIEWS = { "": playView, study: studyView, build: buildView, ask: askView, fight: fightView };
const main = document.getElementById("main");
let leave = null;

async function show() {
  const [, view = "", ...rest] = location.hash.replace(/^#/, "").split("/");
  if (leave) leave();
  leave = null;
  const chosen = VIEWS[view] || playView;
  const current = chosen === playView ? "play" : view;
  for (const link of document.querySelectorAll("nav [data-view]")) {
    if (link.dataset.view === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = current === "fight" ? "Affray: a fight" : `Affray: ${current}`;
  put(main, h("p", { class: "quiet loading" }, "One moment…"));
  try {
    leave = (await chosen(main, rest.map(decodeURIComponent))) || null;
  } catch (error) {
    put(main, h("section", { class: "card" }, h("h1", {}, "That did not work"), h("p", {}, error.message), h("p", {}, h("a", { href: "#/" }, "To the start"))));
  }
}

addEventListener("hashchange", show);
show();
