// Formats numbers and names for people.

/**
 * Format a share as a percentage: 0.4213 as 42 %, small chances with one more digit.
 * @param {number} share
 */
export function percent(share) {
  const value = 100 * share;
  if (value > 0 && value < 0.05) return "<0.1 %";
  if (value > 0 && value < 1) return `${value.toFixed(1)} %`;
  if (value > 99 && value < 100) return `${Math.min(99.9, value).toFixed(1)} %`;
  return `${Math.round(value)} %`;
}

/**
 * Format shares as whole percentages that sum to 100; a share strictly between 0 and 1 is never
 * shown as 0 or 100.
 * @param {number[]} shares
 */
export function wholePercents(shares) {
  const floors = shares.map((share) => Math.floor(100 * share));
  const rest = shares.map((share, n) => 100 * share - floors[n]);
  let left = Math.round(100 * shares.reduce((sum, share) => sum + share, 0)) - sum(floors);
  for (const n of rest.map((_, n) => n).sort((a, b) => rest[b] - rest[a])) {
    if (left <= 0) break;
    floors[n] += 1;
    left -= 1;
  }
  return floors.map((whole, n) => {
    if (shares[n] > 0 && whole < 1) return "<1 %";
    return shares[n] < 1 && whole > 99 ? ">99 %" : `${whole} %`;
  });
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

/**
 * Write a key in words: "short-sword" is "short sword".
 * @param {string} key
 */
export const words = (key) => key.replaceAll("-", " ").replaceAll("_", " ")
  .replace(/\bpcs\b/, "PCs");

/**
 * Return a ruleset's title up to its colon.
 * @param {string} title
 */
export const shortTitle = (title) => title.split(":")[0];

/**
 * Format a difference of shares in points, with its sign: 0.042 is "+4.2 points".
 * @param {number} share
 */
export const points = (share) => `${signedPoints(share)} points`;

/**
 * Format a difference of shares in points without the word, for the ends of an interval.
 * @param {number} share
 */
const signedPoints = (share) =>
  `${share < 0 ? "−" : "+"}${Math.abs(100 * share).toFixed(1)}`;

/**
 * Format a difference of shares with its interval.
 * @param {{share: number, low: number, high: number}} difference
 */
export const pointsWithin = ({ share, low, high }) =>
  `${points(share)} (${signedPoints(low)} to ${signedPoints(high)})`;

/**
 * Describe the players behind a figure: "as simple players play it".
 * @param {Record<string, string>} players The players by side.
 */
export function playersText(players) {
  const names = new Set(Object.values(players));
  if (names.size === 1) return `as ${[...names][0]} players play it`;
  return `as played by ${Object.entries(players).map(([side, name]) => `${name} (${side})`).join(", ")}`;
}

/**
 * Return a house rule's value in words.
 * @param {unknown} value
 */
export const switchText = (value) =>
  (value === true ? "on" : value === false ? "off" : String(value));
