// The rules that the rulebook's page shows: by kind, by chapter, by search. Nothing here touches
// the page.

/** @type {Record<string, {label: string, fits: (rule: Rule) => boolean}>} */
export const SHOWN = {
  all: { label: "All", fits: () => true },
  settled: { label: "Settled questions", fits: (rule) => rule.source === "ruling" },
  house: { label: "House rules", fits: (rule) => rule.option !== undefined },
};

/**
 * Return the rules of a kind; search results come best first.
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
 * Group rules by chapter, in the rulebook's order.
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
 * Split a text into parts, each with whether it begins a word that matches a search stem.
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
