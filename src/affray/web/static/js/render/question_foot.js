// The buttons below a question: end turn, improvise, take back, and automatic answers.
import { button, h, put } from "../elements.js";
import { isAsked, isOnlooker, isSolo, ownQuestion } from "../state/fight.js";
import { endOption, isHostile, isImprovised, isReaction } from "../state/options.js";

/** @typedef {import("../state/fight.js").FightState} FightState */

const HABITS = [
  ["ask", "ask me"], ["never turn", "never, this turn"], ["never fight", "never, this fight"],
  ["simple turn", "as simple would, this turn"], ["simple fight", "as simple would, this fight"],
];

/**
 * Return whether a player can describe an attempt to the game master.
 * @param {FightState} state
 */
const mayTry = (state) => state.scene.gm === "person" && state.role !== "gm"
  && !isOnlooker(state) && !state.story.latest.over;

/** The foot of the question's panel. */
export class QuestionFoot {
  /** @param {import("./question.js").QuestionHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    /**
     * Whether it now asks to confirm the end of the turn, and whether the player confirmed it
     * before.
     */
    this.asks = false;
    this.isConfirmed = false;
    this.element = h("div", { class: "question-foot" });
  }

  /**
   * @param {FightState} state
   * @param {Question | null} question
   */
  show(state, question) {
    const { handlers } = this;
    const own = ownQuestion(state);
    const end = question && isAsked(state, question) ? endOption(question) : null;
    const { undone } = state.story.latest;
    const improvised = own ? own.options.find(isImprovised) : null;
    const nothing = !state.story.decisions.length;
    const asks = end && this.asks;
    const takesAtOnce = state.role === "gm";
    const look = `end-turn${end ? "" : " nothing-to-end"}${asks ? " asks" : ""}`;
    put(this.element,
      h("button", {
        type: "button", class: look, disabled: !own || !end, "data-key": end ? end.key : null,
        onclick: (/** @type {Event} */ event) => handlers.onend(event),
      }, h("kbd", { "aria-hidden": "true" }, question && question.kind !== "turn" ? "n" : "e"),
      asks ? "Press again: actions are left" : end ? end.text : "End the turn"),
      improvised ? button("Something else…", (event) => handlers.onchoose(improvised, event),
        { class: "small improvise", "data-key": improvised.key })
        : mayTry(state) ? button("Something else…", () => handlers.ontry(),
          { class: "small improvise" }) : null,
      own && own.side < 0 && own.who >= 0 && !isSolo(state) ? button("With an effect…",
        () => handlers.onrule(own.who, ""), { class: "small with-effect" }) : null,
      isOnlooker(state) ? null : button([
        h("kbd", { "aria-hidden": "true" }, "u"), takesAtOnce ? "Take back" : "Ask to take back",
      ], () => handlers.ontakeback(), { class: "small take-back", disabled: nothing }),
      takesAtOnce && undone
        ? button("Do again", () => handlers.onredo(), { class: "small redo" }) : null,
      own && isReaction(own) ? this.habitOf(own) : null);
  }

  /**
   * Ask once per fight whether to end a turn with attacks left. Return whether it may end.
   * @param {FightState} state
   * @param {Question} question
   */
  mayEnd(state, question) {
    const left = question.kind === "turn" && isSolo(state)
      && question.options.some((option) => isHostile(option, question, state.scene));
    if (!left || this.isConfirmed || this.asks) {
      this.isConfirmed ||= this.asks;
      return true;
    }
    this.asks = true;
    this.show(state, question);
    /** @type {HTMLElement | null} */ (this.element.querySelector(".end-turn"))?.focus();
    return false;
  }

  /**
   * Return the control for automatic answers to this kind of question.
   * @param {Question} question
   */
  habitOf(question) {
    const select = h("select", {
      id: "habit",
      onchange: () => {
        const [how, scope] = select.value.split(" ");
        this.handlers.onhabit(question.kind, how, scope);
      },
    }, HABITS.map(([value, label]) => h("option", { value }, label)));
    return h("label", { class: "habit", for: "habit" }, h("span", {}, "Asked this again:"), select);
  }
}
