// What is to be felt of a fight, planned from its frames (`node --test tests/web/page/unit/`).
import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsOf } from "../../../../src/affray/web/static/js/dice/rows.js";
import { diceIn } from "../../../../src/affray/web/static/js/plan/dice.js";
import { effectsOf } from "../../../../src/affray/web/static/js/plan/effects.js";
import { Story } from "../../../../src/affray/web/static/js/state/story.js";

const NAMES = ["Ann", "Bea", "Cy", "Orc 1", "Orc 2", "Orc 3"];
const stand = (state = "standing", health = 5) => ({
  state,
  health,
  max: 5,
  conditions: [],
  where: { place: 0 },
});

/** A story of frames; the first has everybody stand. */
function storyOf(...frames) {
  const story = new Story({
    title: "",
    board: { kind: "zones", places: ["yard"] },
    sides: [{ name: "party" }, { name: "orcs" }],
    fighters: NAMES.map((name, at) => ({ name, side: at < 3 ? 0 : 1 })),
  });
  const first = {
    kind: "round",
    parts: {},
    fighters: Object.fromEntries(NAMES.map((_, at) => [at, stand()])),
  };
  const all = [first, ...frames].map((frame) => ({
    text: "",
    rules: [],
    rolls: [],
    fighters: {},
    ...frame,
  }));
  story.take({ ...story.latest, frames: all });
  return story;
}
const moments = (story, at) =>
  effectsOf(story, at)
    .filter((effect) => effect.kind === "moment")
    .map(({ what, who }) => [what, NAMES[who]]);

test("somebody who drops is felt, and the last of a side who stands", () => {
  const story = storyOf(
    { kind: "hurt", parts: { who: "Orc 1", harm: 5 }, fighters: { 3: stand("down", 0) } },
    { kind: "hurt", parts: { who: "Orc 2", harm: 5 }, fighters: { 4: stand("dead", 0) } },
    { kind: "hurt", parts: { who: "Ann", harm: 2 }, fighters: { 0: stand("standing", 3) } },
  );
  assert.deepEqual(moments(story, 1), [["drop", "Orc 1"]]);
  assert.deepEqual(moments(story, 2), [
    ["drop", "Orc 2"],
    ["last", "Orc 3"],
  ]);
  assert.deepEqual(moments(story, 3), [], "a wound alone is none");
});

test("a critical success is felt, another success and a critical failure are not", () => {
  const rolled = (result) => ({ kind: "contest", parts: { who: "Ann", result } });
  const story = storyOf(rolled("critical success"), rolled("success"), rolled("critical failure"));
  assert.deepEqual(moments(story, 1), [["critical", "Ann"]]);
  assert.deepEqual(moments(story, 2), []);
  assert.deepEqual(moments(story, 3), []);
});

test("a blow that misses is seen to miss at its last roll, one that lands is not", () => {
  const attack = { kind: "attack", parts: { who: "Ann", target: "Orc 1", weapon: "sword" } };
  const roll = { kind: "strike", parts: { who: "Ann" }, rolls: ["2d6 = 1 2"] };
  const hurt = {
    kind: "hurt",
    parts: { who: "Orc 1", harm: 1 },
    fighters: { 3: stand("standing", 4) },
  };
  const turn = { kind: "turn", parts: {} };
  const grapple = { kind: "grapples", parts: { who: "Ann", target: "Orc 1" } };
  const story = storyOf(attack, roll, roll, turn, attack, roll, hurt, turn, grapple, roll);
  const missed = story.frames.map((_, at) =>
    effectsOf(story, at).filter((effect) => effect.kind === "miss").map(({ who }) => NAMES[who]));
  assert.deepEqual(missed.map((names, at) => (names.length ? [at, ...names] : 0)).filter(Boolean),
    [[3, "Orc 1"]]);
});

test("those who won and stand cheer at the end", () => {
  const story = storyOf(
    { kind: "hurt", parts: { who: "Bea" }, fighters: { 1: stand("down", 0) } },
    { kind: "end", parts: { won: "party won" } },
  );
  const cheer = effectsOf(story, 2).find((effect) => effect.kind === "cheer");
  assert.deepEqual(cheer.fighters, [0, 2]);
});

test("dice stand in rows: those that were born beside their parents, other pools below", () => {
  const rows = (rolls, parts) =>
    rowsOf(diceIn({ kind: "strike", rolls, parts, text: "", rules: [] }), 7).map(
      (row) => row.dice.length,
    );
  assert.deepEqual(
    rows(["3d12 = 12 8 9", "1d12 = 5"], { dice: ["12", "8", "9", "+5"], defense: 4, hits: 4 }),
    [4],
  );
  assert.deepEqual(
    rows(["4d6 = 4 5 4 3", "2d6 = 3 4"], { attack_dice: [], attack_left: 3 }),
    [4, 2],
  );
  assert.deepEqual(rows(["1d8 = 2", "1d10 = 7"], { dice: ["d8:2", "d10:7"], successes: 1 }), [2]);
});
