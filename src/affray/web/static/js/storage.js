// What this browser remembers: the links of fights, scenarios being built, and how one likes to
// play.

const FIGHTS = "affray.fights";
const SPEED = "affray.speed";
const ONLY_DRAFT = "affray.draft";
const DRAFTS = "affray.drafts";
const WIN_BAR = "affray.win-bar";
const NAME = "affray.name";
const SOUND = "affray.sound";
const REPLIES = "affray.replies";
const HAND_TOOLS = "affray.hand-tools";
const COACH = "affray.coach";
const OPPONENT = "affray.opponent";
const MOST_FIGHTS = 60;

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
function read(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name) || "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false; // a browser that keeps nothing can still play
  }
}

/**
 * How others decide while odds are worked out: `simple`, `passive` or `best`, as on the command
 * line.
 */
export const storedReplies = () => String(read(REPLIES, "simple"));

/** @param {string} replies */
export const storeReplies = (replies) => write(REPLIES, replies);

/** The computer player that one plays against: `strong` or `simple`. */
export const storedOpponent = () => String(read(OPPONENT, "strong"));

/** @param {string} name */
export const storeOpponent = (name) => write(OPPONENT, name);

/**
 * Every fight this browser has a link of, the newest first.
 * @returns {StoredFight[]}
 */
export const storedFights = () => read(FIGHTS, []);

/**
 * Remembers a fight; what is known of it already stays.
 * @param {StoredFight} entry
 */
export function storeFight(entry) {
  const others = storedFights().filter((fight) => fight.id !== entry.id);
  const before = storedFights().find((fight) => fight.id === entry.id) || {};
  write(FIGHTS, [{ ...before, ...entry }, ...others].slice(0, MOST_FIGHTS));
}

/**
 * Forgets a fight's links.
 * @param {string} id
 */
export const forgetFight = (id) => write(FIGHTS, storedFights().filter((fight) => fight.id !== id));

/**
 * A scenario that somebody is building, kept in this browser.
 * @typedef {object} Draft
 * @property {string} id
 * @property {string} title
 * @property {string} name What its file is called.
 * @property {string} text
 * @property {number} changed
 * @property {Record<string, string>} [originals] What each entry of its content was copied from, by
 *   its key.
 */

/**
 * Every draft, the one changed last first.
 * @returns {Draft[]}
 */
export function storedDrafts() {
  /** @type {Draft[]} */
  const found = read(DRAFTS, []);
  const only = read(ONLY_DRAFT, null);
  // what was kept before there were many
  if (!found.length && typeof only === "string"
    && only) return [{ id: "first", title: "A draft", name: "scenario", text: only, changed: 0 }];
  return found.filter((draft) => draft && typeof draft.text === "string")
    .sort((one, other) => other.changed - one.changed);
}

/**
 * Keeps a draft; says whether this browser could.
 * @param {Draft} draft
 */
export function storeDraft(draft) {
  return write(DRAFTS, [draft, ...storedDrafts().filter((one) => one.id !== draft.id)]);
}

/** @param {string} id */
export function forgetDraft(id) {
  write(DRAFTS, storedDrafts().filter((draft) => draft.id !== id));
  if (id === "first") write(ONLY_DRAFT, null);
}

/** A name for a draft that no other has. */
export const newDraftId = () =>
  `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

/**
 * Whether the win probability is shown while one plays; null where that was never said.
 * @param {boolean} betweenPeople
 * @returns {boolean | null}
 */
export const storedWinBar = (betweenPeople) =>
  read(WIN_BAR + (betweenPeople ? ".people" : ""), null);

/**
 * @param {boolean} betweenPeople
 * @param {boolean} shown
 */
export const storeWinBar = (betweenPeople, shown) =>
  write(WIN_BAR + (betweenPeople ? ".people" : ""), shown);

/** What this browser's person was last called. */
export const storedName = () => String(read(NAME, ""));

/** @param {string} name */
export const storeName = (name) => write(NAME, name);

/** Whether somebody wants sounds; null where that was never said. */
export const soundChoice = () => /** @type {boolean | null} */ (read(SOUND, null));

/** Whether a sound tells that it is one's turn. */
export const storedSound = () => Boolean(read(SOUND, false));

/** @param {boolean} on */
export const storeSound = (on) => write(SOUND, on);

/** How fast fights are played: 0.5, 1, 2, or 0 for at once. */
export const storedSpeed = () =>
  (/** @type {number[]} */ ([0, 0.5, 1, 2]).includes(read(SPEED, 1)) ? read(SPEED, 1) : 1);

/** @param {number} speed */
export const storeSpeed = (speed) => write(SPEED, speed);

/** Whether a solo player sees the game master's tools. */
export const storedHandTools = () => Boolean(read(HAND_TOOLS, false));

/** @param {boolean} on */
export const storeHandTools = (on) => write(HAND_TOOLS, on);

/**
 * The first fight that is coached and the marks of it that were seen; null without one.
 * @returns {{fight: string, seen: number} | null}
 */
export const storedCoach = () => read(COACH, null);

/** @param {{fight: string, seen: number}} coach */
export const storeCoach = (coach) => write(COACH, coach);
