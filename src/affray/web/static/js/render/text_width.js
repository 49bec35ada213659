// How wide a text is drawn, without asking the page to lay itself out.

const context = document.createElement("canvas").getContext("2d");
const FAMILY = getComputedStyle(document.documentElement).fontFamily;
/** @type {Map<string, number>} */
const known = new Map();

/**
 * A text's width in the page's type.
 * @param {string} text
 * @param {number} size
 * @param {number} [weight]
 */
export function textWidth(text, size, weight = 400) {
  if (!context) return 0.62 * size * text.length;
  const key = `${weight} ${text}`;
  let wide = known.get(key);
  if (wide === undefined) {
    context.font = `${weight} 100px ${FAMILY}`;
    wide = context.measureText(text).width / 100;
    known.set(key, wide);
  }
  return wide * size;
}
