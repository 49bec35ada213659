// Three marks that show a newcomer how to play: choose, roll, why. Only in the first fight.
import { button, h, put } from "../../elements.js";
import { ownQuestion } from "../../state/fight.js";
import { storeCoach, storedCoach } from "../../storage.js";

const MARKS = [
  { title: "Choose", at: "question", text: "Press an enemy on the board, or the large button. "
    + "The figures are your odds: hit, harm, drop." },
  { title: "Roll", at: "board",
    text: "The dice decide. Bright dice count, and the log on the right "
    + "keeps every roll." },
  { title: "Why", at: "question",
    text: "Press “why” beside a figure: every die, every modifier and "
    + "the rule behind it." },
];

/** The marks on the page. */
export class Coach {
  /** @param {import("./table.js").FightTable} table */
  constructor(table) {
    this.table = table;
    this.element = h("aside", { class: "coach", hidden: true, "aria-label": "How to play" });
    /** The number of decisions at which the last mark was closed. */
    this.closedAt = -1;
  }

  /** Shows the next mark when its moment has come. */
  show() {
    const { state } = this.table;
    const coach = storedCoach();
    if (!coach || coach.fight !== state.id || coach.seen >= MARKS.length) {
      this.element.hidden = true;
      return;
    }
    const decided = state.story.decisions.length;
    const isDue = coach.seen === 0 ? ownQuestion(state) !== null
      : decided > this.closedAt && ownQuestion(state) !== null;
    if (!isDue) {
      this.element.hidden = true;
      return;
    }
    const { title, text, at } = MARKS[coach.seen];
    const isLast = coach.seen === MARKS.length - 1;
    const close = (/** @type {number} */ seen) => {
      this.closedAt = decided;
      storeCoach({ ...coach, seen });
      this.show();
    };
    this.element.className = `coach at-${at}`;
    this.element.hidden = false;
    put(this.element, h("strong", {}, `${coach.seen + 1} of ${MARKS.length} · ${title}`),
      h("p", {}, text),
      button(isLast ? "Done" : "Got it", () => close(coach.seen + 1), { class: "small primary" }),
      isLast ? null : button("No more", () => close(MARKS.length), { class: "small link" }));
  }
}
