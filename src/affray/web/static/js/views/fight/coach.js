// Three hints that show a newcomer how to play: choose, roll, why. Only in the first fight.
import { button, h, put } from "../../elements.js";
import { ownQuestion } from "../../state/fight.js";
import { storeCoach, storedCoach } from "../../storage.js";

const MARKS = [
  { title: "Choose", at: "question", text: "Press what is lit on the board, or an option in the "
    + "list. Figures are your odds: hit, harm, drop." },
  { title: "Roll", at: "board",
    text: "The dice decide. Bright dice count, and the log keeps every "
    + "roll." },
  { title: "Why", at: "question",
    text: "Press “why” beside a figure: every die, every modifier and "
    + "the rule behind it." },
];

/** A hint disappears by itself after this many decisions. */
const ENOUGH = 2;

/**
 * Return whether a hint is due: the second after an attack was made, the third when one is offered.
 * @param {import("../../state/fight.js").FightState} state
 * @param {number} seen
 */
function isDue(state, seen) {
  const question = ownQuestion(state);
  if (!question || !seen) return Boolean(question);
  if (seen === 2) return question.options.some((option) => option.attack);
  return state.story.frames.some((frame) => /^(attack|clash)$/.test(frame.kind));
}

/** The hints on the page. */
export class Coach {
  /** @param {import("./table.js").FightTable} table */
  constructor(table) {
    this.table = table;
    this.element = h("aside", { class: "coach", hidden: true, "aria-label": "How to play" });
    /** The number of decisions at which the last hint was closed. */
    this.closedAt = -1;
    /** The current hint, and the number of decisions when it first appeared. */
    this.shown = { mark: -1, decided: 0 };
  }

  /** Show the next hint if it is due. */
  show() {
    const { state } = this.table;
    const coach = storedCoach();
    if (!coach || coach.fight !== state.id || coach.seen >= MARKS.length) {
      this.element.hidden = true;
      return;
    }
    const decided = state.story.decisions.length;
    if (decided <= this.closedAt || !isDue(state, coach.seen)) {
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
    if (this.shown.mark !== coach.seen) this.shown = { mark: coach.seen, decided };
    // a player who has continued has understood the hint
    if (decided >= this.shown.decided + ENOUGH) {
      close(coach.seen + 1);
      return;
    }
    this.element.className = `coach at-${at}`;
    this.element.hidden = false;
    put(this.element, h("strong", {}, `${coach.seen + 1} of ${MARKS.length} · ${title}`),
      h("p", {}, text),
      button(isLast ? "Done" : "Got it", () => close(coach.seen + 1), { class: "small primary" }),
      isLast ? null : button("No more", () => close(MARKS.length), { class: "small link" }));
  }
}
