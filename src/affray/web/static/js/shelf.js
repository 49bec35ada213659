// What this browser remembers: the links of fights, and a scenario being built.

const FIGHTS = "affray.fights";
const DRAFT = "affray.draft";

function read(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing can still play
  }
}

/** Every fight this browser has a link of, the newest first. */
export const fights = () => read(FIGHTS, []);

/** Remembers a fight; what is known of it already stays. */
export function keepFight(entry) {
  const others = fights().filter((one) => one.id !== entry.id);
  const before = fights().find((one) => one.id === entry.id) || {};
  write(FIGHTS, [{ ...before, ...entry }, ...others].slice(0, 60));
}

/** Forgets a fight's links. */
export const forgetFight = (id) => write(FIGHTS, fights().filter((one) => one.id !== id));

export const draft = () => read(DRAFT, null);
export const keepDraft = (text) => write(DRAFT, text);
