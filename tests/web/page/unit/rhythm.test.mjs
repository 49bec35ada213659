// How long frames are shown, by their weight. Run with `node --test tests/web/page/unit/`.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BOOK,
  EXCHANGE,
  ROLL,
  SIDE_TURN,
  beatsOf,
  durationsOf,
} from "../../../../src/affray/web/static/js/rhythm/pacing.js";
import { weigh } from "../../../../src/affray/web/static/js/rhythm/weights.js";
import { plainWords } from "../../../../src/affray/web/static/js/rhythm/words.js";

const frame = (part, more = {}) => ({ part, weight: "light", steps: 0, side: -1, ...more });
const sum = (times) => times.reduce((total, time) => total + time, 0);
const near = (found, wanted) =>
  assert.ok(Math.abs(found - wanted) < 1, `${found} is not ${wanted}`);

test("a run of bookkeeping takes no longer than one line of it", () => {
  near(sum(durationsOf([frame("book")])), BOOK);
  near(sum(durationsOf(Array.from({ length: 9 }, () => frame("book")))), BOOK);
});

test("a move takes longer by its steps, and not for ever", () => {
  const time = (steps) => sum(durationsOf([frame("move", { steps })]));
  near(time(1), 250);
  near(time(4), 400);
  assert.ok(time(40) <= 700);
});

test("an attack takes its time in all, by what came of it", () => {
  const attack = (weight) => [frame("opening"), frame("result"), frame("result", { weight })];
  near(sum(durationsOf(attack("light"))), EXCHANGE.light);
  near(sum(durationsOf(attack("hit"))), EXCHANGE.hit);
  near(sum(durationsOf(attack("heavy"))), EXCHANGE.heavy);
  const [, rolled, fell] = durationsOf(attack("heavy"));
  assert.ok(fell > rolled, "what is felt is looked at longest");
});

test("each roll of an attack has the time to settle", () => {
  const roll = frame("result", { rolls: true });
  const attack = [frame("opening"), roll, roll, roll, frame("result", { weight: "hit" })];
  const times = durationsOf(attack);
  near(sum(times), EXCHANGE.hit + 2 * ROLL);
  for (const time of times.slice(1, 4)) assert.ok(time >= 350, `${time}`);
});

test("an attack is one beat, and the next thing another", () => {
  const frames = [frame("book"), frame("opening"), frame("result"), frame("book"), frame("move")];
  assert.deepEqual(
    beatsOf(frames).map(({ first, last }) => [first, last]),
    [
      [0, 0],
      [1, 2],
      [3, 3],
      [4, 4],
    ],
  );
});

test("one side's turn never takes longer than five seconds; the next begins anew", () => {
  const blow = [frame("opening"), frame("result", { weight: "heavy" })];
  const turn = (side) => [frame("book", { side }), ...blow, ...blow, ...blow, ...blow];
  const times = durationsOf([...turn(0), ...turn(0), ...turn(1)]);
  assert.ok(sum(times.slice(0, 18)) <= SIDE_TURN + 1, `${sum(times.slice(0, 18))}`);
  assert.ok(sum(times.slice(18)) <= SIDE_TURN + 1);
  const short = durationsOf([frame("book", { side: 0 }), ...blow]);
  near(sum(short), BOOK + EXCHANGE.heavy);
});

test("frames are weighed by what is seen of them", () => {
  assert.equal(weigh("turn", [], 1).part, "book");
  assert.equal(weigh("turn", [], 1).side, 1);
  assert.equal(weigh("hurt", [{ kind: "harm", who: 0, amount: 2 }], 0).weight, "hit");
  assert.equal(weigh("hurt", [{ kind: "harm", who: 0, amount: 2 }], 0).side, -1);
  assert.equal(weigh("out", [{ kind: "fall", who: 0, state: "dead" }], 0).weight, "heavy");
  assert.deepEqual(weigh("moves", [{ kind: "glide", who: 0, path: [1, 2, 3] }], 0), {
    part: "move",
    weight: "light",
    steps: 2,
    side: -1,
    rolls: false,
  });
  assert.equal(weigh("attack", [], 0).part, "opening");
  assert.equal(weigh("end", [], -1).part, "word");
});

test("what happens is told in plain words, without its sums", () => {
  const told = (kind, text, parts = {}) => ({ kind, text, parts });
  const frames = [
    told("attack", "Brynn attacks Gorm with the longbow"),
    told("strike", "2d10 → 2 2 against Defense 5 (rank 2 + armour 3): 0 hits", {
      who: "Brynn",
      target: "Gorm",
      hits: 0,
    }),
    told("strike", "2d10 → 9 2 against Defense 5 (rank 2 + armour 3): 1 hit", {
      who: "Brynn",
      target: "Gorm",
      hits: 1,
    }),
    told("hurt", "Gorm takes 1: 5 → 4 HP", { who: "Gorm", by: "Brynn", harm: 1 }),
  ];
  assert.equal(plainWords(frames, 0), "Brynn attacks Gorm with the longbow.");
  assert.equal(plainWords(frames, 1), "Brynn misses Gorm.");
  assert.equal(plainWords(frames, 2), "Brynn attacks Gorm with the longbow.");
  assert.equal(plainWords(frames, 3), "Brynn hits Gorm for 1.");
});
