// Heads of straw men, spirits and skeletons.
import { el, group, mix, n } from "../worlds/draw.js";
import { headgear } from "./hair.js";

/** @typedef {import("./studio.js").Studio} Studio */

/**
 * @param {Studio} s
 */
export function strawHead(s) {
  let tuft = "";
  for (let i = 0; i < 9; i++) {
    tuft +=
      `M${n(-14 + i * 3.6)} -26L${n(-20 + i * 5 + s.next.between(-3, 3))}` +
      ` ${n(-40 - s.next.between(0, 10))}`;
  }
  let neck = "";
  for (let i = 0; i < 10; i++) {
    neck += `M${n(-9 + i * 2)} 14L${n(-18 + i * 4)} ${n(27 + s.next.between(0, 8))}`;
  }
  return [
    s.fill("M-58 34L58 28L58 34L-58 41Z", s.wood),
    [
      s.line(neck, 4.5),
      s.line(neck, 2.5, s.skin),
      s.fill(
        "M-18 -20C-16 -34 16 -34 19 -20C25 -6 22 8 12 14Q0 18 -12 14C-22 8 -24 -6 -18 -20Z",
        s.skin,
      ),
      s.line(tuft, 3.6),
      s.line(tuft, 1.8, s.skin),
      s.shade("M19 -20C14 -6 16 6 4 16L12 14C22 8 25 -6 19 -20Z"),
      s.line("M-13 -14L-4 -5M-4 -14L-13 -5M5 -14L14 -5M14 -14L5 -5", 3.2),
      s.line("M-12 5Q1 10 14 4M-9 2v7M-3 4v7M3 4v7M9 2v7", 2),
      s.line("M-14 14Q0 19 14 14", 3.2, s.wood),
      s.fill("M8 -30l8 2l-2 8l-8 -2Z", s.sideColour, 1.3),
      s.line("M7 -26l3 1M14 -30l-1 3", 1.2),
    ].join(""),
    s.headgear === "none" ? "" : headgear(s, 19),
  ];
}

/**
 * @param {Studio} s
 */
export function spiritHead(s) {
  const glow = mix(s.skin, s.sideColour, 0.4);
  const pale = mix(s.skin, "#ffffff", 0.25);
  let wisps = "";
  for (let i = -3; i <= 3; i++) {
    const high = s.next.between(14, 26) - Math.abs(i) * 2;
    const bend = s.next.between(-7, 7);
    wisps += s.fill(
      `M${i * 7 - 6} -24C${n(i * 7 - 9)} ${n(-24 - high * 0.6)} ${n(i * 9 + bend)}` +
        ` ${n(-26 - high * 0.5)} ${n(i * 10 + bend)} ${n(-28 - high)}` +
        `C${n(i * 10 + bend + 4)} ${n(-24 - high * 0.6)} ${i * 7 + 9} -34 ${i * 7 + 7} -22Z`,
      i % 2 ? glow : pale,
      1.8,
    );
  }
  const tail = s.next.between(-10, 10);
  return [
    "",
    group(
      { opacity: 0.94 },
      [
        s.fill(
          `M-20 4C-34 12 -46 22 -50 46C-40 40 -38 52 -30 62C-20 50 -14 56 ${n(tail)} 70` +
            `C10 54 18 52 28 62C34 50 38 42 48 46C46 24 34 12 20 4Z`,
          glow,
        ),
        s.line("M-32 30Q-24 22 -18 34M32 30Q26 22 20 34M-6 34Q0 28 6 36", 1.8),
        wisps,
        s.fill(
          "M-22 -12C-24 -38 24 -38 22 -12C22 4 16 8 13 18Q10 26 5 20Q1 28 -4 20Q-9 27 " +
            "-12 18C-16 8 -22 4 -22 -12Z",
          s.skin,
        ),
        s.shade("M22 -14C15 -4 14 8 6 20Q10 26 13 18C16 8 22 4 22 -14Z"),
        s.fill("M-16 -13Q-10 -18 -3 -11Q-5 -1 -10 -1Q-16 -4 -16 -13Z", s.dark, 1.4),
        s.fill("M17 -13Q11 -18 4 -11Q6 -1 11 -1Q17 -4 17 -13Z", s.dark, 1.4),
        el("circle", { cx: -9, cy: -8, r: 2.6, fill: s.sideColour }),
        el("circle", { cx: 11, cy: -8, r: 2.6, fill: s.sideColour }),
        s.line("M-5 8Q1 5 7 8", 2.2),
      ].join(""),
    ),
    s.headgear === "none" ? "" : headgear(s, 19),
  ];
}

/**
 * @param {Studio} s
 */
export function skeletonHead(s) {
  const crack = s.next.chance(0.6);
  return [
    "",
    [
      s.fill("M-6 12H7L8 30H-7Z", s.skin),
      s.line("M-7 18H8M-7 24H8", 1.6),
      s.fill(
        "M-21 -14C-22 -42 23 -42 22 -14C22 -4 18 0 15 4L13 16Q1 21 -12 16L-14 4C-18 0 " +
          "-21 -4 -21 -14Z",
        s.skin,
      ),
      s.shade("M22 -16C16 -6 12 0 10 17L13 16L15 4C18 0 22 -4 22 -16Z"),
      s.fill("M-16 -13Q-10 -18 -3 -13Q-2 -3 -9 -2Q-16 -3 -16 -13Z", s.dark),
      s.fill("M18 -13Q12 -18 5 -13Q4 -3 11 -2Q18 -3 18 -13Z", s.dark),
      el("circle", { cx: -8.5, cy: -8, r: 2.2, fill: s.sideColour }),
      el("circle", { cx: 11, cy: -8, r: 2.2, fill: s.sideColour }),
      s.fill("M1 -3L4 4H-2Z", s.dark, 1.2),
      s.line("M-12 9Q1 13 13 9M-8 7v7M-3.500 8v8M1 9v8M5.500 8v8M10 7v7", 1.6),
      crack ? s.line("M8 -34l-3 6l5 3l-2 6", 1.5) : "",
    ].join(""),
    headgear(s, 20),
  ];
}
