// Small things that lie about: stones, tufts, trees, waves. Each is a path's data, so that many are one element.

/**
 * Numbers between 0 and 1 that are always the same for a seed.
 * @param {number} seed
 */
export function steadyNumbers(seed) {
  let state = (seed * 2654435761 + 40503) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {number} value */
const short = (value) => Math.round(value * 10) / 10;

/**
 * A stone with five corners.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {() => number} next
 */
export function stone(x, y, size, next) {
  const corners = Array.from({ length: 5 }, (_, corner) => {
    const turn = (2 * Math.PI * (corner + 0.4 * next())) / 5;
    const far = size * (0.75 + 0.35 * next());
    return `${short(x + far * Math.cos(turn))} ${short(y + 0.75 * far * Math.sin(turn))}`;
  });
  return `M${corners.join("L")}Z`;
}

/**
 * Three blades of grass.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function tuft(x, y, size) {
  return `M${short(x - size)} ${short(y)}q${short(0.2 * size)} ${short(-size)} ${short(-0.2 * size)} ${short(-1.3 * size)}M${short(x)} ${short(y)}v${short(-1.7 * size)}M${short(x + size)} ${short(y)}q${short(-0.2 * size)} ${short(-size)} ${short(0.2 * size)} ${short(-1.3 * size)}`;
}

/**
 * A tree's crown, seen from above.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function crown(x, y, size) {
  const bumps = Array.from({ length: 6 }, (_, bump) => {
    const turn = (Math.PI / 3) * (bump + 1);
    return `A${short(0.56 * size)} ${short(0.56 * size)} 0 0 1 ${short(x + size * Math.cos(turn))} ${short(y + size * Math.sin(turn))}`;
  });
  return `M${short(x + size)} ${short(y)}${bumps.join("")}Z`;
}

/**
 * A stalk of bamboo with its leaves.
 * @param {number} x
 * @param {number} y
 * @param {number} tall
 */
export function stalk(x, y, tall) {
  return `M${short(x)} ${short(y)}v${short(-tall)}M${short(x)} ${short(y - 0.45 * tall)}l4-3.500M${short(x)} ${short(y - 0.75 * tall)}l-4-3.500`;
}

/**
 * A small wave.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function wave(x, y, size) {
  return `M${short(x - size)} ${short(y)}q${short(size / 2)} ${short(-size / 2)} ${short(size)} 0t${short(size)} 0`;
}

/**
 * A row of bricks.
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 */
export function bricks(x, y, wide) {
  return `M${short(x)} ${short(y)}h${short(wide)}M${short(x)} ${short(y + 6)}h${short(wide)}M${short(x + wide * 0.3)} ${short(y)}v6M${short(x + wide * 0.7)} ${short(y)}v6M${short(x + wide * 0.5)} ${short(y + 6)}v6M${short(x)} ${short(y + 12)}h${short(wide)}`;
}

/**
 * A wall with its battlements.
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 */
export function battlement(x, y, wide) {
  const teeth = Math.max(2, Math.round(wide / 14));
  const step = wide / teeth;
  return `M${short(x)} ${short(y)}v-9${Array.from({ length: teeth }, () => `h${short(step * 0.55)}v4h${short(step * 0.45)}v-4`).join("")}v9Z`;
}

/**
 * A house's roof.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function roof(x, y, size) {
  return `M${short(x - size)} ${short(y)}l${short(size)} ${short(-0.7 * size)}l${short(size)} ${short(0.7 * size)}v${short(0.6 * size)}h${short(-2 * size)}Z`;
}

/** What lies about at a place, by the words in its name. */
const BY_NAME = /** @type {[RegExp, string][]} */ ([
  [/rubble|ruin|collapsed|rock|quarry|scree|cliff/i, "stones"],
  [/water|pond|river|stream|ford|sea|lake|well|bridge|dock/i, "water"],
  [/wood|forest|tree|orchard|thicket|grove|bamboo|copse|hedge/i, "trees"],
  [/wall|gate|tower|fort|castle|keep|battlement|postern|archway|platform|ledge|roof/i, "walls"],
  [/loft|ladder|rafter|attic|cellar|barn|mill|house|inn|tavern|hall|camp|tent|hut|village|chapel|monastery/i, "houses"],
  [/yard|court|square|street|road|lane|causeway|market|floor|ring|arena/i, "paving"],
  [/sand|beach|desert|dune/i, "sand"],
]);

/**
 * What kind of scenery a place's name calls for; grass where it says nothing.
 * @param {string} name
 */
export const sceneryOf = (name) => BY_NAME.find(([pattern]) => pattern.test(name))?.[1] || "grass";

/**
 * One thing of a kind of scenery: the class it is drawn with and its path.
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 * @param {() => number} next
 * @returns {[string, string]}
 */
export function sceneryThing(kind, x, y, next) {
  if (kind === "stones") return ["stone", stone(x, y, 4 + 5 * next(), next)];
  if (kind === "water") return ["wave", wave(x, y, 7 + 4 * next())];
  if (kind === "trees") return ["crown", crown(x, y, 6 + 4 * next())];
  if (kind === "walls") return ["brick", next() < 0.5 ? battlement(x - 14, y, 28) : bricks(x - 10, y - 6, 20)];
  if (kind === "houses") return ["house", roof(x, y, 7 + 3 * next())];
  if (kind === "paving") return ["paving", `M${short(x - 7)} ${short(y - 4)}h14v8h-14z`];
  if (kind === "sand") return ["wave", wave(x, y, 5)];
  return ["tuft", tuft(x, y, 2.4 + 1.6 * next())];
}
