// The state of a fight's page, and the functions that change it. Nothing here touches the page.
import { Story } from "./story.js";
import { choosable, isReaction, optionsAt } from "./options.js";

/** @typedef {import("./options.js").Selection} Selection */

/**
 * @typedef {object} Habit How to answer questions of one kind automatically.
 * @property {"never" | "simple"} how Choose the question's default, or the simple player's option.
 * @property {number | null} turn The first frame of the only turn it applies to; null for the whole
 *   fight.
 */

/**
 * @typedef {object} FightState
 * @property {string} id
 * @property {string} secret
 * @property {string} role
 * @property {Scene} scene
 * @property {RulesById} rules
 * @property {Story} story
 * @property {number | null} step The frame that is shown; null for the latest.
 * @property {boolean} playing Whether playback is running.
 * @property {number} speed 0.5, 1, 2, −1 for step by step, or 0 for instant playback.
 * @property {boolean} connected
 * @property {number} since The first frame after the player's last decision.
 * @property {Record<string, OptionOdds>} odds Odds of the open question, by option.
 * @property {string} assumption What the odds assume about others' decisions, in words.
 * @property {boolean} busy Whether an answer has been sent and not confirmed.
 * @property {number} askedAt When the open question was first shown, by the page's clock.
 * @property {Selection | null} selected The place or fighter that was pressed on the board.
 * @property {string | null} weapon The open tab of the card.
 * @property {string | null} verb The open group of the list.
 * @property {Option | null} pointed The option under the pointer.
 * @property {number | null} place The place under the pointer.
 * @property {number | null} sheet The fighter whose sheet is open.
 * @property {Record<string, Habit>} habits Habits by kind of question.
 * @property {boolean} isCalm Whether the simple player answers reactions, until the player asks to
 *   decide one kind again.
 * @property {TableInfo | null} table The seats and friends at the table.
 * @property {ChatLine[]} chat The chat.
 * @property {string[]} present The roles whose pages are connected.
 * @property {number | null} standIn The number of the question that the game master answers for an
 *   absent player.
 */

/**
 * @param {string} id
 * @param {string} secret
 * @param {WholeFight} whole
 * @param {RulesById} rules
 * @returns {FightState}
 */
export function newFightState(id, secret, whole, rules) {
  return {
    id, secret, rules, role: whole.role, scene: whole.scene, story: new Story(whole.scene),
    step: null, playing: false, speed: 1, connected: true, since: 0,
    odds: {}, assumption: "", busy: false, askedAt: 0, selected: null, weapon: null, verb: null,
    pointed: null, place: null, sheet: null, habits: {}, isCalm: false,
    table: whole.story.table || null, chat: [], present: [], standIn: null,
  };
}

/** @param {FightState} state */
export const lastFrame = (state) => state.story.frames.length - 1;

/** @param {FightState} state */
export const statesShown = (state) => state.story.at(state.step);

/**
 * Return the open question; null during playback and in the past.
 * @param {FightState} state
 */
export const shownQuestion = (state) =>
  (state.step === null && !state.playing ? state.story.latest.question : null);

/**
 * Return whether this page must answer a question. A game master first has to choose to answer for
 * a seated player.
 * @param {FightState} state
 * @param {Question} question
 */
export const isAsked = (state, question) =>
  question.yours && (state.role !== "gm" || !question.seats?.length
    || state.standIn === question.number);

/**
 * Return the open question if this page can answer it now.
 * @param {FightState} state
 */
export function ownQuestion(state) {
  const question = shownQuestion(state);
  return question && isAsked(state, question) && !state.busy ? question : null;
}

/**
 * Return the display name of a role.
 * @param {FightState} state
 * @param {string} role
 */
export function nameOf({ table, scene }, role) {
  const seat = table?.seats.find((one) => one.role === role);
  if (seat) return seat.name;
  if (table?.names[role]) return table.names[role];
  if (role.startsWith("side ")) return scene.sides[Number(role.slice(5))]?.name || role;
  return role === "gm" ? "the game master" : role;
}

/**
 * Return the side that a role plays for; -1 for none.
 * @param {FightState} state
 * @param {string} role
 */
export function sideOf({ table, scene }, role) {
  if (role.startsWith("side ")) return Number(role.slice(5));
  const seat = table?.seats.find((one) => one.role === role);
  if (!seat) return -1;
  return seat.side ?? (seat.fighters.length ? scene.fighters[seat.fighters[0]]?.side ?? -1 : -1);
}

/**
 * Return whether this page belongs to an onlooker.
 * @param {FightState} state
 */
export const isOnlooker = (state) =>
  state.role === "onlooker"
    || Boolean(state.table?.seats.find((one) => one.role === state.role)?.onlooker);

/**
 * Return whether one person plays alone, with no other seats at the table.
 * @param {FightState} state
 */
export const isSolo = ({ role, scene, table }) =>
  role === "gm" && scene.gm !== "person" && !table?.seats.length && !table?.friends.length;

/**
 * Return the only side that this page plays; -1 for none or several. Friends play their sides on
 * their own devices, so a game master with friends at the table plays none.
 * @param {FightState} state
 */
export function ownSide(state) {
  const { table } = state;
  if (state.role === "gm" && (table?.seats.length || table?.friends.length)) return -1;
  const own = state.scene.sides.flatMap((_, side) => (isOwnSide(state, side) ? [side] : []));
  return own.length === 1 ? own[0] : -1;
}

/**
 * Take in changes of the chat and the table, which leave the fight as it is.
 * @param {FightState} state
 * @param {News} news
 */
export function takeTalk(state, news) {
  if (news.table) state.table = news.table;
  const known = new Set(state.chat.map((line) => line.number));
  state.chat.push(...(news.chat || []).filter((line) => !known.has(line.number)));
}

/**
 * Return whether news leave the fight unchanged, so that a player who is choosing is not disturbed.
 * @param {FightState} state
 * @param {News} news
 */
export function isOnlyTalk({ story }, news) {
  const { latest } = story;
  return news.answers === latest.answers && news.keep === story.frames.length
    && !news.frames.length && news.over === latest.over
    && JSON.stringify(news.question) === JSON.stringify(latest.question)
    && news.view === latest.view;
}

/**
 * Take in news and return whether something was taken back.
 * @param {FightState} state
 * @param {News} news
 */
export function takeNews(state, news) {
  const back = state.story.take(news);
  takeTalk(state, news);
  forgetQuestion(state);
  state.busy = false;
  if (back) state.step = null;
  const own = state.story.decisions.filter((decision) => isOwnSide(state, decision.side)).pop();
  state.since = own ? own.frame : 0;
  return back;
}

/**
 * Clear the state that belongs to the last question.
 * @param {FightState} state
 */
function forgetQuestion(state) {
  state.odds = {};
  state.selected = null;
  state.weapon = null;
  state.verb = null;
  state.pointed = null;
  state.place = null;
}

/**
 * Return whether this page decides for a side.
 * @param {FightState} state
 * @param {number} side
 */
export function isOwnSide(state, side) {
  const { role, scene } = state;
  if (role !== "gm") return side >= 0 && sideOf(state, role) === side;
  return side < 0 ? scene.gm === "person" : scene.sides[side]?.player === "person";
}

/**
 * Show a frame; a number beyond the last shows the latest state.
 * @param {FightState} state
 * @param {number | null} frame
 */
export function goTo(state, frame) {
  state.step = frame === null || frame > lastFrame(state) ? null : Math.max(0, frame);
  state.selected = null;
  state.pointed = null;
  state.place = null;
}

/**
 * Return the frame a number of steps away from the one shown.
 * @param {FightState} state
 * @param {number} steps
 */
export function stepFrom(state, steps) {
  const at = state.step ?? lastFrame(state) + (steps < 0 ? 0 : 1);
  return Math.max(0, at + steps);
}

/**
 * Select a place or fighter and open its card, or close the card if it is open.
 * @param {FightState} state
 * @param {Selection | null} selection
 */
export function select(state, selection) {
  const same = selection && state.selected && selection.kind === state.selected.kind
    && selection.index === state.selected.index;
  state.selected = same ? null : selection;
  state.weapon = null;
  state.pointed = null;
}

/**
 * Return the only option that a pressed place or fighter allows, which is then chosen at once. A
 * fighter pressed during a turn always opens its card instead.
 * @param {FightState} state
 * @param {Selection} selection
 */
export function onlyMeaning(state, selection) {
  const question = ownQuestion(state);
  if (!question) return null;
  const found = optionsAt(question, selection);
  if (found.length !== 1 || found[0].takes_words) return null;
  return selection.kind === "place" || question.kind !== "turn" ? found[0] : null;
}

/**
 * Return the places and fighters to highlight for the open question.
 * @param {FightState} state
 */
export function litFor(state) {
  const question = ownQuestion(state);
  return question ? choosable(question) : { places: new Set(), targets: new Set() };
}

/**
 * Return the frame at which the current turn began.
 * @param {FightState} state
 */
function turnStart({ story }) {
  for (let index = story.frames.length - 1; index >= 0;
    index -= 1) if (/^(turn|acts|round)$/.test(story.frames[index].kind)) return index;
  return 0;
}

/**
 * Answer a kind of question automatically from now on, or ask it again.
 * @param {FightState} state
 * @param {string} kind
 * @param {string} how "ask", "never" or "simple".
 * @param {string} scope "turn" or "fight".
 */
export function setHabit(state, kind, how, scope) {
  if (how === "ask") {
    state.isCalm = false;
    delete state.habits[kind];
  }
  else {
    state.habits[kind] = { how: how === "simple" ? "simple" : "never",
    turn: scope === "turn" ? turnStart(state) : null };
  }
}

/**
 * Return the automatic answer to the open question; null if the player must be asked.
 * @param {FightState} state
 */
export function habitualAnswer(state) {
  const question = ownQuestion(state);
  if (!question || !isReaction(question)) return null;
  if (state.isCalm && question.simple && !state.habits[question.kind]) {
    setHabit(state, question.kind, "simple", "fight");
  }
  const habit = state.habits[question.kind];
  if (!habit || (habit.turn !== null && habit.turn !== turnStart(state))) return null;
  if (habit.how === "simple" && question.simple) {
    return question.options.find((option) => option.key === question.simple) || null;
  }
  return question.options.at(question.default) || null;
}

/**
 * Return the fighter and the target of the latest deed, to outline them on the board.
 * @param {FightState} state
 */
export function lastDeed({ story, step }) {
  for (let index = Math.min(step ?? Infinity, story.frames.length - 1); index >= 0; index -= 1) {
    const { parts, kind } = story.frames[index];
    if (kind === "round") return null;
    const who = story.indexOf(parts.by ?? parts.who);
    const target = story.indexOf(parts.target ?? (parts.by ? parts.who : parts.other));
    if (who >= 0 && target >= 0 && who !== target) return { who, target };
    if (who >= 0 && (kind === "moves" || kind === "acts")) {
      return kind === "moves" ? { who, target: -1 } : null;
    }
  }
  return null;
}
