// Plots in SVG: lines along a fight, bars of a distribution, shares with their intervals.
import { h, svg } from "../elements.js";
import { percent } from "../format.js";

/**
 * A distribution of whole numbers as bars; `shares` are probabilities or counts.
 * @param {Record<string, number>} shares
 * @param {string} label
 */
export function histogram(shares, label) {
  const entries = Object.entries(shares).map(([amount, share]) => /** @type {[number, number]} */ ([Number(amount), share])).sort((one, other) => one[0] - other[0]);
  const total = entries.reduce((sum, [, share]) => sum + share, 0) || 1;
  const kept = entries.filter(([, share]) => share / total > 0.0005);
  const most = Math.max(...kept.map(([, share]) => share), 1e-9);
  const wide = Math.max(12, Math.min(34, 320 / Math.max(1, kept.length)));
  const width = kept.length * wide + 10;
  const every = Math.ceil(20 / wide);
  const spoken = kept.slice(0, 12).map(([amount, share]) => `${amount}: ${percent(share / total)}`).join(", ");
  return h("figure", { class: "plot" },
    svg("svg", { viewBox: `0 0 ${Math.max(width, 120)} 110`, role: "img", "aria-label": `${label}: ${spoken}` },
      kept.map(([amount, share], n) => {
        const tall = (78 * share) / most;
        return [
          svg("rect", { x: 5 + n * wide + 1, y: 90 - tall, width: wide - 3, height: Math.max(1, tall), rx: 2, class: amount === 0 ? "bar none" : "bar" }, svg("title", {}, `${amount}: ${percent(share / total)}`)),
          n % every === 0 ? svg("text", { x: 5 + n * wide + wide / 2, y: 104, class: "tick" }, amount) : null,
        ];
      })),
    h("figcaption", {}, label));
}

/**
 * Shares by side as bars with the interval each lies in.
 * @param {Record<string, {share: number, low?: number, high?: number}>} sides
 * @param {number} draws
 */
export function shareBars(sides, draws) {
  return h("div", { class: "shares" }, Object.entries(sides).map(([name, side], number) =>
    h("div", { class: `share side-${number % 8}` },
      h("span", { class: "share-name" }, name),
      svg("svg", { viewBox: "0 0 200 22", role: "img", "aria-label": `${name} wins ${percent(side.share)}`, preserveAspectRatio: "none" },
        svg("rect", { x: 0, y: 3, width: 200, height: 16, rx: 4, class: "track" }),
        svg("rect", { x: 0, y: 3, width: Math.max(1, 200 * side.share), height: 16, rx: 4, class: "amount" }),
        side.low === undefined || side.high === undefined ? null : svg("line", { x1: 200 * side.low, x2: 200 * side.high, y1: 11, y2: 11, class: "interval" })),
      h("span", { class: "share-figure" }, percent(side.share), side.low === undefined || side.high === undefined ? "" : ` (${(100 * side.low).toFixed(1)} to ${(100 * side.high).toFixed(1)})`))),
    draws ? h("p", { class: "quiet" }, `Draws: ${percent(draws)}`) : null);
}

/**
 * Win probability along a fight: a line a side, its error as a band, the place looked at.
 * @param {any} result
 * @param {number | null} current
 * @param {(at: number) => void} onpick
 */
export function winProbabilityPlot(result, current, onpick) {
  const { sides } = result;
  /** @type {{at: number, before: number[], after: number[], low: number[], high: number[]}[]} */
  const points = result.points;
  const most = Math.max(1, points[points.length - 1].at);
  const x = (/** @type {number} */ at) => 34 + (560 * at) / most;
  const y = (/** @type {number} */ share) => 12 + 150 * (1 - share);
  /** @type {number[]} */
  const shown = sides.length === 2 ? [0] : sides.map((/** @type {string} */ _, /** @type {number} */ side) => side);
  const drawn = shown.map((side) => {
    const steps = points.flatMap((point) => [[x(point.at), point.before[side]], [x(point.at) + 1, point.after[side]]]);
    const upper = points.map((point) => `${x(point.at).toFixed(1)},${y(point.high[side]).toFixed(1)}`);
    const lower = points.map((point) => `${x(point.at).toFixed(1)},${y(point.low[side]).toFixed(1)}`).reverse();
    return svg("g", { class: `side-${side % 8}` },
      svg("polygon", { points: [...upper, ...lower].join(" "), class: "error" }),
      svg("polyline", { points: steps.map(([at, share]) => `${at.toFixed(1)},${y(share).toFixed(1)}`).join(" "), class: "curve" }));
  });
  return svg("svg", {
    viewBox: "0 0 604 182", class: "along", role: "img", "aria-label": `Chance of ${shown.map((side) => sides[side]).join(", ")} to win along the fight`,
    onclick: (/** @type {MouseEvent} */ event) => {
      const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
      onpick(Math.round((((event.clientX - box.left) / box.width) * 604 - 34) / 560 * most));
    },
  },
    [0, 0.25, 0.5, 0.75, 1].map((share) => [svg("line", { x1: 34, x2: 594, y1: y(share), y2: y(share), class: share === 0.5 ? "rule half" : "rule" }), svg("text", { x: 28, y: y(share) + 4, class: "tick end" }, `${100 * share}`)]),
    drawn,
    current === null ? null : svg("line", { x1: x(current), x2: x(current), y1: 8, y2: 166, class: "cursor" }));
}
