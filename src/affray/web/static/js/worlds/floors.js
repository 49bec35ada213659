// The kind of ground of a field or a place, from the words of its scenario or name.

/** @typedef {"boards" | "flags" | "grass" | "sand" | "snow" | "earth" | "fen"} Floor */

const FLOORS = /** @type {[RegExp, Floor][]} */ ([
  [/tavern|\binn\b|\bmill\b|loft|barn|\bdeck\b|ship|\btable\b|bench|shelf|attic|rafter/i, "boards"],
  [/frozen|snow|\bice\b|winter|glacier/i, "snow"],
  [/\bfen\b|marsh|swamp|bog\b|mire/i, "fen"],
  [/sand|arena|beach|desert|\bring\b|tourney|lists\b/i, "sand"],
  [/meadow|field|grove|wood|forest|rice|glade|orchard|hill|garden|moor|heath/i, "grass"],
  [/tower|temple|castle|fort\b|cellar|dungeon|crypt|court|yard|monastery|hall|street/i, "flags"],
  [/duel|lesson|sword|guard|weapon/i, "flags"],
  [/camp|road|lane|track|bridge|ditch|cave|quarry/i, "earth"],
]);

/**
 * Return whether a scenario takes place in a tavern or the like.
 * @param {{title?: string, about?: string, name?: string}} scene
 */
export const isTavern = ({ title = "", name = "", about = "" }) =>
  /tavern|\binn\b|taproom|alehouse/i.test(`${title} ${name.replaceAll("-", " ")} ${about}`);

/**
 * Return a scenario's kind of floor, from its title or otherwise its description.
 * @param {{title?: string, about?: string, name?: string}} scene
 * @returns {Floor}
 */
export function floorOf({ title = "", name = "", about = "" }) {
  for (const words of [`${title} ${name.replaceAll("-", " ")}`, about]) {
    const found = FLOORS.find(([pattern]) => pattern.test(words));
    if (found) return found[1];
  }
  return "grass";
}

/**
 * Return the kind of cells that are impassable and have no terrain: water at a bridge, trees in a
 * wood, otherwise stone.
 * @param {{title?: string, about?: string}} scene
 * @returns {"water" | "wood" | "block"}
 */
export function solidOf({ title = "", about = "" }) {
  const words = `${title} ${about}`;
  if (/boulder|rock|stone/i.test(about)) return "block";
  if (/bridge|river|\bfen\b|lake|pond|moat/i.test(words)) return "water";
  if (/forest|\bwood\b|trees/i.test(words)) return "wood";
  return "block";
}

const SCENES = /** @type {[RegExp, string][]} */ ([
  [/arch|\bgate|portal|door/i, "arch"],
  [/causeway|bridge|pier|dock/i, "causeway"],
  [/rubble|ruin|collapsed|scree|quarry|rock|stone|barrow|cairn/i, "rubble"],
  [/battlement|wall|palisade|rampart|platform/i, "walls"],
  [/tower|fort|castle|keep|lookout|postern/i, "tower"],
  [/stair|ladder|step/i, "stair"],
  [/hearth|fire|forge/i, "hearth"],
  [/cave|crypt|tunnel|mine/i, "cave"],
  [/pond|ford|river|water|lake|sea|well|stream|bank|ditch/i, "water"],
  [/wood|forest|thicket|grove|orchard|tree|copse|bamboo/i, "wood"],
  [/tent|camp|wagon|cart/i, "camp"],
  [/loft|table|bench|shelf|mill|barn|house|\binn\b|tavern|floor|hall/i, "boards"],
  [/sand|ring|arena|beach/i, "sand"],
  [/hill|meadow|field|glade|moor|heath/i, "meadow"],
  [/yard|court|square|street|road|lane|market|path|track/i, "yard"],
]);

/**
 * Return the kind of a place, from its name; a meadow by default.
 * @param {string} name
 */
export const sceneOf = (name) => SCENES.find(([pattern]) => pattern.test(name))?.[1] || "meadow";
