// Portraits composed of parts. The drawing's centre is 0,0 and the disc's radius 56. Heads and
// weapons may cross the upper rim, because at 36 px people recognize the silhouette.
import { group, n, path } from "../worlds/draw.js";
import { svgAddress } from "../worlds/layer.js";
import { beastHead, horseHead } from "./beasts.js";
import { torso } from "./body.js";
import { skeletonHead, spiritHead, strawHead } from "./others.js";
import { goblinHead, humanHead, ogreHead } from "./people.js";
import { inkDefs, studioOf } from "./studio.js";
import { armed, shieldArm } from "./weapons.js";

/** @typedef {import("./studio.js").Look} Look */

const HEADS = /** @type {Record<string, (s: import("./studio.js").Studio) => string[]>} */ ({
  human: humanHead,
  goblin: goblinHead,
  ogre: ogreHead,
  beast: beastHead,
  horse: horseHead,
  straw: strawHead,
  spirit: spiritHead,
  flame: spiritHead,
  skeleton: skeletonHead,
});

/** Half the width of the shoulders, their top, the head's offset downwards, and its size. */
const BUILD = /** @type {Record<string, [number, number, number, number]>} */ ({
  human: [40, 22, 0, 1],
  goblin: [34, 28, 6, 0.95],
  ogre: [54, 20, -2, 1.02],
  straw: [38, 26, 2, 1],
  skeleton: [38, 24, 0, 1],
});

/** The visible part of the drawing: unbounded above the centre, round below it. */
const CUT = "M-80 -110H80V0H56A56 56 0 0 1 -56 0H-80Z";
export const AREA = { x: -72, y: -84, width: 144, height: 144 };

/**
 * Draw a portrait except for its disc. Side 1 is mirrored, so that two sides face each other.
 * @param {Look} look
 */
export function bust(look) {
  const s = studioOf(look);
  const [back, face, hat] = (HEADS[s.people] || humanHead)(s);
  const build = BUILD[s.people];
  const [broad, top, low, size] = build || [40, 22, 0, 1];
  const body = build ? torso(s, broad, top) : "";
  const turn = n(s.next.between(-4, 4));
  const head = (/** @type {string} */ inside) =>
    group({ transform: `translate(-5 ${low}) rotate(${turn}) scale(${size * 1.06})` }, inside);
  const mirrored = look.side % 2 ? "scale(-1 1)" : undefined;
  return group(
    { transform: mirrored },
    back && head(back),
    body,
    head(face + hat),
    armed(s),
    look.shield ? shieldArm(s) : "",
  );
}

/** Portraits by their look. @type {Map<string, string>} */
const made = new Map();

/**
 * Return the address of a portrait's picture.
 * @param {Look} look
 */
export function portraitAddress(look) {
  const name = JSON.stringify(look);
  let found = made.get(name);
  if (!found) {
    const cut = `<clipPath id="cut">${path(CUT)}</clipPath>`;
    found = svgAddress(
      `${inkDefs(look.world)}${cut}${group({ "clip-path": "url(#cut)" }, bust(look))}`,
      AREA,
    );
    made.set(name, found);
  }
  return found;
}
