// The options of a question, put in order: by verb, by whom or where they concern, by weapon.

/**
 * @typedef {object} VerbGroup Options of one kind.
 * @property {string} verb
 * @property {"fighters" | "places" | "plain"} about
 * @property {Option[]} options
 * @property {boolean} friendly Whether it only harms one's own side.
 * @property {boolean} rare Whether it stands behind "More".
 */

/**
 * @typedef {{kind: "fighter" | "place", index: number}} Selection What was pressed on the board.
 */

/**
 * @typedef {object} Tab Options with one weapon, or with none.
 * @property {string} weapon
 * @property {Option[]} options
 */

const ENDS = /^(end|pass|wait)$/;
/** Keys of options that let things be. */
const DECLINES = /^(no|not|none|nothing|keep|stay|trust|refuse|deny|decline|fails)\b/;
const IMPROVISED = /^improvise/;
/** Handling gear on the ground or in one's hands, which is seldom what a turn is for. */
const RARE = /^(drop|stow|flop|take up|draw|put away|friendly-)/;
const WALKS = /^(move|charge|run|step|walk)$/;
const DICE = /\s*\([^()]*\d*d\d+[^()]*\)$/;
const CELL = /\s*(\bto )?\d+, ?\d+$/i;

/**
 * With what an option is done; empty where it needs nothing.
 * @param {Option} option
 */
export function weaponOf(option) {
  if (option.weapon !== undefined) return option.weapon || "";
  return / with (.+)$/.exec(option.key)?.[1] || "";
}

/**
 * The option that ends the turn or declines, which has a button of its own. One key always means
 * no: an option that agrees to something never stands there, whatever the default is.
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
 * The option that agrees, where a question can only be answered with yes or no.
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
 * Whether an option harms an enemy.
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
 * A question's options by verb: first attacks on enemies, then options about fighters, places and
 * nothing, then the rare ones, and last what only harms friends. The option that ends the turn and
 * the improvised one are left out, and so is `but`, of whose kind the first attacks are.
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
 * What is most likely done in a turn: the first kind of attack on the enemy with the least health,
 * else a walk that asks where to.
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
  return question.options.find((option) => WALKS.test(option.kind) && option.place < 0) || null;
}

/**
 * The attack on a fighter that its odds at a glance are of: of the kind that is most likely.
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
 * Options by the fighter they concern, in the order they came in.
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
 * The options that concern what was pressed. On the fighter who is asked, those are also all that
 * concern nobody else.
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
 * Options by weapon, those without one last.
 * @param {Option[]} options
 * @returns {Tab[]}
 */
export function weaponTabs(options) {
  const tabs = groupBy(options, weaponOf).map(([weapon, list]) => ({ weapon, options: list }));
  return tabs.sort((one, other) => Number(!one.weapon) - Number(!other.weapon));
}

/**
 * An option's sentence without its target, its weapon, its dice and its cell, where those are said
 * around it: "Attack twice at once".
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
 * What options of a group have in common as a name: their plain sentence, or else their verb.
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
 * What an option is called among others: its plain name, or its sentence where others are called
 * so.
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
 * A sentence as a short name and what follows it: "Run" and "up to the full rate".
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
 * Places and fighters that can be chosen on the board.
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
 * The ways one can face, where that is asked: the direction and the option.
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
 * Whether a question comes up out of turn, so that all of its kind may be answered alike.
 * @param {Question} question
 */
export function isReaction(question) {
  if (question.kind === "turn" || facings(question).length) return false;
  return question.who >= 0 && !choosable(question).places.size;
}
