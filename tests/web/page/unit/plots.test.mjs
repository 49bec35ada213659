import assert from "node:assert/strict";
import { test } from "node:test";
import { roundTicks, wholeTicks } from "../../../../src/affray/web/static/js/render/plots.js";

test("axes have round ticks from zero to no less than the highest figure", () => {
  assert.deepEqual(roundTicks(1), [0, 0.25, 0.5, 0.75, 1]);
  assert.deepEqual(roundTicks(3.7), [0, 1, 2, 3, 4]);
  assert.deepEqual(roundTicks(9.2), [0, 2.5, 5, 7.5, 10]);
  assert.deepEqual(roundTicks(0.37), [0, 0.1, 0.2, 0.3, 0.4]);
  for (const highest of [0.013, 0.7, 5, 6.01, 42, 1234]) {
    const ticks = roundTicks(highest);
    assert.ok(ticks.length <= 5 && ticks[ticks.length - 1] >= highest * 0.999, `${ticks}`);
  }
});

test("bars have whole ticks at round distances", () => {
  assert.deepEqual(wholeTicks(0, 4, 0.6), [0, 1, 2, 3, 4]);
  assert.deepEqual(wholeTicks(2, 9, 1.7), [2, 4, 6, 8]);
  assert.deepEqual(wholeTicks(3, 36, 2.1), [5, 10, 15, 20, 25, 30, 35]);
  assert.deepEqual(wholeTicks(-3, 3, 1), [-3, -2, -1, 0, 1, 2, 3]);
  assert.deepEqual(wholeTicks(7, 7, 14), []);
});
