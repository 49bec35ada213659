// The look of fighters, from their emblem, name and sheet.
import { hash } from "../worlds/draw.js";
import { bust } from "./portrait.js";

/** @typedef {import("./studio.js").Look} Look */

/** Emblems of things without a face, which are shown as the emblem itself. */
const THINGS = /^(gate|engine)$/;

/** Peoples by emblem, then by words in a name; the most telling first. */
const PEOPLE_BY_EMBLEM = /** @type {Record<string, string>} */ ({
  mount: "horse",
  beast: "beast",
  flame: "flame",
});
const PEOPLE_BY_NAME = /** @type {[RegExp, string][]} */ ([
  [/horse|steed|pony|mule|camel|\bmare\b/i, "horse"],
  [/elemental|ember|flame|fire\b/i, "flame"],
  [/straw|scarecrow|dummy|puppet/i, "straw"],
  [/skelet|bone|grave|undead|zombie|ghoul|\bdead\b/i, "skeleton"],
  [/goblin|\borc|kobold|\bimp\b|gremlin/i, "goblin"],
  [/ogre|troll|giant|golem|titan|yokozuna/i, "ogre"],
  [/spirit|ghost|wight|sprite|fairy|kappa|tengu|long nose|kamui|demon|\boni\b/i, "spirit"],
  [/wolf|hound|\bdog\b|\bbear\b|boar|cougar|lion|\bcat\b|horror|beast|spider|dragon/i, "beast"],
]);

/** Weapons by words in the names of gear. */
const WEAPONS = /** @type {[RegExp, string][]} */ ([
  [/jar|flask|grenade|bomb|vial/i, "flask"],
  [/musket|arquebus|pistol|rifle|\bgun|cannon/i, "gun"],
  [/bow|arbalest|sling/i, "bow"],
  [/spear|lance|pike|halberd|glaive|trident|javelin|naginata|yari|pole/i, "spear"],
  [/axe|hatchet|cleaver/i, "axe"],
  [/mace|club|hammer|flail|cudgel|maul|morning|chair|kanabo/i, "mace"],
  [/staff|wand|\brod\b|rune|spell|gaze|curse|\bhex/i, "staff"],
  [/dagger|knife|kaiken|tanto|dirk|stiletto/i, "dagger"],
  [/claw|talon|bite|fang|teeth|horn|tail|tentacle/i, "claws"],
  [/sword|sabre|rapier|katana|blade|foil|scimitar|falchion/i, "sword"],
]);
/** Weapons by words in a fighter's name, for sheets that list no gear. */
const WEAPONS_BY_NAME = /** @type {[RegExp, string][]} */ ([
  [/archer|bowman|slinger|hunter/i, "bow"],
  [/gunner|musket|arquebus/i, "gun"],
  [/spearman|pikeman|lancer/i, "spear"],
  [/axeman|woodcutter/i, "axe"],
  [/mage|witch|wizard|priest|shaman/i, "staff"],
  [/assassin|thief|sneak|rogue/i, "dagger"],
]);
const WEAPON_BY_EMBLEM = /** @type {Record<string, string>} */ ({
  bow: "bow",
  spear: "spear",
  axe: "axe",
  mace: "mace",
  caster: "staff",
  dagger: "dagger",
  star: "dagger",
  sword: "sword",
  fist: "unarmed",
  bomb: "flask",
});

const ARMOURS = /** @type {[RegExp, string][]} */ ([
  [/plate|full|cuirass|harness/i, "plate"],
  [/mail|chain|scale|lamellar/i, "mail"],
  [/leather|hide|brigandine|jack|padded|gambeson/i, "leather"],
  [/fur|pelt/i, "fur"],
  [/robe|cloak|gown/i, "robe"],
]);

const HATS = /** @type {[RegExp, string[]][]} */ ([
  [/knight|\bsir\b|captain|guard|paladin|gatekeeper/i, ["helmet"]],
  [
    /soldier|sentry|spearman|pikeman|shield|crossbow|gunner|grenadier|watch/i,
    ["kettle", "coif", "helmet"],
  ],
  [
    /archer|bandit|brigand|rogue|sneak|lookout|assassin|raider|slaver|thief/i,
    ["hood", "none", "coif", "hood"],
  ],
  [/witch|mage|wizard|priest|abbot|monk|shaman|madoushi|komuso/i, ["hood", "straw-hat"]],
]);
const HATS_BY_PEN = /** @type {Record<string, string[]>} */ ({
  brushed: ["band", "straw-hat", "none", "hood", "band", "none"],
  engraved: ["hat", "none", "none", "hat", "coif"],
  pencilled: ["none", "helmet", "hood", "none", "kettle"],
  gilded: ["none", "none", "hood", "coif", "none"],
  painted: ["none", "hood", "none", "helmet", "none"],
});

/** Names that are usually women's: by their endings, and some without such an ending. */
const WOMEN_ENDINGS = /(a|ette|elle|ine|isse|ilde|olde|ith)$/i;
const WOMEN = new Set(
  "maren brynn ilse hanne ines linnet maude berit ursel odile alexis kunoichi candy ode".split(" "),
);
const HAIR = {
  women: ["long", "bob", "braids", "curls", "topknot"],
  men: ["crop", "bald", "crop", "long", "mohawk", "curls", "bob"],
};

/**
 * @param {[RegExp, string][]} list
 * @param {string} words
 */
const found = (list, words) => list.find(([pattern]) => pattern.test(words))?.[1];

/**
 * Pick an item of a list by a text; one text always gives one item.
 * @template T
 * @param {T[]} list
 * @param {string} text
 */
const pick = (list, text) => list[hash(text) % list.length];

/**
 * Return the names of a fighter's gear, in the sheet's order.
 * @param {FighterInfo} fighter
 */
function carriedBy({ sheet }) {
  const weapons = sheet && Array.isArray(sheet.weapons) ? sheet.weapons : [];
  return weapons.map((weapon) => (typeof weapon === "string" ? weapon : weapon.name));
}

/**
 * @param {FighterInfo} fighter
 * @param {string} people
 */
function weaponOf(fighter, people) {
  const carried = carriedBy(fighter);
  const emblem = fighter.emblem || "";
  if (emblem === "bow") return found(WEAPONS, carried.join(" ")) === "gun" ? "gun" : "bow";
  if (WEAPON_BY_EMBLEM[emblem]) {
    const said = WEAPON_BY_EMBLEM[emblem];
    return said === "staff" && found(WEAPONS, carried[0] || "") === "flask" ? "flask" : said;
  }
  for (const name of carried) {
    const known = found(WEAPONS, name);
    if (known) return known;
  }
  const byName = found(WEAPONS_BY_NAME, fighter.name);
  if (byName) return byName;
  return people === "spirit" || people === "beast" ? "claws" : carried.length ? "unarmed" : "sword";
}

/**
 * Return a beast's ears: drooping for a hound, upright for a wolf.
 * @param {string} name
 */
const earsOf = (name) =>
  /hound|dog|bear|boar/i.test(name)
    ? "long"
    : /wolf|cat|cougar|fox|lion/i.test(name)
      ? "crop"
      : "bob";

/**
 * Return the look of a fighter; null for a thing, which is shown by its emblem.
 * @param {FighterInfo} fighter
 * @param {string} pen The world's pen, which decides the clothing.
 * @returns {Look | null}
 */
export function lookOf(fighter, pen) {
  const { name, side } = fighter;
  const emblem = fighter.emblem || "";
  if (THINGS.test(emblem)) return null;
  const people = found(PEOPLE_BY_NAME, name) || PEOPLE_BY_EMBLEM[emblem] || "human";
  const weapon = weaponOf(fighter, people);
  const kind = name.replace(/ ?\d+$/, "");
  const worn = `${fighter.sheet?.armour ?? ""}`;
  const first = kind.split(" ")[0];
  const isWoman = WOMEN_ENDINGS.test(first) || WOMEN.has(first.toLowerCase());
  const usual =
    pen === "brushed"
      ? "kimono"
      : people === "ogre"
        ? "fur"
        : weapon === "staff"
          ? "robe"
          : "cloth";
  const armour = found(ARMOURS, worn) || usual;
  const hats = HATS.find(([pattern]) => pattern.test(name))?.[1] || HATS_BY_PEN[pen] || ["none"];
  return {
    people,
    weapon,
    armour,
    side,
    headgear:
      people === "human"
        ? pick(hats, `hat ${name}`)
        : people === "goblin" || people === "skeleton"
          ? pick(["none", "none", "helmet", "hood"], name)
          : "none",
    hair: people === "beast" ? earsOf(name) : pick(isWoman ? HAIR.women : HAIR.men, `hair ${name}`),
    beard: isWoman || pen === "brushed" ? "none" : undefined,
    shield:
      emblem === "shield" ||
      /shield|heater|buckler/i.test(
        `${fighter.sheet?.shield ?? ""} ${carriedBy(fighter).join(" ")}`,
      ),
    seed: name,
  };
}

/** Hats and hair of goblins, distinguishable at small sizes. */
const GOBLIN_STYLES = [
  ["none", "mohawk"],
  ["hood", "crop"],
  ["none", "topknot"],
  ["helmet", "crop"],
  ["none", "crop"],
  ["band", "crop"],
  ["kettle", "crop"],
  ["none", "bald"],
];

/**
 * Give a goblin another hat or other hair if an earlier one with its weapon has that look.
 * @param {import("./studio.js").Look} look
 * @param {Set<string>} worn The looks of earlier goblins.
 */
function tellApart(look, worn) {
  const tuft = (/** @type {string} */ hair) => (hair === "curls" ? "crop"
    : ["crop", "mohawk", "topknot"].includes(hair) ? hair : "bald");
  const style = (/** @type {string[]} */ [headgear, hair]) =>
    `${look.weapon} ${headgear === "none" ? tuft(hair) : headgear}`;
  const own = [look.headgear, look.hair];
  const [headgear, hair] = [own, ...GOBLIN_STYLES].find((one) => !worn.has(style(one))) || own;
  Object.assign(look, { headgear, hair });
  worn.add(style([headgear, hair]));
}

/**
 * Give each fighter of a fight a look; if two would look alike, the second gets another face.
 * @param {FighterInfo[]} fighters
 * @param {string} pen
 */
export function castFight(fighters, pen) {
  const drawn = new Set();
  /** @type {Set<string>} */
  const worn = new Set();
  for (const fighter of fighters) {
    const look = lookOf(fighter, pen);
    if (look?.people === "goblin") tellApart(look, worn);
    for (let again = 1; look && again < 9 && drawn.has(bust({ ...look, side: 0 })); again += 1) {
      look.seed = `${fighter.name} ${again}`;
      look.hair = pick(HAIR.men, `hair ${look.seed}`);
    }
    if (look) drawn.add(bust({ ...look, side: 0 }));
    fighter.look = look;
  }
}
