// A fighter's face as an SVG image, for a token or next to a name.
import { svg } from "../elements.js";
import { themeOf } from "../worlds/themes.js";
import { lookOf } from "./cast.js";
import { AREA, portraitAddress } from "./portrait.js";

/** The radius of a portrait's disc in its own drawing. */
const DRAWN = 56;

/**
 * Return a fighter's portrait, scaled so that its disc has a radius; null for a thing without a
 * face.
 * @param {FighterInfo} fighter
 * @param {number} radius
 * @param {string} [ruleset]
 */
export function faceOf(fighter, radius, ruleset) {
  const theme = themeOf(ruleset);
  const look = fighter.look === undefined ? lookOf(fighter, theme.pen) : fighter.look;
  if (!look) return null;
  const sides = theme.light.sides;
  const colour = sides[fighter.side % sides.length];
  const scale = radius / DRAWN;
  return svg("image", {
    x: AREA.x * scale,
    y: AREA.y * scale,
    width: AREA.width * scale,
    height: AREA.height * scale,
    href: portraitAddress({ ...look, side: fighter.side, colour, world: theme.pen }),
    class: "portrait",
    "aria-hidden": "true",
  });
}
