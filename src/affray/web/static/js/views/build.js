// Build: one scenario as drawing, forms and file, kept in step and checked while the user types.
// Drafts are stored in this browser.
import { h, one, put } from "../elements.js";
import { attempt, notice } from "../notices.js";
import { forgetPicture, loadPicture, storePicture } from "../pictures.js";
import { placeProblems } from "../render/problem_slots.js";
import { getLibrary, getRuleset, getScenarioText, post } from "../service.js";
import { namesFor } from "../state/content_names.js";
import { ScenarioSchema } from "../state/schema.js";
import { entriesBehind } from "../plan/sketch.js";
import { storeDraft, storedDrafts } from "../storage.js";
import { beginFight, sendPicture, whoPlaysForm } from "./begin.js";
import { ContentBrowser, ownContent } from "./build/content_forms.js";
import { draftBar } from "./build/draft_bar.js";
import { FieldEditor } from "./build/field_editor.js";
import { blankDraft, emptyScenario } from "./build/new_draft.js";
import { problemList } from "./build/problem_list.js";
import { houseForm, scenarioForm, sidesForm } from "./build/scenario_forms.js";
import { TextHistory } from "./build/text_history.js";

/** @typedef {import("../storage.js").Draft} Draft */

const TABS = /** @type {[string, string][]} */ (
  [["fighters", "Fighters"], ["content", "Content"], ["house", "House rules"],
    ["scenario", "About"], ["file", "File"], ["play", "Play"]]);
const TYPING_PAUSE = 300;

/**
 * Show the view for a built-in scenario by name, a draft by `draft:` and its id, or the latest
 * draft.
 * @param {HTMLElement} main
 * @param {string[]} address
 */
export async function buildView(main, [name]) {
  const library = await getLibrary();
  const builder = new ScenarioBuilder(main, library);
  const drafts = storedDrafts();
  const wanted = name?.startsWith("draft:") ? drafts.find((draft) => `draft:${draft.id}` === name)
    : null;
  if (wanted) await builder.open(wanted);
  else if (name && !name.startsWith("draft:")) await builder.start(name);
  else if (drafts.length) await builder.open(drafts[0]);
  else await builder.start(`empty ${library.rulesets[0].name}`);
  return () => builder.leave();
}

/** A scenario being built. */
export class ScenarioBuilder {
  /**
   * @param {HTMLElement} main
   * @param {Library} library
   */
  constructor(main, library) {
    this.library = library;
    this.draft = blankDraft();
    /** Whether the draft is saved; it is from its first change on. */
    this.kept = false;
    /** @type {any} */
    this.data = null;
    /** @type {CheckedScenario | null} */
    this.checked = null;
    /** @type {RulesetData | null} */
    this.ruleset = null;
    /** @type {ScenarioSchema | null} */
    this.schema = null;
    /** @type {Set<string>} The expanded parts, by key. */
    this.opened = new Set();
    /** @type {Map<string, HTMLElement>} Measured strengths of entries, by key. */
    this.strengths = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.wait = undefined;
    this.turn = 0;
    this.tab = "fighters";
    /** The content table for a new entry. */
    this.newTable = "weapons";
    this.history = new TextHistory();
    this.text = h("textarea", { id: "toml", spellcheck: "false", "aria-describedby": "problems",
      oninput: () => this.typed() });
    this.problems = h("div", { id: "problems", class: "problems", role: "status",
      "aria-live": "polite" });
    this.bar = h("div", { class: "draft-bar" });
    this.tabs = h("div", { class: "tabs", role: "group", "aria-label": "What to change" });
    /** @type {Record<string, HTMLElement>} */
    this.panels = Object.fromEntries(
      TABS.map(([name]) => [name, h("div", { class: `panel panel-${name}` })]));
    this.field = new FieldEditor(this);
    this.browser = new ContentBrowser(this);
    put(this.panels.file, h("section", { class: "card" },
      h("h2", {}, h("label", { for: "toml" }, "The file")), this.text));
    this.element = h("div", { class: "build-view" },
      h("header", { class: "build-head" }, h("h1", {}, "Build a scenario"), this.bar),
      this.problems,
      h("div", { class: "build" },
        h("section", { class: "card field-card" },
          h("h2", { class: "visually-hidden" }, "The field"), this.field.element),
        h("div", { class: "build-side" }, this.tabs, TABS.map(([name]) => this.panels[name]))));
    put(main, this.element);
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
    addEventListener("keydown", this.onkey);
    this.showTab(this.tab);
  }

  leave() {
    clearTimeout(this.wait);
    removeEventListener("keydown", this.onkey);
  }

  // --- drafts ---

  /**
   * Start a new draft: blank, or a copy of a built-in scenario. The previous draft stays saved.
   * @param {string} value
   */
  async start(value) {
    if (!value) return;
    const [how, ruleset] = value.split(" ");
    const text = how === "new" ? (await getRuleset(ruleset)).starter
      : how === "empty" ? await emptyScenario(ruleset) : await getScenarioText(value);
    await this.take({ ...blankDraft(ruleset ? "scenario" : value), text }, false);
  }

  /** @param {Draft} draft */
  async open(draft) {
    await this.take({ ...draft, originals: draft.originals || {} }, true);
  }

  /**
   * @param {Draft} draft
   * @param {boolean} kept
   */
  async take(draft, kept) {
    this.draft = draft;
    this.kept = kept;
    this.showAddress();
    this.opened.clear();
    this.strengths.clear();
    this.history = new TextHistory(draft.text);
    this.field.chosen = this.field.from = null;
    this.field.picture = (kept && (await loadPicture(`draft ${draft.id}`))) || null;
    this.text.value = draft.text;
    await this.check();
  }

  /** Put the draft into the address, so that a reload or a bookmark opens it. */
  showAddress() {
    if (this.kept) history.replaceState(null, "", `#/build/draft:${this.draft.id}`);
    else if (this.draft.name !== "scenario") {
      history.replaceState(null, "", `#/build/${encodeURIComponent(this.draft.name)}`);
    }
  }

  /** Save the draft. */
  keep() {
    this.draft = { ...this.draft, text: this.text.value,
      title: String(this.data?.title || this.draft.title || "A draft"), changed: Date.now() };
    this.kept = true;
    this.showAddress();
    if (!storeDraft(this.draft)) {
      notice("This browser has no room for another draft; export this one.", "error");
    }
  }

  // --- steps ---

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const within = event.target instanceof Element
      && event.target.closest("input:not([type=checkbox]), textarea");
    if (!(event.ctrlKey || event.metaKey) || within) return;
    const key = event.key.toLowerCase();
    const text = key === "z" ? (event.shiftKey ? this.history.redo() : this.history.undo())
      : key === "y" ? this.history.redo() : null;
    if (text === null) return;
    event.preventDefault();
    this.step(text);
  }

  /**
   * Replace the file's text by an undone or redone version.
   * @param {string | null} text
   */
  step(text) {
    if (text === null) return;
    this.text.value = text;
    attempt(() => this.check());
  }

  typed() {
    clearTimeout(this.wait);
    this.wait = setTimeout(() => attempt(() => this.check()), TYPING_PAUSE);
  }

  // --- checking and writing ---

  /** Check the file. Forms already show the changes they wrote. */
  async check(written = false) {
    const turn = (this.turn += 1);
    const text = this.text.value;
    /** @type {CheckedScenario} */
    const checked = await post("/api/check", { scenario: text, name: this.draft.name });
    if (turn !== this.turn) return;
    this.checked = checked;
    if (checked.data && !written) this.data = checked.data;
    for (const fighter of checked.fighters) this.field.known.set(fighter.name, fighter);
    const ruleset = this.data && typeof this.data.ruleset === "string" ? this.data.ruleset : null;
    if (ruleset && ruleset !== this.ruleset?.name
      && this.library.rulesets.some((known) => known.name === ruleset)) {
      this.ruleset = await getRuleset(ruleset);
      this.schema = new ScenarioSchema(this.ruleset.schema);
      this.browser.table = "";
      if (turn !== this.turn) return;
    }
    if (text !== this.draft.text) {
      this.history.add(text);
      this.keep();
    }
    this.draw();
    if (!written) this.drawForms();
    problemList(this);
  }

  draw() {
    const { checked } = this;
    if (!checked) return;
    draftBar(this);
    this.field.draw();
    put(this.panels.play, h("section", { class: "card" }, h("h2", {}, "Play it"),
      checked.problems.length
      ? h("p", { class: "quiet" }, "Once it is right, it can be played here.")
      : whoPlaysForm(checked.sides, this.library.players,
        (players, gm) => attempt(() => this.begin(players, gm)), "Begin the fight")));
  }

  /**
   * @param {string[]} players
   * @param {string} gm
   */
  async begin(players, gm) {
    await beginFight({ scenario: this.text.value, name: this.draft.name, players, gm },
      String(this.checked?.title), "fight", (links) => sendPicture(this.draft.id, links));
  }

  /** Redraw the forms; the focus is kept. */
  drawForms() {
    if (!this.data || !this.ruleset) return;
    const focused = document.activeElement?.id || "";
    put(this.panels.fighters, sidesForm(this));
    put(this.panels.house, houseForm(this));
    put(this.panels.scenario, scenarioForm(this));
    put(this.panels.content, ownContent(this), this.browser.element);
    if (this.tab === "content") this.browser.draw();
    if (focused) document.getElementById(focused)?.focus();
    placeProblems(this.element, this.checked?.problems || []);
  }

  /** Write the forms' data into the file, keeping its comments and layout. */
  async write(redraw = false) {
    const turn = (this.turn += 1);
    await attempt(async () => {
      const { toml } = await post("/api/write", { data: this.data, toml: this.text.value });
      if (turn !== this.turn) return;
      this.text.value = toml;
      if (redraw) this.drawForms();
      await this.check(true);
    });
  }

  /** @param {string} name */
  showTab(name) {
    this.tab = name;
    put(this.tabs,
      TABS.map(([each, label]) => h("button",
        { type: "button", "aria-pressed": String(each === name), "data-tab": each,
          onclick: () => { this.showTab(each); one(this.tabs, `[data-tab=${each}]`).focus(); } },
          label)));
    for (const [each, panel] of Object.entries(this.panels)) panel.hidden = each !== name;
    if (name === "content" && this.ruleset) this.browser.draw();
  }

  // --- what the forms need ---

  /**
   * @param {string} [table]
   * @returns {import("../render/schema_form.js").FormContext}
   */
  formContext(table) {
    return {
      schema: /** @type {ScenarioSchema} */ (this.schema),
      names: (field, within) => namesFor(field, this.schema?.contentTables() || [],
        this.ruleset?.content || {}, this.data, within),
      onchange: (redraw = false) => this.write(redraw),
      opened: this.opened,
      table,
    };
  }

  /**
   * Return a fighter of the form as the rules place it on the field.
   * @param {number} side
   * @param {number} index
   */
  fighterAt(side, index) {
    const fighters = this.checked?.fighters || [];
    const number = entriesBehind(this.data, fighters)
      .findIndex((entry) => entry && entry.side === side && entry.index === index);
    return fighters[number];
  }


  /** @param {import("../pictures.js").MapPicture | null} picture */
  async setPicture(picture) {
    this.field.picture = picture;
    if (picture) await storePicture(`draft ${this.draft.id}`, picture);
    else await forgetPicture(`draft ${this.draft.id}`);
    this.field.draw();
  }
}
