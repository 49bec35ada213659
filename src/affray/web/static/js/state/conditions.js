// A fighter's conditions, parsed: name, count and sign.

/**
 * @typedef {object} Condition
 * @property {string} name
 * @property {number} count 1 if the rules give no count.
 * @property {string} text The condition's text as the rules write it.
 * @property {string} sign The sign it is shown with.
 */

const RESOURCE = /^-?\d+ (AP|actions?|Actions?|Stamina|Boons?)$/;

const SIGNS = /** @type {[RegExp, string][]} */ ([
  [/wound|bloodied|bleed|injur|scar/i, "drop"],
  [/dying|collapsed|poison|cursed/i, "skull"],
  [/stun|daz|defenseless|exhaust|fatigu/i, "star"],
  [/hidden|stealth|unseen/i, "hidden"],
  [/prone|flat/i, "down"],
  [/burn|fire/i, "flame"],
  [/grappl|tether|held|grabbed|pinned|restrain|root|caught/i, "chain"],
  [/block|defen[cs]e|brac|guard|cover/i, "shield"],
  [/mounted|riding/i, "horseshoe"],
  [/slow|chill|frozen/i, "slow"],
  [/blind|unaware/i, "blind"],
  [/fear|fright|feint/i, "alarm"],
  [/reacted|used/i, "spent"],
]);

/**
 * @param {string} text
 * @returns {Condition}
 */
function conditionOf(text) {
  const counted = /^(\d+) (.+?)s?$/.exec(text);
  const name = (counted ? counted[2] : text).split(",")[0].trim();
  const sign = SIGNS.find(([pattern]) => pattern.test(name))?.[1] || "";
  return { name, count: counted ? Number(counted[1]) : 1, text, sign };
}

/**
 * Return a fighter's conditions, without the resources among them.
 * @param {FighterState} state
 * @returns {Condition[]}
 */
export const conditionsOf = (state) =>
  state.conditions.filter((text) => !RESOURCE.test(text)).map(conditionOf);

/**
 * Return a fighter's resources, which the rules list among the conditions.
 * @param {FighterState} state
 */
export const resourcesOf = (state) =>
  state.conditions.filter((text) => RESOURCE.test(text)).join(", ");

/**
 * Return the rules about a condition: those named after it, otherwise those whose text contains the
 * word.
 * @param {string} name
 * @param {RulesById} rules
 * @returns {Rule[]}
 */
export function rulesAbout(name, rules) {
  const stem = name.toLowerCase().replace(/(ed|s)$/, "");
  const all = [...rules.values()];
  const named = all.filter((rule) =>
    rule.id.toLowerCase().split(/[.-]/).some((part) => part.startsWith(stem)));
  if (named.length) return named.slice(0, 2);
  return all.filter((rule) => new RegExp(`\\b${stem.replace(/[^a-z]/g, ".")}`, "i").test(rule.text))
    .slice(0, 2);
}
