import assert from "node:assert/strict";
import { test } from "node:test";
import { Story } from "../../../../src/affray/web/static/js/state/story.js";
import { turnOrder } from "../../../../src/affray/web/static/js/state/turn_order.js";

const standing = { state: "standing", health: 3, max: 3, conditions: [] };
const away = { ...standing, state: "fled" };
const frame = (at, fighters) =>
  ({ at, kind: "acts", parts: {}, rules: [], rolls: [], text: "", fighters });

test("a reserve is no dead fighter, and is there once it has arrived", () => {
  const story = new Story({ fighters: [{ name: "Ada" }, { name: "Orc" }], sides: [] });
  story.take({
    number: 3, answers: 3, keep: 0, keep_decisions: 0, decisions: [], round: 1,
    frames: [frame(1, { 0: standing, 1: away }), frame(2, {}), frame(3, { 1: standing })],
    now: [standing, standing], order: [],
  });
  const statusAt = (step) => turnOrder(story, step).find((one) => one.who === 1).status;
  assert.equal(statusAt(1), "reserve");
  assert.equal(statusAt(2), "waiting");
  story.take({
    number: 4, answers: 4, keep: 3, keep_decisions: 0, decisions: [], round: 1,
    frames: [frame(4, { 1: away })], now: [standing, away], order: [],
  });
  assert.equal(statusAt(3), "out", "who has left is out");
});

test("who sleeps cannot act, and is not out like the dead", () => {
  const story = new Story({ fighters: [{ name: "Ada" }, { name: "Orc" }], sides: [] });
  const statusWith = (state, number) => {
    story.take({
      number, answers: number, keep: 0, keep_decisions: 0, decisions: [], round: 1,
      frames: [frame(1, { 0: standing, 1: state })], now: [standing, state],
      order: [{ who: 0, status: "acting", left: "" }, { who: 1, status: "out", left: "" }],
    });
    return turnOrder(story, null).find((one) => one.who === 1).status;
  };
  assert.equal(statusWith({ ...standing, conditions: ["asleep"] }, 1), "unable");
  assert.equal(statusWith({ ...standing, state: "dead", health: 0 }, 2), "out");
});
