// Heads of beasts and horses.
import { el, mix, n } from "../worlds/draw.js";

/** @typedef {import("./studio.js").Studio} Studio */

/**
 * @param {Studio} s
 */
export function beastHead(s) {
  const long = s.next.between(0, 5);
  const hanging = s.hair === "long" || (s.hair !== "crop" && s.next.chance(0.4)); // a hound's ears
  const masked = s.next.chance(0.5);
  const pale = mix(s.skin, s.ink.map("#f0e6d2"), 0.6);
  return [
    "",
    [
      s.fill("M-34 60C-40 34 -34 16 -24 2L24 2C36 16 40 34 36 60Z", s.skin),
      s.line("M-26 22l5 12M-14 30l3 12M12 30l-2 12M26 20l-5 12M0 36v12", 1.8),
      hanging
        ? ""
        : s.fill(`M-24 -14C-30 -34 -28 -48 ${n(-25 - long)} -58C-14 -52 -8 -44 -5 -32Z`, s.skin) +
          s.fill(`M24 -14C30 -34 28 -48 ${n(25 + long)} -58C14 -52 8 -44 5 -32Z`, s.skin) +
          s.shade("M-21 -24C-24 -36 -24 -44 -24 -50C-17 -44 -13 -38 -11 -30Z") +
          s.shade("M21 -24C24 -36 24 -44 24 -50C17 -44 13 -38 11 -30Z"),
      s.fill(
        "M0 -36C16 -36 24 -28 25 -14C32 -8 34 0 36 6C28 6 22 10 16 14C12 24 8 30 0 30" +
          "C-8 30 -12 24 -16 14C-22 10 -28 6 -36 6C-34 0 -32 -8 -25 -14C-24 -28 -16 -36 0 -36Z",
        s.skin,
      ),
      masked
        ? s.flat(
            "M-24 -16C-12 -22 -4 -14 0 -30C4 -14 12 -22 24 -16C20 2 8 0 0 -4C-8 0 -20 2 -24 -16Z",
            mix(s.skin, s.dark, 0.55),
          )
        : "",
      hanging
        ? [-1, 1]
            .map((t) =>
              s.fill(
                `M${t * 12} -34C${t * 24} -40 ${t * 36} -30 ${t * 37} -4C${t * 37} 8 ${t * 26}` +
                  ` 8 ${t * 24} -4C${t * 24} -16 ${t * 20} -22 ${t * 12} -34Z`,
                mix(s.skin, s.dark, 0.4),
              ),
            )
            .join("")
        : "",
      s.fill(
        "M0 -12C8 -10 10 0 13 10C12 22 6 28 0 28C-6 28 -12 22 -13 10C-10 0 -8 -10 0 -12Z",
        pale,
        1.4,
      ),
      s.shade("M8 -34C20 -32 24 -24 25 -14C32 -8 34 0 36 6C26 4 18 0 14 -6C16 -18 14 -28 8 -34Z"),
      s.fill("M-20 -14L-6 -8Q-10 -2 -16 -5Z", s.ink.map("#f2c53d"), 1.6),
      s.fill("M20 -14L6 -8Q10 -2 16 -5Z", s.ink.map("#f2c53d"), 1.6),
      el("circle", { cx: -12, cy: -8.5, r: 2.3, fill: s.ink.line }),
      el("circle", { cx: 12, cy: -8.5, r: 2.3, fill: s.ink.line }),
      s.fill("M-7 6Q0 3 7 6Q5 13 0 14Q-5 13 -7 6Z", s.dark),
      s.line("M0 14V18Q-5 22 -10 18M0 18Q5 22 10 18", 1.8),
      s.fill("M-8 19l2 6l3 -5ZM8 19l-2 6l-3 -5Z", s.bone, 1),
      s.fill("M-24 32Q0 46 24 32L26 40Q0 55 -26 40Z", s.sideColour),
    ].join(""),
    "",
  ];
}

/**
 * @param {Studio} s
 */
export function horseHead(s) {
  const blaze = s.next.chance(0.6);
  return [
    s.fill("M-30 60C-34 20 -30 -14 -10 -44C-4 -50 -14 -20 4 -40C-10 0 -6 30 4 60Z", s.hairColour),
    [
      s.fill(
        "M-24 62C-24 26 -18 2 -6 -26C-4 -34 4 -38 10 -36C18 -32 20 -26 22 -18C28 -4 " +
          "36 6 40 14C42 24 36 30 28 28C18 26 14 18 4 14C6 30 12 46 20 62Z",
        s.skin,
      ),
      s.shade("M4 14C6 30 12 46 20 62H4C-2 44 -6 28 -4 12C0 16 2 15 4 14Z"),
      s.shade("M4 14C14 18 18 26 28 28C36 30 42 24 40 14C34 20 22 18 4 14Z"),
      s.fill("M-6 -30C-10 -44 -8 -52 -4 -58C2 -50 6 -44 6 -34Z", s.skin),
      s.fill("M6 -34C4 -46 8 -52 14 -56C16 -48 16 -40 13 -32Z", s.skin),
      blaze ? s.flat("M13 -30C18 -22 24 -8 33 4C27 0 19 -8 14 -18Z", s.bone) : "",
      el("ellipse", { cx: 8, cy: -16, rx: 4, ry: 3.4, fill: s.ink.line }),
      el("circle", { cx: 9.2, cy: -17.2, r: 1.1, fill: s.bone }),
      s.line("M1 -20Q8 -25 14 -19", 2.2),
      el("ellipse", {
        cx: 35,
        cy: 15,
        rx: 2.4,
        ry: 3,
        fill: s.ink.line,
        transform: "rotate(-30 35 15)",
      }),
      s.line("M30 26Q24 22 22 18", 1.8),
      s.fill(
        "M-2 -34C-14 -34 -14 -20 -20 -12C-16 -12 -24 0 -26 8C-20 6 -26 20 -26 28C-18 " +
          "22 -14 6 -12 -2C-8 -14 -2 -22 4 -32Z",
        s.hairColour,
      ),
      s.fill("M4 -36C2 -28 4 -22 10 -26C8 -32 10 -36 12 -38Z", s.hairColour),
      s.line("M10 -6Q20 4 20 18", 3.6, s.sideColour),
      s.line("M-2 -24Q8 -22 20 -22", 3.6, s.sideColour),
      s.line("M0 -24C0 -12 4 -6 10 -6", 3.6, s.sideColour),
      s.fill("M-26 40Q-6 52 14 44L17 54Q-6 64 -27 52Z", s.sideColour),
    ].join(""),
    "",
  ];
}
