// Hair and headgear.
import { mix, n } from "../worlds/draw.js";

/** @typedef {import("./studio.js").Studio} Studio */

/**
 * @param {Studio} s
 * @param {number} w Half the head's width.
 */
export function hairBack(s, w) {
  if (s.hair === "long") {
    return (
      s.fill(
        `M${n(-w - 3)} -16C${n(-w - 8)} 10 -26 24 -28 36Q0 44 27 34C24 22 ${n(w + 8)} ` +
          `8 ${n(w + 3)} -16Z`,
        s.hairColour,
      ) + s.shade(`M6 20Q20 10 ${n(w + 5)} 0L27 34Q14 40 4 39Z`)
    );
  }
  if (s.hair === "bob") {
    return s.fill(
      `M${n(-w - 4)} -14C${n(-w - 9)} 4 -24 10 -24 18H24C24 10 ${n(w + 9)} 4 ${n(w + 4)} -14Z`,
      s.hairColour,
    );
  }
  if (s.hair === "braids") {
    return [-1, 1]
      .map(
        (t) =>
          s.fill(
            `M${n(t * (w - 2))} -8C${n(t * (w + 10))} 4 ${n(t * (w + 3))} ` +
              `20 ${n(t * (w + 8))} 42L${n(t * (w - 1))} 42C${n(t * (w - 6))} ` +
              `20 ${n(t * (w - 2))} 6 ${n(t * (w - 2))} -8Z`,
            s.hairColour,
          ) +
          s.line(
            `M${n(t * (w - 1))} 8L${n(t * (w + 6))} 12M${n(t * w)} 18L${n(t * (w + 6))} 22` +
              `M${n(t * w)} 28L${n(t * (w + 7))} 31`,
            1.4,
          ),
      )
      .join("");
  }
  return "";
}

/**
 * @param {Studio} s
 * @param {number} w Half the head's width.
 */
export function hairFront(s, w) {
  const cap = (/** @type {number} */ low, /** @type {number} */ part) =>
    `M${n(-w - 2)} ${low}C${n(-w - 5)} -44 ${n(w + 5)} -44 ${n(w + 2)} ${low}` +
    `C${n(w)} -20 ${n(w - 6)} -23 ${part} -25` +
    `C${part - 8} -22 ${n(-w + 3)} -20 ${n(-w - 2)} ${low}Z`;
  const sheen = s.shine(`M-12 -31Q-6 -36 2 -36`, 2.6);
  switch (s.hair) {
    case "bald":
      return s.shine("M-10 -28Q-6 -32 0 -32", 2.6);
    case "mohawk":
      return (
        s.fill(
          "M-7 -22C-10 -42 -12 -50 -4 -58L0 -50L5 -60L7 -50L13 -56C12 -46 12 -36 8 -23" +
            "Q0 -27 -7 -22Z",
          s.hairColour,
        ) + s.line("M-2 -28L-3 -46M3 -28L5 -48", 1.2)
      );
    case "topknot":
      return (
        s.fill("M-6 -36C-12 -52 2 -58 8 -50C12 -44 8 -38 4 -35Z", s.hairColour) +
        s.fill(cap(-13, 3), s.hairColour) +
        s.line("M-6 -36H5", 3, s.sideColour) +
        sheen
      );
    case "curls": {
      let d = "";
      for (const [x, y] of [
        [-w, -14],
        [-w - 2, -24],
        [-w + 5, -33],
        [-6, -38],
        [4, -39],
        [w - 6, -34],
        [w + 1, -25],
        [w + 1, -14],
      ]) {
        d += s.fill(`M${n(x)} ${y - 7.5}a7.500 7.500 0 1 0 .01 0Z`, s.hairColour);
      }
      return (
        d + s.flat(`M${n(-w + 2)} -18Q0 -44 ${n(w - 2)} -18Q0 -30 ${n(-w + 2)} -18Z`, s.hairColour)
      );
    }
    case "long":
    case "bob":
    case "braids":
      return (
        s.fill(
          `M${n(-w - 3)} -2C${n(-w - 8)} -46 ${n(w + 8)} -46 ${n(w + 3)} -2C${n(w)} ` +
            `-14 ${n(w - 3)} -22 2 -27C-4 -20 ${n(-w + 2)} -16 ${n(-w - 3)} -2Z`,
          s.hairColour,
        ) +
        s.line("M2 -27Q1 -34 -2 -37", 1.2) +
        sheen
      );
    default:
      return (
        s.fill(cap(-8, 6), s.hairColour) +
        s.line("M-4 -36Q0 -30 7 -26M4 -38Q8 -33 12 -27", 1.2) +
        sheen
      );
  }
}

/**
 * Draw the hair that is visible under a hat.
 * @param {Studio} s
 * @param {number} w
 */
export const fringe = (s, w) =>
  s.hair === "bald" || ["hood", "coif", "helmet"].includes(s.headgear)
    ? ""
    : s.fill(
        `M${n(-w - 1)} -20L${n(-w - 2)} -2L${n(-w + 3)} -12ZM${n(w + 1)} -20` +
          `L${n(w + 2)} -2L${n(w - 3)} -12Z`,
        s.hairColour,
      );

/**
 * Draw the headgear.
 * @param {Studio} s
 * @param {number} [w] Half the head's width.
 */
export function headgear(s, w = 20) {
  const cloth = mix(s.cloth, s.sideColour, 0.3);
  switch (s.headgear) {
    case "hood":
      return (
        s.fill(
          `M0 -50C-26 -46 ${n(-w - 10)} -20 ${n(-w - 8)} 2C${n(-w - 8)} 16 -18 24 -12 28` +
            `C${n(-w - 2)} 8 ${n(-w)} -6 ${n(-w + 3)} -16C-8 -32 10 -32 ${n(w - 3)} -16` +
            `C${n(w)} -6 ${n(w + 2)} 8 14 28C22 22 ${n(w + 8)} 14 ${n(w + 8)} 2` +
            `C${n(w + 10)} -20 26 -44 6 -50Z`,
          cloth,
        ) +
        s.shade(
          `M8 -48C24 -44 ${n(w + 10)} -20 ${n(w + 8)} 2C${n(w + 8)} 14 22 22 14 28` +
            `C${n(w + 4)} 8 ${n(w + 4)} -10 ${n(w)} -18C20 -30 14 -40 8 -48Z`,
        ) +
        s.shade(
          `M${n(-w + 3)} -16C-8 -32 10 -32 ${n(w - 3)} -16Q8 -22 0 -21Q-8 -22 ${n(-w + 3)} -16Z`,
        )
      );
    case "helmet":
      return (
        s.fill(
          `M${n(-w - 4)} -8C${n(-w - 5)} -40 -12 -48 0 -50C12 -48 ${n(w + 5)} ` +
            `-40 ${n(w + 4)} -8L${n(w - 2)} -12C${n(w - 4)} -18 8 -20 5 -19L4 2H-1L-2 -19` +
            `C-8 -20 ${n(-w + 4)} -18 ${n(-w + 2)} -12Z`,
          s.steel,
        ) +
        s.shade(
          `M6 -49C16 -44 ${n(w + 5)} -36 ${n(w + 4)} -8L${n(w - 2)} -12C${n(w - 2)} -30 ` +
            `14 -42 6 -49Z`,
        ) +
        s.line(`M${n(-w - 2)} -19Q0 -27 ${n(w + 2)} -19`, 1.6) +
        s.shine("M-14 -32Q-11 -40 -4 -43", 3)
      );
    case "kettle":
      return (
        s.fill(`M-17 -20C-17 -44 -6 -48 0 -49C8 -48 18 -44 18 -20Z`, s.steel) +
        s.line("M0 -49V-24", 1.3) +
        s.fill(`M-33 -13C-24 -26 24 -26 33 -13C20 -18 -20 -18 -33 -13Z`, s.steel) +
        s.shade("M6 -48C12 -46 18 -40 18 -22L33 -13Q22 -18 8 -18Z") +
        s.shine("M-11 -30Q-9 -40 -3 -43", 3)
      );
    case "hat":
      return (
        s.fill("M-15 -22C-19 -44 -12 -50 -2 -46C6 -52 17 -46 17 -22Z", cloth) +
        s.fill("M-36 -14C-24 -30 28 -34 38 -22C24 -20 -16 -16 -36 -14Z", cloth) +
        s.line("M-15 -25Q2 -29 17 -26", 4, s.sideColour) +
        s.fill("M12 -30C22 -50 38 -52 46 -46C40 -34 28 -28 12 -30Z", s.bone) +
        s.line("M14 -31Q30 -38 42 -45", 1.2) +
        s.shade("M8 -46C14 -46 17 -40 17 -24L38 -22Q22 -19 6 -18Z")
      );
    case "straw-hat":
      return (
        s.fill("M0 -54L40 -14C22 -22 -22 -22 -40 -14Z", s.ink.map("#d2b069")) +
        s.line("M0 -54L-22 -17M0 -54L-8 -20M0 -54L8 -20M0 -54L24 -17", 1.2) +
        s.shade("M0 -54L40 -14C30 -18 20 -20 10 -20Z") +
        s.line("M-34 -16Q0 -24 34 -16", 1.1)
      );
    case "band":
      return (
        s.fill(
          `M${n(-w - 2)} -23Q0 -30 ${n(w + 2)} -23V-15Q0 -22 ${n(-w - 2)} -15Z`,
          s.sideColour,
        ) +
        s.fill(
          `M${n(-w - 1)} -21L${n(-w - 16)} -28L${n(-w - 14)} -20L${n(-w - 20)} -14` +
            `L${n(-w - 1)} -16Z`,
          s.sideColour,
        )
      );
    case "coif":
      return (
        s
          .fill(
            `M0 -40C-22 -40 ${n(-w - 6)} -22 ${n(-w - 5)} 0C${n(-w - 5)} 16 -18 26 -22 32` +
              `H22C18 26 ${n(w + 5)} 16 ${n(w + 5)} 0C${n(w + 6)} -22 22 -40 0 -40ZM0 -26` +
              `C12 -26 ${n(w - 3)} -16 ${n(w - 3)} -2C${n(w - 3)} 10 8 17 0 17C-8 ` +
              `17 ${n(-w + 3)} 10 ${n(-w + 3)} -2C${n(-w + 3)} -16 -12 -26 0 -26Z`,
            s.ink.map("#8b949b"),
          )
          .replace("<path", '<path fill-rule="evenodd"') +
        s.line(
          [
            [-22, 8],
            [-20, 20],
            [19, 8],
            [17, 20],
            [-18, -24],
            [-4, -34],
            [12, -30],
          ]
            .map(([x, y]) => `M${x} ${y}q3 4 6 0`)
            .join(""),
          1.2,
        )
      );
    default:
      return "";
  }
}
