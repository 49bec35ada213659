// Where to open a box next to a point so that it hides as little as possible.

const EDGE = 4;
const GAP = 8;
/**
 * The radius of a token in which a point counts as covered, and how many pixels of distance it is
 * worth to leave a token uncovered.
 */
const TOKEN = 18;
const WORTH = 160;
const FARTHER = [0, 45, 90, 140];

/**
 * Return the upper left corner of a box next to a point and within its frame.
 * @param {{x: number, y: number, radius: number}} point
 * @param {{width: number, height: number}} box
 * @param {{width: number, height: number}} frame
 * @param {Point[]} others Points to keep uncovered.
 * @returns {Point}
 */
export function freePlace(point, box, frame, others) {
  const gap = point.radius + GAP;
  const within = (/** @type {number} */ at, /** @type {number} */ most) =>
    Math.max(EDGE, Math.min(most - EDGE, at));
  const sideways = [point.y - Math.min(box.height / 2, 60), point.y - box.height + 60, point.y - 30,
    EDGE, frame.height];
  const lengthwise = [point.x - box.width / 2, point.x - 40, point.x - box.width + 40, EDGE,
    frame.width];
  const candidates = [
    ...sideways.flatMap((y) => FARTHER.flatMap((more) =>
      [[point.x + gap + more, y], [point.x - gap - more - box.width, y]])),
    ...lengthwise.flatMap((x) => FARTHER.flatMap((more) =>
      [[x, point.y + gap + more], [x, point.y - gap - more - box.height]])),
  ];
  /** @type {Point} */
  let best = [EDGE, EDGE];
  let least = Infinity;
  for (const [x, y] of candidates) {
    const [left, top] = [within(x, frame.width - box.width), within(y, frame.height - box.height)];
    const covers = (/** @type {Point} */ [px, py], /** @type {number} */ far) =>
      px > left - far && px < left + box.width + far && py > top - far
      && py < top + box.height + far;
    const away = Math.hypot(Math.max(left - point.x, 0, point.x - left - box.width),
      Math.max(top - point.y, 0, point.y - top - box.height));
    const hidden = others.filter((other) => covers(other, TOKEN)).length;
    const cost = hidden * WORTH + away
      + (covers([point.x, point.y], point.radius * 0.6) ? 20 * WORTH : 0);
    if (cost < least) [best, least] = [[left, top], cost];
  }
  return best;
}
