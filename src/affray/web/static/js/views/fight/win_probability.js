// The win probability along a fight, its turning points, and what was luck.
import { h, put } from "../../elements.js";
import { followJob, post } from "../../service.js";
import { winProbabilityPlot } from "../../render/plots.js";
import { attempt } from "../../notices.js";
import { fightUrl } from "./actions.js";

/** @param {number} share */
const points = (share) => `${share > 0 ? "+" : share < 0 ? "−" : ""}${Math.abs(100 * share).toFixed(0)}`;

/**
 * A panel that works it out when asked.
 * @param {import("../fight.js").FightTable} table
 * @param {() => void} onpick
 */
export function winProbabilityPanel(table, onpick) {
  const shown = h("div", {});
  const bar = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress" });
  let stop = () => {};
  const stopper = h("button", { type: "button", class: "small", hidden: true, onclick: () => stop() }, "Stop");
  const start = h("button", { type: "button", onclick: run }, "Work out the win probability");

  async function run() {
    start.disabled = true;
    bar.hidden = stopper.hidden = false;
    await attempt(async () => {
      const job = await post(fightUrl(table.state, "along"), { fights: 100 }, table.state.secret);
      await followJob(job, (state) => {
        bar.value = state.progress;
        if (state.result.points) draw(state.result);
      }, (how) => { stop = how; });
    });
    start.disabled = false;
    bar.hidden = stopper.hidden = true;
  }

  /** @param {any} result */
  function draw(result) {
    const { story, step } = table.state;
    const current = step === null ? null : story.frames[step]?.at ?? null;
    const go = (/** @type {number} */ at) => {
      onpick();
      table.go(story.frameAt(at));
    };
    put(shown,
      h("figure", { class: "plot wide" }, winProbabilityPlot(result, current, go),
        h("figcaption", {}, result.sides.length === 2 ? `Chance of ${result.sides[0]} to win` : "Chance to win", `, from ${result.fights} fights between simple players at each decision: at most ± ${(100 * result.error).toFixed(0)} points.`, result.thinned ? " Not every decision was looked at." : "")),
      h("div", { class: "columns" },
        h("section", {}, h("h3", {}, "Turning points"), result.turning.length ? h("ul", { class: "turning" }, result.turning.map((/** @type {any} */ turn) => h("li", {},
          h("button", { type: "button", class: "link", onclick: () => go(turn.at) }, describe(turn, story)), h("span", { class: `points side-${turn.side % 8}` }, `${result.sides[turn.side]} ${points(turn.change)}`)))) : h("p", { class: "quiet" }, "None that stands out from the error.")),
        h("section", {}, h("h3", {}, "Luck and decisions"), h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "Side"), h("th", {}, "Dice"), h("th", {}, "Decisions"))),
          h("tbody", {}, result.sides.map((/** @type {string} */ name, /** @type {number} */ side) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, points(result.luck[side])), h("td", {}, points(result.choice[side])))))), h("p", { class: "quiet" }, "In points of win probability."))));
  }

  return h("details", { class: "card win-probability" }, h("summary", {}, "Study: win probability, turning points, luck"), h("div", { class: "row" }, start, stopper, bar), shown);
}

/**
 * @param {{at: number, why: string}} turn
 * @param {import("../../state/story.js").Story} story
 */
function describe(turn, story) {
  const decision = story.decisions.find((one) => one.at === turn.at);
  if (turn.why === "decision" && decision) return `${decision.asked}: ${decision.chose}`;
  const frame = story.frames[story.frameAt(turn.at)];
  return `Dice: ${frame ? frame.text : "the end"}`;
}
