// A rulebook as it is read: which rules are shown, by chapter, and what of them was searched for.
// Nothing here touches the page.

/** @type {Record<string, {label: string, fits: (rule: Rule) => boolean}>} */
export const SHOWN = {
  all: { label: "All", fits: () => true },
  settled: { label: "Settled questions", fits: (rule) => rule.source === "ruling" },
  house: { label: "House rules", fits: (rule) => rule.option !== undefined },
};

/**
 * The rules of a kind; of those that were searched for, the best first.
 * @param {Rule[]} rules
 * @param {string} kind
 * @param {FoundRules | null} found
 */
export function rulesShown(rules, kind, found) {
  const fitting = rules.filter(SHOWN[kind].fits);
  if (!found) return fitting;
  const places = new Map(found.rules.map((id, place) => [id, place]));
  return fitting.filter((rule) => places.has(rule.id))
    .sort((one, other) => (places.get(one.id) || 0) - (places.get(other.id) || 0));
}

/**
 * Rules by chapter, in the order in which the rulebook first comes to each.
 * @param {Rule[]} rules
 * @returns {[string, Rule[]][]}
 */
export function chaptersOf(rules) {
  /** @type {Map<string, Rule[]>} */
  const found = new Map();
  for (const rule of rules) found.set(rule.section, [...(found.get(rule.section) || []), rule]);
  return [...found];
}

/**
 * A text in parts, each with whether it begins a word with one of the stems.
 * @param {string} text
 * @param {string[]} stems
 * @returns {[string, boolean][]}
 */
export function markedParts(text, stems) {
  if (!stems.length) return [[text, false]];
  const each = stems.map((stem) => stem.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/ /g, "\\p{L}*\\s+"));
  const pattern = new RegExp(`(?<![\\p{L}])((?:${each.join("|")})\\p{L}*)`, "giu");
  return text.split(pattern).map((part, place) => /** @type {[string, boolean]} */ (
    [part, place % 2 === 1])).filter(([part]) => part);
}
