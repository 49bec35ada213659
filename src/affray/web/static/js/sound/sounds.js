// The recipe of each sound, in each world's metal or wood.
import { hiss, tone } from "./synth.js";

/** Each world's pitch, and how long its metal rings. */
const WORLDS = /** @type {Record<string, {pitch: number, ring: number, click: number}>} */ ({
  steel: { pitch: 1, ring: 0.32, click: 2400 },
  bell: { pitch: 1.26, ring: 0.6, click: 3000 },
  wood: { pitch: 0.84, ring: 0.12, click: 1500 },
  table: { pitch: 0.94, ring: 0.2, click: 1900 },
});

/** @typedef {{pitch: number, ring: number, click: number}} World */

/** @type {Record<string, (world: World, count: number) => void>} */
const SOUNDS = {
  /** Dice rattle by their number, then settle one by one. */
  dice: ({ click }, count) => {
    const many = Math.min(6, count);
    for (let at = 0; at < 3 + 2 * many; at += 1) {
      const pitch = click * (0.8 + ((at * 37) % 10) / 22);
      hiss({ at: at * 0.042, long: 0.03, from: pitch, loud: 0.5 - at * 0.02, sharp: 5 });
    }
    for (let at = 0; at < many; at += 1) {
      tone({
        at: 0.4 + at * 0.06,
        long: 0.05,
        from: 240 + at * 22,
        to: 150,
        loud: 0.4,
        shape: "triangle",
      });
    }
  },
  blade: ({ pitch, ring }) => {
    hiss({ long: 0.14, from: 2200, to: 6200, loud: 0.35, sharp: 0.8 });
    for (const part of [2100, 3170, 4490]) {
      tone({ at: 0.09, long: ring, from: part * pitch, loud: 0.1 });
    }
  },
  arrow: () => {
    tone({ long: 0.09, from: 190, to: 90, loud: 0.4, shape: "triangle" });
    hiss({ at: 0.02, long: 0.24, from: 1200, to: 3800, loud: 0.3, sharp: 2 });
  },
  shot: () => {
    hiss({ long: 0.5, from: 5200, to: 180, loud: 1, kind: "lowpass" });
    tone({ long: 0.22, from: 130, to: 38, loud: 0.9 });
  },
  spell: ({ pitch }) => {
    for (const [at, part] of [
      [0, 520],
      [0.06, 780],
      [0.12, 1170],
    ]) {
      tone({ at, long: 0.4, from: part * pitch, to: part * pitch * 1.5, loud: 0.13 });
    }
  },
  thud: () => {
    tone({ long: 0.2, from: 150, to: 46, loud: 0.9 });
    hiss({ long: 0.09, from: 900, to: 300, loud: 0.5 });
  },
  swing: () => hiss({ long: 0.18, from: 900, to: 2600, loud: 0.16, sharp: 1.4 }),
  step: () => hiss({ long: 0.05, from: 420, loud: 0.14, sharp: 2 }),
  drop: () => {
    tone({ long: 0.6, from: 190, to: 70, loud: 0.3, shape: "sawtooth" });
    tone({ at: 0.28, long: 0.3, from: 90, to: 34, loud: 0.9 });
    hiss({ at: 0.28, long: 0.16, from: 500, to: 160, loud: 0.6 });
  },
  burst: ({ pitch }) => {
    hiss({ long: 0.4, from: 700, to: 4800, loud: 0.32, sharp: 0.7 });
    for (const [at, part] of [
      [0, 660],
      [0.07, 880],
      [0.14, 1320],
    ]) {
      tone({ at, long: 0.26, from: part * pitch, loud: 0.2 });
    }
  },
  critical: ({ pitch, ring }) => {
    tone({ long: 0.3, from: 110, to: 40, loud: 1 });
    for (const part of [1400, 2100, 2800]) {
      tone({ at: 0.04, long: ring + 0.3, from: part * pitch, loud: 0.14 });
    }
  },
  turn: ({ pitch }) => {
    tone({ long: 0.35, from: 660 * pitch, loud: 0.3 });
    tone({ at: 0.12, long: 0.5, from: 990 * pitch, loud: 0.22 });
  },
  victory: ({ pitch }) => {
    [523, 659, 784, 1047].forEach((part, at) =>
      tone({
        at: at * 0.13,
        long: at === 3 ? 0.9 : 0.3,
        from: part * pitch,
        loud: 0.3,
        shape: "triangle",
      }),
    );
  },
  defeat: ({ pitch }) => {
    [392, 330, 294, 196].forEach((part, at) =>
      tone({
        at: at * 0.2,
        long: at === 3 ? 1 : 0.4,
        from: part * pitch,
        loud: 0.26,
        shape: "triangle",
      }),
    );
  },
};

/**
 * Play a sound in a world.
 * @param {string} name
 * @param {string} world
 * @param {number} [count]
 */
export function sound(name, world, count = 1) {
  SOUNDS[name]?.(WORLDS[world] || WORLDS.table, count);
}
