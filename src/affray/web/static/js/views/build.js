// Build: a scenario as a drawing, forms and a file, all the same, checked as one types. Drafts stay
// in this browser.
import { h, one, put } from "../elements.js";
import { shortTitle } from "../format.js";
import { attempt, download, notice } from "../notices.js";
import { forgetPicture, loadPicture, readableImage, storePicture } from "../pictures.js";
import { placeProblems } from "../render/schema_form.js";
import { getLibrary, getRuleset, getScenarioText, post } from "../service.js";
import { fileName, placeInWords } from "../state/problem_place.js";
import { namesFor } from "../state/content_names.js";
import { ScenarioSchema } from "../state/schema.js";
import { entriesBehind } from "../plan/sketch.js";
import { forgetDraft, newDraftId, storeDraft, storedDrafts } from "../storage.js";
import { beginFight, whoPlaysForm } from "./begin.js";
import { ContentBrowser, ownContent } from "./build/content_forms.js";
import { FieldEditor } from "./build/field_editor.js";
import { takeMap } from "./build/map_picture.js";
import { houseForm, scenarioForm, sidesForm } from "./build/scenario_forms.js";
import { TextHistory } from "./build/text_history.js";

/** @typedef {import("../storage.js").Draft} Draft */

const TABS = /** @type {[string, string][]} */ (
  [["fighters", "Fighters"], ["content", "Content"], ["house", "House rules"],
    ["scenario", "About"], ["file", "File"], ["play", "Play"]]);
const TYPING_PAUSE = 300;

/**
 * The view: a built-in scenario by name, a draft by `draft:` and its id, or the draft changed last.
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
  else await builder.start(`new ${library.rulesets[0].name}`);
  return () => builder.leave();
}

/** @returns {Draft} */
const blankDraft = (name = "scenario") =>
  ({ id: newDraftId(), title: "", name, text: "", changed: 0, originals: {} });

/** A scenario being built. */
export class ScenarioBuilder {
  /**
   * @param {HTMLElement} main
   * @param {Library} library
   */
  constructor(main, library) {
    this.library = library;
    this.draft = blankDraft();
    /** Whether the draft is kept: from its first change on. */
    this.kept = false;
    /** @type {any} */
    this.data = null;
    /** @type {CheckedScenario | null} */
    this.checked = null;
    /** @type {RulesetData | null} */
    this.ruleset = null;
    /** @type {ScenarioSchema | null} */
    this.schema = null;
    /** @type {Set<string>} What is unfolded, by key. */
    this.opened = new Set();
    /** @type {Map<string, HTMLElement>} What was found out about entries, by key. */
    this.strengths = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.wait = undefined;
    this.turn = 0;
    this.tab = "fighters";
    /** What kind of content a new entry is of. */
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
   * Begins a new draft: from nothing, or like a built-in scenario. The one before stays where it
   * is.
   * @param {string} value
   */
  async start(value) {
    if (!value) return;
    const ruleset = value.startsWith("new ") ? value.slice(4) : "";
    const text = ruleset ? (await getRuleset(ruleset)).starter : await getScenarioText(value);
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

  /** Has the address name the draft, so that whoever comes back to it finds it. */
  showAddress() {
    if (this.kept) history.replaceState(null, "", `#/build/draft:${this.draft.id}`);
    else if (this.draft.name !== "scenario") {
      history.replaceState(null, "", `#/build/${encodeURIComponent(this.draft.name)}`);
    }
  }

  /** Keeps the draft as it is now. */
  keep() {
    this.draft = { ...this.draft, text: this.text.value,
      title: String(this.data?.title || this.draft.title || "A draft"), changed: Date.now() };
    this.kept = true;
    this.showAddress();
    if (!storeDraft(this.draft)) {
      notice("This browser has no room for another draft; export this one.", "error");
    }
  }

  async remove() {
    const { draft } = this;
    forgetDraft(draft.id);
    const rest = storedDrafts();
    if (rest.length) await this.open(rest[0]);
    else await this.start(`new ${this.library.rulesets[0].name}`);
    const back = h("button", { type: "button", class: "link",
      onclick: () => attempt(async () => { storeDraft(draft); await this.open(draft); }) },
      "Bring it back");
    notice(`“${draft.title || "The draft"}” is deleted. `, "info", back);
  }

  async duplicate() {
    const picture = this.field.picture;
    await this.take({ ...this.draft, id: newDraftId() }, true);
    this.data.title = `${this.data?.title || "Scenario"} (copy)`;
    this.keep();
    if (picture) await this.setPicture(picture);
    await this.write(true);
  }

  /**
   * Takes drafts from a file: one scenario as TOML, or all that were exported together.
   * @param {File} file
   */
  async importFile(file) {
    const text = await file.text();
    if (!file.name.endsWith(".json")) {
      await this.take({ ...blankDraft(file.name.replace(/\.toml$/, "")), text }, true);
      this.keep();
      this.drawBar();
      return;
    }
    /** @type {any} */
    let found;
    try {
      found = JSON.parse(text);
    } catch {
      throw new Error(`${file.name} is not a file of exported drafts: it is not JSON.`);
    }
    const drafts = (Array.isArray(found?.drafts) ? found.drafts : [])
      .filter((/** @type {any} */ one) => one && typeof one.text === "string");
    if (!drafts.length) throw new Error(`There are no drafts in ${file.name}.`);
    for (const one of drafts) {
      storeDraft(
      { ...blankDraft(String(one.name || "scenario")), text: one.text,
        title: String(one.title || "A draft"), originals: one.originals || {},
        changed: Number(one.changed) || Date.now() });
    }
    await this.open(storedDrafts()[0]);
    notice(drafts.length === 1 ? "One draft is here." : `${drafts.length} drafts are here.`);
  }

  exportAll() {
    if (this.text.value !== this.draft.text || !this.kept) this.keep();
    download("affray-drafts.json",
      JSON.stringify({ affray: "drafts", drafts: storedDrafts() }, null, 1), "application/json");
  }

  drawBar() {
    const drafts = storedDrafts();
    const pick = (/** @type {string} */ label, /** @type {string} */ id,
      /** @type {string} */ accept, /** @type {(file: File) => Promise<void>} */ take) =>
        h("label", { class: "button small", for: id }, label,
          h("input", { id, type: "file", class: "visually-hidden", accept,
            onchange: (/** @type {any} */ event) => { const file = event.target.files[0];
              event.target.value = ""; if (file) attempt(() => take(file)); } }));
    const named = (/** @type {Draft} */ draft) =>
      `${draft.title || "A draft"}${drafts.filter((other) => other.title === draft.title).length > 1 ? ` (${new Date(draft.changed).toLocaleString()})` : ""}`;
    const files = this.bar.querySelector("details");
    put(this.bar,
      h("label", { class: "inline", for: "draft" }, h("span", {}, "Yours"),
        h("select", { id: "draft",
          onchange: (/** @type {any} */ event) => {
            const wanted = drafts.find((draft) => draft.id === event.target.value);
              if (wanted) attempt(() => this.open(wanted)); } },
        this.kept ? null : h("option", { value: "", selected: true },
          drafts.length ? "(not changed yet)" : "(none yet)"),
        drafts.map((draft) => h("option",
          { value: draft.id, selected: this.kept && draft.id === this.draft.id }, named(draft))))),
      h("label", { class: "inline", for: "starter" }, h("span", {}, "Start from"),
        h("select", { id: "starter", onchange: (/** @type {any} */ event) =>
          attempt(() => this.start(event.target.value)) },
        h("option", { value: "" }, "…"),
        this.library.rulesets.map((ruleset) =>
          h("optgroup", { label: shortTitle(ruleset.title) },
            h("option", { value: `new ${ruleset.name}` }, "a new one"),
            ruleset.scenarios.map((scenario) =>
              h("option", { value: scenario.name }, scenario.title)))))),
      h("div", { class: "row undo-row", role: "group", "aria-label": "Steps" },
        h("button", { type: "button", class: "small", id: "undo", disabled: !this.history.canUndo(),
          title: "Ctrl+Z", onclick: () => this.step(this.history.undo()) }, "↶ Undo"),
        h("button", { type: "button", class: "small", id: "redo", disabled: !this.history.canRedo(),
          title: "Ctrl+Shift+Z", onclick: () => this.step(this.history.redo()) }, "↷ Redo")),
      h("details", { class: "files-menu", open: Boolean(files?.open) },
        h("summary", { class: "button small" }, "Files"), h("div", { class: "files-list" },
        pick("Import TOML or drafts", "import-toml", ".toml,.json,text/plain",
          (file) => this.importFile(file)),
        pick("Import a Universal VTT map", "import-uvtt", ".dd2vtt,.uvtt,.df2vtt,.json",
          (file) => this.importMap(file)),
        h("button", { type: "button", class: "small",
          onclick: () => download(`${fileName(String(this.data?.title || this.draft.name))}.toml`,
            this.text.value, "application/toml") },
          "Export TOML"),
        h("button", { type: "button", class: "small", onclick: () => this.exportAll() },
          "Export all drafts"),
        h("button", { type: "button", class: "small",
          onclick: () => attempt(() => this.duplicate()) }, "Duplicate this draft"),
        this.kept ? h("button", { type: "button", class: "small",
          onclick: () => attempt(() => this.remove()) }, "Delete this draft") : null)));
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
   * Goes to what the file was before or after.
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

  /** Has the file checked. What a form has just written it knows already. */
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
    this.drawProblems();
  }

  draw() {
    const { checked } = this;
    if (!checked) return;
    this.drawBar();
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
    const picture = this.field.picture;
    await beginFight({ scenario: this.text.value, name: this.draft.name, players, gm },
      String(this.checked?.title), "fight",
      async (id) => { if (picture) await storePicture(`fight ${id}`, picture); });
  }

  /** Draws the forms anew; what has the focus keeps it. */
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

  drawProblems() {
    const { checked } = this;
    if (!checked) return;
    const placed = placeProblems(this.element, checked.problems);
    put(this.problems, checked.problems.length
      ? h("div", { class: "wrong" },
        h("strong", {}, checked.problems.length === 1 ? "One thing is wrong:"
          : `${checked.problems.length} things are wrong:`),
          h("ul", {}, checked.problems.map((problem) =>
            h("li", {}, problem.key ? h("button",
              { type: "button", class: "link",
                title: problem.key,
                onclick: () => this.showProblem(problem, placed.get(problem)) },
              placeInWords(problem.key, this.data))
                : null, problem.key ? ": " : "", problem.text))))
      : h("p", { class: "right-so" }, `Right as it is: ${checked.title}. `,
        this.kept ? h("a", { href: `#/ask/draft:${this.draft.id}` }, "Ask the lab about it")
        : null));
  }

  /**
   * Shows the field that a problem is about; where it has none, its key in the file.
   * @param {Problem} problem
   * @param {HTMLElement | undefined} slot
   */
  showProblem(problem, slot) {
    const panel = slot && Object.entries(this.panels).find(([, each]) => each.contains(slot));
    if (!slot || !panel) {
      this.find(problem.key);
      return;
    }
    this.showTab(panel[0]);
    for (let around = slot.parentElement; around;
      around = around.parentElement) if (around instanceof HTMLDetailsElement) around.open = true;
    const field = slot.parentElement?.querySelector("input, select, textarea, button");
    slot.scrollIntoView({ block: "center" });
    if (field instanceof HTMLElement) field.focus({ preventScroll: true });
  }

  /**
   * Shows where a problem's key stands in the file, as nearly as can be told.
   * @param {string} key
   */
  find(key) {
    this.showTab("file");
    const parts = key.split(".").filter((part) => !/^\d+$/.test(part)).reverse();
    for (const part of parts) {
      const at = this.text.value.search(new RegExp(`\\b${part.replace(/[^\w-]/g, "")}\\b`));
      if (at >= 0) {
        this.text.focus();
        this.text.setSelectionRange(at, at + part.length);
        return;
      }
    }
  }

  /** Writes the forms' data into the file, whose comments and layout stay. */
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
   * The names of a table's entries, the scenario's own first.
   * @param {string} table
   */
  names(table) {
    return [...new Set([...Object.keys(this.data[table] || {}),
      ...Object.keys(this.ruleset?.content[table] || {}).sort()])];
  }

  /**
   * An entry as the scenario has it, or else the ruleset.
   * @param {string} table
   * @param {string} name
   * @returns {Record<string, any>}
   */
  entry(table, name) {
    return (this.data[table] || {})[name] || (this.ruleset?.content[table] || {})[name] || {};
  }

  /**
   * How somebody of the form stands on the field, as the rules have it.
   * @param {number} side
   * @param {number} index
   */
  fighterAt(side, index) {
    const fighters = this.checked?.fighters || [];
    const number = entriesBehind(this.data, fighters)
      .findIndex((entry) => entry && entry.side === side && entry.index === index);
    return fighters[number];
  }

  /**
   * Copies an entry of the ruleset's content, or of the scenario's own, to be changed; gives its
   * new name.
   * @param {string} table
   * @param {string} from
   * @param {string} [name]
   */
  copyEntry(table, from, name) {
    const entry = this.entry(table, from);
    if (!Object.keys(entry).length) return null;
    let copy = name || `my-${from}`.slice(0, 56);
    for (let number = 2; !name && this.names(table).includes(copy);
      number += 1) copy = `${`my-${from}`.slice(0, 56)  }-${number}`;
    (this.data[table] ||= {})[copy] = structuredClone(entry);
    (this.draft.originals ||= {})[`${table}.${copy}`] = this.draft.originals[`${table}.${from}`]
    || from;
    return copy;
  }

  /**
   * @param {string} table
   * @param {string} before
   * @param {string} name
   */
  renameEntry(table, before, name) {
    if (!/^[a-z0-9][a-z0-9-]*$/.test(name) || (this.data[table] || {})[name]) {
      notice(`An entry's name has small letters, digits and hyphens, and is its own: not “${name}”.`, "error");
      this.drawForms();
      return;
    }
    this.data[table] = Object.fromEntries(Object.entries(this.data[table])
      .map(([key, entry]) => [key === before ? name : key, entry]));
    /** @type {(value: any) => any} */
    const deep = (value) => {
      if (value === before) return name;
      if (Array.isArray(value)) return value.map(deep);
      if (value && typeof value === "object") {
        return Object.fromEntries(Object.entries(value) .map(([key, each]) => [key, deep(each)]));
      }
      return value;
    };
    for (const side of this.data.sides || []) {
      side.fighters = (side.fighters || [])
      .map((/** @type {any} */ fighter) =>
        ({ ...deep(fighter), ...("at" in fighter ? { at: fighter.at } : {}),
          ...("name" in fighter ? { name: fighter.name } : {}) }));
    }
    for (const each of this.schema?.contentTables() || []) {
      if (this.data[each]) {
        this.data[each] =
      Object.fromEntries(Object.entries(this.data[each]).map(([key, entry]) => [key, deep(entry)]));
      }
    }
    const { originals = {} } = this.draft;
    originals[`${table}.${name}`] = originals[`${table}.${before}`] || before;
    this.opened.add(`${table}.${name}`);
    this.write(true);
  }

  /**
   * @param {string} table
   * @param {string} name
   */
  removeEntry(table, name) {
    delete this.data[table][name];
    if (!Object.keys(this.data[table]).length) delete this.data[table];
    this.write(true);
  }

  /**
   * Unfolds an entry of the scenario's own content.
   * @param {string} table
   * @param {string} name
   */
  showEntry(table, name) {
    this.opened.add(`${table}.${name}`);
    this.showTab("content");
    this.drawForms();
    const form = document.getElementById(`own-${table}-${name}`);
    form?.scrollIntoView({ block: "start" });
    form?.querySelector("summary")?.focus({ preventScroll: true });
  }

  // --- maps ---

  /** @param {File} file */
  async importMap(file) {
    const map = JSON.parse(await file.text());
    const image = await readableImage(map.image);
    delete map.image;
    const found = await post("/api/maps/uvtt", map);
    if (!takeMap(this.field, found)) {
      notice("This ruleset's maps have no walls to import into; start from one with a grid.",
        "error");
      return;
    }
    const picture = image || found.doors.length || found.lights.length
      ? { image, width: found.width, height: found.height, doors: found.doors,
        lights: found.lights } : null;
    this.keep();
    await this.setPicture(picture);
    await this.write(true);
    const more = [found.doors.length
      ? `${found.doors.length} ${found.doors.length === 1 ? "door" : "doors"}` : "",
      found.lights.length
      ? `${found.lights.length} ${found.lights.length === 1 ? "light" : "lights"}` : "",
      image ? "its picture" : ""].filter(Boolean);
    notice(`A map of ${found.width} × ${found.height} with ${found.walls.length} walls${more.length ? `, ${more.join(", ")}` : ""}.`);
  }

  /** @param {import("../pictures.js").MapPicture | null} picture */
  async setPicture(picture) {
    this.field.picture = picture;
    if (picture) await storePicture(`draft ${this.draft.id}`, picture);
    else await forgetPicture(`draft ${this.draft.id}`);
    this.field.draw();
  }
}
