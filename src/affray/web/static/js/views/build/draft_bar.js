// The row above a draft: its name, its origin, undo and redo, and files.
import { button, h, put } from "../../elements.js";
import { shortTitle } from "../../format.js";
import { attempt, download } from "../../notices.js";
import { fileName } from "../../state/problem_place.js";
import { storedDrafts } from "../../storage.js";
import { duplicateDraft, exportAll, importFile, importMap, removeDraft } from "./draft_files.js";

/** @typedef {import("../../storage.js").Draft} Draft */

/** @param {import("../build.js").ScenarioBuilder} builder */
export function draftBar(builder) {
  const drafts = storedDrafts();
  const pick = (/** @type {string} */ label, /** @type {string} */ id,
    /** @type {string} */ accept, /** @type {(file: File) => Promise<void>} */ take) =>
      h("label", { class: "button small", for: id }, label,
        h("input", { id, type: "file", class: "visually-hidden", accept,
          onchange: (/** @type {any} */ event) => { const file = event.target.files[0];
            event.target.value = ""; if (file) attempt(() => take(file)); } }));
  const named = (/** @type {Draft} */ draft) =>
    (drafts.filter((other) => other.title === draft.title).length > 1
      ? `${draft.title || "A draft"} (${new Date(draft.changed).toLocaleString()})`
      : draft.title || "A draft");
  const files = builder.bar.querySelector("details");
  const { history } = builder;
  const title = String(builder.data?.title || builder.draft.name);
  put(builder.bar,
    h("label", { class: "inline", for: "draft" }, h("span", {}, "Yours"),
      h("select", { id: "draft", onchange: (/** @type {any} */ event) => {
        const wanted = drafts.find((draft) => draft.id === event.target.value);
        if (wanted) attempt(() => builder.open(wanted));
      } },
      builder.kept ? null : h("option", { value: "", selected: true },
        drafts.length ? "(not changed yet)" : "(none yet)"),
      drafts.map((draft) => h("option",
        { value: draft.id, selected: builder.kept && draft.id === builder.draft.id },
        named(draft))))),
    h("label", { class: "inline", for: "starter" }, h("span", {}, "Start from"),
      h("select", { id: "starter", onchange: (/** @type {any} */ event) =>
        attempt(() => builder.start(event.target.value)) },
      h("option", { value: "" }, "…"),
      builder.library.rulesets.map((ruleset) =>
        h("optgroup", { label: shortTitle(ruleset.title) },
          h("option", { value: `empty ${ruleset.name}` }, "an empty one"),
          h("option", { value: `new ${ruleset.name}` }, "an explained example"),
          ruleset.scenarios.map((scenario) =>
            h("option", { value: scenario.name }, scenario.title)))))),
    h("div", { class: "row undo-row", role: "group", "aria-label": "Steps" },
      button("↶ Undo", () => builder.step(history.undo()),
        { class: "small", id: "undo", disabled: !history.canUndo(), title: "Ctrl+Z" }),
      button("↷ Redo", () => builder.step(history.redo()),
        { class: "small", id: "redo", disabled: !history.canRedo(), title: "Ctrl+Shift+Z" })),
    h("details", { class: "files-menu", open: Boolean(files?.open) },
      h("summary", { class: "button small" }, "Files"), h("div", { class: "files-list" },
      pick("Import TOML or drafts", "import-toml", ".toml,.json,text/plain",
        (file) => importFile(builder, file)),
      pick("Import a Universal VTT map", "import-uvtt", ".dd2vtt,.uvtt,.df2vtt,.json",
        (file) => importMap(builder, file)),
      button("Export TOML", () =>
        download(`${fileName(title)}.toml`, builder.text.value, "application/toml"),
      { class: "small" }),
      button("Export all drafts", () => exportAll(builder), { class: "small" }),
      button("Duplicate this draft", () => attempt(() => duplicateDraft(builder)),
        { class: "small" }),
      builder.kept ? h("button", { type: "button", class: "small",
        onclick: () => attempt(() => removeDraft(builder)) }, "Delete this draft") : null)));
}
