// All that a fight's page knows, in one place, and what can happen to it. Nothing here touches the
// page.
import { Story } from "./story.js";
import { choosable, isReaction, optionsAt } from "./options.js";

/** @typedef {import("./options.js").Selection} Selection */

/**
 * @typedef {object} Habit How questions of one kind are answered without asking.
 * @property {"never" | "simple"} how With the question's default, or as the simple player would.
 * @property {number | null} turn The turn it holds for, by the frame it began with; null is the
 *   whole fight.
 */

/**
 * @typedef {object} FightState
 * @property {string} id
 * @property {string} secret
 * @property {string} role
 * @property {Scene} scene
 * @property {RulesById} rules
 * @property {Story} story
 * @property {number | null} step The frame that is looked at; null is now.
 * @property {boolean} playing Whether frames are being played.
 * @property {number} speed 1, 2, or 0 for at once.
 * @property {boolean} connected
 * @property {number} since The first frame behind one's last decision.
 * @property {Record<string, OptionOdds>} odds Of the open question, by option.
 * @property {string} assumption How others are taken to decide in them, in words.
 * @property {boolean} busy Whether an answer is on its way.
 * @property {number} askedAt When the open question was first shown, by the page's clock.
 * @property {Selection | null} selected What was pressed on the board.
 * @property {string | null} weapon The tab that is open on the card.
 * @property {string | null} verb The group of the list that is open.
 * @property {Option | null} pointed The option that is pointed at.
 * @property {number | null} place The place that is pointed at.
 * @property {number | null} sheet Whose sheet is open.
 * @property {Record<string, Habit>} habits By kind of question.
 * @property {TableInfo | null} table Who sits there.
 * @property {ChatLine[]} chat What was said.
 * @property {string[]} present The roles whose pages listen.
 * @property {number | null} standIn The question that the game master answers for somebody else.
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
    pointed: null, place: null, sheet: null, habits: {},
    table: whole.story.table || null, chat: [], present: [], standIn: null,
  };
}

/** @param {FightState} state */
export const lastFrame = (state) => state.story.frames.length - 1;

/** @param {FightState} state */
export const statesShown = (state) => state.story.at(state.step);

/**
 * The open question, if it is shown: not while frames are played or looked back at.
 * @param {FightState} state
 */
export const shownQuestion = (state) =>
  (state.step === null && !state.playing ? state.story.latest.question : null);

/**
 * Whether a question is put to whoever is at this page. The game master may answer what somebody
 * with a seat is asked,
 * and says so first.
 * @param {FightState} state
 * @param {Question} question
 */
export const isAsked = (state, question) =>
  question.yours && (state.role !== "gm" || !question.seats?.length
    || state.standIn === question.number);

/**
 * The open question, if it is to be answered here and now.
 * @param {FightState} state
 */
export function ownQuestion(state) {
  const question = shownQuestion(state);
  return question && isAsked(state, question) && !state.busy ? question : null;
}

/**
 * What somebody is called.
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
 * The side that a role plays for; -1 for none.
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
 * Whether somebody only looks.
 * @param {FightState} state
 */
export const isOnlooker = (state) =>
  state.role === "onlooker"
    || Boolean(state.table?.seats.find((one) => one.role === state.role)?.onlooker);

/**
 * Whether one person plays alone, with nobody else at the table.
 * @param {FightState} state
 */
export const isSolo = ({ role, scene, table }) =>
  role === "gm" && scene.gm !== "person" && !table?.seats.length && !table?.friends.length;

/**
 * The only side that is played at this page; -1 for none or several.
 * @param {FightState} state
 */
export function ownSide(state) {
  const own = state.scene.sides.flatMap((_, side) => (isOwnSide(state, side) ? [side] : []));
  return own.length === 1 ? own[0] : -1;
}

/**
 * Takes in news that change nothing of the fight itself: what was said, who sits there.
 * @param {FightState} state
 * @param {News} news
 */
export function takeTalk(state, news) {
  if (news.table) state.table = news.table;
  const known = new Set(state.chat.map((line) => line.number));
  state.chat.push(...(news.chat || []).filter((line) => !known.has(line.number)));
}

/**
 * Whether news tell nothing of the fight itself, so that whoever chooses is not disturbed.
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
 * Takes in news. Gives whether something was taken back.
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
 * What belonged to the last question.
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
 * Whether somebody at this page decides for a side.
 * @param {FightState} state
 * @param {number} side
 */
export function isOwnSide(state, side) {
  const { role, scene } = state;
  if (role !== "gm") return side >= 0 && sideOf(state, role) === side;
  return side < 0 ? scene.gm === "person" : scene.sides[side]?.player === "person";
}

/**
 * Looks at a frame; beyond the last is now.
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
 * Where a step leads from what is looked at.
 * @param {FightState} state
 * @param {number} steps
 */
export function stepFrom(state, steps) {
  const at = state.step ?? lastFrame(state) + (steps < 0 ? 0 : 1);
  return Math.max(0, at + steps);
}

/**
 * Presses something on the board: opens its card, or closes it when it is open.
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
 * The one option that pressing a place or a fighter can only mean, so that it is chosen at once:
 * the only way to go
 * there, or the only thing to do with somebody where nothing else is asked.
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
 * What the board lights up for the question.
 * @param {FightState} state
 */
export function litFor(state) {
  const question = ownQuestion(state);
  return question ? choosable(question) : { places: new Set(), targets: new Set() };
}

/**
 * When the turn began that is being taken, as a frame's number.
 * @param {FightState} state
 */
function turnStart({ story }) {
  for (let index = story.frames.length - 1; index >= 0;
    index -= 1) if (/^(turn|acts|round)$/.test(story.frames[index].kind)) return index;
  return 0;
}

/**
 * Has questions of a kind be answered without asking, or asked again.
 * @param {FightState} state
 * @param {string} kind
 * @param {string} how "ask", "never" or "simple".
 * @param {string} scope "turn" or "fight".
 */
export function setHabit(state, kind, how, scope) {
  if (how === "ask") delete state.habits[kind];
  else {
    state.habits[kind] = { how: how === "simple" ? "simple" : "never",
    turn: scope === "turn" ? turnStart(state) : null };
  }
}

/**
 * The answer that a habit gives to the open question; null if it is to be asked.
 * @param {FightState} state
 */
export function habitualAnswer(state) {
  const question = ownQuestion(state);
  if (!question || !isReaction(question)) return null;
  const habit = state.habits[question.kind];
  if (!habit || (habit.turn !== null && habit.turn !== turnStart(state))) return null;
  if (habit.how === "simple" && question.simple) {
    return question.options.find((option) => option.key === question.simple) || null;
  }
  return question.options.at(question.default) || null;
}

/**
 * Who did what was last done, and to whom: for an outline that stays.
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
