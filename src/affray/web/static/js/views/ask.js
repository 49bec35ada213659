// Ask: a form for every question that the lab's commands answer.
import { button, h, put } from "../elements.js";
import { percent, shortTitle, switchText, words } from "../format.js";
import { attempt } from "../notices.js";
import { shareBars } from "../render/plots.js";
import { followJob, getLibrary, getRuleset, getScenarioText, post } from "../service.js";
import { placeInWords } from "../state/problem_place.js";
import { storedDrafts } from "../storage.js";
import { figuresOf } from "./ask/figures.js";
import { rangeForm, shortKey, valuesOf } from "./ask/range_form.js";
import { REPLIES } from "./fight/replies_switch.js";

const KINDS = /** @type {[string, string, string][]} */ ([
  ["simulate", "Who wins",
    "Many fights: who wins how often, how long it takes, and what each fighter does on the way."],
  ["compare", "What a change does",
    "The same fights by the same dice, as they are and changed. Only the change's effect is left."],
  ["sweep", "Over a range", "Who wins with each value of a figure."],
  ["tune", "Tune a figure", "Which value of a figure gives a side the share of wins you want."],
  ["odds", "Odds of an attack",
    "Exact: every path through the rules, with the two put within reach of each other. Also over a "
    + "range of a figure."],
  ["duel", "Solve as a duel",
    "Exact, or an estimate with proven bounds: every state the duel can be in, the likeliest "
    + "first. For one against one, or a few."],
]);
const STRONG_FIGHTS = 40;
const FIGHTS = /** @type {Record<string, number>} */ (
  { simulate: 10000, compare: 4000, sweep: 1000 });

/**
 * Show the view for a built-in scenario by name, or for a draft by `draft:` and its id.
 * @param {HTMLElement} main
 * @param {string[]} address
 */
export async function askView(main, [name]) {
  const library = await getLibrary();
  const all = library.rulesets.flatMap((ruleset) => ruleset.scenarios);
  const asker = new LabForm(library);
  put(main, h("section", { class: "hero" }, h("h1", {}, "Ask the lab"),
    h("p", {}, "Who wins, how sure that is, and what another rule or figure would change.")),
    asker.element);
  const known = name && (name.startsWith("draft:")
    ? storedDrafts().some((draft) => `draft:${draft.id}` === name)
    : all.some((one) => one.name === name));
  await attempt(() => asker.choose(known ? name : all[0].name));
  return () => asker.stop();
}

/**
 * Describe the bounds of a side's share of wins.
 * @param {string} side
 * @param {[number, number]} bounds
 */
const boundsText = (side, [low, high]) => (high - low > 0.98 ? "anything is still possible"
  : `${side} wins ${percent(low)} to ${percent(high)}`);

/** The form for a question to the lab, with its answer. */
export class LabForm {
  /** @param {Library} library */
  constructor(library) {
    this.library = library;
    this.kind = "simulate";
    this.text = "";
    this.name = "scenario";
    /** @type {string[]} */
    this.sides = [];
    /** @type {Rule[]} */
    this.rules = [];
    /** @type {{key: string, value: any, is_set: boolean, about: string}[]} */
    this.keys = [];
    /** @type {{name: string, side: number, weapons: string[]}[]} */
    this.fighters = [];
    /** The form's values by name; they are kept when the kind of question changes. */
    /** @type {Record<string, any>} */
    this.given = { by: "house", share: 50 };
    this.button = h("button");
    this.stopJob = () => {};
    /** Whether the size of a duel is being measured. */
    this.isLooking = false;
    this.turn = 0;
    const drafts = storedDrafts();
    this.scenario = h("select", { id: "ask-scenario",
      onchange: () => attempt(() => this.choose(this.scenario.value)) },
      drafts.length ? h("optgroup", { label: "Yours" },
        drafts.map((draft) => h("option", { value: `draft:${draft.id}` },
          draft.title || "A draft"))) : null,
      library.rulesets.map((ruleset) =>
        h("optgroup", { label: shortTitle(ruleset.title) },
          ruleset.scenarios.map((one) => h("option", { value: one.name }, one.title)))));
    this.form = h("form", { class: "card ask-form",
      onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); attempt(() => this.run());
        } });
    this.before = h("div", { class: "ask-before", "aria-live": "polite" });
    this.result = h("div", { class: "ask-result", "aria-live": "polite" });
    this.element = h("div", { class: "ask" }, this.form, h("div", {}, this.before, this.result));
  }

  stop() {
    this.turn += 1;
    this.stopJob();
  }

  /** @param {string} name */
  async choose(name) {
    this.scenario.value = name;
    const draft = storedDrafts().find((one) => `draft:${one.id}` === name);
    this.text = draft ? draft.text : await getScenarioText(name);
    this.name = draft ? draft.name : name;
    /** @type {CheckedScenario} */
    const checked = await post("/api/check", { scenario: this.text, name: this.name });
    this.sides = checked.sides;
    this.rules = checked.ruleset ? (await getRuleset(checked.ruleset)).rules : [];
    put(this.before);
    put(this.result, checked.problems.length
      ? h("p", { class: "wrong" }, checked.problems.map(({ key, text }) =>
        (key ? `${placeInWords(key, checked.data)}: ${text}` : text)).join("; ")) : null);
    const options = checked.problems.length ? { keys: [], fighters: [] }
      : await post("/api/ask/options", { scenario: this.text, name: this.name });
    this.keys = options.keys;
    this.fighters = options.fighters;
    for (const key of ["key", "attacker", "target", "weapon", "house", "side",
      "best"]) delete this.given[key];
    this.draw();
    if (this.kind === "duel" && !checked.problems.length) await this.tryDuel();
  }

  /**
   * Return the keys with whole-number values, which can be swept. House rules with a few fixed
   * values are left out, and for the odds of an attack counts: fighters of a group cannot be named
   * individually.
   */
  get numberKeys() {
    const fixed = new Set(this.rules.flatMap(({ option }) =>
      (option?.values.length ? [`house.${option.name}`] : [])));
    return this.keys.filter(({ key, value }) => Number.isInteger(value) && !fixed.has(key)
      && !(this.kind === "odds" && key.endsWith(".count")));
  }

  draw() {
    const { given } = this;
    const kinds = KINDS.filter(([kind]) => kind !== "duel" || this.library.duel);
    const about = kinds.find(([kind]) => kind === this.kind)?.[2];
    this.button = h("button", { type: "submit", class: "primary", disabled: !this.sides.length },
      "Ask");
    put(this.form,
      h("label", { for: "ask-scenario" }, h("span", {}, "Scenario"), this.scenario),
      h("div", { class: "tabs", role: "group", "aria-label": "What to ask" },
        kinds.map(([kind, label]) => h("button",
          { type: "button", class: "small", "aria-pressed": String(kind === this.kind),
            onclick: () => { this.kind = kind; put(this.before); this.draw();
              if (kind === "duel") attempt(() => this.tryDuel()); } }, label))),
      h("p", { class: "quiet" }, about),
      this.kind === "compare" ? this.compareFields() : null,
      ["sweep", "tune"].includes(this.kind) ? rangeForm(this, this.kind === "tune") : null,
      this.kind === "tune" ? this.tuneFields() : null,
      this.kind === "odds" ? this.oddsFields() : null,
      this.kind === "duel" ? this.bestPlayField() : null,
      this.kind in FIGHTS ? this.input("fights",
        this.kind === "simulate" ? "Fights" : this.kind === "sweep" ? "Fights for each value"
          : "Fights of each", { type: "number", min: 100, max: 1000000, step: 100 },
          given[`fights ${this.kind}`] ?? FIGHTS[this.kind],
          (value) => { given[`fights ${this.kind}`] = Number(value); }) : null,
      this.kind === "odds" ? null : this.playerFields(),
      this.button);
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {Record<string, any>} attributes
   * @param {any} value
   * @param {(value: string) => void} set
   */
  input(name, label, attributes, value, set) {
    return h("label", { for: `ask-${name}` }, h("span", {}, label),
      h("input", { id: `ask-${name}`, ...attributes, value,
        onchange: (/** @type {any} */ event) => set(event.target.value) }));
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {[string, string][]} options
   * @param {string} [look]
   */
  select(name, label, options, look = "", redraw = false) {
    if (!options.some(([value]) => value === this.given[name])) this.given[name] = options[0]?.[0];
    return h("label", { for: `ask-${name}`, class: look }, h("span", {}, label),
      h("select", { id: `ask-${name}`,
        onchange: (/** @type {any} */ event) => { this.given[name] = event.target.value;
          if (redraw) { this.draw(); document.getElementById(`ask-${name}`)?.focus(); } } },
          options.map(([value, text]) =>
            h("option", { value, selected: value === this.given[name] }, text))));
  }

  playerFields() {
    const players = /** @type {[string, string][]} */ (
      this.library.players.map((name) => [name, name]));
    return h("details", { class: "who-decides" }, h("summary", {}, "Who plays"),
      this.sides.map((side, number) =>
        this.select(`player ${side}`, side, players, `side-${number % 8}`)));
  }

  compareFields() {
    const switches = this.rules.flatMap((rule) => (rule.option?.values.length ? [rule] : []));
    const by = this.select("by", "What is changed",
      [["house", "a house rule"], ["figure", "a figure"], ["player", "who plays"]], "", true);
    if (this.given.by === "figure") return [by, rangeForm(this, false, true)];
    if (this.given.by === "player") {
      return [by,
      this.select("side", "Side", this.sides.map((side) => [side, side])),
      this.select("other", "played by",
        /** @type {[string, string][]} */ (this.library.players.map((name) => [name, name]))
        .reverse())];
    }
    if (!switches.length) {
      return [by, h("p", { class: "quiet" }, "This ruleset has no switches to compare.")];
    }
    const house = this.select("house", "House rule",
      switches.map((rule) => [String(rule.option?.name), words(String(rule.option?.name))]), "",
      true);
    return [by, house, h("p", { class: "quiet" },
      switches.find((rule) => rule.option?.name === this.given.house)?.text)];
  }

  tuneFields() {
    return [this.select("side", "Whose share", this.sides.map((side) => [side, side])),
      this.input("share", "Wanted share of wins, in %", { type: "number", min: 0, max: 100 },
        this.given.share, (value) => { this.given.share = Number(value); })];
  }

  oddsFields() {
    const named = (/** @type {{name: string}} */ { name }) =>
      /** @type {[string, string]} */ ([name, name]);
    if (!this.fighters.some(({ name }) => name === this.given.attacker)) {
      this.given.attacker = this.fighters[0]?.name;
    }
    const attacker = this.fighters.find(({ name }) => name === this.given.attacker);
    const targets = this.fighters.filter(({ side }) => side !== attacker?.side);
    return [
      this.select("attacker", "Who attacks", this.fighters.map(named), "", true),
      this.select("target", "Whom", targets.map(named)),
      this.select("weapon", "With", (attacker?.weapons || [])
        .map((weapon) => [weapon, words(weapon)])),
      this.select("replies", "How others reply", REPLIES),
      h("label", { class: "inline over-range" },
        h("input", { type: "checkbox", id: "ask-over", checked: Boolean(this.given.over),
          onchange: (/** @type {any} */ event) => { this.given.over = event.target.checked;
            this.draw(); document.getElementById("ask-over")?.focus(); } }),
            h("span", {}, "Over a range of a figure")),
      this.given.over ? rangeForm(this) : null,
    ];
  }

  bestPlayField() {
    const sides = /** @type {[string, string][]} */ (this.sides.map((side) => [side, side]));
    return this.select("best", "Best play of",
      [["", "no side"], ...sides,
        ...(sides.length === 2 ? [/** @type {[string, string]} */ (["both", "both"])] : [])]);
  }

  /** @returns {Record<string, any> | null} */
  request() {
    const { given, kind } = this;
    /** @type {Record<string, any>} */
    const request = { kind, scenario: this.text, name: this.name };
    if (kind !== "odds") {
      request.players =
      Object.fromEntries(this.sides.map((side) =>
        [side, given[`player ${side}`] || this.library.players[0]]));
    }
    if (kind in FIGHTS) request.fights = Number(given[`fights ${kind}`] ?? FIGHTS[kind]);
    if (kind === "compare") request.variants = this.variants();
    if (kind === "sweep" || (kind === "odds" && given.over && this.numberKeys.length)) {
      request.vary = { key: given.key, values: valuesOf(given) };
    }
    if (kind === "tune") {
      request.tune =
      { key: given.key, low: given.from, high: given.to, side: given.side,
        share: Number(given.share) / 100 };
    }
    if (kind === "duel" && given.best) {
      request.best = given.best === "both" ? this.sides : [given.best];
    }
    if (kind === "odds") {
      request.attack =
      { attacker: given.attacker, target: given.target, weapon: given.weapon,
        replies: given.replies };
    }
    return request;
  }

  variants() {
    const { given } = this;
    if (given.by === "player") {
      return [
      { label: `${given.side} played by ${given.other}`, players: { [given.side]: given.other } }];
    }
    if (given.by === "figure") {
      return valuesOf(given).slice(0, 16)
      .filter((value) => value !== this.keys.find(({ key }) => key === given.key)?.value)
        .map((value) =>
          ({ label: `${shortKey(given.key)}: ${value}`, changes: { [given.key]: value } }));
    }
    const option = this.rules.find((rule) => rule.option?.name === given.house)?.option;
    const now = this.keys.find(({ key }) => key === `house.${given.house}`)?.value
      ?? option?.default;
    return (option?.values || []).filter((value) => value !== now)
      .map((value) =>
        ({ label: `${words(given.house)}: ${switchText(value)}`,
          house: { [given.house]: value } }));
  }

  /** Report whether a duel can be solved, before the user waits for it. */
  async tryDuel() {
    const turn = (this.turn += 1);
    this.isLooking = true;
    put(this.before, h("p", { class: "quiet" }, "Looking how many states it has …"));
    const job = await post("/api/ask", { kind: "duel-size", scenario: this.text, name: this.name });
    const { result } = await followJob(job, () => {}, (how) => { this.stopJob = how; });
    if (turn === this.turn) this.isLooking = false;
    if (turn !== this.turn || this.kind !== "duel") return;
    const instead = h("button", { type: "button", class: "small",
      onclick: () => { this.kind = "simulate"; put(this.before); this.draw();
        attempt(() => this.run()); } }, "Simulate it instead");
    put(this.before, result.solvable
      ? h("p", { class: "right-so" },
        `It can be solved: ${Number(result.states).toLocaleString()} states.`)
      : h("div", { class: "wrong" },
        h("p", {}, h("strong", {}, result.why || "It is not to be solved at once."),
          result.why ? ""
          : ` After a few seconds and ${Number(result.met || 0).toLocaleString()} states ${
            boundsText(this.sides[0], result.bounds)}. Asking takes ten seconds and gives an `
            + "estimate with proven bounds. Fewer fighters, less health or a smaller map make it "
            + "exact."), instead));
  }

  /**
   * Offer to repeat the fights with strong players, which are too slow for large samples.
   * @param {Record<string, any>} request
   * @param {HTMLElement} shown
   */
  offerStrong(request, shown) {
    if (Object.values(request.players).some((name) => name !== "simple")) return;
    const result = h("div", { "aria-live": "polite" });
    const players = Object.fromEntries(this.sides.map((side) => [side, "strong"]));
    const play = () => attempt(async () => {
      offer.disabled = true;
      const job = await post("/api/ask", { ...request, players, fights: STRONG_FIGHTS });
      await followJob(job, ({ result: { sides, fights, draws } }) => {
        if (sides && fights) {
          put(result, h("p", { class: "assumes" }, `${fights} fights, as strong players play it; `
            + "95 % intervals."), shareBars(sides, draws / fights));
        }
      }, (how) => { this.stopJob = how; });
    });
    const offer = button(`Beside it, ${STRONG_FIGHTS} fights between strong players`, play,
      { class: "small ask-strong" });
    shown.querySelector(".shares")?.after(offer, result);
  }

  async run() {
    const request = this.request();
    if (!request || (request.variants && !request.variants.length)) return;
    const turn = (this.turn += 1);
    if (this.isLooking) {
      // a request sent at once needs no estimate of its duration
      this.stopJob();
      put(this.before);
      this.isLooking = false;
    }
    const bar = h("progress", { max: 1, value: 0, "aria-label": "Progress" });
    const stop = h("button", { type: "button", class: "small", onclick: () => this.stopJob() },
      "Stop");
    const shown = h("div", {});
    const asked = KINDS.find(([kind]) => kind === this.kind)?.[1] ?? "The answer";
    const about = this.scenario.selectedOptions[0]?.textContent || "";
    put(this.result, h("section", { class: "card" },
      h("h2", {}, about ? `${asked}: ${about}` : asked),
      h("div", { class: "row" }, bar, stop), shown));
    this.button.disabled = true;
    try {
      const state = await followJob(await post("/api/ask", request), (now) => {
        bar.value = now.progress;
        if (turn === this.turn && Object.keys(now.result).length) {
          put(shown, figuresOf(now.kind, now.result, this.rules));
        }
      }, (how) => { this.stopJob = how; });
      stop.remove();
      bar.remove();
      if (this.kind === "simulate" && state.state === "done") this.offerStrong(request, shown);
      if (state.state === "stopped") {
        shown.prepend(h("p", { class: "quiet" }, "Stopped: this is what there was."));
      }
    } catch (error) {
      const { message, problems = [] } =
        /** @type {{message: string, problems?: Problem[]}} */ (error);
      put(this.result, h("p", { class: "wrong" },
        problems.map((one) => (one.key ? `${one.key.replace(/^--/, "")}: ${one.text}` : one.text))
          .join("; ") || message));
    } finally {
      this.button.disabled = false;
    }
  }
}
