// The panel of the open question: its subject, its options, and the buttons below them.
import { button, h, put } from "../elements.js";
import { occasionOf, rolledText, stakeOf } from "../plan/question_text.js";
import { isAsked, isSolo, nameOf, ownQuestion, shownQuestion } from "../state/fight.js";
import { capital, endOption, isHostile, isReaction } from "../state/options.js";
import { avatarOf } from "./avatar.js";
import { costPips } from "./cost.js";
import { OptionButtons } from "./option_button.js";
import { OptionGroups } from "./option_groups.js";
import { QuestionFoot } from "./question_foot.js";
import { happeningPanel, pastPanel, sinceThen } from "./watching.js";

/** @typedef {import("../state/fight.js").FightState} FightState */

const WALK = "Nobody can be attacked now. Press lit ground to walk.";
const PLACE = "Press lit ground.";

/**
 * Return whether a turn offers places to walk to, but no target to attack.
 * @param {Question} question
 * @param {Scene} scene
 */
const isStranded = (question, scene) => question.kind === "turn"
  && question.options.some((option) => option.place >= 0)
  && !question.options.some((option) => isHostile(option, question, scene));

/**
 * Return a hint on what to press on the board, if it is not obvious.
 * @param {Question} question
 * @param {Scene} scene
 */
function pressHint(question, scene) {
  if (isStranded(question, scene)) return WALK;
  const end = endOption(question);
  const isWhere = scene.board.kind === "grid"
    && question.options.every((option) => option === end || option.place >= 0);
  return isWhere ? PLACE : "";
}

/**
 * @typedef {import("./option_button.js").OptionHandlers & {
 *   ontakeback: () => void,
 *   onskip: () => void,
 *   onnext: () => void,
 *   onshow: (frame: number) => void,
 *   onhabit: (kind: string, how: string, scope: string) => void,
 *   onverb: () => void,
 *   onstandin: (question: Question) => void,
 *   onredo: () => void,
 *   onend: (event?: Event) => void,
 *   ontry: () => void,
 *   onrule: (who: number, why: string) => void,
 *   afterFight: () => import("../elements.js").Child,
 * }} QuestionHandlers
 */

/** The question on the page. */
export class QuestionElement {
  /**
   * @param {string[]} labels
   * @param {QuestionHandlers} handlers
   */
  constructor(labels, handlers) {
    this.labels = labels;
    this.handlers = handlers;
    this.isBusy = false;
    /** Whether events led to the question. */
    this.isUnderWay = false;
    this.key = "";
    /** @type {OptionButtons | null} */
    this.buttons = null;
    this.head = h("div", { class: "question-head" });
    this.stake = h("p", { class: "stake" });
    this.body = h("div", { class: "question-body", onscroll: () => handlers.onverb() });
    this.foot = new QuestionFoot(handlers);
    this.element = h("section", { class: "question", "aria-label": "What is asked" },
      this.head, this.body, this.foot.element);
  }

  /**
   * Show the question, or the fighter everyone waits for. Return whether the question is new.
   * @param {FightState} state
   */
  show(state) {
    const question = shownQuestion(state);
    const { latest } = state.story;
    const key = JSON.stringify([
      question ? question.number : latest.number, latest.answers, question?.yours, question?.seats,
      state.table?.seats, state.standIn, Boolean(question), state.playing, state.step,
      latest.request, latest.undone, state.habits,
    ]);
    const asked = Boolean(question && isAsked(state, question));
    const { busy } = state;
    if (key === this.key) {
      if (busy === this.isBusy) return false;
      this.isBusy = busy;
      for (const one of this.body.querySelectorAll("button.choose")) {
        /** @type {HTMLButtonElement} */ (one).disabled = busy;
      }
      this.foot.show(state, question);
      return asked && !busy;
    }
    this.key = key;
    this.isBusy = busy;
    this.foot.asks = false;
    this.buttons = null;
    this.element.classList.toggle("own", asked);
    this.element.classList.toggle("reaction", Boolean(question && asked && isReaction(question)));
    if (state.playing) this.showPanel(happeningPanel(state, this.handlers));
    else if (state.step !== null) {
      this.showPanel(pastPanel(state.story.frames[state.step], state.rules));
    } else if (!question) this.showNone(latest);
    else if (!asked) this.showOther(state, question);
    else this.showOwn(state, question);
    this.foot.show(state, question);
    this.handlers.onverb();
    return asked && !busy;
  }

  /** @param {import("./watching.js").Panel} panel */
  showPanel({ head, body }) {
    put(this.head, head);
    put(this.body, body);
  }

  /** @param {News} latest */
  showNone(latest) {
    const rounds = `After ${latest.round} round${latest.round === 1 ? "" : "s"}.`;
    const won = latest.winner ? `${capital(latest.winner)} won` : "Nobody won";
    const title = latest.over ? won : latest.frozen ? "Only to look at" : "One moment";
    put(this.head, h("h2", { class: latest.over ? "prompt verdict" : "prompt" }, title),
      h("p", { class: "quiet" }, latest.over ? rounds
          : latest.frozen || "The others are thinking."));
    put(this.body, latest.over ? this.handlers.afterFight() : null);
  }

  /**
   * @param {FightState} state
   * @param {Question} question
   */
  showOther(state, question) {
    const names = (question.seats || []).map((role) => nameOf(state, role)).join(" or ");
    const whom = names ? `${names} (${question.asked})` : question.asked;
    put(this.head, h("h2", { class: "prompt" }, question.prompt), h("p", { class: "quiet" },
      question.player === "person" ? `Waiting for ${whom}.`
        : `${question.asked} is played by ${question.player}, who is thinking.`));
    put(this.body, question.yours && names
      ? button(`Answer for ${names}`, () => this.handlers.onstandin(question),
        { class: "stand-in" })
      : null);
  }

  /**
   * @param {FightState} state
   * @param {Question} question
   */
  showOwn(state, question) {
    const buttons = new OptionButtons(state, question, this.handlers, () => this.handlers.onverb());
    this.buttons = buttons;
    this.showHead(state, question);
    put(this.body,
      new OptionGroups(state, question, buttons, this.labels, this.handlers.onverb).content());
  }

  /**
   * @param {FightState} state
   * @param {Question} question
   */
  showHead(state, question) {
    const { scene, story } = state;
    const occasion = occasionOf(story, question);
    const rolled = rolledText(question);
    const who = question.who >= 0 ? question.who : question.about;
    const left = story.latest.order?.find((entry) => entry.who === who)?.left || "";
    const hint = pressHint(question, scene);
    this.isUnderWay = Boolean(occasion);
    this.stake.hidden = !isReaction(question);
    put(this.head,
      h("div", { class: "asked-head" },
        who >= 0 ? avatarOf(scene.fighters[who], story.latest.now[who]) : null,
        h("h2", { class: "prompt", tabindex: -1 }, question.prompt),
        question.kind === "turn" && left ? h("span", { class: "left" }, costPips(left),
          h("span", {}, ` ${left} left`)) : null),
      this.whoseText(state, question),
      hint ? h("p", { class: "quiet" }, hint) : null,
      rolled ? h("p", { class: "rolled" }, rolled) : null,
      occasion ? h("p", { class: "occasion", title: occasion }, occasion) : null,
      sinceThen(state, this.handlers), this.stake);
    this.sayStake(state, question);
  }

  /**
   * Tell a game master why they are asked.
   * @param {FightState} state
   * @param {Question} question
   */
  whoseText(state, question) {
    if (state.role !== "gm" || isSolo(state) || state.standIn === question.number) return null;
    const side = state.scene.sides[question.side]?.name;
    return h("p", { class: "quiet whose" },
      side ? `You play ${side}.` : "For you as game master.");
  }

  /** Show whether there is more to scroll to. */
  markBelow() {
    const { scrollTop, scrollHeight, clientHeight } = this.body;
    this.element.classList.toggle("more-below", scrollTop + clientHeight < scrollHeight - 4);
  }

  /**
   * Fill in odds that have arrived; nothing moves.
   * @param {FightState} state
   */
  fill(state) {
    this.buttons?.fill();
    const question = ownQuestion(state);
    if (question) this.sayStake(state, question);
  }

  /**
   * Describe the consequences if the player declines.
   * @param {FightState} state
   * @param {Question} question
   */
  sayStake(state, question) {
    const said = stakeOf(question, state.odds, state.scene, this.isUnderWay);
    this.stake.textContent = said;
    this.stake.title = said;
    this.stake.classList.toggle("none", said.endsWith("nobody is hurt."));
  }
}
