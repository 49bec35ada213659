// The data this browser stores: links of fights, drafts of scenarios, and preferences.

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
const PARTIES = "affray.parties";
const MOST_FIGHTS = 60;
const MOST_PARTIES = 12;

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
 * Return how others decide when odds are computed: `none`, `simple` or `best`, as on the command
 * line.
 */
export const storedReplies = () => String(read(REPLIES, "none"));

/** @param {string} replies */
export const storeReplies = (replies) => write(REPLIES, replies);

/** Return the preferred computer opponent: `strong` or `simple`. */
export const storedOpponent = () => String(read(OPPONENT, "strong"));

/** @param {string} name */
export const storeOpponent = (name) => write(OPPONENT, name);

/**
 * Return the fights whose links this browser stores, the newest first.
 * @returns {StoredFight[]}
 */
export const storedFights = () => read(FIGHTS, []);

/**
 * Store a fight; data stored earlier is kept.
 * @param {StoredFight} entry
 */
export function storeFight(entry) {
  const others = storedFights().filter((fight) => fight.id !== entry.id);
  const before = storedFights().find((fight) => fight.id === entry.id) || {};
  write(FIGHTS, [{ ...before, ...entry }, ...others].slice(0, MOST_FIGHTS));
}

/**
 * Remove a fight's links.
 * @param {string} id
 */
export const forgetFight = (id) => write(FIGHTS, storedFights().filter((fight) => fight.id !== id));

/**
 * A draft of a scenario, stored in this browser.
 * @typedef {object} Draft
 * @property {string} id
 * @property {string} title
 * @property {string} name The name of its file.
 * @property {string} text
 * @property {number} changed
 * @property {Record<string, string>} [originals] The entry that each entry of its content was
 *   copied from, by its key.
 */

/**
 * Return all drafts, the latest changed first.
 * @returns {Draft[]}
 */
export function storedDrafts() {
  /** @type {Draft[]} */
  const found = read(DRAFTS, []);
  const only = read(ONLY_DRAFT, null);
  // the single draft stored by older versions
  if (!found.length && typeof only === "string"
    && only) return [{ id: "first", title: "A draft", name: "scenario", text: only, changed: 0 }];
  return found.filter((draft) => draft && typeof draft.text === "string")
    .sort((one, other) => other.changed - one.changed);
}

/**
 * Store a draft; return whether the browser could.
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

/** Return an unused id for a draft. */
export const newDraftId = () =>
  `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

/**
 * The survivors of a fight, saved for another evening.
 * @typedef {object} Party
 * @property {string} id
 * @property {string} ruleset
 * @property {string} title The names of the survivors.
 * @property {string} text A scenario's file with the fighters as the fight left them.
 * @property {number[]} sides The party's sides in that file.
 */

/** @returns {Party[]} */
export const storedParties = () => read(PARTIES, []);

/**
 * Store a party, replacing an older one of the same people.
 * @param {Party} party
 */
export const storeParty = (party) => write(PARTIES, [party, ...storedParties().filter((one) =>
  one.title !== party.title || one.ruleset !== party.ruleset)].slice(0, MOST_PARTIES));

/**
 * Return whether the win probability is shown during play; null if never set.
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

/** Return the name that the user of this browser last played under. */
export const storedName = () => String(read(NAME, ""));

/** @param {string} name */
export const storeName = (name) => write(NAME, name);

/** Return whether sounds are wanted; null if never set. */
export const soundChoice = () => /** @type {boolean | null} */ (read(SOUND, null));

/** Return whether a sound announces the player's turn. */
export const storedSound = () => Boolean(read(SOUND, false));

/** @param {boolean} on */
export const storeSound = (on) => write(SOUND, on);

/** Return the playback speed: 0.5, 1, 2, −1 for step by step, or 0 for instant. */
export const storedSpeed = () =>
  (/** @type {number[]} */ ([-1, 0, 0.5, 1, 2]).includes(read(SPEED, 1)) ? read(SPEED, 1) : 1);

/** @param {number} speed */
export const storeSpeed = (speed) => write(SPEED, speed);

/** Return whether a solo player sees the game master's tools. */
export const storedHandTools = () => Boolean(read(HAND_TOOLS, false));

/** @param {boolean} on */
export const storeHandTools = (on) => write(HAND_TOOLS, on);

/**
 * Return the first fight, which has hints, and the hints already seen; null if there is none.
 * @returns {{fight: string, seen: number} | null}
 */
export const storedCoach = () => read(COACH, null);

/** @param {{fight: string, seen: number}} coach */
export const storeCoach = (coach) => write(COACH, coach);
