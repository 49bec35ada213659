// Shoulders, armour, the side's sash, and eyes.
import { el, mix, n } from "../worlds/draw.js";

/** @typedef {import("./studio.js").Studio} Studio */

/**
 * Draw shoulders with their clothing or armour.
 * @param {Studio} s
 * @param {number} broad Half the width of the shoulders.
 * @param {number} top
 */
export function torso(s, broad = 40, top = 22) {
  const { armour } = s;
  const shape =
    `M-4 ${top - 6}C-16 ${top} ${-broad + 2} ${top + 4} ${-broad - 3} ${top + 18}` +
    `L${-broad - 8} 70H${broad + 8}L${broad + 1} ${top + 18}C${broad - 4}` +
    ` ${top + 4} 12 ${top} -4 ${top - 6}Z`;
  const base =
    {
      cloth: s.cloth,
      robe: mix(s.cloth, s.sideColour, 0.45),
      leather: s.ink.map("#7a5434"),
      mail: s.ink.map("#8b949b"),
      plate: s.steel,
      kimono: s.ink.map("#3a3d4a"),
      fur: s.ink.map("#7a6550"),
    }[armour] || s.cloth;
  const parts = [
    s.fill(shape, base),
    s.shade(
      `M14 ${top - 1}C30 ${top + 4} ${broad - 2} ${top + 6} ${broad + 1} ${top + 18}` +
        `L${broad + 8} 70H16C26 52 24 36 14 ${top - 1}Z`,
    ),
  ];
  if (armour === "mail") {
    for (let row = 0; row < 5; row++) {
      parts.push(
        s.line(
          Array.from(
            { length: 15 },
            (_, i) => `M${-48 + i * 7 + (row % 2) * 3.5} ${top + 12 + row * 6}q3 4 6 0`,
          ).join(""),
          1.1,
        ),
      );
    }
  }
  if (armour === "plate") {
    parts.push(
      s.fill(
        `M${-broad - 4} ${top + 22}C${-broad - 2} ${top} -26 ${top - 4} ` +
          `-20 ${top + 10}C-24 ${top + 18} -36 ${top + 22} ${-broad - 4} ${top + 22}Z`,
        s.steel,
      ),
      s.fill(
        `M${broad + 2} ${top + 22}C${broad} ${top} 22 ${top - 4} 14 ${top + 10}` +
          `C20 ${top + 18} 32 ${top + 22} ${broad + 2} ${top + 22}Z`,
        s.steel,
      ),
      s.line(`M-4 ${top + 14}V60`, 1.4),
      s.shine(`M-34 ${top + 8}Q-28 ${top + 2} -24 ${top + 6}`),
    );
  }
  if (armour === "leather") {
    parts.push(
      s.line(`M-22 ${top + 4}L-14 60M14 ${top + 4}L8 60`, 1.6),
      s.line(`M-16 ${top + 22}H10M-15 ${top + 32}H9`, 4, s.ink.map("#3d2819")),
      s.fill(`M-8 ${top + 19}h8v6h-8Z`, s.gold, 1.2),
    );
  }
  if (armour === "kimono") {
    parts.push(
      s.fill(`M-18 ${top - 2}L-2 ${top + 30}L8 70H-2L-28 ${top + 2}Z`, s.bone),
      s.fill(`M12 ${top - 2}L-10 ${top + 34}L-14 70H-4L22 ${top + 2}Z`, s.bone),
    );
  }
  if (armour === "robe" || armour === "cloth") {
    parts.push(
      s.fill(
        `M-16 ${top - 2}L-4 ${top + 18}L10 ${top - 2}L16 ${top + 2}L-3 ${top + 30}L-22 ${top + 2}Z`,
        s.trim,
      ),
    );
  }
  if (armour === "fur") {
    let d = "M-44 42";
    for (let i = 0; i < 14; i++) {
      d += `l3 ${s.next.between(4, 9).toFixed(1)}l3.500 ${(-s.next.between(4, 9)).toFixed(1)}`;
    }
    parts.push(s.fill(`${d}C34 18 20 16 -4 15C-26 16 -40 22 -44 42Z`, s.ink.map("#a58a68")));
  }
  return parts.join("") + sash(s, broad, top);
}

/**
 * Draw the side's colour as a sash over the shoulder or a scarf at the neck.
 * @param {Studio} s
 * @param {number} broad
 * @param {number} top
 */
function sash(s, broad, top) {
  if (s.next.chance(0.55)) {
    return (
      s.fill(`M${-broad + 3} ${top + 5}L${-broad + 17} ${top}L40 70H20Z`, s.sideColour) +
      s.line(`M${-broad + 12} ${top + 6}L28 66`, 1.1)
    );
  }
  return (
    s.fill(
      `M-24 ${top - 2}C-14 ${top + 10} 8 ${top + 10} 17 ${top - 2}L20 ${top + 8}` +
        `C10 ${top + 20} -18 ${top + 20} -27 ${top + 8}Z`,
      s.sideColour,
    ) +
    s.fill(`M-16 ${top + 14}L-24 66L-10 66L-6 ${top + 16}Z`, s.sideColour) +
    s.line(`M-14 ${top + 8}Q-4 ${top + 13} 6 ${top + 8}`, 1.1)
  );
}

/**
 * Draw eyes with brows.
 * @param {Studio} s
 * @param {number} y
 * @param {number} gap
 * @param {number} size
 * @param {number} mood How far the brows are drawn together.
 * @param {string} [white]
 * @param {number} [at]
 */
export function eyes(s, y, gap, size, mood, white = s.bone, at = 2) {
  const one = (/** @type {number} */ x, /** @type {number} */ turn) =>
    el("ellipse", {
      cx: n(x),
      cy: y,
      rx: size * 1.3,
      ry: size,
      fill: white,
      stroke: s.ink.line,
      "stroke-width": 1.1,
    }) +
    el("circle", { cx: n(x + 0.8), cy: y + 0.2, r: n(size * 0.72), fill: s.ink.line }) +
    s.line(
      `M${n(x - turn * size * 1.9)} ${n(y - size * 1.5 + mood)}` +
        `L${n(x + turn * size * 1.7)} ${n(y - size * 1.7 - mood * 0.7)}`,
      3.2,
    );
  return one(at - gap, -1) + one(at + gap, 1);
}
