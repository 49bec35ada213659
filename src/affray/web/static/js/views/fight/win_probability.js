// The win probability over the board while one plays, for those who want to see it.
import { h } from "../../elements.js";
import { get } from "../../service.js";
import { isOnlooker, ownSide } from "../../state/fight.js";
import { isBetweenPeople } from "../../state/study.js";
import { storeWinBar, storedWinBar } from "../../storage.js";
import { fightUrl } from "./actions.js";

/** Asks for the chances where the fight stands, and has them shown. */
export class WinProbability {
  /** @param {import("./table.js").FightTable} table */
  constructor(table) {
    this.table = table;
    const { scene } = table.state;
    this.betweenPeople = isBetweenPeople(scene);
    /** Between people nobody who plays sees it unless they want to. */
    this.isOn = storedWinBar(this.betweenPeople)
      ?? (!this.betweenPeople || isOnlooker(table.state));
    /** @type {{number: number, sides: {value: number, error: number}[]} | null} */
    this.found = null;
    /** How much of the story was told when chances were last asked for. */
    this.asked = "";
    /**
     * Whether chances are found in this fight, so that the bar has its place from the beginning.
     */
    this.comes = false;
  }

  /** The switch. */
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

  /** Asks for the chances at the open question, once. */
  async load() {
    const { state } = this.table;
    const { latest } = state.story;
    // a question that only asks for more about the same deed changes nothing
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

  /** Where a game master may hide fighters, chances would tell the players of them. */
  mayKnow() {
    const { role, scene } = this.table.state;
    return role === "gm" || scene.gm !== "person";
  }

  /** Shows the chances where the fight is looked at: those of the study, or those of now. */
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
