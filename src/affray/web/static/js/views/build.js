// Build: a scenario as a form, a drawing and a file, all the same, checked as one types.
import { h, put } from "../elements.js";
import { shortTitle } from "../format.js";
import { attempt, download, notice } from "../notices.js";
import { getLibrary, getRuleset, getScenarioText, post } from "../service.js";
import { storeDraft, storedDraft } from "../storage.js";
import { beginFight, whoPlaysForm } from "./begin.js";
import { FieldEditor } from "./build/field_editor.js";
import { contentForm, fieldRow, houseForm, sidesForm } from "./build/scenario_forms.js";

/**
 * The view: a built-in scenario by name, or the draft this browser keeps.
 * @param {HTMLElement} main
 * @param {string[]} address
 */
export async function buildView(main, [name]) {
  const library = await getLibrary();
  const builder = new ScenarioBuilder(main, library);
  if (name) await builder.load(await getScenarioText(name), name);
  else {
    const kept = storedDraft();
    const first = library.rulesets[0].name;
    await builder.load(kept || (await getRuleset(first)).starter, "scenario");
  }
}

/** A scenario being built. */
export class ScenarioBuilder {
  /**
   * @param {HTMLElement} main
   * @param {Library} library
   */
  constructor(main, library) {
    this.library = library;
    this.name = "scenario";
    /** @type {any} */
    this.data = null;
    /** @type {CheckedScenario | null} */
    this.checked = null;
    /** @type {RulesetData | null} */
    this.ruleset = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.wait = undefined;
    this.turn = 0;
    this.text = h("textarea", { id: "toml", spellcheck: "false", "aria-describedby": "problems", oninput: () => this.typed() });
    this.problems = h("div", { id: "problems", class: "problems", role: "status", "aria-live": "polite" });
    this.form = h("div", { class: "build-form" });
    this.begin = h("div", {});
    this.field = new FieldEditor(this);
    const pick = (/** @type {string} */ label, /** @type {string} */ id, /** @type {string} */ accept, /** @type {(file: File) => Promise<void>} */ take) => h("label", { class: "button small", for: id }, label, h("input", { id, type: "file", class: "visually-hidden", accept, onchange: (/** @type {any} */ event) => { const file = event.target.files[0]; event.target.value = ""; if (file) attempt(() => take(file)); } }));
    put(main,
      h("section", { class: "hero" }, h("h1", {}, "Build a scenario"), h("p", {}, "The form, the drawing and the file are the same scenario; change whichever you like.")),
      h("div", { class: "row" },
        h("label", { class: "inline", for: "starter" }, "Start from ", h("select", { id: "starter", onchange: (/** @type {any} */ event) => this.start(event.target.value) },
          h("option", { value: "" }, "…"),
          this.library.rulesets.map((one) => h("optgroup", { label: shortTitle(one.title) }, h("option", { value: `new ${one.name}` }, "a new one"), one.scenarios.map((scenario) => h("option", { value: scenario.name }, scenario.title)))))),
        pick("Import TOML", "import-toml", ".toml,text/plain", async (file) => this.load(await file.text(), file.name.replace(/\.toml$/, ""))),
        h("button", { type: "button", class: "small", onclick: () => download(`${this.name}.toml`, this.text.value, "application/toml") }, "Export TOML"),
        pick("Import a Universal VTT map", "import-uvtt", ".dd2vtt,.uvtt,.df2vtt,.json", (file) => this.importMap(file))),
      this.problems,
      h("div", { class: "build" },
        h("div", { class: "left" }, h("section", { class: "card" }, h("h2", {}, "The field"), this.field.element), this.form),
        h("div", { class: "right" },
          h("section", { class: "card" }, h("h2", {}, h("label", { for: "toml" }, "The file")), this.text),
          h("section", { class: "card" }, h("h2", {}, "Play it"), this.begin))));
  }

  /** @param {string} value */
  async start(value) {
    if (!value) return;
    if (value.startsWith("new ")) await this.load((await getRuleset(value.slice(4))).starter, "scenario");
    else await this.load(await getScenarioText(value), value);
  }

  /**
   * Takes a file's text.
   * @param {string} text
   * @param {string} name
   */
  async load(text, name) {
    this.name = name || this.name;
    this.text.value = text;
    await this.check();
  }

  typed() {
    clearTimeout(this.wait);
    this.wait = setTimeout(() => attempt(() => this.check()), 300);
  }

  /** Has the file checked. What the form has just written it knows already. */
  async check(written = false) {
    const turn = (this.turn += 1);
    const text = this.text.value;
    /** @type {CheckedScenario} */
    const checked = await post("/api/check", { scenario: text, name: this.name });
    if (turn !== this.turn) return;
    storeDraft(text);
    this.checked = checked;
    if (checked.data && !written) this.data = checked.data;
    const ruleset = this.data && typeof this.data.ruleset === "string" ? this.data.ruleset : null;
    if (ruleset && this.library.rulesets.some((one) => one.name === ruleset)) this.ruleset = await getRuleset(ruleset);
    this.draw();
    if (!written && this.data && this.ruleset) this.drawForm();
  }

  draw() {
    const { checked } = this;
    if (!checked) return;
    put(this.problems, checked.problems.length
      ? h("div", { class: "wrong" }, h("strong", {}, checked.problems.length === 1 ? "One thing is wrong:" : `${checked.problems.length} things are wrong:`), h("ul", {}, checked.problems.map((one) => h("li", {}, one.key ? h("button", { type: "button", class: "link", onclick: () => this.find(one.key) }, one.key) : null, one.key ? ": " : "", one.text))))
      : h("p", { class: "right-so" }, `Right as it is: ${checked.title}.`));
    this.field.draw();
    put(this.begin, checked.problems.length ? h("p", { class: "quiet" }, "Once it is right, it can be played here.") : whoPlaysForm(checked.sides, this.library.players, (players, gm) => attempt(() => beginFight({ scenario: this.text.value, name: this.name, players, gm }, checked.title)), "Begin the fight"));
  }

  drawForm() {
    const { data } = this;
    const basic = (/** @type {string} */ key, /** @type {string} */ label, type = "text") => fieldRow(label, data[key] ?? "", (value) => { if (value === "") delete data[key]; else data[key] = type === "number" ? Number(value) : value; this.write(); }, type);
    put(this.form,
      h("section", { class: "card" }, h("h2", {}, "What it is"), basic("title", "Title"), basic("about", "About", "long"), basic("round_limit", "A draw after rounds", "number")),
      sidesForm(this), houseForm(this), contentForm(this));
  }

  /**
   * Shows where a problem's key stands in the file, as nearly as can be told.
   * @param {string} key
   */
  find(key) {
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

  /** Writes the form's data into the file, whose comments and layout stay. */
  async write(redraw = false) {
    const turn = (this.turn += 1);
    await attempt(async () => {
      const { toml } = await post("/api/write", { data: this.data, toml: this.text.value });
      if (turn !== this.turn) return;
      this.text.value = toml;
      await this.check(true);
      if (redraw) this.drawForm();
    });
  }

  /** @param {File} file */
  async importMap(file) {
    const map = JSON.parse(await file.text());
    delete map.image;
    const found = await post("/api/maps/uvtt", map);
    if (!this.field.takeMap(found)) return notice("This ruleset's maps have no walls to import into; start from one with a grid.", "error");
    await this.write(true);
    notice(`A map of ${found.width} × ${found.height} with ${found.walls.length} walls.`);
  }
}
