// Drafts as files: import, export, copy, delete; and maps from other programs.
import { h } from "../../elements.js";
import { attempt, download, notice } from "../../notices.js";
import { readableImage } from "../../pictures.js";
import { post } from "../../service.js";
import { forgetDraft, newDraftId, storeDraft, storedDrafts } from "../../storage.js";
import { takeMap } from "./map_picture.js";
import { blankDraft } from "./new_draft.js";

/** @param {import("../build.js").ScenarioBuilder} builder */
export async function removeDraft(builder) {
  const { draft } = builder;
  forgetDraft(draft.id);
  const rest = storedDrafts();
  if (rest.length) await builder.open(rest[0]);
  else await builder.start(`empty ${builder.library.rulesets[0].name}`);
  const back = h("button", { type: "button", class: "link",
    onclick: () => attempt(async () => { storeDraft(draft); await builder.open(draft); }) },
    "Bring it back");
  notice(`“${draft.title || "The draft"}” is deleted. `, "info", back);
}

/** @param {import("../build.js").ScenarioBuilder} builder */
export async function duplicateDraft(builder) {
  const picture = builder.field.picture;
  await builder.take({ ...builder.draft, id: newDraftId() }, true);
  builder.data.title = `${builder.data?.title || "Scenario"} (copy)`;
  builder.keep();
  if (picture) await builder.setPicture(picture);
  await builder.write(true);
}

/**
 * Import drafts from a file: one scenario as TOML, or an export of several.
 * @param {import("../build.js").ScenarioBuilder} builder
 * @param {File} file
 */
export async function importFile(builder, file) {
  const text = await file.text();
  if (!file.name.endsWith(".json")) {
    await builder.take({ ...blankDraft(file.name.replace(/\.toml$/, "")), text }, true);
    builder.keep();
    builder.draw();
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
  await builder.open(storedDrafts()[0]);
  notice(drafts.length === 1 ? "One draft is here." : `${drafts.length} drafts are here.`);
}

/** @param {import("../build.js").ScenarioBuilder} builder */
export function exportAll(builder) {
  if (builder.text.value !== builder.draft.text || !builder.kept) builder.keep();
  download("affray-drafts.json",
    JSON.stringify({ affray: "drafts", drafts: storedDrafts() }, null, 1), "application/json");
}

/**
 * @param {import("../build.js").ScenarioBuilder} builder
 * @param {File} file
 */
export async function importMap(builder, file) {
  const map = JSON.parse(await file.text());
  const image = await readableImage(map.image);
  delete map.image;
  const found = await post("/api/maps/uvtt", map);
  if (!takeMap(builder.field, found)) {
    notice("This ruleset's maps have no walls to import into; start from one with a grid.",
      "error");
    return;
  }
  const picture = image || found.doors.length || found.lights.length
    ? { image, width: found.width, height: found.height, doors: found.doors,
      lights: found.lights } : null;
  builder.keep();
  await builder.setPicture(picture);
  await builder.write(true);
  const more = [found.doors.length
    ? `${found.doors.length} ${found.doors.length === 1 ? "door" : "doors"}` : "",
    found.lights.length
    ? `${found.lights.length} ${found.lights.length === 1 ? "light" : "lights"}` : "",
    image ? "its picture" : ""].filter(Boolean);
  const parts = [`${found.walls.length} walls`, ...more].join(", ");
  notice(`A map of ${found.width} × ${found.height} with ${parts}.`);
}
