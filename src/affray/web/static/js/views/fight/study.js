// The study of a fight next to its board: win probability, turning points, mistakes, luck and
// skill.
import { button, h, put } from "../../elements.js";
import { percent } from "../../format.js";
import { attempt } from "../../notices.js";
import { WinCurveElement } from "../../render/win_curve.js";
import { followJob, post } from "../../service.js";
import { lastFrame } from "../../state/fight.js";
import { capital } from "../../state/options.js";
import { blowsOf, wholeMistakes } from "../../state/blows.js";
import { beatAt, chancesAt, curvePoints, frameOfNumber, markOf } from "../../state/study.js";
import { fightUrl } from "./actions.js";

const LETTERS = "ABCDE";
/** Words in a blow's sentence that report a fallen fighter. */
const FALLS = /\b(goes down|dies|is out)\b/;
/** Figures with a larger error are not shown. */
const MAX_TOLD_ERROR = 0.15;

/**
 * Format a share of a win in points, with its error.
 * @param {StudyFigure} figure
 * @param {boolean} [signed]
 */
export function pointsText(figure, signed = true) {
  if (figure.error > MAX_TOLD_ERROR) return "counting…";
  const size = 100 * Math.abs(figure.value);
  const sign = figure.value < 0 ? "−" : signed ? "+" : "";
  if (!figure.error) return size ? `${sign}${size.toFixed(1)}` : "0";
  return `${sign}${size.toFixed(1)} ± ${(100 * figure.error).toFixed(1)}`;
}

/** The panel, and the job that computes its results. */
export class StudyPanel {
  /** @param {import("./table.js").FightTable} table */
  constructor(table) {
    this.table = table;
    /** @type {StudyResult | null} */
    this.result = null;
    /** The number of answers on the tape when it was studied. */
    this.answers = -1;
    this.isWorking = false;
    /** Called when results arrive. */
    this.onresult = () => {};
    /** @type {() => void} */
    this.stop = () => {};
    this.curve = new WinCurveElement((frame) => table.stepper.go(frame));
    this.bar = h("progress", { max: 1, value: 0, "aria-label": "How much of the study is done" });
    this.how = h("span", { class: "quiet" });
    this.stopper = h("button", { type: "button", class: "small", onclick: () => this.stop() },
      "Stop");
    this.work = h("div", { class: "study-work row", hidden: true }, this.bar, this.how,
      this.stopper);
    this.again = h("button", { type: "button", class: "small", hidden: true,
      onclick: () => this.start() }, "Study again: the fight has gone on");
    this.plot = h("figure", { class: "plot wide", hidden: true }, this.curve.element);
    this.here = h("div", { class: "study-here", "aria-live": "polite" });
    this.lists = h("div", { class: "study-lists" });
    this.element = h("section", { class: "study-panel", "aria-label": "Study", hidden: true },
      h("header", {}, h("h2", {}, "Study"),
        h("button", { type: "button", class: "icon small", "aria-label": "Close the study",
          onclick: () => this.open(false) }, "✕")),
      h("div", { class: "study-body", tabindex: 0, role: "group",
        "aria-label": "What the study found" }, this.work, this.again, this.plot, this.here,
        this.lists));
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /**
   * Show or hide the panel; the study starts when it is first shown.
   * @param {boolean} open
   */
  open(open) {
    this.element.hidden = !open;
    this.table.page.showStudy(open);
    this.table.winProbability.show();
    if (open && !this.result && !this.isWorking) this.start();
    if (open) this.show();
  }

  async start() {
    const { state } = this.table;
    this.isWorking = true;
    this.answers = state.story.latest.answers;
    this.work.hidden = false;
    this.again.hidden = true;
    put(this.how, "The chances along the fight…");
    this.bar.value = 0;
    if (!this.result) put(this.lists, this.happened(null), this.blows(null));
    await attempt(async () => {
      const job = await post(fightUrl(state, "study"), {}, state.secret);
      await followJob(job, (found) => {
        this.bar.value = found.progress;
        if (!found.result.beats) return;
        this.result = /** @type {StudyResult} */ (/** @type {unknown} */ (found.result));
        put(this.how, this.result.reviewed
          ? `${this.result.reviewed} of ${this.result.beats.length} decisions reviewed`
          : "The chances along the fight…");
        this.draw();
      }, (how) => { this.stop = how; });
    });
    this.isWorking = false;
    this.work.hidden = true;
    this.onresult();
    this.show();
  }

  leave() {
    if (this.isWorking) this.stop();
  }

  /** Return every side's chance at the shown frame, if known. */
  chances() {
    const { state } = this.table;
    if (!this.result || (state.step === null
      && this.answers !== state.story.latest.answers)) return null;
    const found = chancesAt(state.story, this.result, state.step);
    return this.result.sides.map((side) => found[side]);
  }

  /** Draw the results. */
  draw() {
    const { result } = this;
    const { story } = this.table.state;
    if (!result) return;
    const marks = result.turning_points.map((turn, place) => {
      const { frame, chances } = markOf(story, result, turn);
      return { frame, share: chances[result.sides[0]].value, side: result.sides.indexOf(turn.side),
        label: LETTERS[place] };
    });
    this.plot.hidden = false;
    this.curve.show(curvePoints(story, result), result.sides, lastFrame(this.table.state), marks);
    this.onresult();
    put(this.lists, h("p", {}, (result.sentences || []).join(" ")), this.happened(result),
      this.turningPoints(result),
      this.mistakes(result), this.luckTable(result), this.blows(result),
      footnote(result));
    this.show();
    this.table.winProbability.show();
  }

  /** Follow the shown frame. */
  show() {
    const { state } = this.table;
    if (!this.result || !this.isOpen) return;
    this.curve.point(state.step);
    this.again.hidden = this.isWorking || this.answers === state.story.latest.answers;
    const beat = beatAt(state.story, this.result, state.step);
    const chances = chancesAt(state.story, this.result, state.step);
    put(this.here,
      h("p", { class: "study-chances" },
        this.result.sides.map((name, side) =>
          h("span", { class: `side-${side % 8}` }, h("b", {}, capital(name)),
            ` ${percent(chances[name].value)}`,
            chances[name].error > 0.0005 ? h("span", { class: "quiet" },
              ` ± ${(100 * chances[name].error).toFixed(1)}`) : null))),
      beat ? this.beatLine(beat) : h("p", { class: "quiet" }, "Before the first decision."));
    for (const button of this.lists.querySelectorAll("[data-number]")) {
      button.toggleAttribute(
      "data-current", Number(button.getAttribute("data-number")) === beat?.number);
    }
  }

  /** @param {StudyBeat} beat */
  beatLine(beat) {
    const { sides } = /** @type {StudyResult} */ (this.result);
    const side = sides.indexOf(beat.side);
    const mine = sides[Math.max(0, side)];
    return h("div", {},
      h("p", {}, h("span", { class: "count" }, `${beat.number}`), " ",
        h("b", { class: `side-name side-${Math.max(0, side) % 8}` }, beat.who), `: ${beat.chose}`),
      h("p", { class: "quiet" }, `Points for ${mine}: `,
        beat.usual ? "the decision 0, as the simple player's"
        : `the decision ${pointsText(beat.decided[mine])}`,
        ` · the dice ${pointsText(beat.luck[mine])}`),
      beat.cost.value ? h("p", { class: "better" }, h("b", {}, "Better: "), beat.best,
        `, by ${pointsText(beat.cost, false)} points`) : null);
  }

  /**
   * Return an entry of a list of decisions, which leads to its frame.
   * @param {number} number
   * @param {string} label
   * @param {import("../../elements.js").Child} what
   * @param {import("../../elements.js").Child} figure
   */
  entry(number, label, what, figure) {
    const { state } = this.table;
    const go = () =>
      this.result && this.table.stepper.go(frameOfNumber(state.story, this.result, number));
    return h("li", {}, h("button",
      { type: "button", class: "study-entry", "data-number": number, onclick: go },
      h("span", { class: "letter" }, label), h("span", { class: "what" }, what), figure));
  }

  /** @param {StudyResult} result */
  turningPoints(result) {
    const rows = result.turning_points.map((turn, place) => {
      const beat = result.beats[turn.number - 1];
      const side = result.sides.indexOf(turn.side);
      const did = beat ? `${beat.who}: ${beat.chose}` : "The first dice";
      const what = turn.why === "dice"
        ? [h("span", {}, did), h("span", { class: "quiet" }, turn.text)]
        : [h("span", {}, did), h("span", { class: "quiet" },
          turn.why === "ruling" ? "a ruling of the game master" : "the decision itself")];
      return this.entry(turn.number, LETTERS[place], what,
        h("span", { class: `points side-${side % 8}` }, turn.side, h("br"),
          pointsText({ value: turn.change, error: turn.error })));
    });
    return h("section", {}, h("h3", {}, "What turned it"),
      rows.length ? h("ul", {}, rows) : this.hardestBlow());
  }

  /** Return the turning point of a fight whose winner was never in doubt: the hardest blow. */
  hardestBlow() {
    const best = bestBlow(blowsOf(this.table.state.story));
    return h("p", { class: "quiet" }, "The winner was never in doubt by more than the error.",
      best ? ` The hardest blow: ${best.text}` : "");
  }

  /**
   * Return the best blow, the falls and, once the dice are judged, the worst luck.
   * @param {StudyResult | null} result
   */
  happened(result) {
    const { story } = this.table.state;
    const blows = blowsOf(story);
    const best = bestBlow(blows);
    const fell = blows.filter(({ text }) => FALLS.test(text));
    const worst = result?.reviewed ? worstLuck(result) : null;
    const line = (/** @type {string} */ cue, /** @type {string} */ text,
      /** @type {() => void} */ go) => h("li", {}, button([h("span", { class: "what" },
      h("b", {}, `${cue}: `), text)], go, { class: "study-entry" }));
    const goTo = (/** @type {number} */ frame) => () => this.table.stepper.go(frame);
    return h("ul", { class: "study-happened" },
      best ? line("Best blow", best.text, goTo(best.last)) : null,
      worst && result ? line("Worst luck", `${worst.beat.who}: ${worst.beat.chose} (${
        pointsText(worst.luck)} points for ${worst.side})`,
      goTo(frameOfNumber(story, result, worst.beat.number))) : null,
      fell.map((blow) => line("Fell", blow.text, goTo(blow.last))));
  }

  /**
   * Return every blow as a sentence, with its true harm and, once known, its effect on the chances.
   * @param {StudyResult | null} result
   */
  blows(result) {
    const { state } = this.table;
    const { story, scene } = state;
    const rows = blowsOf(story).map((blow) => {
      const side = scene.fighters[blow.by]?.side ?? 0;
      const name = scene.sides[side].name;
      const go = () => this.table.stepper.go(blow.last);
      if (!result) {
        return h("li", {}, button([h("span", { class: "what" }, blow.text)], go,
          { class: "study-entry study-blow" }));
      }
      const change = [blow.first - 1, blow.last].map((frame) =>
        chancesAt(story, result, Math.max(0, frame))[name]);
      const figure = { value: change[1].value - change[0].value,
        error: Math.hypot(change[0].error, change[1].error) };
      return h("li", {}, button([h("span", { class: "what" }, blow.text),
        h("span", { class: `points side-${side % 8}` }, name, h("br"), pointsText(figure))],
      go, { class: "study-entry study-blow" }));
    });
    return rows.length ? h("details", { class: "study-blows" },
      h("summary", {}, `Blow by blow (${rows.length})`), h("ol", {}, rows)) : null;
  }

  /** @param {StudyResult} result */
  mistakes(result) {
    const left = result.beats.length - result.reviewed;
    const rows = wholeMistakes(this.table.state.story, result).map((mistake) => {
      const beat = result.beats[mistake.number - 1];
      const side = Math.max(0, result.sides.indexOf(beat.side));
      return this.entry(mistake.number, String(mistake.number),
        [h("span", {}, `${beat.who}: ${beat.chose}`),
          h("span", { class: "better" }, h("b", {}, "Better: "), beat.best)],
          h("span", { class: `points side-${side % 8}` }, beat.side, h("br"),
            pointsText({ value: -mistake.value, error: mistake.error })));
    });
    return h("section", {}, h("h3", {}, "Mistakes"),
      rows.length ? h("ul", {}, rows)
      : h("p", { class: "quiet" }, left ? `None yet: ${left} decisions are still to be looked at.`
        : "No decision that was worse than another by more than its error."));
  }

  /** @param {StudyResult} result */
  luckTable(result) {
    const hasRulings = Object.values(result.rulings).some((one) => one.value);
    const harm = (/** @type {StudyFigure} */ expected) =>
      `${expected.value.toFixed(1)}${expected.error ? ` ± ${expected.error.toFixed(1)}` : ""}`;
    return h("section", {}, h("h3", {}, "Luck and skill"),
      h("div", { class: "study-table", tabindex: 0, role: "group",
        "aria-label": "Luck and skill by side" }, h("table", {},
        h("thead", {},
          h("tr", {}, ["Side", "Luck", "Skill", hasRulings ? "Rulings" : "", "Harm done",
            "Expected"].filter(Boolean).map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {},
          result.sides.map((name, side) =>
            h("tr", {}, h("th", { scope: "row", class: `side-name side-${side % 8}` }, name),
          h("td", {}, pointsText(result.luck[name])), h("td", {}, pointsText(result.skill[name])),
          hasRulings ? h("td", {}, pointsText(result.rulings[name])) : null,
          h("td", {}, result.reviewed ? result.harm[name].actual.toFixed(0) : "–"),
          h("td", {}, result.reviewed ? harm(result.harm[name].expected) : "–")))))),
      result.reviewed && result.reviewed < result.beats.length
      ? h("p", { class: "quiet" }, `Harm of the first ${result.reviewed} decisions so far.`) : null,
      h("p", { class: "quiet" },
        "Luck and skill in points of win probability. Skill is measured against the simple "
        + "player, whose decisions count 0."));
  }
}

/**
 * Return the blow with the most harm; null if none did any.
 * @param {import("../../state/blows.js").Blow[]} blows
 */
const bestBlow = (blows) =>
  blows.filter(({ harm }) => harm > 0).toSorted((one, other) => other.harm - one.harm)[0] ?? null;

/**
 * Return the decision whose dice cost its own side most; null if that is within its error.
 * @param {StudyResult} result
 */
function worstLuck(result) {
  const found = result.beats.filter(({ side }) => result.sides.includes(side))
    .map((beat) => ({ beat, side: beat.side, luck: beat.luck[beat.side] }))
    .toSorted((one, other) => one.luck.value - other.luck.value)[0];
  return found && found.luck.value < -found.luck.error ? found : null;
}

/** @param {StudyResult} result */
function footnote(result) {
  return h("p", { class: "quiet" },
    `Chances are those of simple players, from ${result.endings.toLocaleString("en")} playouts; `
    + `± is half of a 95 % interval, at most ${(100 * result.error).toFixed(1)} points along the `
    + "fight. ", h("code", {}, "affray story"), " says the same of this tape.");
}
