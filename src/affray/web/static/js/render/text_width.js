// Measures the width of a text without forcing a layout of the page.

const context = document.createElement("canvas").getContext("2d");
const FAMILY = getComputedStyle(document.documentElement).fontFamily;
/** @type {Map<string, number>} */
const known = new Map();

/**
 * Return a text's width, by default in the page's typeface.
 * @param {string} text
 * @param {number} size
 * @param {number} [weight]
 * @param {string} [family]
 */
export function textWidth(text, size, weight = 400, family = FAMILY) {
  if (!context) return 0.62 * size * text.length;
  const key = `${weight} ${family} ${text}`;
  let wide = known.get(key);
  if (wide === undefined) {
    context.font = `${weight} 100px ${family}`;
    wide = context.measureText(text).width / 100;
    known.set(key, wide);
  }
  return wide * size;
}
