// Numbers and names as people read them.

/**
 * 0.4213 as 42 %, and small chances with a digit more.
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
 * Shares as whole percentages that add up to 100; what is neither nothing nor all is never written
 * so.
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
 * A thing's key as words: "short-sword" is "short sword".
 * @param {string} key
 */
export const words = (key) => key.replaceAll("-", " ").replaceAll("_", " ")
  .replace(/\bpcs\b/, "PCs");

/**
 * A ruleset's title without what stands behind its colon.
 * @param {string} title
 */
export const shortTitle = (title) => title.split(":")[0];

/**
 * A difference of shares in points, with its sign: 0.042 is "+4.2 points".
 * @param {number} share
 */
export const points = (share) => `${signedPoints(share)} points`;

/**
 * The same without the word, for an interval's ends.
 * @param {number} share
 */
export const signedPoints = (share) =>
  `${share < 0 ? "−" : "+"}${Math.abs(100 * share).toFixed(1)}`;

/**
 * A difference of shares with the interval it lies in.
 * @param {{share: number, low: number, high: number}} difference
 */
export const pointsWithin = ({ share, low, high }) =>
  `${points(share)} (${signedPoints(low)} to ${signedPoints(high)})`;

/**
 * As whose play figures are: "as simple players play it".
 * @param {Record<string, string>} players By side.
 */
export function playersText(players) {
  const names = new Set(Object.values(players));
  if (names.size === 1) return `as ${[...names][0]} players play it`;
  return `as played by ${Object.entries(players).map(([side, name]) => `${name} (${side})`).join(", ")}`;
}

/**
 * A switch's value as people say it.
 * @param {unknown} value
 */
export const switchText = (value) =>
  (value === true ? "on" : value === false ? "off" : String(value));
