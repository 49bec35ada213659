// The options of a question, grouped by verb, by target or place, and by weapon.

/**
 * @typedef {object} VerbGroup Options of one kind.
 * @property {string} verb
 * @property {"fighters" | "places" | "plain"} about
 * @property {Option[]} options
 * @property {boolean} friendly Whether it only harms fighters of the player's own side.
 * @property {boolean} rare Whether it is listed behind "More".
 */

/**
 * @typedef {{kind: "fighter" | "place", index: number}} Selection The place or fighter that was
 *   pressed on the board.
 */

/**
 * @typedef {object} Tab Options that share one weapon, or use none.
 * @property {string} weapon
 * @property {Option[]} options
 */

const ENDS = /^(end|pass|wait)$/;
/** Keys of options that decline. */
const DECLINES = /^(no|not|none|nothing|keep|stay|trust|refuse|deny|decline|fails)\b/;
const IMPROVISED = /^improvise/;
/** Leaving, and handling gear: rarely the purpose of a turn. */
const RARE = /^(drop|stow|flop|flee|take up|draw|put away|friendly-)/;
const WALKS = /^(move|charge|run|step|walk)$/;
const DICE = /\s*\([^()]*\d*d\d+[^()]*\)$/;
const CELL = /\s*(\bto )?\d+, ?\d+$/i;

/**
 * Return the weapon that an option uses; empty for none.
 * @param {Option} option
 */
export function weaponOf(option) {
  if (option.weapon !== undefined) return option.weapon || "";
  return / with (.+)$/.exec(option.key)?.[1] || "";
}

/**
 * Return the option that ends the turn or declines. It has its own button and key, which always
 * mean no: an option that agrees is never returned, whatever the default is.
 * @param {Question} question
 * @returns {Option | null}
 */
export function endOption(question) {
  const { options } = question;
  const ending = options.find((option) => ENDS.test(option.kind));
  if (ending) return ending;
  const declining = options.filter((option) => option.target < 0 && option.place < 0
    && DECLINES.test(option.key));
  return declining.length === 1 ? declining[0] : null;
}

/**
 * Return the option that agrees, if a question only allows yes or no.
 * @param {Question} question
 * @returns {Option | null}
 */
export function agreeingOption(question) {
  const end = question.kind === "turn" ? null : endOption(question);
  const others = question.options.filter((option) => option !== end && !isImprovised(option));
  return end && others.length === 1 ? others[0] : null;
}

/** @param {Option} option */
export const isImprovised = (option) => IMPROVISED.test(option.kind);

/**
 * Return whether an option harms an enemy.
 * @param {Option} option
 * @param {Question} question
 * @param {Scene} scene
 */
export const isHostile = (option, question, scene) =>
  option.attack && option.target >= 0 && scene.fighters[option.target]?.side !== question.side;

/**
 * @param {Option[]} options
 * @returns {VerbGroup["about"]}
 */
function aboutOf(options) {
  if (options.every((option) => option.target >= 0)) return "fighters";
  return options.every((option) => option.place >= 0) ? "places" : "plain";
}

/**
 * Group a question's options by verb. Attacks on enemies come first, then options about fighters,
 * about places and without a target; then rare ones, and last those that only harm friends. The
 * option that ends the turn, improvised options and `but` are left out; attacks of the kind of
 * `but` come first.
 * @param {Question} question
 * @param {Scene} scene
 * @param {Option | null} [but]
 * @returns {VerbGroup[]}
 */
export function verbGroups(question, scene, but = null) {
  const end = endOption(question);
  const isFriendly = (/** @type {Option} */ option) =>
    option.attack && !isHostile(option, question, scene);
  /** @type {Map<string, Option[]>} */
  const kinds = new Map();
  for (const option of question.options) {
    if (option === end || option === but || isImprovised(option)) continue;
    const kind = `${option.kind}${isFriendly(option) ? " friend" : ""}`;
    kinds.set(kind, [...(kinds.get(kind) || []), option]);
  }
  const groups = [...kinds].map(([verb, options]) => {
    const about = aboutOf(options);
    const friendly = options.every(isFriendly);
    const many = about === "plain" && options.length > 1;
    return { verb, options, about, friendly, rare: friendly || many || RARE.test(verb) };
  });
  const rank = (/** @type {VerbGroup} */ group) => {
    if (group.friendly) return 6;
    if (group.rare) return 5;
    if (group.options.some((option) => option.attack)) return group.verb === but?.kind ? 0 : 1;
    return { fighters: 2, places: 3, plain: 4 }[group.about];
  };
  return groups.sort((one, other) => rank(one) - rank(other));
}

/**
 * Return the most likely option of a turn: the first kind of attack, on the enemy with the least
 * health; otherwise a walk to an enemy's place, or a walk whose destination is asked next.
 * @param {Question} question
 * @param {Scene} scene
 * @param {FighterState[]} states
 * @returns {Option | null}
 */
export function likelyOption(question, scene, states) {
  if (question.kind !== "turn") return null;
  const hostile = question.options.filter(
    (option) => isHostile(option, question, scene) && states[option.target]?.state === "standing",
  );
  const kind = (hostile.find((option) => option.kind === "attack") || hostile[0])?.kind;
  const alike = hostile.filter((option) => option.kind === kind);
  const health = (/** @type {Option} */ option) => states[option.target].health;
  if (alike.length) return alike.reduce((a, b) => (health(b) < health(a) ? b : a));
  const walks = question.options.filter((option) => option.target < 0 && WALKS.test(option.kind));
  const enemyAt = (/** @type {number} */ place) => scene.board?.kind !== "grid" && states.some(
    (state, who) =>
    state?.state === "standing" && state.where?.place === place
    && scene.fighters[who].side !== question.side);
  return walks.find((option) => option.place >= 0 && enemyAt(option.place))
    || walks.find((option) => option.place < 0) || null;
}

/**
 * Return the attack on a fighter whose odds the board shows, of the most likely kind.
 * @param {Question} question
 * @param {Scene} scene
 * @param {FighterState[]} states
 * @param {number} target
 */
export function attackOn(question, scene, states, target) {
  const attacks = question.options.filter((one) => one.attack && one.target === target);
  const kind = likelyOption(question, scene, states)?.kind;
  return attacks.find((one) => one.kind === kind) || attacks[0] || null;
}

/**
 * Group options by target, in their original order.
 * @param {Option[]} options
 * @returns {[number, Option[]][]}
 */
export const byTarget = (options) => groupBy(options, (option) => option.target);

/**
 * @template K
 * @param {Option[]} options
 * @param {(option: Option) => K} keyOf
 * @returns {[K, Option[]][]}
 */
function groupBy(options, keyOf) {
  /** @type {Map<K, Option[]>} */
  const found = new Map();
  for (const option of options) {
    const key = keyOf(option);
    found.set(key, [...(found.get(key) || []), option]);
  }
  return [...found];
}

/**
 * Return the options that concern the pressed place or fighter. The fighter who decides also gets
 * all options without a target or place.
 * @param {Question} question
 * @param {Selection} selection
 * @returns {Option[]}
 */
export function optionsAt(question, { kind, index }) {
  if (kind === "place") {
    return question.options.filter((option) => option.place === index && option.target < 0);
  }
  const self = index === (question.who >= 0 ? question.who : question.about);
  return question.options.filter(
    (option) => option.target === index || (self && option.target < 0 && option.place < 0),
  );
}

/**
 * Group options by weapon, with those without a weapon last.
 * @param {Option[]} options
 * @returns {Tab[]}
 */
export function weaponTabs(options) {
  const tabs = groupBy(options, weaponOf).map(([weapon, list]) => ({ weapon, options: list }));
  return tabs.sort((one, other) => Number(!one.weapon) - Number(!other.weapon));
}

/**
 * Return an option's sentence without its target, weapon, dice and cell, which are shown around it:
 * "Attack twice at once".
 * @param {Option} option
 * @param {Scene} scene
 */
export function plainName(option, scene) {
  let text = option.text.replace(DICE, "").replace(CELL, "");
  const target = scene.fighters[option.target]?.name;
  if (target) text = text.replace(` your friend ${target}`, "").replace(` ${target}`, "");
  const weapon = weaponOf(option);
  for (const named of weapon ? [weapon, weapon.replaceAll("-", " ")] : []) {
    text = text.replace(` with the ${named}`, "").replace(` with ${named}`, "");
  }
  if (weapon) text = text.replace(/ with (the )?[^,:(]+$/, "");
  return capital(text.replace(/ (at|on|of)$/, "").trim() || option.kind.replaceAll("-", " "));
}

/**
 * Return the name of a group: the plain sentence that its options share, otherwise their verb.
 * @param {VerbGroup} group
 * @param {Scene} scene
 */
export function groupName({ verb, options, about }, scene) {
  const names = new Set(options.map((option) => plainName(option, scene)));
  const [name] = names;
  if (about === "places" && /^(to|)$/i.test(name)) return "Go";
  if (names.size === 1 && name.length <= 32) return name;
  return capital(verb.replace(/ friend$/, ": a friend").replaceAll("-", " "));
}

/**
 * Return an option's name in a list: its plain name, or its full sentence if others have that plain
 * name.
 * @param {Option} option
 * @param {Option[]} among
 * @param {Scene} scene
 */
export function optionName(option, among, scene) {
  const name = plainName(option, scene);
  const alike = among.filter((other) =>
    plainName(other, scene) === name && weaponOf(other) === weaponOf(option));
  return alike.length > 1 ? option.text : name;
}

/**
 * Split a sentence into a short name and the rest: "Run" and "up to the full rate".
 * @param {string} text
 * @returns {[string, string]}
 */
export function nameAndDetail(text) {
  const [, name, detail] = /^(.{2,32}?)[:,] (.+)$/.exec(text) || [];
  return name ? [name, detail] : [text, ""];
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Return the places and fighters that can be chosen on the board.
 * @param {Question} question
 */
export function choosable(question) {
  const places = new Set();
  const targets = new Set();
  for (const option of question.options) {
    if (option.target >= 0) targets.add(option.target);
    else if (option.place >= 0) places.add(option.place);
  }
  return { places, targets };
}

/**
 * Return the directions that a question about facing offers, each with its option.
 * @param {Question} question
 * @returns {{turn: string, option: Option}[]}
 */
export function facings(question) {
  if (!question.options.some((option) => option.kind === "facing")) return [];
  return question.options.flatMap((option) => {
    const turn = /\b(n|ne|e|se|s|sw|w|nw)$/.exec(option.key)?.[1];
    return option.kind === "facing" && turn ? [{ turn, option }] : [];
  });
}

/**
 * Return whether a question is a reaction out of turn, which can be answered automatically.
 * @param {Question} question
 */
export function isReaction(question) {
  if (question.kind === "turn" || facings(question).length) return false;
  return question.who >= 0 && !choosable(question).places.size;
}
