// Counts of each fighter's deeds, from a fight's frames. Does not touch the page.

/**
 * @typedef {object} Deeds What a fighter did and suffered.
 * @property {number} dealt
 * @property {number} taken
 * @property {number} felled
 * @property {string} end How the fighter came out of the fight, in a few words.
 */

/**
 * @typedef {object} Blow The blow that took the most health.
 * @property {number} frame
 * @property {number} who
 * @property {number} by
 * @property {number} harm
 */

/**
 * Count harm dealt, harm taken and enemies felled by each fighter, and find the hardest blow.
 * @param {import("./story.js").Story} story
 * @returns {{deeds: Deeds[], best: Blow | null}}
 */
export function countDeeds(story) {
  const { fighters } = story.scene;
  const deeds = fighters.map(() => ({ dealt: 0, taken: 0, felled: 0, end: "standing" }));
  /** @type {Blow | null} */
  let best = null;
  let round = 1;
  story.frames.forEach(({ kind, parts, round: told }, frame) => {
    round = told ?? round;
    const who = story.indexOf(parts.who);
    const by = story.indexOf(parts.by);
    const before = story.states[frame - 1]?.[who];
    const after = story.states[frame][who];
    if (kind === "hurt" && who >= 0) {
      const harm = Math.max(0, (before?.health ?? 0) - (after?.health ?? 0));
      deeds[who].taken += harm;
      if (by >= 0 && by !== who) {
        deeds[by].dealt += harm;
        if (harm > (best?.harm ?? 0)) best = { frame, who, by, harm };
      }
    }
    fighters.forEach((_, index) => {
      const was = story.states[frame - 1]?.[index]?.state ?? "standing";
      const is = story.states[frame][index]?.state ?? "standing";
      if (was !== "standing" || is === was) return;
      const cause = index === who ? by : -1;
      if (cause >= 0 && is !== "fled") deeds[cause].felled += 1;
      deeds[index].end = is === "fled" ? `fled in round ${round}`
        : cause >= 0 ? `fell to ${fighters[cause].name}` : `${is} in round ${round}`;
    });
  });
  story.latest.now.forEach((state, who) => {
    if (state?.state === "standing" && deeds[who]) deeds[who].end = "standing";
  });
  return { deeds, best };
}
