import assert from "node:assert/strict";
import { test } from "node:test";
import { meantBy, searchRules, stemOf } from
  "../../../../src/affray/web/static/js/state/rule_search.js";
import { ruleTitle } from "../../../../src/affray/web/static/js/state/rulebook.js";

const rules = [
  { id: "actions.flee", section: "actions", source: "seed", text: "Leave by a way out." },
  { id: "health.poultice", section: "health", source: "seed", text: "A poultice restores 2." },
  { id: "attack.two", section: "attack", source: "seed", text: "Attacks with both hands." },
];
const found = (text) => searchRules(rules, text).found.map((rule) => rule.id);

test("words as they are written come first", () => {
  assert.deepEqual(found("way OUT"), ["actions.flee"]);
  assert.equal(searchRules(rules, "way out").isMeant, false);
  assert.equal(found("").length, 3);
});

test("stems and words for the same thing are found", () => {
  assert.deepEqual(found("run away"), ["actions.flee"]);
  assert.deepEqual(found("how do I heal?"), ["health.poultice"]);
  assert.deepEqual(found("attacking"), ["attack.two"]);
  assert.deepEqual(found("dual wielding"), ["attack.two"]);
  assert.equal(searchRules(rules, "run away").isMeant, true);
  assert.deepEqual(found("spaceship"), []);
  assert.deepEqual([stemOf("attacked"), stemOf("attacks")], ["attack", "attack"]);
  assert.deepEqual(meantBy("the of"), []);
});

test("a rule is named in words", () => {
  assert.equal(ruleTitle("zones.both-hands"), "Both hands");
});
