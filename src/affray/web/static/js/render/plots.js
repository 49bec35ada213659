// Plots in SVG: bars of a distribution, shares with their intervals.
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
