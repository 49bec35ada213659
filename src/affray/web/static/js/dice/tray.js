// The dice of a roll as solids: their shapes, the marks on their faces, and their materials.
import { Die } from "./die.js";

/** @typedef {import("../plan/dice.js").PlannedDie} PlannedDie */
/** @typedef {import("../worlds/themes.js").DiceMaterial} DiceMaterial */

const PERCENTILE = 100;

/** The metal of each heavenly body. */
const METALS = /** @type {Record<string, Partial<DiceMaterial>>} */ ({
  sun: {
    base: "#e8b83e",
    dark: "#7d5510",
    light: "#fff0a8",
    ink: "#3d2602",
    line: "#4a330a",
    lit: "#ffe27a",
  },
  moon: {
    base: "#c3cbd8",
    dark: "#5a6378",
    light: "#ffffff",
    ink: "#1f2740",
    line: "#2a3148",
    lit: "#e3ecff",
  },
  star: {
    base: "#3f4fb0",
    dark: "#141a50",
    light: "#93a4ff",
    ink: "#fff2c4",
    line: "#0e1238",
    lit: "#9fb2ff",
  },
  terra: {
    base: "#5f9a7c",
    dark: "#1f4436",
    light: "#b8e0c8",
    ink: "#0d2a1e",
    line: "#12302a",
    lit: "#a4f0c4",
  },
});

/**
 * Return the solids that show one die of the tape: two for a percentile roll, tens and units.
 * @param {PlannedDie} die
 * @param {DiceMaterial} material
 * @returns {Die[]}
 */
export function solidsOf(die, material) {
  const value = Number(die.face);
  if (die.sides === PERCENTILE) {
    const tens = Math.floor(value / 10) % 10;
    const units = value % 10;
    const asTens = (/** @type {number} */ face) => String((face % 10) * 10).padStart(2, "0");
    const asUnits = (/** @type {number} */ face) => String(face % 10);
    return [
      new Die({ sides: 10, value: tens || 10, material, text: asTens }),
      new Die({ sides: 10, value: units || 10, material, text: asUnits }),
    ];
  }
  const elements = die.sides === 6 && /^[A-Z][a-z]+$/.test(die.shown);
  const metal = die.sign ? { ...material, ...METALS[die.sign] } : material;
  return [new Die({ sides: die.sides, value, material: metal, elements, sign: die.sign })];
}
