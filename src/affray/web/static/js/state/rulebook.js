// A rulebook as it is read: which rules are shown, by chapter, and what of them was searched for.
// Nothing here touches the page.

/** @type {Record<string, {label: string, fits: (rule: Rule) => boolean}>} */
export const SHOWN = {
  all: { label: "All", fits: () => true },
  settled: { label: "Settled questions", fits: (rule) => rule.source === "ruling" },
  house: { label: "House rules", fits: (rule) => rule.option !== undefined },
};

/**
 * A rule's name in words, from its id: "zones.thrown" is "Thrown".
 * @param {string} id
 */
export function ruleTitle(id) {
  const name = id.slice(id.indexOf(".") + 1).replaceAll(/[-_.]/g, " ");
  return name.charAt(0).toUpperCase() + name.slice(1);
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
 * A text in parts, each with whether it is one of the words.
 * @param {string} text
 * @param {string[]} words
 * @returns {[string, boolean][]}
 */
export function markedParts(text, words) {
  if (!words.length) return [[text, false]];
  const pattern =
    new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`,
      "gi");
  return text.split(pattern).filter(Boolean)
    .map((part) => [part, words.includes(part.toLowerCase())]);
}
