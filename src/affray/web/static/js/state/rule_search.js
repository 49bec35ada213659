// Finds rules by players' words: as they are written, else by their stems and by words for the
// same thing. Nothing here touches the page.

/** Words that say nothing of a rule. */
const EMPTY = new Set(("a an and are be can do does for get how i if in is it me my of on or so "
  + "that the then there to what when where who with you your").split(" "));

/**
 * Players' words, and words that rulebooks have for the same thing. Each line goes both ways only
 * where it says so: the first words are what is searched for.
 * @type {[string, string][]}
 */
const SAME = [
  ["run away, flee, escape, retreat, withdraw, leave the fight, disengage",
    "flee, escape, retreat, withdraw, leave, exit, way out, disengage, break off"],
  ["two weapons, dual wield, dual wielding, off hand, offhand, second weapon",
    "two weapons, two-weapon, both hands, off hand, off-hand, other hand, second weapon"],
  ["knocked out, knock out, unconscious, ko, down, zero hit points, out of the fight",
    "unconscious, down, collapse, out of the fight, out of action, 0 hp, no health, defeated"],
  ["initiative, who goes first, turn order, go first, order of play",
    "initiative, turn order, order, acts first, goes first, momentum, takes turns, next to act"],
  ["heal, healing, cure, medicine, first aid, recover, regain",
    "heal, recover, poultice, restore, first aid, regain, rest, stabilise, bandage"],
  ["die, death, dead, kill, killed, dying", "die, death, dead, dies, killed, slain, last breath"],
  ["dodge, evade, avoid", "dodge, evade, defend, defence, fray, parry, block"],
  ["opportunity attack, attack of opportunity, free attack, parting blow",
    "opportunity, free attack, parting, leaves its reach, moves away, walks away"],
  ["hide, stealth, sneak, invisible", "hide, hidden, stealth, unseen, concealed, out of sight"],
  ["surprise, ambush", "surprise, ambush, unaware, hidden"],
  ["grab, grapple, wrestle, hold", "grapple, wrestle, hold, held, grip, pin"],
  ["push, shove, knock back, knock down, trip", "push, shove, knock, prone, trip, throw down, move 1"],
  ["horse, mount, ride, rider, cavalry", "mount, horse, ride, rider, saddle"],
  ["shoot, bow, archery, missile, ranged, gun", "shoot, ranged, missile, bow, shot, distance, range"],
  ["magic, spell, cast, wizard", "spell, magic, cast, hex, charm"],
  ["crit, critical, critical hit, natural 20",
    "critical, exceptional, explode, double, doubles, highest, maximum"],
  ["fumble, critical failure, botch", "fumble, critical failure, exceptional failure, botch, worst"],
  ["damage, hit points, hp, wound, hurt", "damage, harm, hit points, wound, injured, health, hearts, hp"],
  ["armor, armour, protection", "armour, armor, protection, mail, soak"],
  ["shield", "shield, block, parry"],
  ["flank, backstab, behind, rear", "behind, rear, flank, facing, surrounded, outnumber"],
  ["prone, fall, fall down, stand up", "prone, fall, lying, stand up, rise"],
  ["wait, delay, hold action, ready, overwatch", "wait, delay, ready, readied, hold, later"],
  ["move, walk, speed, movement, step", "move, walk, step, rate, movement, zone"],
  ["aim, aimed shot, called shot", "aim, called, take aim"],
  ["reroll, luck, fate point, spend luck", "roll again, rolled again, luck, boon, stamina, mastery, reroll"],
  ["stun, stunned, daze", "stun, stunned, daze, dazed"],
  ["help, assist, teamwork, aid", "help, assist, aid, support, together"],
  ["protect, guard, bodyguard, intercept, step in", "interpose, protect, guard, step in, instead"],
  ["outnumbered, gang up", "outnumber, several enemies, more than one, surrounded, assist"],
  ["draw, switch weapon, change weapon, pick up", "draw, take up, pick up, drop, stow, ready a weapon"],
  ["reload, load", "reload, load, loaded"],
  ["cover", "cover, behind, obstacle"],
  ["dark, darkness, light, night", "dark, light, obscured, torch"],
  ["morale, rout, panic", "morale, flee, rout, fear, break"],
  ["charge", "charge, run, full rate"],
  ["size, giant, large, reach", "reach, size, large, giant"],
  ["win, victory, end of the fight", "win, won, end, over, last, victory"],
];

const SYNONYMS = SAME.flatMap(([asked, said]) => {
  const alike = said.split(", ");
  return asked.split(", ").map((phrase) => ({ phrase, alike }));
}).sort((one, other) => other.phrase.length - one.phrase.length);

/**
 * The stem of a word: "attacking", "attacked" and "attacks" are one.
 * @param {string} word
 */
export function stemOf(word) {
  const bare = word.replace(/'s$/, "").replace(/ies$/, "y")
    .replace(/(ings?|ers?|ed|es|ly|s)$/, (end) => (word.length - end.length >= 3 ? "" : end));
  return bare.replace(/([^aeiouls])\1$/, "$1").replace(/(.{3,})e$/, "$1");
}

/**
 * Whether a text has words that begin with the stems of a phrase, one after the other.
 * @param {string} text In small letters.
 * @param {string} phrase
 */
function hasPhrase(text, phrase) {
  const stems = phrase.split(/\s+/).map((word) =>
    stemOf(word).replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<![a-z0-9])${stems.join("[a-z]*[\\s-]+")}`).test(text);
}

/**
 * What is searched for: of each list of phrases a rule has one at least.
 * @param {string} text
 * @returns {string[][]}
 */
export function meantBy(text) {
  let left = ` ${text.toLowerCase().replaceAll(/[?!.,;:“”"]/g, " ").replaceAll(/\s+/g, " ")} `;
  const found = [];
  for (const { phrase, alike } of SYNONYMS) {
    if (!left.includes(` ${phrase} `)) continue;
    found.push([phrase, ...alike]);
    left = left.replace(` ${phrase} `, " ");
  }
  const words = left.split(" ").filter((word) => word && !EMPTY.has(word));
  return [...found, ...words.map((word) => {
    const known = SYNONYMS.find(({ phrase }) => stemOf(phrase) === stemOf(word));
    return known ? [word, ...known.alike] : [word];
  })];
}

/** @param {Rule} rule */
const textOf = (rule) =>
  `${rule.id} ${rule.text} ${rule.section} ${rule.option?.name || ""}`.toLowerCase();

/**
 * The rules that have every word as it is written; where none has, those that mean it.
 * @param {Rule[]} rules
 * @param {string} text
 * @returns {{found: Rule[], marks: string[], isMeant: boolean}} `marks` are the words to mark.
 */
export function searchRules(rules, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const exact = rules.filter((rule) => words.every((word) => textOf(rule).includes(word)));
  if (!words.length || exact.length) return { found: exact, marks: words, isMeant: false };
  const meant = meantBy(text);
  if (!meant.length) return { found: [], marks: words, isMeant: false };
  const fits = (/** @type {string[][]} */ wanted) => rules.filter((rule) => {
    const all = textOf(rule);
    return wanted.every((phrases) => phrases.some((phrase) => hasPhrase(all, phrase)));
  });
  const known = meant.filter((phrases) => phrases.length > 1);
  const whole = fits(meant);
  const found = whole.length || !known.length ? whole : fits(known);
  const isThere = (/** @type {string} */ phrase) =>
    found.some((rule) => hasPhrase(textOf(rule), phrase));
  const marks = meant.flat().filter(isThere)
    .map((phrase) => phrase.split(" ").map(stemOf).join(" "));
  return { found, marks, isMeant: true };
}
