// Ask: who wins, by how much, and what a house rule changes.
import { h, put } from "../elements.js";
import { percent, shortTitle, words } from "../format.js";
import { attempt } from "../notices.js";
import { histogram, shareBars } from "../render/plots.js";
import { followJob, getLibrary, getRuleset, getScenarioText, post } from "../service.js";
import { storedDraft } from "../storage.js";

const DRAFT = "(the one you are building)";

/**
 * The view.
 * @param {HTMLElement} main
 * @param {string[]} address
 */
export async function askView(main, [name]) {
  const library = await getLibrary();
  const all = library.rulesets.flatMap((ruleset) => ruleset.scenarios);
  const asker = new LabForm(library);
  put(main, h("section", { class: "hero" }, h("h1", {}, "Ask the lab"), h("p", {}, "Who wins, how sure that is, and what another rule would change.")), asker.element);
  await attempt(() => asker.choose(name && all.some((one) => one.name === name) ? name : all[0].name));
  return () => asker.stop();
}

/** What to ask of the lab, and what it answers. */
class LabForm {
  /** @param {Library} library */
  constructor(library) {
    this.library = library;
    this.kind = "simulate";
    this.text = "";
    /** @type {string[]} */
    this.sides = [];
    /** @type {(Rule & {option: HouseOption})[]} */
    this.rules = [];
    /** @type {HTMLSelectElement[]} */
    this.players = [];
    this.option = h("select");
    this.button = h("button");
    this.stopJob = () => {};
    this.scenario = h("select", { id: "ask-scenario", onchange: () => attempt(() => this.choose(this.scenario.value)) },
      library.rulesets.map((ruleset) => h("optgroup", { label: shortTitle(ruleset.title) }, ruleset.scenarios.map((one) => h("option", { value: one.name }, one.title)))),
      storedDraft() ? h("option", { value: DRAFT }, DRAFT) : null);
    this.fights = h("input", { id: "ask-fights", type: "number", min: 100, max: 1000000, step: 100, value: 10000 });
    this.form = h("form", { class: "card ask-form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); attempt(() => this.run()); } });
    this.result = h("div", { "aria-live": "polite" });
    this.element = h("div", { class: "ask" }, this.form, this.result);
  }

  stop() {
    this.stopJob();
  }

  /** @param {string} name */
  async choose(name) {
    this.scenario.value = name;
    this.text = name === DRAFT ? storedDraft() || "" : await getScenarioText(name);
    /** @type {CheckedScenario} */
    const checked = await post("/api/check", { scenario: this.text, name });
    this.sides = checked.sides;
    const rules = checked.ruleset ? (await getRuleset(checked.ruleset)).rules : [];
    this.rules = rules.flatMap((rule) => (rule.option && rule.option.values.length ? [{ ...rule, option: rule.option }] : []));
    put(this.result, checked.problems.length ? h("p", { class: "wrong" }, checked.problems.map((one) => `${one.key}: ${one.text}`).join("; ")) : null);
    this.draw();
  }

  draw() {
    const kinds = [["simulate", "Simulate"], ["compare", "Compare house rules"], ...(this.library.duel ? [["duel", "Solve as a duel"]] : [])];
    this.players = this.sides.map((side, number) => h("select", { id: `ask-side-${number}` }, this.library.players.map((name) => h("option", { value: name }, name))));
    this.option = h("select", { id: "ask-house" }, this.rules.map((rule) => h("option", { value: rule.option.name }, words(rule.option.name))));
    const explain = h("p", { class: "quiet" });
    const told = () => { const rule = this.rules.find((one) => one.option.name === this.option.value); explain.textContent = rule ? rule.text : "This ruleset has no switches to compare."; };
    this.option.addEventListener("change", told);
    told();
    this.button = h("button", { type: "submit", class: "primary" }, "Ask");
    put(this.form,
      h("div", { class: "tabs", role: "group", "aria-label": "What to ask" }, kinds.map(([kind, label]) => h("button", { type: "button", "aria-pressed": String(kind === this.kind), onclick: () => { this.kind = kind; this.draw(); } }, label))),
      h("label", { for: "ask-scenario" }, h("span", {}, "Scenario"), this.scenario),
      this.kind === "duel" ? h("p", { class: "quiet" }, "Exact, or between bounds that close: every state the duel can be in, the likeliest first. For one against one, or a few.") : [
        h("label", { for: "ask-fights" }, h("span", {}, "Fights"), this.fights),
        this.sides.map((side, number) => h("label", { for: `ask-side-${number}`, class: `side-${number % 8}` }, h("span", {}, `${side} played by`), this.players[number])),
        this.kind === "compare" ? [h("label", { for: "ask-house" }, h("span", {}, "House rule"), this.option), explain] : null],
      this.button);
  }

  async run() {
    /** @type {Record<string, any>} */
    const request = { kind: this.kind, scenario: this.text, name: this.scenario.value === DRAFT ? "scenario" : this.scenario.value };
    if (this.kind !== "duel") {
      request.fights = Number(this.fights.value);
      request.players = Object.fromEntries(this.sides.map((side, number) => [side, this.players[number].value]));
    }
    if (this.kind === "compare") {
      const rule = this.rules.find((one) => one.option.name === this.option.value);
      if (!rule) return;
      request.variants = rule.option.values.map((value) => ({ label: `${words(rule.option.name)}: ${value}`, house: { [rule.option.name]: value } }));
    }
    const bar = h("progress", { max: 1, value: 0, "aria-label": "Progress" });
    const stop = h("button", { type: "button", class: "small", onclick: () => this.stopJob() }, "Stop");
    const shown = h("div", {});
    put(this.result, h("section", { class: "card" }, h("div", { class: "row" }, bar, stop), shown));
    this.button.disabled = true;
    try {
      const state = await followJob(await post("/api/ask", request), (now) => {
        bar.value = now.progress;
        if (Object.keys(now.result).length) put(shown, this.figures(now.kind, now.result));
      }, (how) => { this.stopJob = how; });
      stop.remove();
      bar.remove();
      if (state.state === "stopped") shown.prepend(h("p", { class: "quiet" }, "Stopped: this is what there was."));
    } catch (error) {
      put(this.result, h("p", { class: "wrong" }, /** @type {Error} */ (error).message));
    } finally {
      this.button.disabled = false;
    }
  }

  /**
   * @param {string} kind
   * @param {any} result
   */
  figures(kind, result) {
    if (kind === "compare") return result.rows.map((/** @type {any} */ row) => h("section", {}, h("h3", {}, row.label), this.simulated(row, true)));
    if (kind === "duel") return this.duel(result);
    return this.simulated(result);
  }

  /** @param {any} result */
  simulated(result, small = false) {
    return [shareBars(result.sides, result.draws / result.fights),
      h("p", { class: "quiet" }, `${result.fights.toLocaleString()} fights, 95 % intervals. ${result.rounds.mean.toFixed(1)} rounds on average, half of them at most ${result.rounds.p50}.`),
      small ? null : histogram(result.rounds.histogram, "rounds")];
  }

  /** @param {any} result */
  duel(result) {
    if (result.working) return h("p", { class: "quiet" }, `${result.working.side} wins ${percent(result.working.bounds[0])} to ${percent(result.working.bounds[1])}, after ${Number(result.working.states).toLocaleString()} states.`);
    const sides = Object.fromEntries(Object.entries(result.sides).map(([name, share]) => [name, { share: typeof share === "number" ? share : share.share }]));
    if (!result.exact) {
      const known = Object.entries(result.bounds).map(([name, [low, high]]) => `${name} ${percent(low)} to ${percent(high)}`).join(", ");
      return [shareBars(sides, result.draw), h("p", { class: "quiet" }, `Between bounds: ${known}, after ${Number(result.states).toLocaleString()} states. The bars show the part that was worked out.`)];
    }
    return [shareBars(sides, result.draw), h("p", { class: "quiet" }, `Exact${result.error ? ` to within ${result.error}` : ""}: ${Number(result.states).toLocaleString()} states${result.draw ? `, a draw ${percent(result.draw)}` : ""}.`)];
  }
}
