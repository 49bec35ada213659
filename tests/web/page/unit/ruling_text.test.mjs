import assert from "node:assert/strict";
import { test } from "node:test";
import {
  healthMeant, withRulingsInWords,
} from "../../../../src/affray/web/static/js/plan/ruling_text.js";

const ruling = (who, change, value, why = "so it is") =>
  ({ kind: "ruling", parts: { who, change, value, why }, text: "" });

test("a ruling is one line in words", () => {
  const frames = withRulingsInWords([
    ruling("Bandit", "place", "rubble pile", "reinforcements"),
    ruling("Bandit", "state", "standing", "reinforcements"),
    ruling("Kael", "health", "3", "a stray stone"),
    ruling("Kael", "condition", "not prone"),
    ruling("Kael", "place", "causeway"),
    { kind: "moves", parts: {}, text: "Kael moves" },
  ], "Otto");
  assert.deepEqual(frames.filter((one) => !one.quiet).map((one) => one.text), [
    "Otto: Bandit arrives at rubble pile",
    "Otto: Kael now has 3 health (a stray stone)",
    "Otto: Kael is no longer prone",
    "Otto: Kael is moved to causeway",
    "Kael moves",
  ]);
});

test("health is typed as a change or as it is", () => {
  assert.equal(healthMeant("-5", 12), 7);
  assert.equal(healthMeant("−5", 12), 7);
  assert.equal(healthMeant(" +3 ", 12), 15);
  assert.equal(healthMeant("12", 3), 12);
  assert.equal(healthMeant("much", 3), null);
});
