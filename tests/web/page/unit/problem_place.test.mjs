import assert from "node:assert/strict";
import { test } from "node:test";
import { fileName, placeInWords } from
  "../../../../src/affray/web/static/js/state/problem_place.js";

const foes = { name: "foes", fighters: [{ is: "orc" }, { name: "Ug" }] };
const data = { sides: [{ name: "party" }, foes] };

test("a place is named by what is there", () => {
  assert.equal(placeInWords("sides.1.fighters.0.at", data), "foes, orc: at");
  assert.equal(placeInWords("sides.1.fighters.1.at", data), "foes, Ug: at");
  assert.equal(placeInWords("sides.4.fighters.2.at", data), "side 5, fighter 3: at");
  assert.equal(placeInWords("title", data), "title");
  assert.equal(placeInWords("map.exits", null), "map: exits");
});

test("a file is named after its title", () => {
  assert.equal(fileName("The Great Flail!"), "the-great-flail");
  assert.equal(fileName("…"), "scenario");
});
