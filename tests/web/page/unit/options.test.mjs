import assert from "node:assert/strict";
import { test } from "node:test";
import { agreeingOption, attackOn, endOption, groupName, isReaction, likelyOption,
  nameAndDetail, optionName,
  plainName, verbGroups } from "../../../../src/affray/web/static/js/state/options.js";

const scene = {
  fighters: [
    { name: "Brynn", side: 0 }, { name: "Kael", side: 0 },
    { name: "Leader", side: 1 }, { name: "Archer", side: 1 },
  ],
  sides: [{ name: "party" }, { name: "foes" }],
};
const states = [5, 5, 7, 3].map((health) => ({ health, max: 7, state: "standing" }));
const option = (kind, more = {}) => ({
  key: kind, kind, text: kind, target: -1, place: -1, rules: [], attack: false, ...more,
});
const attack = (target, kind = "attack", weapon = "longbow") => option(kind, {
  key: `${kind} ${scene.fighters[target].name} with ${weapon}`, target, attack: true,
  text: `Attack ${scene.fighters[target].name} with the ${weapon} (2d10)`,
});
const turn = (...options) => ({ kind: "turn", side: 0, who: 0, about: -1, default: 0, options });

test("the likely deed is an attack on the weakest enemy", () => {
  const question = turn(attack(1), attack(2), attack(3), option("end"));
  assert.equal(likelyOption(question, scene, states).target, 3);
  const fallen = states.with(3, { ...states[3], state: "down" });
  assert.equal(likelyOption(question, scene, fallen).target, 2);
});

test("without an enemy in reach the likely deed is to walk, and elsewhere there is none", () => {
  const walk = turn(option("end"), option("move"), attack(1));
  assert.equal(likelyOption(walk, scene, states).kind, "move");
  assert.equal(likelyOption({ ...walk, kind: "help" }, scene, states), null);
});

test("where zones have names, the likely deed is to walk to where an enemy stands", () => {
  const placed = states.map((one, who) => ({ ...one, where: { place: who > 1 ? 2 : 0 } }));
  const walk = turn(option("move", { place: 1 }), option("move", { place: 2 }), option("flee"));
  assert.equal(likelyOption(walk, scene, placed).place, 2);
  const cells = { ...scene, board: { kind: "grid" } };
  assert.equal(likelyOption(walk, cells, placed), null, "cells are pressed on the board");
  const flee = verbGroups(walk, scene).find(({ verb }) => verb === "flee");
  assert.ok(flee.rare, "leaving stands behind the others");
});

test("attacks on friends are rare, and stand behind all others", () => {
  const groups = verbGroups(turn(attack(1), attack(2), option("move", { place: 3 }),
    option("drop shield"), option("end")), scene);
  assert.deepEqual(groups.map(({ verb, rare }) => [verb, rare]), [
    ["attack", false], ["move", false], ["drop shield", true], ["attack friend", true],
  ]);
});

test("the likely deed is left out of its group, which comes first", () => {
  const question = turn(attack(2, "maim"), attack(2), attack(3));
  const likely = likelyOption(question, scene, states);
  const [first, second] = verbGroups(question, scene, likely);
  assert.deepEqual(first.options.map((one) => one.target), [2]);
  assert.equal(second.verb, "maim");
});

test("the odds at a fighter are those of the likely kind of attack", () => {
  const question = turn(attack(3, "maim"), attack(2), attack(3));
  assert.equal(attackOn(question, scene, states, 3).kind, "attack");
  assert.equal(attackOn(question, scene, states, 1), null);
});

test("a plain name says neither target, weapon, dice nor cell", () => {
  assert.equal(plainName(attack(2), scene), "Attack");
  const twice = { ...attack(2, "both"), text: "Attack Leader twice at once with the longbow (3d10)" };
  assert.equal(plainName(twice, scene), "Attack twice at once");
  assert.equal(plainName(option("step", { text: "Step to 3,12", place: 1 }), scene), "Step");
  const hyphened = { ...attack(2, "maim", "burning-gaze"), text: "Maim on Leader with the burning-gaze" };
  assert.equal(plainName(hyphened, scene), "Maim");
});

test("options with the same plain name are told apart by their sentence or their weapon", () => {
  const [bow, fist] = [attack(2), attack(2, "attack", "fist")];
  assert.equal(optionName(bow, [bow, fist], scene), "Attack");
  const again = { ...bow, text: "Attack Leader with the longbow (1d4)" };
  assert.equal(optionName(bow, [bow, again], scene), bow.text);
});

test("a group is called by the sentence its options share, else by its verb", () => {
  const group = (options) => ({ verb: "attack", options, about: "fighters" });
  assert.equal(groupName(group([attack(2), attack(3)]), scene), "Attack");
  const other = { ...attack(3), text: "Strike Archer" };
  assert.equal(groupName(group([{ ...attack(2), text: "Hit Leader" }, other]), scene), "Attack");
});

test("a sentence is a name and a detail", () => {
  assert.deepEqual(nameAndDetail("Run, up to the full rate"), ["Run", "up to the full rate"]);
  assert.deepEqual(nameAndDetail("Flee from the fight"), ["Flee from the fight", ""]);
});

test("a turn is ended by its own option, a reaction declined by its default", () => {
  assert.equal(endOption(turn(attack(2), option("end"))).kind, "end");
  const help = { ...turn(option("no"), option("help")), kind: "help" };
  assert.equal(endOption(help).kind, "no");
  assert.equal(endOption({ ...help, options: [attack(2), attack(3)] }), null);
  const granted = { kind: "grant", key: "grant", target: -1, place: -1 };
  const refused = { kind: "refuse", key: "refuse", target: -1, place: -1 };
  const judged = { ...help, kind: "judge", default: 0, options: [granted, refused] };
  assert.equal(endOption(judged).key, "refuse", "no is no though yes is the default");
  assert.equal(agreeingOption(judged).key, "grant");
  assert.equal(agreeingOption({ ...judged, options: [granted, refused, attack(2)] }), null);
  assert.ok(isReaction(help));
  assert.ok(!isReaction(turn(option("end"))));
});
