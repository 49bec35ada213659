// A curve from one token to another that avoids the tokens between them.

/** Bends to try, as shares of the curve's length: the first that meets no token is used. */
const BENDS = [0.12, -0.12, 0.3, -0.3, 0.5, -0.5, 0];
const STEPS = 12;
const CLEAR = 24;

/**
 * @param {number[]} start
 * @param {number[]} bend
 * @param {number[]} end
 * @param {number} t
 */
function pointOn(start, bend, end, t) {
  return [0, 1].map((n) => (1 - t) ** 2 * start[n] + 2 * t * (1 - t) * bend[n] + t * t * end[n]);
}

/**
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {{x: number, y: number}[]} others Tokens that the curve avoids if it can.
 * @param {number} cut The distance of the curve's ends from both tokens.
 */
export function arcBetween(from, to, others, cut) {
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / long, (to.y - from.y) / long];
  const near = Math.min(cut, long / 3);
  const start = [from.x + ux * near, from.y + uy * near];
  const end = [to.x - ux * near, to.y - uy * near];
  const bendOf = (/** @type {number} */ share) => [
    (start[0] + end[0]) / 2 + uy * share * long, (start[1] + end[1]) / 2 - ux * share * long,
  ];
  const meets = (/** @type {number} */ share) => others.filter((other) =>
    Array.from({ length: STEPS - 1 }, (_, n) => pointOn(start, bendOf(share), end, (n + 1) / STEPS))
      .some(([x, y]) => Math.hypot(other.x - x, other.y - y) < CLEAR)).length;
  const share = BENDS.reduce((best, one) => (meets(one) < meets(best) ? one : best));
  const bend = bendOf(share);
  const turn = (Math.atan2(end[1] - bend[1], end[0] - bend[0]) * 180) / Math.PI;
  return { start, bend, end, turn };
}
