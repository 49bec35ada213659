// Asks the service where fighters could attack from where they stand, and remembers it while it is
// so.
import { get } from "../../service.js";
import { placeOf } from "../../plan/layout.js";

/** What is known of reach at the open question. */
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

  /** Everybody may stand otherwise now. */
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
   * Asks where the enemies of a side could strike, one after the other, while somebody looks for a
   * way.
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
   * Cells where an enemy of a side could strike in close combat: before whoever faces some way,
   * else as far as is known.
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
