// What happens in the words of the panel, while one watches.
import assert from "node:assert/strict";
import test from "node:test";

import { happeningAt } from "../../../../src/affray/web/static/js/plan/happening.js";
import { Story } from "../../../../src/affray/web/static/js/state/story.js";

const frame = (kind, text, parts, fighters = {}) =>
  ({ kind, text, parts, fighters, rolls: [], rules: [], round: 1, at: 0, quiet: false });
const state = (health, max, how = "standing") => ({ health, max, state: how, conditions: [] });

function story() {
  const found = new Story({ fighters: [{ name: "Kael", side: 0 }, { name: "Leader", side: 1 }],
    sides: [{ name: "party" }, { name: "foes" }] });
  found.take({ keep: 0, keep_decisions: 0, decisions: [], now: [], frames: [
    frame("turn", "Leader has 2 actions", { who: "Leader" }, { 0: state(5, 6), 1: state(7, 7) }),
    frame("attack", "Leader attacks Kael with the axe", { who: "Leader", target: "Kael" }),
    { ...frame("strike", "2d12 → 9 8 against Defense 5: 2 hits",
      { who: "Leader", target: "Kael", hits: 2, defense: 5, dice: ["9", "8"] }), rolls: ["2d12 = 9 8"] },
    frame("hurt", "Kael takes 5: 5 → 0 HP", { who: "Kael", by: "Leader", harm: 5 },
      { 0: state(0, 6, "dying") }),
  ] });
  return found;
}

test("an attack is told with who makes it, how it goes, and whose health it takes", () => {
  assert.deepEqual(happeningAt(story(), 1),
    { who: 1, target: 0, deed: "Leader attacks Kael with the axe.", line: "", changes: [] });
  const rolled = happeningAt(story(), 2);
  assert.deepEqual([rolled.deed, rolled.line],
    ["Leader attacks Kael with the axe.", "Against Defense 5: 2 hits"], "no sums");
  const hit = happeningAt(story(), 3);
  assert.deepEqual([hit.deed, hit.line],
    ["Leader attacks Kael with the axe.", "Leader hits Kael for 5."]);
  assert.deepEqual(hit.changes, [{ who: 0, from: 5, to: 0, isOut: true }]);
});

test("a turn that begins is told by itself", () => {
  const { who, deed, changes } = happeningAt(story(), 0);
  assert.deepEqual([who, deed, changes], [1, "Leader has 2 actions.", []]);
});
