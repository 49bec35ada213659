// What this browser remembers: the links of fights, a scenario being built, and how one likes to play.

const FIGHTS = "affray.fights";
const SPEED = "affray.speed";
const DRAFT = "affray.draft";
const WIN_BAR = "affray.win-bar";
const NAME = "affray.name";
const SOUND = "affray.sound";
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
  } catch {
    // a browser that keeps nothing can still play
  }
}

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

/** @returns {string | null} */
export const storedDraft = () => read(DRAFT, null);

/** @param {string} text */
export const storeDraft = (text) => write(DRAFT, text);

/**
 * Whether the win probability is shown while one plays; null where that was never said.
 * @param {boolean} betweenPeople
 * @returns {boolean | null}
 */
export const storedWinBar = (betweenPeople) => read(WIN_BAR + (betweenPeople ? ".people" : ""), null);

/**
 * @param {boolean} betweenPeople
 * @param {boolean} shown
 */
export const storeWinBar = (betweenPeople, shown) => write(WIN_BAR + (betweenPeople ? ".people" : ""), shown);

/** What this browser's person was last called. */
export const storedName = () => String(read(NAME, ""));

/** @param {string} name */
export const storeName = (name) => write(NAME, name);

/** Whether a sound tells that it is one's turn. */
export const storedSound = () => Boolean(read(SOUND, false));

/** @param {boolean} on */
export const storeSound = (on) => write(SOUND, on);

/** How fast fights are played: 1, 2, or 0 for at once. */
export const storedSpeed = () => (/** @type {number[]} */ ([0, 1, 2]).includes(read(SPEED, 1)) ? read(SPEED, 1) : 1);

/** @param {number} speed */
export const storeSpeed = (speed) => write(SPEED, speed);
