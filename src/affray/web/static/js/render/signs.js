// The small signs of conditions, drawn around the origin.
import { svg } from "../elements.js";

/** The strokes and fills of each sign, in a circle of radius 5. */
const DRAWINGS = /** @type {Record<string, {line?: string, fill?: string}>} */ ({
  drop: { fill: "M0-4.500C2-1.500 3.200 0 3.200 1.600a3.200 3.200 0 0 1-6.400 0C-3.200 0-2-1.500 0-4.500z" },
  skull: { fill: "M-3.600-.6a3.600 3.600 0 1 1 7.200 0c0 1.400-.7 2.100-1.500 2.600V4h-4.200V2c-.8-.5-1.500-1.200-1.500-2.600zM-1.800-1.500a1 1 0 1 0 .01 0zM1.800-1.500a1 1 0 1 0 .01 0z" },
  star: { fill: "M0-4.600l1.300 3.100 3.300.2-2.600 2.100 1 3.300L0 2.300l-3 1.800 1-3.300-2.600-2.100 3.300-.2z" },
  hidden: { line: "M-4.400 0c2-3.200 6.800-3.200 8.800 0-2 3.200-6.800 3.200-8.800 0zM-3.800 3.800l7.600-7.600" },
  down: { line: "M0-4.200v7M-3.200.2L0 3.600 3.200.2" },
  flame: { fill: "M.3-4.700C.8-2 3.300-1.200 3.300 1.400A3.300 3.300 0 0 1-3.300 1.400c0-1.500.9-2.300 1.400-3 .1 1.200.5 1.700 1.200 1.900C0-1.200-.7-2.600.3-4.700z" },
  chain: { line: "M-4.300 0a2.200 2.200 0 1 0 4.400 0a2.200 2.200 0 1 0-4.400 0M-.1 0a2.200 2.200 0 1 0 4.400 0a2.200 2.200 0 1 0-4.400 0" },
  shield: { line: "M0-4.200l3.600 1.300v2.400c0 2.500-1.600 3.900-3.600 4.700-2-.8-3.600-2.200-3.600-4.700v-2.400z" },
  horseshoe: { line: "M-2.800 3.800c-2.200-5.600-.2-7.800 2.800-7.800s5 2.200 2.800 7.800" },
  slow: { line: "M-3-4h6M-3 4h6M-2.400-4c0 3.200 4.800 4.800 4.800 8M2.400-4c0 3.200-4.800 4.800-4.800 8" },
  blind: { line: "M-4.200-1c2 3 6.400 3 8.400 0M-3 1.300l-1 1.600M0 2v2M3 1.300l1 1.600" },
  alarm: { fill: "M-1-4.500h2l-.5 5.200h-1zM0 1.900a1.100 1.100 0 1 0 .01 0z" },
  spent: { line: "M-3.400.4l2.400 2.600 4.400-5.600" },
});

/**
 * Return a condition's sign, or the first letter of its name if it has no drawing.
 * @param {import("../state/conditions.js").Condition} condition
 */
export function signOf(condition) {
  const drawing = DRAWINGS[condition.sign];
  return svg("g", { class: `sign sign-${condition.sign || "letter"}` },
    svg("title", {}, condition.text),
    svg("circle", { r: 6.6, class: "sign-disc" }),
    drawing ? [drawing.fill ? svg("path",
      { d: drawing.fill, class: "sign-fill", "fill-rule": "evenodd" }) : null,
      drawing.line ? svg("path", { d: drawing.line, class: "sign-line" }) : null]
      : svg("text", { class: "sign-letter", y: 3 }, condition.name.charAt(0).toUpperCase()),
    condition.count > 1 ? svg("text", { class: "sign-count", x: 5, y: 7.500 }, condition.count)
    : null);
}
