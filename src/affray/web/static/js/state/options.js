// The options of a question, put in order: by verb, by whom or where they concern, by weapon.

/**
 * @typedef {object} VerbGroup Options of one kind.
 * @property {string} verb
 * @property {"fighters" | "places" | "plain"} about
 * @property {Option[]} options
 * @property {boolean} friendly Whether it only harms one's own side.
 */

/**
 * @typedef {{kind: "fighter" | "place", index: number}} Selection What somebody pressed on the board.
 */

/**
 * @typedef {object} Tab Options with one weapon, or with none.
 * @property {string} weapon
 * @property {Option[]} options
 */

const ENDS = /^(end|pass|wait)$/;
const IMPROVISED = /^improvise/;

/**
 * With what an option is done; empty where it needs nothing.
 * @param {Option} option
 */
export function weaponOf(option) {
  if (option.weapon !== undefined) return option.weapon || "";
  return / with (.+)$/.exec(option.key)?.[1] || "";
}

/**
 * The option that ends the turn or declines, which has a button of its own: in a turn the one that ends it, otherwise
 * the question's default, if it is of a kind of its own and concerns nobody and no place.
 * @param {Question} question
 * @returns {Option | null}
 */
export function endOption(question) {
  const { options } = question;
  const ending = options.find((option) => ENDS.test(option.kind));
  if (ending) return ending;
  const standard = options.at(question.default);
  if (!standard || standard.target >= 0 || standard.place >= 0) return null;
  return options.filter((option) => option.kind === standard.kind).length === 1 ? standard : null;
}

/** @param {Option} option */
export const isImprovised = (option) => IMPROVISED.test(option.kind);

/**
 * @param {Option[]} options
 * @returns {VerbGroup["about"]}
 */
function aboutOf(options) {
  if (options.every((option) => option.target >= 0)) return "fighters";
  return options.every((option) => option.place >= 0) ? "places" : "plain";
}

/**
 * A question's options by verb: first what harms enemies, then what concerns fighters, places, nobody, and last what
 * only harms friends. What ends the turn or is improvised is left out.
 * @param {Question} question
 * @param {Scene} scene
 * @returns {VerbGroup[]}
 */
export function verbGroups(question, scene) {
  const end = endOption(question);
  /** @type {Map<string, Option[]>} */
  const kinds = new Map();
  for (const option of question.options) {
    if (option === end || isImprovised(option)) continue;
    kinds.set(option.kind, [...(kinds.get(option.kind) || []), option]);
  }
  const groups = [...kinds].map(([verb, options]) => ({
    verb,
    options,
    about: aboutOf(options),
    friendly: options.every((option) => option.attack && scene.fighters[option.target]?.side === question.side),
  }));
  const rank = (/** @type {VerbGroup} */ group) => {
    if (group.friendly) return 4;
    if (group.options.some((option) => option.attack)) return 0;
    return { fighters: 1, places: 2, plain: 3 }[group.about];
  };
  return groups.sort((one, other) => rank(one) - rank(other));
}

/**
 * Options by the fighter they concern, in the order they came in.
 * @param {Option[]} options
 * @returns {[number, Option[]][]}
 */
export function byTarget(options) {
  /** @type {Map<number, Option[]>} */
  const found = new Map();
  for (const option of options) found.set(option.target, [...(found.get(option.target) || []), option]);
  return [...found];
}

/**
 * The options that concern what somebody pressed. On oneself that is also whatever concerns nobody else.
 * @param {Question} question
 * @param {Selection} selection
 * @returns {Option[]}
 */
export function optionsAt(question, selection) {
  if (selection.kind === "place") return question.options.filter((option) => option.place === selection.index && option.target < 0);
  const self = selection.index === (question.who >= 0 ? question.who : question.about);
  return question.options.filter((option) => option.target === selection.index || (self && option.target < 0 && option.place < 0));
}

/**
 * Options by weapon, those without one last.
 * @param {Option[]} options
 * @returns {Tab[]}
 */
export function weaponTabs(options) {
  /** @type {Map<string, Option[]>} */
  const found = new Map();
  for (const option of options) found.set(weaponOf(option), [...(found.get(weaponOf(option)) || []), option]);
  const tabs = [...found].map(([weapon, list]) => ({ weapon, options: list }));
  return tabs.sort((one, other) => Number(!one.weapon) - Number(!other.weapon));
}

/**
 * What an option is called among others: its verb, or its sentence where others share the verb.
 * @param {Option} option
 * @param {Option[]} among
 */
export function optionName(option, among) {
  const alike = among.filter((other) => other.kind === option.kind);
  const plain = option.target < 0 && option.place < 0;
  return alike.length > 1 || plain ? option.text : capital(option.kind.replaceAll("-", " "));
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
 * The ways one can face, where that is what is asked: degrees clockwise from north and the option.
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
 * Whether a question comes up out of what one set out to do, so that one may answer all of its kind alike.
 * @param {Question} question
 */
export function isReaction(question) {
  if (question.kind === "turn" || facings(question).length) return false;
  const { places } = choosable(question);
  const own = question.who < 0;
  return !places.size && !own;
}
