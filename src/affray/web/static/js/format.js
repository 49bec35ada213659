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
 * A thing's key as words: "short-sword" is "short sword".
 * @param {string} key
 */
export const words = (key) => key.replaceAll("-", " ").replaceAll("_", " ");

/**
 * A ruleset's title without what stands behind its colon.
 * @param {string} title
 */
export const shortTitle = (title) => title.split(":")[0];
