// The emblem of a fighter's token: chosen by what the fighter is, otherwise by its gear.

/** The emblem that a ruleset sends when it describes no fighters. */
const UNSAID = "blade";

/** Emblems by a pattern in the fighter's name, the most telling first; then by weapon. */
const BY_NAME = /** @type {[RegExp, string][]} */ ([
  [/horse|mount|steed|pony|camel/i, "mount"],
  [/\b(gate|door|wall|barricade|cart)\b/i, "gate"],
  [/elemental|ember|flame|fire/i, "flame"],
  [/wolf|bear|boar|hound|horror|spider|serpent|dragon|beast|troll|ogre|kappa|akkorokamui|tengu/i,
    "beast"],
  [/archer|bowman|slinger|shooter/i, "bow"],
  [/spearman|lancer|pikeman/i, "spear"],
  [/mage|witch|wizard|sorcer|priest|shaman|madoushi|onmyoji/i, "caster"],
]);

const BY_WEAPON = /** @type {[RegExp, string][]} */ ([
  [/rune|spell|wand|magic|curse|water|fire|air|earth/i, "caster"],
  [/claw|talon|bite|fang|teeth|horn|tusk|hoof|hooves|tail|tentacle/i, "beast"],
  [/grenade|bomb/i, "bomb"],
  [/bow|sling|gun|musket|pistol|rifle/i, "bow"],
  [/lance|spear|pike|polearm|halberd|glaive|trident|javelin|naginata|yari/i, "spear"],
  [/axe|hatchet|cleav/i, "axe"],
  [/mace|club|hammer|blunt|flail|staff|cudgel/i, "mace"],
  [/sword|sabre|rapier|katana|blade|foil|scimitar/i, "blade"],
  [/dagger|knife|kaiken|tanto|dirk/i, "dagger"],
  [/shuriken|throw|dart/i, "star"],
  [/shield/i, "shield"],
]);

/**
 * Return the names of a fighter's gear, as its sheet lists them.
 * @param {FighterInfo} fighter
 */
function carriedBy({ sheet }) {
  const weapons = sheet && Array.isArray(sheet.weapons) ? sheet.weapons : [];
  return weapons.map((weapon) => (typeof weapon === "string" ? weapon : weapon.name)).join(" ");
}

/**
 * @param {FighterInfo} fighter
 * @returns {string}
 */
export function emblemOf(fighter) {
  if (fighter.emblem && fighter.emblem !== UNSAID) return fighter.emblem;
  for (const [pattern, emblem] of BY_NAME) if (pattern.test(fighter.name)) return emblem;
  const carried = carriedBy(fighter);
  for (const [pattern, emblem] of BY_WEAPON) if (pattern.test(carried)) return emblem;
  return fighter.emblem || (carried ? "fist" : "person");
}
