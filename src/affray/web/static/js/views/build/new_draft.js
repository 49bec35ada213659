// The start of a new draft: blank, or a minimal file.
import { getRuleset, post } from "../../service.js";
import { ScenarioSchema } from "../../state/schema.js";
import { newDraftId } from "../../storage.js";
import { firstMap } from "./field_places.js";

/** @typedef {import("../../storage.js").Draft} Draft */

/** @returns {Draft} */
export const blankDraft = (name = "scenario") =>
  ({ id: newDraftId(), title: "", name, text: "", changed: 0, originals: {} });

/**
 * Return a minimal scenario file: two places or open ground, and one fighter on each side.
 * @param {string} name
 * @returns {Promise<string>}
 */
export async function emptyScenario(name) {
  const ruleset = await getRuleset(name);
  const schema = new ScenarioSchema(ruleset.schema);
  /** @type {CheckedScenario} */
  const starter = await post("/api/check", { scenario: ruleset.starter, name: "scenario" });
  const map = firstMap(Object.keys(schema.resolve(schema.properties.map).properties || {}));
  const places = map.zones || map.spots?.map((/** @type {{name: string}} */ spot) => spot.name)
    || [[1, 4], [10, 4]];
  const sides = /** @type {any[]} */ (starter.data?.sides).slice(0, 2).map((side, number) =>
    ({ ...side, fighters: [{ is: "", at: places[number] }] }));
  const data = { ruleset: name, title: "A new scenario", map, sides };
  let toml = "";
  for (const [number, side] of sides.entries()) {
    // the first entry that is valid there: some are made for one side only
    for (const who of Object.keys(ruleset.content[String(ruleset.roster)])) {
      side.fighters[0].is = who;
      ({ toml } = await post("/api/write", { data, toml: "" }));
      const { problems } = await post("/api/check", { scenario: toml, name: "scenario" });
      const isWrong = (/** @type {Problem} */ { key }) => key.startsWith(`sides.${number}`);
      if (!problems.some(isWrong)) break;
    }
  }
  return toml;
}
