// A list of question kinds that are answered automatically, each with a way to be asked again.
import { h, put } from "../../elements.js";
import { words } from "../../format.js";
import { setHabit } from "../../state/fight.js";
import { capital } from "../../state/options.js";

const HOW = { never: "never", simple: "as simple would" };

/** The list of automatic answers in the page's menu. */
export class HabitsPanel {
  /** @param {import("../../state/fight.js").FightState} state */
  constructor(state) {
    this.state = state;
    this.element = h("section", { class: "card habits", hidden: true });
  }

  draw() {
    const { habits } = this.state;
    const kinds = Object.keys(habits);
    this.element.hidden = !kinds.length;
    put(this.element, h("h3", {}, "Answered for you"),
      h("ul", {}, kinds.map((kind) => h("li", { class: "row" },
      h("span", {},
        `${capital(words(kind))}: ${HOW[habits[kind].how]}, this `
        + `${habits[kind].turn === null ? "fight" : "turn"}`),
      h("button", { type: "button", class: "small", "data-habit": kind,
        onclick: () => { setHabit(this.state, kind, "ask", ""); this.draw(); } },
        "Ask me again")))));
  }
}
