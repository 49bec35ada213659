import assert from "node:assert/strict";
import { test } from "node:test";
import { blowsOf, wholeMistakes } from "../../../../src/affray/web/static/js/state/blows.js";
import { Story } from "../../../../src/affray/web/static/js/state/story.js";

const stands = (health, state = "standing") => ({ health, max: 10, state, conditions: [] });
const frame = (kind, text, fighters = {}, parts = {}) =>
  ({ at: 0, kind, parts, rules: [], rolls: [], text, fighters });

function fight() {
  const story = new Story({ fighters: [{ name: "Ansa", side: 0 }, { name: "Orc", side: 1 }] });
  story.take({
    keep: 0, keep_decisions: 0, decisions: [{ at: 4, frame: 1 }, { at: 5, frame: 1 },
      { at: 9, frame: 4 }], now: [],
    frames: [
      frame("round", "Round 1", { 0: stands(9), 1: stands(6) }),
      frame("attack", "Ansa attacks Orc", {}, { who: "Ansa" }),
      frame("luck", "Orc spends Luck"),
      frame("hurt", "Orc takes 4", { 1: stands(2) }),
      frame("turn", "Orc's turn"),
      frame("hurt", "Ansa burns", { 0: stands(8) }),
      frame("attack", "Orc attacks Ansa.", {}, { who: "Orc" }),
      frame("attack", "Ansa attacks Orc", { }, { who: "Ansa" }),
      frame("hurt", "Orc takes 2", { 1: stands(0, "down") }),
    ],
  });
  return story;
}

test("a blow is one row with its true harm", () => {
  assert.deepEqual(blowsOf(fight()).map(({ first, last, by, harm, text }) =>
    [first, last, by, harm, text]), [
    [1, 3, 0, 4, "Ansa attacks Orc: Orc takes 4 (6 → 2)."],
    [6, 6, 1, 0, "Orc attacks Ansa: no harm."],
    [7, 8, 0, 2, "Ansa attacks Orc: Orc takes 2 (2 → 0) and goes down."],
  ]);
});

test("a move and where it goes are one mistake", () => {
  const beats = [{ who: "Ansa", at: 4 }, { who: "Ansa", at: 5 }, { who: "Ansa", at: 9 }];
  const mistakes = [0.1, 0.3, 0.2].map((value, at) => ({ number: at + 1, value }));
  assert.deepEqual(wholeMistakes(fight(), { beats, mistakes }).map((one) => one.number), [2, 3]);
});
