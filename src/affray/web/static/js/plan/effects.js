// The visible effects between two frames of a story: moves, strikes, dice, harm, falls.
import { conditionsOf } from "../state/conditions.js";
import { diceIn } from "./dice.js";
import { isOnBoard, placeOf } from "./layout.js";
import { pathBetween } from "./path.js";

/**
 * @typedef {{kind: "glide", who: number, path: number[]}} Glide
 * @typedef {{kind: "strike", who: number, target: number, missile: string | null}} Strike
 * @typedef {{kind: "miss", who: number, by: number}} Miss
 * @typedef {{kind: "aid", who: number, target: number}} Aid
 * @typedef {{kind: "blast", place: number, radius: number}} Blast
 * @typedef {{kind: "dice", who: number, rolls: import("./dice.js").PlannedRoll[]}} DiceThrow
 * @typedef {{kind: "harm", who: number, amount: number}} Harm
 * @typedef {{kind: "condition", who: number, gained: string[], lost: string[]}} ConditionChange
 * @typedef {{kind: "fall", who: number, state: string}} Fall
 * @typedef {{kind: "announce", text: string, look: string}} Announcement
 * @typedef {{kind: "moment", what: "critical" | "explosion" | "drop" | "last", who: number,
 *   words: string}} Moment
 * @typedef {{kind: "cheer", fighters: number[]}} Cheer
 * @typedef {Moment | Cheer | Glide | Strike | Miss | Aid | Blast | DiceThrow | Harm |
 *   ConditionChange | Fall | Announcement} Effect
 */

const ATTACKS = new Set(["attack", "clash", "throws", "grapples", "struggles", "feints", "hurls"]);
const ANNOUNCED = /** @type {Record<string, string>} */ ({
  ruling: "ruling",
  round: "round",
  end: "end",
  fight: "round",
  happening: "ruling",
  "time passes": "round",
});
const LOOK_BACK = 6;

const MISSILES = /** @type {[RegExp, string][]} */ ([
  [/grenade|bomb/i, "bomb"],
  [/rune|spell|curse|magic/i, "orb"],
  [/shuriken|dagger|knife|dart|hatchet/i, "star"],
  [/bow|arrow/i, "arrow"],
  [/sling|trebuchet|stone|catapult|thrown|gun|musket|pistol/i, "stone"],
  [/spear|javelin|ballista|lance/i, "arrow"],
]);
const FROM_AFAR = /bow|sling|grenade|bomb|gun|musket|pistol|trebuchet|ballista|shuriken|rune/i;
const SENT = /shoot|throw|hurl|fire|thrown/i;

/**
 * Return the distance between two places: in cells on a grid, otherwise 0 or 9.
 * @param {Board} board
 * @param {number} from
 * @param {number} to
 */
function apart(board, from, to) {
  if (board.kind !== "grid") return from === to ? 0 : 9;
  const width = board.width || 1;
  return Math.max(
    Math.abs((from % width) - (to % width)),
    Math.abs(Math.floor(from / width) - Math.floor(to / width)),
  );
}

/**
 * Return the missile of an attack; null in close combat.
 * @param {Frame} frame
 * @param {number} distance
 */
function missileOf({ kind, parts }, distance) {
  const weapon = `${parts.weapon || ""} ${kind === "throws" ? "shuriken" : ""}`;
  const sent = SENT.test(`${parts.verb || ""} ${parts.thrown || ""} ${kind}`);
  if (!FROM_AFAR.test(weapon) && !sent && distance <= 2) return null;
  if (distance === 0 && !sent && !FROM_AFAR.test(weapon)) return null;
  return (
    MISSILES.find(([pattern]) => pattern.test(weapon))?.[1] ||
    (sent || distance > 2 ? "arrow" : null)
  );
}

/**
 * Return whether this action already showed an attack by this fighter on this target.
 * @param {Frame[]} frames
 * @param {number} index
 */
function wasSeen(frames, index) {
  const { parts } = frames[index];
  for (let back = index - 1; back >= Math.max(0, index - LOOK_BACK); back -= 1) {
    const before = frames[back];
    if (/^(turn|acts|round|hurt|out|moves)$/.test(before.kind)) return false;
    if (before.parts.who === parts.who && before.parts.target === parts.target) return true;
  }
  return false;
}

/** Announcements of a fighter's fall, by state. */
const FALLEN = /** @type {Record<string, string>} */ ({
  down: "Down!",
  dead: "Dead!",
  fled: "Gone!",
  out: "Out!",
});

/** Attacks that miss unless they have a consequence, and frames that begin another deed. */
const BLOWS = /^(attack|clash|throws|hurls)$/;
const OTHER_DEEDS = /^(turn|acts|round|moves|end|grapples|struggles|feints)$/;
const CONSEQUENCES =
  /^(hurt|out|dies|condition|suffers|stunned|falls|shifted|catches fire|poisoned)$/;

/** @param {Frame} frame */
const beginsDeed = ({ kind }) => BLOWS.test(kind) || OTHER_DEEDS.test(kind);

/**
 * Return the miss of a blow, at its last roll: the dice are seen before their result.
 * @param {import("../state/story.js").Story} story
 * @param {number} index
 * @returns {Miss[]}
 */
function missOf(story, index) {
  const { frames } = story;
  let first = index;
  while (first > 0 && !beginsDeed(frames[first])) first -= 1;
  if (!BLOWS.test(frames[first].kind)) return [];
  let end = first + 1;
  while (end < frames.length && !beginsDeed(frames[end])) end += 1;
  const blow = frames.slice(first, end);
  if (blow.some((frame) => CONSEQUENCES.test(frame.kind))) return [];
  const rolled = blow.findLastIndex((frame) => frame.rolls.length > 0);
  if (index !== first + Math.max(0, rolled)) return [];
  const { who: by, target } = frames[first].parts;
  const who = story.indexOf(target);
  return who < 0 ? [] : [{ kind: "miss", who, by: story.indexOf(by) }];
}

/**
 * Return the special moments of a frame: criticals, exploding dice, fallen fighters, the last
 * fighter standing.
 * @param {import("../state/story.js").Story} story
 * @param {number} index
 * @param {Effect[]} seen
 * @returns {Moment[]}
 */
function momentsOf(story, index, seen) {
  /** @type {Moment[]} */
  const found = [];
  const { parts } = story.frames[index];
  const who = story.indexOf(parts.who);
  if (/critical (success|hit)|critical!/i.test(`${parts.result} ${parts.outcome}`)) {
    found.push({ kind: "moment", what: "critical", who, words: "Critical!" });
  }
  const dice = seen.flatMap((effect) => (effect.kind === "dice" ? effect.rolls : []));
  if (dice.some((roll) => roll.dice.some((die) => die.burst))) {
    found.push({ kind: "moment", what: "explosion", who, words: "It explodes!" });
  }
  for (const effect of seen) {
    if (effect.kind !== "fall") continue;
    found.push({
      kind: "moment",
      what: "drop",
      who: effect.who,
      words: FALLEN[effect.state] || effect.state,
    });
    const last = lastOfSide(story, index, effect.who);
    if (last >= 0) {
      found.push({ kind: "moment", what: "last", who: last, words: "The last one standing" });
    }
  }
  return found;
}

/**
 * Return the last standing fighter of a fallen fighter's side; -1 if there are several or none.
 * @param {import("../state/story.js").Story} story
 * @param {number} index
 * @param {number} fallen
 */
function lastOfSide(story, index, fallen) {
  const { fighters } = story.scene;
  const side = fighters[fallen].side;
  const mates = fighters.map((_, who) => who).filter((who) => fighters[who].side === side);
  const left = mates.filter((who) => story.states[index][who]?.state === "standing");
  return left.length === 1 && mates.length > 2 ? left[0] : -1;
}

/**
 * Return the strike or aid of one fighter towards another in a frame.
 * @param {import("../state/story.js").Story} story
 * @param {number} index
 * @param {FighterState[]} before
 * @returns {Effect[]}
 */
function gestures(story, index, before) {
  const frame = story.frames[index];
  const { kind, parts } = frame;
  const who = story.indexOf(parts.who);
  const target = story.indexOf(parts.target);
  if (who < 0 || !isOnBoard(before[who])) return [];
  if (target >= 0 && target !== who && isOnBoard(before[target])) {
    if (
      !ATTACKS.has(kind) &&
      (frame.rolls.length > 0 || parts.dice || wasSeen(story.frames, index))
    ) {
      return [];
    }
    const distance = apart(story.scene.board, placeOf(before[who]), placeOf(before[target]));
    return [
      {
        kind: "strike",
        who,
        target,
        missile: missileOf(frame, distance),
      },
    ];
  }
  const other = story.indexOf(parts.other);
  if (other >= 0 && other !== who && isOnBoard(before[other])) {
    return [{ kind: "aid", who, target: other }];
  }
  return [];
}

/**
 * Return the changes of one fighter: move, harm, conditions, fall.
 * @param {import("../state/story.js").Story} story
 * @param {number} who
 * @param {FighterState | undefined} before
 * @param {FighterState} after
 * @param {FighterState[]} everybody
 * @returns {Effect[]}
 */
function fates(story, who, before, after, everybody) {
  if (!before) return [];
  /** @type {Effect[]} */
  const found = [];
  const [from, to] = [placeOf(before), placeOf(after)];
  if (from >= 0 && to >= 0 && from !== to && after.state !== "fled") {
    const held = new Set(
      everybody.map((state, index) =>
        index !== who && state && state.state === "standing" ? placeOf(state) : -1,
      ),
    );
    found.push({
      kind: "glide",
      who,
      path: pathBetween(
        story.scene.board,
        from,
        to,
        story.scene.board.kind === "grid" ? held : new Set(),
      ),
    });
  }
  if (before.health !== after.health) {
    found.push({ kind: "harm", who, amount: before.health - after.health });
  }
  const had = conditionsOf(before).map((condition) => condition.name);
  const has = conditionsOf(after).map((condition) => condition.name);
  const gained = has.filter((name) => !had.includes(name));
  const lost = had.filter((name) => !has.includes(name));
  if (gained.length + lost.length && after.state === "standing") {
    found.push({ kind: "condition", who, gained, lost });
  }
  if (before.state === "standing" && after.state !== "standing") {
    found.push({ kind: "fall", who, state: after.state });
  }
  return found;
}

/**
 * Return the standing fighters of the side that won.
 * @param {import("../state/story.js").Story} story
 * @param {number} index
 */
function winners(story, index) {
  const { sides, fighters } = story.scene;
  const won = String(story.frames[index].parts.won || "");
  const side = sides.findIndex(({ name }) => won.startsWith(`${name} `));
  const isLeft = (/** @type {number} */ who) => story.states[index][who]?.state === "standing";
  return fighters.flatMap((fighter, who) => (fighter.side === side && isLeft(who) ? [who] : []));
}

/**
 * Return all effects of a frame.
 * @param {import("../state/story.js").Story} story
 * @param {number} index
 * @returns {Effect[]}
 */
export function effectsOf(story, index) {
  const frame = story.frames[index];
  const before = story.states[index - 1] || [];
  const after = story.states[index];
  /** @type {Effect[]} */
  const found = [];
  if (ANNOUNCED[frame.kind]) {
    found.push({ kind: "announce", text: frame.text, look: ANNOUNCED[frame.kind] });
  }
  if (frame.kind === "end") found.push({ kind: "cheer", fighters: winners(story, index) });
  found.push(...gestures(story, index, before));
  if (frame.kind === "blast" && typeof frame.parts.radius === "number") {
    const place = story.scene.board.places.indexOf(frame.parts.place);
    if (place >= 0) found.push({ kind: "blast", place, radius: frame.parts.radius });
  }
  if (frame.rolls.length) {
    const who = story.indexOf(frame.parts.who);
    found.push({ kind: "dice", who, rolls: diceIn(frame, story.scene.fighters[who]) });
  }
  found.push(...missOf(story, index));
  for (const number of Object.keys(frame.fighters || {})) {
    const who = Number(number);
    found.push(...fates(story, who, before[who], after[who], before));
  }
  if (frame.kind === "hurt" && !found.some((effect) => effect.kind === "harm")) {
    const who = story.indexOf(frame.parts.who);
    if (who >= 0 && typeof frame.parts.harm === "number") {
      found.push({ kind: "harm", who, amount: frame.parts.harm });
    }
  }
  return [...found, ...momentsOf(story, index, found)];
}
