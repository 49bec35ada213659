// Held items, drawn upright with the hand at 0,0 and the point upwards.
import { group, n } from "../worlds/draw.js";

/** @typedef {import("./studio.js").Studio} Studio */

/** @type {Record<string, (s: Studio) => string>} */
const WEAPON_ART = {
  flask: (s) =>
    s.fill("M-4 -34H4V-26C14 -22 16 -6 10 2H-10C-16 -6 -14 -22 -4 -26Z", s.bone) +
    s.flat(
      "M-11 -10C-4 -14 4 -6 12 -11C12 -4 10 0 9 1H-9C-11 -2 -12 -6 -11 -10Z",
      s.ink.map("#e0742c"),
    ) +
    s.fill("M-5 -40H5V-34H-5Z", s.wood) +
    s.line("M0 -40Q6 -48 2 -54", 2) +
    s.fill("M2 -66C8 -60 8 -52 2 -52C-4 -52 -3 -60 2 -66Z", s.ink.map("#f2b23a"), 1.4),
  sword: (s) =>
    s.fill("M-4.500 -8L-5 -66L0 -80L5 -66L4.500 -8Z", s.steel) +
    s.shade("M0 -8V-78L5 -66L4.500 -8Z") +
    s.line("M0 -12V-62", 1.2) +
    s.fill("M-17 -11Q0 -5 17 -11L17 -5Q0 1 -17 -5Z", s.gold) +
    s.fill("M-3 -3H3V16H-3Z", s.wood) +
    s.fill("M0 14a5 5 0 1 0 .01 0Z", s.gold),
  dagger: (s) =>
    s.fill("M-5 -8L-5 -34L0 -46L5 -34L5 -8Z", s.steel) +
    s.shade("M0 -8V-45L5 -34V-8Z") +
    s.fill("M-11 -10H11V-5H-11Z", s.gold) +
    s.fill("M-3 -4H3V12H-3Z", s.wood),
  axe: (s) =>
    s.fill("M-3 -66H3V30H-3Z", s.wood) +
    s.fill("M2 -66C8 -74 16 -72 20 -77C26 -60 25 -44 19 -32C14 -40 9 -42 2 -40Z", s.steel) +
    s.shade("M15 -73L20 -77C26 -60 25 -44 19 -32L15 -38C19 -50 19 -62 15 -73Z") +
    s.fill(
      "M-2 -66C-8 -74 -14 -72 -18 -76C-23 -60 -22 -46 -17 -34C-12 -40 -8 -42 -2 -40Z",
      s.steel,
    ),
  spear: (s) =>
    s.fill("M-2.600 -56H2.600V44H-2.600Z", s.wood) +
    s.fill("M0 -88L8 -68L3 -54H-3L-8 -68Z", s.steel) +
    s.shade("M0 -88L8 -68L3 -54H0Z") +
    s.fill("M-5 -56H5V-50H-5Z", s.sideColour),
  bow: (s) =>
    s.line("M-6 -66L-6 46", 1.3) +
    s.line("M-6 -67C26 -52 24 32 -6 47", 6.4) +
    s.line("M-6 -67C26 -52 24 32 -6 47", 3.6, s.wood) +
    s.line("M-26 -9H26", 2.2) +
    s.fill("M22 -15L36 -9L22 -3Z", s.steel, 1.5) +
    s.fill("M-26 -14L-18 -9L-26 -4L-32 -4L-27 -9L-32 -14Z", s.bone, 1.2),
  mace: (s) =>
    s.fill("M-3 -44H3V26H-3Z", s.wood) +
    [0, 60, 120, 180, 240, 300]
      .map((t) =>
        group(
          { transform: `translate(0 -54) rotate(${t})` },
          s.fill("M-5 -10L0 -22L5 -10Z", s.steel),
        ),
      )
      .join("") +
    s.fill("M0 -69a15 15 0 1 0 .01 0Z", s.steel) +
    s.shade("M4 -68a15 15 0 0 1 -2 29a20 20 0 0 0 2 -29Z") +
    s.fill("M-5 -40H5V-34H-5Z", s.gold),
  staff: (s) =>
    s.line("M-1 44C2 10 -4 -20 0 -44C2 -60 16 -62 16 -52C16 -46 10 -44 8 -48", 8) +
    s.line("M-1 44C2 10 -4 -20 0 -44C2 -60 16 -62 16 -52C16 -46 10 -44 8 -48", 4.4, s.wood) +
    s.fill("M2 -72L9 -62L2 -52L-5 -62Z", s.sideColour) +
    s.shine("M-1 -63L2 -68", 2),
  gun: (s) =>
    s.fill("M-4 -74H4V-14H-4Z", s.steel) +
    s.shade("M0 -74H4V-14H0Z") +
    s.fill("M-6 -76H6V-70H-6Z", s.steel) +
    s.fill("M-7 -40H4V-8C4 8 -2 18 -10 32L-20 26C-12 14 -8 4 -7 -8Z", s.wood) +
    s.fill("M5 -22L13 -30L16 -24L8 -14Z", s.gold) +
    s.fill("M-8 -54H5V-49H-8Z", s.gold, 1.4),
  claws: (s) =>
    s.fill("M-12 -2C-16 -14 -8 -20 0 -18C10 -20 16 -12 12 0C10 10 -10 10 -12 -2Z", s.skin) +
    [-11, -4, 4, 11]
      .map((x, i) =>
        s.fill(
          `M${x - 3.5} -14C${x - 5} -26 ${x - 1} -36 ${x + 4 - i} -42C${x + 5} ` +
            `-32 ${x + 6} -24 ${x + 3.5} -13Z`,
          s.bone,
        ),
      )
      .join(""),
  unarmed: (s) =>
    s.fill("M-8 34L-9 4H11L12 34Z", s.cloth) +
    s.fill(
      "M-13 -10C-13 -20 -6 -24 2 -23C10 -23 15 -18 15 -9C15 0 12 7 2 7C-8 7 -13 0 -13 -10Z",
      s.skin,
    ) +
    s.line("M-6 -21V-9M1 -22V-9M8 -21V-10", 1.6) +
    s.line("M-12 -6Q0 -1 6 -8", 1.6) +
    s.shade("M10 -22C16 -18 16 0 6 6C10 -2 12 -12 10 -22Z"),
};

/**
 * Draw the weapon in its place, and the hand around it.
 * @param {Studio} s
 */
export function armed(s) {
  const art = WEAPON_ART[s.weapon];
  if (!art || ["horse", "beast"].includes(s.people)) return "";
  const lean = s.next.between(5, 13);
  const bare = ["claws", "unarmed"].includes(s.weapon);
  const hand = bare
    ? ""
    : s.fill(
        "M-9 -6C-9 -12 9 -12 10 -5C11 3 8 9 0 9C-7 9 -9 3 -9 -6Z",
        s.people === "spirit"
          ? s.skin
          : s.people === "straw"
            ? s.skin
            : s.armour === "plate"
              ? s.steel
              : s.skin,
      ) + s.line("M-8 -2H8M-7 3H7", 1.3);
  return group(
    { transform: `translate(37 ${bare ? 16 : 24}) rotate(${n(lean)}) scale(0.92)` },
    art(s),
    hand,
  );
}

/** The devices of shields. */
const BLAZONS = ["M0 -20V24", "M-18 -4H18", "M-14 -14L14 18", "M0 -8a8 8 0 1 0 .01 0Z"];

/**
 * Draw a shield on the arm, in the side's colour.
 * @param {Studio} s
 */
export function shieldArm(s) {
  const round = s.next.chance(0.4);
  const shape = round
    ? "M0 -24a25 25 0 1 0 .01 0Z"
    : "M-22 -22Q0 -28 22 -22V2Q20 20 0 30Q-20 20 -22 2Z";
  return group(
    { transform: `translate(-36 32) rotate(${n(s.next.between(-8, 2))})` },
    s.fill(shape, s.sideColour, s.ink.width * 1.2),
    s.line(s.next.pick(BLAZONS), 5, s.bone),
    s.line(shape, 3.4, s.steel),
    s.line(shape, 1.2),
    s.shade(
      round
        ? "M4 -22a25 25 0 0 1 0 46Q20 0 4 -22Z"
        : "M4 -25Q14 -25 22 -22V2Q20 20 2 29Q12 4 4 -25Z",
    ),
  );
}
