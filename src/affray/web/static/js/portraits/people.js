// Heads of people, goblins and ogres: what is behind the shoulders, the face, and clothing.
import { mix, n } from "../worlds/draw.js";
import { eyes } from "./body.js";
import { fringe, hairBack, hairFront, headgear } from "./hair.js";

/** @typedef {import("./studio.js").Studio} Studio */

/**
 * @param {Studio} s
 */
export function humanHead(s) {
  const { next } = s;
  const w = next.between(18, 21.5);
  const jaw = next.between(8, 14);
  const chin = next.between(15, 20);
  const mood = next.between(-1.5, 2.6);
  const nose = next.between(3.5, 7);
  const shape =
    `M${n(-w)} -12C${n(-w)} -38 ${n(w)} -38 ${n(w)} -12C${n(w)} 2 ${n(w * 0.86)} ` +
    `8 ${n(jaw)} ${n(chin - 3)}Q0 ${n(chin + 5)} ${n(-jaw)} ${n(chin - 3)}` +
    `C${n(-w * 0.86)} 8 ${n(-w)} 2 ${n(-w)} -12Z`;
  const back = hairBack(s, w);
  const face = [
    s.fill(`M-9 8H9L11 28Q0 34 -11 28Z`, s.skin),
    s.shade("M-8 12Q2 24 10 14L11 28Q0 34 -9 27Z"),
    s.fill(`M${n(-w + 1)} -10c-6 -3 -8 8 1 12Z`, s.skin),
    s.fill(`M${n(w - 1)} -10c6 -3 8 8 -1 12Z`, s.skin),
    s.fill(shape, s.skin),
    s.shade(
      `M${n(w)} -14C${n(w * 0.7)} -4 ${n(w * 0.66)} 4 ${n(jaw * 0.4)} ${n(chin)}` +
        `L${n(jaw)} ${n(chin - 3)}C${n(w * 0.86)} 8 ${n(w)} 2 ${n(w)} -14Z`,
    ),
    s.shade(`M-12 -15Q-6 -19 1 -13Q8 -19 15 -15Q13 -7 8 -7Q4 -8 2 -2Q-1 -8 -5 -7Q-10 -7 -12 -15Z`),
    eyes(s, -9, 7.6, 2.9, mood),
    s.line(`M2 -8L${n(2 + nose)} 1Q${n(nose)} 4 1 3`, 1.9),
  ];
  const grown = next.pick([
    "none",
    "none",
    "none",
    "full",
    "goatee",
    "moustache",
    "stubble",
    "forked",
  ]);
  const beard = s.beard ?? grown;
  if (beard === "full") {
    face.push(
      s.fill(
        `M${n(-w)} -6C${n(-w - 1)} 14 -13 ${n(chin + 10)} 0 ${n(chin + 11)}` +
          `C13 ${n(chin + 10)} ${n(w + 1)} 14 ${n(w)} -6C${n(w - 4)} 3 10 5 1 4.500C-9 ` +
          `5 ${n(-w + 4)} 3 ${n(-w)} -6Z`,
        s.hairColour,
      ),
    );
  }
  if (beard === "forked") {
    face.push(s.fill(`M-13 6Q0 2 14 6Q14 20 8 34L2 22L-5 35Q-13 20 -13 6Z`, s.hairColour));
  }
  if (beard === "goatee") face.push(s.fill(`M-6 10Q1 6 8 10L3 ${n(chin + 13)}Z`, s.hairColour));
  if (beard === "stubble") {
    face.push(
      s.shade(
        `M${n(-w * 0.9)} 4Q0 12 ${n(w * 0.9)} 4Q${n(jaw)} ${n(chin)} 0 ${n(chin + 2)}` +
          `Q${n(-jaw)} ${n(chin)} ${n(-w * 0.9)} 4Z`,
      ),
    );
  }
  const mouth = next.pick([
    "M-5 9.500Q2 8 9 9.500",
    "M-5 10Q2 13 9 8",
    "M-5 11Q2 7.500 9 11",
    "M-4 9H8",
  ]);
  face.push(s.line(mouth, 2.2));
  if (["moustache", "full", "forked"].includes(beard)) {
    face.push(
      s.fill(
        "M1 4.500C-4 3 -9 6 -13 10C-8 11 -3 10 1 7C6 10 11 11 15 10C11 6 6 3 1 4.500Z",
        s.hairColour,
      ),
    );
  }
  if (next.chance(0.16)) {
    face.push(s.line("M9 -22L13 -2M10 -14l4 -1M11 -9l4 -1", 1.5, s.ink.map("#9c4436")));
  }
  if (next.chance(0.1)) {
    face.push(
      s.fill("M4 -15H15Q16 -4 9 -3Q3 -5 4 -15Z", s.dark),
      s.line(`M${n(-w)} -24L${n(w)} -6`, 2.2),
    );
  }
  if (next.chance(0.14)) face.push(s.line("M-15 -2L-5 1M-14 2L-6 4", 2.2, s.sideColour));
  if (next.chance(0.2)) face.push(s.fill(`M${n(-w - 3)} 2a2.600 2.600 0 1 0 .01 0Z`, s.gold, 1.2));
  return [
    back,
    face.join("") +
      (["none", "band"].includes(s.headgear) || s.headgear === undefined
        ? hairFront(s, w)
        : fringe(s, w)),
    headgear(s, w),
  ];
}

/**
 * @param {Studio} s
 */
export function goblinHead(s) {
  const ear = s.next.between(26, 34);
  const tooth = s.next.chance(0.5) ? 1 : -1;
  return [
    "",
    [
      s.fill("M-8 10H8L10 28H-10Z", s.skin),
      [-1, 1]
        .map(
          (t) =>
            s.fill(
              `M${t * 16} -14C${t * 26} -26 ${n(t * (ear + 8))} -28 ${n(t * (ear + 16))} -38` +
                `C${n(t * (ear + 8))} -12 ${t * 30} 2 ${t * 15} 4Z`,
              s.skin,
            ) +
            s.shade(
              `M${t * 18} -8C${t * 28} -18 ${n(t * (ear + 4))} -22 ${n(t * (ear + 10))} -28` +
                `C${n(t * ear)} -10 ${t * 26} -2 ${t * 17} 0Z`,
            ),
        )
        .join(""),
      s.fill(
        "M-20 -14C-20 -36 20 -36 20 -14C21 0 14 8 9 18Q0 24 -9 18C-14 8 -21 0 -20 -14Z",
        s.skin,
      ),
      s.shade("M20 -16C14 -4 14 8 4 20L9 18C14 8 21 0 20 -16Z"),
      eyes(s, -10, 8.6, 4.2, 3, s.ink.map("#f4d94a"), 1),
      s.fill(
        "M-1 -8C4 -8 7 2 10 8C6 12 -3 11 -5 8Q-2 2 -1 -8Z",
        mix(s.skin, s.ink.map("#b5643c"), 0.3),
      ),
      s.fill("M-12 12Q1 18 14 11Q8 20 1 20Q-7 20 -12 12Z", s.dark),
      s.fill(`M${tooth * 6 - 2} 14.500l2 -7l3 7Z`, s.bone, 1.2),
      s.fill("M-8 13.500l2 5l3 -4Z", s.bone, 1),
      s.next.chance(0.5) ? s.line("M-36 -22a4 4 0 1 0 5 4", 2, s.gold) : "",
      s.next.chance(0.4) ? s.line("M-15 0L-6 4M-14 4L-7 7", 2.2, s.sideColour) : "",
      s.hair === "mohawk" || s.hair === "topknot"
        ? hairFront(s, 18)
        : s.hair === "curls" || s.hair === "crop"
          ? s.line("M-6 -31L-9 -40M0 -32L1 -43M6 -31L11 -39", 2.4)
          : "",
    ].join(""),
    headgear(s, 20),
  ];
}

/**
 * @param {Studio} s
 */
export function ogreHead(s) {
  const horn = s.next.chance(0.4);
  return [
    "",
    [
      s.fill("M-20 -14C-27 -16 -27 0 -18 0ZM20 -14C27 -16 27 0 18 0Z", s.skin),
      s.fill(
        "M-18 -18C-18 -40 18 -40 18 -18C22 -6 30 4 27 18C22 34 -22 34 -27 18C-30 4 -22 -6 -18 -18Z",
        s.skin,
      ),
      s.shade("M18 -20C16 -8 20 6 8 29C18 29 25 26 27 18C30 4 22 -6 18 -20Z"),
      s.shade("M-18 -18Q0 -8 18 -18Q17 -7 8 -8Q0 -9 -8 -8Q-17 -7 -18 -18Z"),
      s.line("M-18 -17Q-8 -13 -1 -14Q8 -13 18 -18", 4.2),
      eyes(s, -9, 8, 2.5, 1, s.ink.map("#f3e6a8"), 1),
      s.fill("M-7 2C-6 -4 8 -4 9 2C9 6 -7 6 -7 2Z", s.skin),
      s.fill("M-18 14Q1 8 20 14Q14 24 1 23Q-12 24 -18 14Z", s.dark),
      s.fill("M-15 17L-12 2L-6 17Z", s.bone),
      s.fill("M10 17L15 0L18 16Z", s.bone),
      horn
        ? s.fill("M-15 -30C-26 -34 -28 -46 -24 -54C-18 -46 -12 -42 -6 -36Z", s.bone) +
          s.fill("M15 -30C26 -34 28 -46 24 -54C18 -46 12 -42 6 -36Z", s.bone)
        : s.next.chance(0.5)
          ? hairFront({ ...s, hair: "topknot" }, 17)
          : s.line("M-8 -34l-3 -7M0 -35V-44M8 -34l4 -7", 2.2),
      s.next.chance(0.5) ? s.line("M-22 6L-12 10M-21 11L-14 13", 2.2, s.sideColour) : "",
    ].join(""),
    s.headgear === "helmet" || s.headgear === "kettle" ? headgear(s, 18) : "",
  ];
}
