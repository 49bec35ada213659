// The page: shows the view named by the part of the address behind #.
import { h, one, put } from "./elements.js";
import { askView } from "./views/ask.js";
import { buildView } from "./views/build.js";
import { fightView } from "./views/fight.js";
import { joinView } from "./views/join.js";
import { playView } from "./views/play.js";
import { rulesView } from "./views/rules.js";
import { studyView } from "./views/study.js";

/**
 * @type {Record<string, (main: HTMLElement, address: string[]) => Promise<(() => void) | void>>}
 */
const VIEWS = {
  "": playView,
  study: (main, address) => (address.length > 1 ? fightView(main, address, "study")
    : studyView(main)),
  replay: (main, address) => fightView(main, address, "replay"),
  build: buildView,
  ask: askView,
  rules: rulesView,
  fight: (main, address) => fightView(main, address),
  join: joinView,
};
const main = one(document, "#main");
/** @type {(() => void) | null} */
let leave = null;
/**
 * The number of views opened; a view that finishes loading after a newer one opened is not shown.
 */
let opened = 0;

async function show() {
  const [, view = "", ...rest] = location.hash.replace(/^#/, "").split("/");
  if (leave) leave();
  leave = null;
  const chosen = VIEWS[view] || playView;
  const current = chosen === playView ? "play" : view;
  for (const link of document.querySelectorAll("nav [data-view]")) {
    if (link.getAttribute("data-view") === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = current === "fight" ? "Affray: a fight" : `Affray: ${current}`;
  opened += 1;
  const turn = opened;
  const place = h("div", { class: "view" }, h("p", { class: "quiet loading" }, "One moment…"));
  put(main, place);
  try {
    const end = (await chosen(place, rest.map(decodeURIComponent))) || null;
    if (turn === opened) leave = end;
    else if (end) end();
  } catch (error) {
    put(place, h("section", { class: "card" }, h("h1", {}, "That did not work"),
      h("p", {}, /** @type {Error} */ (error).message),
      h("p", {}, h("a", { href: "#/" }, "To the start"))));
  }
}

addEventListener("hashchange", show);
show();
