// Plots in SVG: bars of a distribution, and shares with their intervals.
import { h, svg } from "../elements.js";
import { percent } from "../format.js";
import { NARROW } from "../plan/layout.js";

/**
 * The width of distributions and curves in the drawing; one width keeps their labels one size.
 */
const BARS_WIDE = 330;
const CURVES_WIDE = { wide: 604, narrow: 340 };
const CURVE_EDGES = [46, 14];
/** The room for the number below a bar. */
const TICK_WIDE = 20;

/**
 * Return the mean and the standard deviation of a distribution of whole numbers.
 * @param {[number, number][]} entries Each amount with its share or count.
 */
export function momentsOf(entries) {
  const total = entries.reduce((sum, [, share]) => sum + share, 0) || 1;
  const mean = entries.reduce((sum, [amount, share]) => sum + amount * share, 0) / total;
  const spread = entries.reduce((sum, [amount, share]) => sum + share * (amount - mean) ** 2,
    0) / total;
  return { total, mean, deviation: Math.sqrt(spread) };
}

/**
 * Return a distribution of whole numbers as bars, with its mean and standard deviation, and as a
 * table of P(= amount) and P(>= amount). `shares` are probabilities or counts.
 * @param {Record<string, number>} shares
 * @param {string} label
 */
export function histogram(shares, label) {
  const entries = Object.entries(shares)
    .map(([amount, share]) => /** @type {[number, number]} */ ([Number(amount), share]))
      .sort((one, other) => one[0] - other[0]);
  const { total, mean, deviation } = momentsOf(entries);
  const kept = entries.filter(([, share]) => share / total > 0.0005);
  const most = Math.max(...kept.map(([, share]) => share), 1e-9);
  const [first, last] = [kept[0]?.[0] ?? 0, kept[kept.length - 1]?.[0] ?? 0];
  const columns = last - first + 1;
  const wide = Math.max(5, Math.min(34, 320 / columns));
  const x = (/** @type {number} */ amount) => 5 + (amount - first) * wide;
  const spoken = kept.slice(0, 12).map(([amount, share]) => `${amount}: ${percent(share / total)}`)
    .join(", ");
  const atLeast = (/** @type {number} */ amount) =>
    entries.reduce((sum, [other, share]) => sum + (other >= amount ? share : 0), 0) / total;
  return h("figure", { class: "plot" },
    svg("svg", { viewBox: `0 0 ${Math.max(columns * wide + 10, BARS_WIDE)} 110`, role: "img",
      "aria-label": `${label}: ${spoken}` },
      kept.map(([amount, share]) => {
        const tall = (78 * share) / most;
        const told = `${amount}: ${percent(share / total)}; `
          + `at least ${amount}: ${percent(atLeast(amount))}`;
        return svg("rect", { x: x(amount) + 0.06 * wide, y: 90 - tall, width: 0.88 * wide,
          height: Math.max(1, tall), rx: 2, class: amount === 0 ? "bar none" : "bar" },
        svg("title", {}, told));
      }),
      wholeTicks(first, last, TICK_WIDE / wide).map((amount) =>
        svg("text", { x: x(amount) + wide / 2, y: 104, class: "tick" }, amount))),
    h("figcaption", {},
      `${label}: mean ${mean.toFixed(2)}, standard deviation ${deviation.toFixed(2)}`),
    h("details", { class: "as-table" }, h("summary", {}, "As a table, with “at least”"),
      h("table", {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, label),
          h("th", { scope: "col" }, "exactly"), h("th", { scope: "col" }, "at least"))),
        h("tbody", {},
          kept.map(([amount, share]) => h("tr", {}, h("th", { scope: "row" }, amount),
            h("td", {}, percent(share / total)), h("td", {}, percent(atLeast(amount)))))))));
}

/**
 * Return a difference of shares with its interval, drawn left or right of zero.
 * @param {{share: number, low: number, high: number}} one
 * @param {number} [widest] The difference at either end of the axis, so that several bars can be
 *   compared.
 */
export function differenceBar({ share, low, high }, widest = 0.05) {
  const most = Math.max(widest, Math.abs(low), Math.abs(high));
  const x = (/** @type {number} */ value) => 100 + (96 * value) / most;
  return svg("svg", { viewBox: "0 0 200 22", class: "difference-bar", role: "img",
    "aria-label": `${(100 * share).toFixed(1)} points, ${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)}`, preserveAspectRatio: "none" },
    svg("rect", { x: 0, y: 3, width: 200, height: 16, rx: 4, class: "track" }),
    svg("rect", { x: Math.min(x(0), x(share)), y: 5, width: Math.max(1, Math.abs(x(share) - 100)),
      height: 12, class: "amount" }),
    svg("line", { x1: 100, x2: 100, y1: 1, y2: 21, class: "rule" }),
    svg("line", { x1: x(low), x2: x(high), y1: 11, y2: 11, class: "interval" }));
}

/**
 * Return round ticks from zero to a number not below the highest: 0, 0.5, 1, 1.5, 2.
 * @param {number} highest
 */
export function roundTicks(highest) {
  const size = 10 ** Math.floor(Math.log10(highest / 4));
  const step = size * ([1, 2, 2.5, 5, 10].find((one) => 4 * one * size >= highest * 0.999) ?? 10);
  const count = Math.ceil(highest / step - 1e-6);
  return Array.from({ length: count + 1 }, (_, n) => Number((n * step).toPrecision(6)));
}

/**
 * Return whole numbers between two ends at round distances, at least `apart` from each other.
 * @param {number} first
 * @param {number} last
 * @param {number} apart
 */
export function wholeTicks(first, last, apart) {
  const size = 10 ** Math.max(0, Math.floor(Math.log10(apart)));
  const step = [1, 2, 5, 10].map((one) => one * size).find((one) => one >= apart) ?? size;
  const begin = Math.ceil(first / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((last - begin) / step) + 1) },
    (_, n) => begin + n * step);
}

/**
 * Return curves over the values of a parameter, each with its error as a band; the current value is
 * marked.
 * @param {object} given
 * @param {string} given.label
 * @param {any[]} given.values
 * @param {{name: string, side?: number, points: {value: number, low?: number, high?: number}[]}[]}
 *   given.curves
 * @param {(value: number) => string} given.said Formats a figure at the axis.
 * @param {number} [given.top] The top of the axis; by default the highest figure.
 * @param {number | null} [given.current]
 * @param {number | null} [given.wanted] A target figure, drawn as a line across.
 * @param {(number: number) => void} [given.onpick]
 */
export function curvePlot({ label, values, curves, said, top, current = null, wanted = null,
  onpick }) {
  const ticks = roundTicks(top ?? Math.max(...curves.flatMap((curve) =>
    curve.points.map((point) => point.high ?? point.value)), 1e-9));
  const highest = top ?? ticks[ticks.length - 1];
  const numbers = values.every((value) => typeof value === "number");
  const first = numbers ? values[0] : 0;
  const last = numbers ? values[values.length - 1] : values.length - 1;
  const at = (/** @type {number} */ n) => (numbers ? values[n] : n);
  const wide = innerWidth < NARROW ? CURVES_WIDE.narrow : CURVES_WIDE.wide;
  const [left, right] = [CURVE_EDGES[0], wide - CURVE_EDGES[1]];
  const x = (/** @type {number} */ n) =>
    left + ((right - left) * (at(n) - first)) / (last - first || 1);
  const y = (/** @type {number} */ value) => 12 + 168 * (1 - value / highest);
  const every = Math.ceil((43 * values.length) / wide);
  const spoken = curves.map((curve) =>
    `${curve.name}: ${curve.points.map((point, n) => `${values[n]} ${said(point.value)}`).join(", ")}`).join("; ");
  return svg("svg", { viewBox: `0 0 ${wide} 212`, class: "curves", role: "img",
    "aria-label": `${label}. ${spoken}`, onclick: onpick ? (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const pressed = ((event.clientX - box.left) / box.width) * wide;
    onpick(values.map((_, n) => Math.abs(x(n) - pressed))
      .reduce((best, far, n, all) => (far < all[best] ? n : best), 0));
  } : null },
    ticks.map((tick) =>
      [svg("line", { x1: left, x2: right, y1: y(tick), y2: y(tick), class: "rule" }),
        svg("text", { x: left - 6, y: y(tick) + 4, class: "tick end" }, said(tick))]),
    wanted === null ? null : svg("line",
      { x1: left, x2: right, y1: y(wanted), y2: y(wanted), class: "rule wanted" }),
    values.map((value, n) => (n % every === 0 || n === values.length - 1
      ? svg("text", { x: x(n), y: 198, class: "tick" }, String(value)) : null)),
    curves.map(({ side = 0, points, name }) => svg("g", { class: `side-${side % 8}` },
      points.some((point) => point.low !== undefined) && points.length > 1
        ? svg("polygon", { class: "error",
          points: [...points.map((point, n) =>
            `${x(n).toFixed(1)},${y(point.high ?? point.value).toFixed(1)}`),
            ...points.map((point, n) =>
              `${x(n).toFixed(1)},${y(point.low ?? point.value).toFixed(1)}`)
              .reverse()].join(" ") }) : null,
      svg("polyline", { class: "curve",
        points: points.map((point, n) => `${x(n).toFixed(1)},${y(point.value).toFixed(1)}`)
        .join(" ") }),
      points.map((point, n) => svg("circle",
        { cx: x(n), cy: y(point.value), r: n === current ? 6 : 3.5, class: "dot" },
        svg("title", {}, `${name}, ${values[n]}: ${said(point.value)}`))))),
    current === null || current >= values.length ? null
      : svg("line", { x1: x(current), x2: x(current), y1: 8, y2: 182, class: "cursor" }));
}

/**
 * Return the share of each side as bars with their intervals.
 * @param {Record<string, {share: number, low?: number, high?: number}>} sides
 * @param {number} draws
 * @param {(share: number) => string} [said] Formats a share.
 */
export function shareBars(sides, draws, said = percent) {
  return h("div", { class: "shares" }, Object.entries(sides).map(([name, side], number) =>
    h("div", { class: `share side-${number % 8}` },
      h("span", { class: "share-name" }, name),
      svg("svg", { viewBox: "0 0 200 22", role: "img",
        "aria-label": `${name} wins ${percent(side.share)}`, preserveAspectRatio: "none" },
        svg("rect", { x: 0, y: 3, width: 200, height: 16, rx: 4, class: "track" }),
        svg("rect", { x: 0, y: 3, width: Math.max(1, 200 * side.share), height: 16, rx: 4,
          class: "amount" }),
        side.low === undefined || side.high === undefined ? null
          : svg("line", { x1: 200 * side.low, x2: 200 * side.high, y1: 11, y2: 11,
            class: "interval" })),
      // as many digits as the interval, so that a share never seems to lie outside it
      h("span", { class: "share-figure" },
        side.low === undefined ? said(side.share) : `${(100 * side.share).toFixed(1)} %`,
        side.low === undefined || side.high === undefined ? ""
          : ` (${(100 * side.low).toFixed(1)} to ${(100 * side.high).toFixed(1)})`))),
    draws ? h("p", { class: "quiet" }, `Draws: ${said(draws)}`) : null);
}
