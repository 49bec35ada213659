// Fetches the places that fighters could attack from where they stand, and caches them until they
// move.
import { get } from "../../service.js";
import { placeOf } from "../../plan/layout.js";

/** The known reach of fighters at the open question. */
export class ReachFinder {
  /** @param {import("../../state/fight.js").FightState} state */
  constructor(state) {
    this.state = state;
    /** @type {Map<number, Promise<Reach | null>>} */
    this.asked = new Map();
    /** @type {Map<number, Reach>} */
    this.known = new Map();
    this.isLoading = false;
  }

  /** Forget all reach, since fighters may have moved. */
  forget() {
    this.asked.clear();
    this.known.clear();
  }

  /**
   * @param {number} who
   * @returns {Promise<Reach | null>}
   */
  async of(who) {
    const { state } = this;
    const { number } = state.story.latest;
    const asked = this.asked.get(who)
      || get(`/api/fights/${state.id}/reach/${who}`, state.secret).catch(() => null);
    this.asked.set(who, asked);
    const found = await asked;
    if (!found || found.number !== number || state.story.latest.number !== number) return null;
    this.known.set(who, found);
    return found;
  }

  /**
   * Fetch the reach of a side's enemies, one after the other, while a player looks for a path.
   * @param {number} side
   * @param {() => void} onfound
   */
  async loadEnemies(side, onfound) {
    if (this.isLoading) return;
    this.isLoading = true;
    const { number, now } = this.state.story.latest;
    for (const [who, fighter] of this.state.scene.fighters.entries()) {
      if (this.state.story.latest.number !== number) break;
      if (fighter.side === side || now[who].state !== "standing"
        || now[who].where?.facing !== undefined || this.known.has(who)) continue;
      if (await this.of(who)) onfound();
    }
    this.isLoading = false;
  }

  /**
   * Return the cells where an enemy of a side could strike in close combat: the cells in front of
   * fighters with a facing, otherwise the reach known so far.
   * @param {number} side
   * @param {Layout} layout
   * @returns {number[]}
   */
  threatened(side, layout) {
    const { scene, story } = this.state;
    const found = new Set();
    story.latest.now.forEach((one, who) => {
      if (!layout.cells || scene.fighters[who].side === side || one.state !== "standing") return;
      if (one.where?.facing !== undefined) {
        for (const cell of layout.front(placeOf(one), one.where.facing)) found.add(cell);
      }
      else {
        for (const weapon of this.known.get(who)?.weapons
        || []) if (!weapon.far) for (const cell of weapon.places) found.add(cell);
      }
    });
    return [...found];
  }
}
