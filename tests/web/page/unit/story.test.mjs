import assert from "node:assert/strict";
import { test } from "node:test";
import { percent, wholePercents } from "../../../../src/affray/web/static/js/format.js";
import { arcBetween } from "../../../../src/affray/web/static/js/plan/arc.js";
import { fightStory } from "../../../../src/affray/web/static/js/plan/fight_story.js";
import { rolledText, stakeOf } from "../../../../src/affray/web/static/js/plan/question_text.js";
import { countDeeds } from "../../../../src/affray/web/static/js/state/deeds.js";
import { isSolo, ownSide } from "../../../../src/affray/web/static/js/state/fight.js";
import { Story } from "../../../../src/affray/web/static/js/state/story.js";

const scene = {
  title: "A duel", fighters: [{ name: "Ansa", side: 0 }, { name: "Torben", side: 1 }],
  sides: [{ name: "blade", player: "person" }, { name: "mace", player: "simple" }], gm: "passive",
};
const stands = (health, state = "standing") =>
  ({ health, max: 10, state, conditions: [], where: null });
const frame = (kind, parts, fighters = {}) => ({
  at: 0, kind, parts, rules: [], rolls: [], text: kind, round: 2, fighters,
});

function duel() {
  const story = new Story(scene);
  story.take({
    keep: 0, keep_decisions: 0, decisions: [], over: true, winner: "blade", round: 2,
    now: [stands(8), stands(0, "down")],
    frames: [
      frame("turn", { who: "Ansa" }, { 0: stands(10), 1: stands(10) }),
      frame("hurt", { who: "Ansa", by: "Torben", harm: 2 }, { 0: stands(8) }),
      frame("hurt", { who: "Torben", by: "Ansa", harm: 4 }, { 1: stands(6) }),
      frame("hurt", { who: "Torben", by: "Ansa", harm: 9 }, { 1: stands(0, "down") }),
    ],
  });
  return story;
}

test("harm is counted as health lost, with the fighter who did it", () => {
  const { deeds, best } = countDeeds(duel());
  assert.deepEqual(deeds.map(({ dealt, taken, felled }) => [dealt, taken, felled]),
    [[10, 2, 1], [2, 10, 0]]);
  assert.deepEqual(deeds.map(({ end }) => end), ["standing", "fell to Ansa"]);
  assert.deepEqual([best.by, best.who, best.harm], [0, 1, 6]);
});

test("a fight's story is told without a study, and with one in three sentences", () => {
  assert.deepEqual(fightStory(duel(), null, "blade", true).map(({ cue }) => cue), ["Best blow"]);
  const figure = (value) => ({ blade: { value, error: 0.01 } });
  const chances = { before: figure(0.4), then: figure(0.8) };
  const beat = { who: "Ansa", chose: "Attack Torben", round: 2, ...chances };
  const result = {
    beats: [beat], turning_points: [{ number: 1, change: 0.4 }], reviewed: 1,
    luck: { blade: { value: -0.2, error: 0.01 } },
  };
  const [turn, blow, luck] = fightStory(duel(), result, "blade", true);
  assert.match(turn.text, /^In round 2 Ansa chose to attack Torben\. /);
  assert.match(turn.text, /your chance from 40 % to 80 %/);
  const said = { ...result, beats: [{ ...beat, chose: "No" }] };
  assert.match(fightStory(duel(), said, "blade", true)[0].text, /Ansa answered “No”/);
  assert.match(blow.text, /Ansa dealt Torben 6 harm/);
  assert.match(luck.text, /against you: they cost 20 % of a win/);
  const even = { ...beat, then: figure(0.41) };
  assert.deepEqual(fightStory(duel(), { ...result, beats: [even] }, "blade", true)
    .map(({ cue }) => cue), ["Best blow", "Luck"], "a point more or less turns no fight");
});

test("a question about a roll says it, and what is left", () => {
  assert.equal(rolledText({ rolled: ["d% = 12", "d% = 74"], left: { Luck: 2 } }),
    "Rolled 74. Luck left: 2.");
  assert.equal(rolledText({ rolled: ["d% = 47"], check: { name: "Fray", needed: 55 } }),
    "Rolled 47 against Fray 55: a success.");
  assert.equal(rolledText({ rolled: ["d% = 00"], check: { name: "Fray", needed: 98 } }),
    "Rolled 00 against Fray 98: a failure.");
  assert.equal(rolledText({ check: { name: "Fray", needed: 55 } }), "Fray needs 55 or less.");
  assert.equal(rolledText({}), "");
});

test("what is at stake is said of the default", () => {
  const question = { kind: "parry", who: 0, default: 0, options: [{ key: "no" }] };
  const odds = { no: { fighters: [{ who: 0, hurt: 0.43, harm: 4.8, drop: 0 }] } };
  assert.equal(stakeOf(question, odds, scene), "As it stands: Ansa: 43 % to be hurt, 4.8 harm.");
});

test("percentages add up, and neither nothing nor all is rounded to", () => {
  assert.deepEqual(wholePercents([0.975, 0.025]), ["98 %", "2 %"]);
  assert.deepEqual(wholePercents([0.9996, 0.0004]), [">99 %", "<1 %"]);
  assert.equal(percent(0.0001), "<0.1 %");
});

test("an arc keeps clear of tokens in between", () => {
  const [from, to] = [{ x: 0, y: 0 }, { x: 200, y: 0 }];
  const { start, bend, end } = arcBetween(from, to, [{ x: 100, y: -6 }], 20);
  const middle = (start[1] + 2 * bend[1] + end[1]) / 4;
  assert.ok(Math.abs(middle + 6) >= 22, "it passes beside the token");
  assert.ok(Math.abs(arcBetween(from, to, [], 20).bend[1]) < 30);
});

test("who plays alone, and which side", () => {
  const state = { role: "gm", scene, table: { seats: [], friends: [] } };
  assert.ok(isSolo(state));
  assert.ok(!isSolo({ ...state, role: "side 0" }));
  assert.ok(!isSolo({ ...state, scene: { ...scene, gm: "person" } }));
  assert.equal(ownSide(state), 0);
  assert.equal(ownSide({ ...state, role: "onlooker" }), -1);
});

test("a game master with friends at the table has no side", () => {
  const seats = [{ role: "seat 1", name: "Anna", fighters: [0] }];
  assert.equal(ownSide({ role: "gm", scene, table: { seats, friends: [0] } }), -1);
  assert.equal(ownSide({ role: "gm", scene, table: { seats: [], friends: [] } }), 0);
});
