// The win probability above the board during play, for players who want to see it.
import { h } from "../../elements.js";
import { get } from "../../service.js";
import { isOnlooker, ownSide } from "../../state/fight.js";
import { isBetweenPeople } from "../../state/study.js";
import { storeWinBar, storedWinBar } from "../../storage.js";
import { fightUrl } from "./actions.js";

/** The bar of current chances, which it fetches and shows. */
export class WinProbability {
  /** @param {import("./table.js").FightTable} table */
  constructor(table) {
    this.table = table;
    const { scene } = table.state;
    this.betweenPeople = isBetweenPeople(scene);
    /** Whether the bar is shown; by default hidden from players who play against each other. */
    this.isOn = storedWinBar(this.betweenPeople)
      ?? (!this.betweenPeople || isOnlooker(table.state));
    /** @type {{number: number, sides: {value: number, error: number}[]} | null} */
    this.found = null;
    /** The state of the story when chances were last requested. */
    this.asked = "";
    /**
     * Whether chances will be computed in this fight, so that the bar keeps its space.
     */
    this.comes = false;
  }

  /** Switch the bar on or off. */
  toggle() {
    const box = h("input", { type: "checkbox", id: "win-bar", checked: this.isOn,
        onchange: () => this.turn(box.checked) });
    return h("p", {}, h("label", { class: "inline", for: "win-bar" }, box,
        h("span", {}, "Show the win probability over the board")));
  }

  /** @param {boolean} on */
  turn(on) {
    this.isOn = on;
    storeWinBar(this.betweenPeople, on);
    this.load();
    this.show();
  }

  /** Fetch the chances at the open question, once. */
  async load() {
    const { state } = this.table;
    const { latest } = state.story;
    // a follow-up question about the same deed changes no chances
    const { frames } = state.story;
    const told = `${frames.length} ${frames.at(-1)?.at ?? ""} ${latest.undone ?? 0}`;
    if (!this.mayKnow() || !this.isOn || !latest.question || latest.frozen
      || this.asked === told) return;
    this.asked = told;
    try {
      this.found = await get(fightUrl(state, "chances"), state.secret);
    } catch {
      return; // the question has gone by
    }
    this.show();
  }

  /**
   * Return whether the player may see chances: where a game master may hide fighters, they would
   * reveal them.
   */
  mayKnow() {
    const { role, scene } = this.table.state;
    return role === "gm" || scene.gm !== "person";
  }

  /** Show the chances at the shown frame, from the study, or the current ones. */
  show() {
    const { state, study, page } = this.table;
    const { latest } = state.story;
    this.comes ||= study.isOpen || (this.mayKnow() && !latest.frozen && !latest.over
        && state.scene.sides.some((side) => side.player === "person"));
    const now = (state.step === null || state.playing) && this.found && !latest.over
      ? this.found.sides : null;
    const studied = study.chances();
    const names = state.scene.sides.map((side) => side.name);
    page.winBar.show(names, this.isOn ? studied ?? now : null, this.isOn && this.comes,
      ownSide(state));
    page.winBar.element.classList.toggle("stale", !studied && state.playing);
  }
}
