// The open question: what it is about, its options by verb with the targets as rows, and a button that ends the turn.
import { h, put } from "../elements.js";
import { words } from "../format.js";
import { NARROW, placeName } from "../plan/layout.js";
import { occasionOf, stakeOf } from "../plan/question_text.js";
import { deedsSince } from "../plan/summary.js";
import { isAsked, isOnlooker, nameOf, ownQuestion, shownQuestion } from "../state/fight.js";
import { byTarget, capital, endOption, isImprovised, isReaction, optionName, verbGroups, weaponOf } from "../state/options.js";
import { nameplate } from "./avatar.js";
import { attackUnits } from "./figures.js";
import { madeBy } from "./log.js";
import { OptionButtons } from "./option_button.js";

/** Letters that open a group; e ends the turn. */
const LETTERS = "abcdfghijklmnopqrstuvwxyz";
const FEW = 6;
const FEW_ROWS = 12;
/** At most so many options that all concern one fighter stand without being grouped. */
const FEW_ABOUT_ONE = 9;
/** At most so many of those that concern nobody stand one below the other. */
const FEW_PLAIN = 3;
/** Options with longer texts stand one below the other, and with much longer ones on two lines. */
const MOST_BESIDE = 24;
const MOST_ON_A_LINE = { wide: 44, narrow: 34 };
/** How tall a row and a group's head are, and how wide a place's button is, to tell what fits. */
const ROW = { wide: 37, narrow: 47 };
const GROUP_HEAD = 38;
const PLACE_BUTTON = 112;
/** How much of a group that does not fit is seen at least; the rest of it is scrolled to. Where even so not everything fits, it has half the room. */
const LEAST_OPEN = 92;

/**
 * @typedef {import("./option_button.js").OptionHandlers & {
 *   ontakeback: () => void,
 *   onskip: () => void,
 *   onshow: (frame: number) => void,
 *   onhabit: (kind: string, how: string, scope: string) => void,
 *   onverb: () => void,
 *   onstandin: (question: Question) => void,
 *   onredo: () => void,
 *   afterFight: () => import("../elements.js").Child,
 * }} QuestionHandlers
 */

/**
 * The only fighter whom several groups concern, where they are few enough to stand without being grouped.
 * @param {import("../state/options.js").VerbGroup[]} groups
 */
function onlyTarget(groups) {
  const options = groups.flatMap((group) => group.options);
  const targets = new Set(options.map((option) => option.target));
  return groups.length > 1 && groups.every((group) => group.about === "fighters") && targets.size === 1 && options.length <= FEW_ABOUT_ONE ? options[0].target : null;
}

/**
 * How many rows a group takes when it is open.
 * @param {import("../state/options.js").VerbGroup} group
 * @param {number} columns How many places stand beside each other.
 */
function rowsOf({ about, options }, columns) {
  if (about === "places") return Math.ceil(options.length / columns);
  if (about === "plain") return plainRows(options);
  return byTarget(options).reduce((rows, [, own]) => rows + (own.length > 1 ? own.length + 0.7 : 1), 0);
}

/**
 * Whether options that concern nobody stand one below the other: few, or with long texts.
 * @param {Option[]} options
 */
const isColumn = (options) => options.length <= FEW_PLAIN || options.some((option) => option.text.length > MOST_BESIDE);

/**
 * How many rows options that concern nobody take.
 * @param {Option[]} options
 */
function plainRows(options) {
  if (!isColumn(options)) return Math.ceil(options.length / 2);
  const most = innerWidth < NARROW ? MOST_ON_A_LINE.narrow : MOST_ON_A_LINE.wide;
  return options.reduce((rows, { text, cost }) => rows + (`${text} ${cost || ""}`.length > most ? 1.4 : 1), 0);
}

/**
 * Whether there is more of an element below what is seen of it.
 * @param {HTMLElement} one
 */
const goesOn = ({ scrollTop, scrollHeight, clientHeight }) => scrollTop + clientHeight < scrollHeight - 4;

/** The question on the page. */
export class QuestionElement {
  /**
   * @param {string[]} labels
   * @param {QuestionHandlers} handlers
   */
  constructor(labels, handlers) {
    this.labels = labels;
    this.handlers = handlers;
    this.isFitting = false;
    this.isBusy = false;
    /** Whether something led to what is asked. */
    this.isUnderWay = false;
    /** @type {(number | HTMLElement)[]} The room and the groups that were fitted into it last. */
    this.fitted = [];
    this.key = "";
    /** @type {OptionButtons | null} */
    this.buttons = null;
    this.head = h("div", { class: "question-head" });
    this.stake = h("p", { class: "stake" });
    this.body = h("div", { class: "question-body", onscroll: () => handlers.onverb() });
    this.foot = h("div", { class: "question-foot" });
    this.element = h("section", { class: "question", "aria-label": "What is asked" }, this.head, this.body, this.foot);
  }

  /**
   * Shows what is asked, or who is waited for. Gives whether a new question is shown.
   * @param {import("../state/fight.js").FightState} state
   */
  show(state) {
    const question = shownQuestion(state);
    const { latest } = state.story;
    const key = JSON.stringify([question ? question.number : latest.number, latest.answers, question?.yours, question?.seats, state.table?.seats, state.standIn, Boolean(question), state.playing || state.step, latest.request, latest.undone, state.habits]);
    const asked = Boolean(question && isAsked(state, question));
    const { busy } = state;
    if (key === this.key) {
      if (busy === this.isBusy) return false;
      this.isBusy = busy;
      // the same question while its answer is on its way: nothing has to be laid out again
      for (const button of this.body.querySelectorAll(".choose")) /** @type {HTMLButtonElement} */ (button).disabled = busy;
      put(this.foot, this.footOf(state, question));
      return asked && !busy;
    }
    this.key = key;
    this.isBusy = busy;
    this.buttons = null;
    this.element.classList.toggle("own", asked);
    if (state.playing) this.showPlaying();
    else if (state.step !== null) this.showPast(state.story.frames[state.step], state.rules);
    else if (!question) this.showNone(latest);
    else if (!asked) this.showOther(state, question);
    else this.showOwn(state, question);
    put(this.foot, this.footOf(state, question));
    this.fitSoon();
    return asked && !busy;
  }

  showPlaying() {
    put(this.head, h("h2", { class: "prompt" }, "What happens"), h("p", { class: "quiet" }, innerWidth < NARROW ? "Any press skips." : "Any key or press skips."));
    put(this.body, h("button", { type: "button", class: "skip-playback", onclick: () => this.handlers.onskip() }, "Skip"));
  }

  /**
   * @param {Frame} frame
   * @param {RulesById} rules
   */
  showPast(frame, rules) {
    put(this.head, h("h2", { class: "prompt" }, "Looking back"), h("p", { class: "quiet" }, innerWidth < NARROW ? "‹ and › step through the fight; Now goes back to it." : "← and → step through the fight; Esc goes back to now."));
    // on a phone the log stands above, and its lines unfold
    put(this.body, innerWidth < NARROW ? null : h("div", { class: "made-by" }, h("p", { class: "told" }, frame.text), madeBy(frame, rules)));
  }

  /** @param {News} latest */
  showNone(latest) {
    put(this.head, h("h2", { class: latest.over ? "prompt verdict" : "prompt" }, latest.over ? (latest.winner ? `${capital(latest.winner)} won` : "Nobody won") : latest.frozen ? "Only to look at" : "One moment"),
      h("p", { class: "quiet" }, latest.over ? `After ${latest.round} round${latest.round === 1 ? "" : "s"}. Step through it with ${innerWidth < NARROW ? "‹ and ›" : "the arrow keys"}, or branch from any point.` : latest.frozen || "The others are thinking."));
    put(this.body, latest.over ? this.handlers.afterFight() : null);
  }

  /**
   * @param {import("../state/fight.js").FightState} state
   * @param {Question} question
   */
  showOther(state, question) {
    const names = (question.seats || []).map((role) => nameOf(state, role)).join(" or ");
    const whom = names ? `${names} (${question.asked})` : question.asked;
    put(this.head, h("h2", { class: "prompt" }, question.prompt),
      h("p", { class: "quiet" }, question.player === "person" ? `Waiting for ${whom}.` : `${question.asked} is played by ${question.player}, who is thinking.`));
    put(this.body, question.yours && names ? h("button", { type: "button", class: "stand-in", onclick: () => this.handlers.onstandin(question) }, `Answer for ${names}`) : null);
  }

  /**
   * @param {import("../state/fight.js").FightState} state
   * @param {Question} question
   */
  showOwn(state, question) {
    const buttons = new OptionButtons(state, question, this.handlers, () => this.handlers.onverb());
    this.buttons = buttons;
    const occasion = occasionOf(state.story, question);
    put(this.head, h("h2", { class: "prompt", tabindex: -1 }, question.prompt), occasion ? h("p", { class: "occasion", title: occasion }, occasion) : null, this.summary(state), this.stake);
    this.isUnderWay = Boolean(occasion);
    this.sayStake(state, question);
    this.stake.hidden = !isReaction(question);
    const groups = verbGroups(question, state.scene);
    const grouped = groups.filter((group) => group.about === "fighters" || group.options.length > 1);
    // what concerns nobody and comes in many kinds, as stunts do, stands below what is done more often
    const rare = grouped.filter((group) => group.about === "plain");
    const sections = [...grouped.filter((group) => group.about !== "plain"), ...rare];
    const plain = groups.filter((group) => !sections.includes(group)).flatMap((group) => group.options);
    const only = onlyTarget(sections);
    const alone = sections.length === 1 && !plain.length;
    const few = question.options.length <= FEW && sections.length < 2;
    const open = this.openGroups(sections, plain, few || alone);
    const shown = sections.map((group, number) => this.section(state, group, LETTERS[number], open[number]));
    put(this.body,
      only === null ? shown.slice(0, sections.length - rare.length) : this.aboutOne(state, only, sections.flatMap((group) => group.options)),
      plain.length ? h("ul", { class: !sections.length ? "plain-options alone" : isColumn(plain) ? "plain-options few" : "plain-options", "aria-label": "Besides" }, plain.map((option) => buttons.make(option, option.text))) : null,
      shown.slice(sections.length - rare.length));
  }

  /**
   * Which groups are open at first: the first, and of the others those that fit.
   * @param {import("../state/options.js").VerbGroup[]} groups
   * @param {Option[]} plain Options that stand below the groups.
   * @param {boolean} first Whether the first is open whatever it holds.
   */
  openGroups(groups, plain, first) {
    const { clientWidth: wide, clientHeight: tall } = this.body;
    const row = innerWidth < NARROW ? ROW.narrow : ROW.wide;
    let left = tall - groups.length * GROUP_HEAD - plainRows(plain) * row;
    return groups.map((group, number) => {
      const needed = rowsOf(group, Math.max(1, Math.floor(wide / PLACE_BUTTON))) * row;
      const opens = (needed <= left && !group.friendly) || (number === 0 && (first || group.about === "fighters" || (group.about === "places" && group.options.length <= FEW_ROWS)));
      if (opens) left -= needed;
      return opens;
    });
  }

  /**
   * Everything that can be done to the only one whom it concerns, without groups.
   * @param {import("../state/fight.js").FightState} state
   * @param {number} target
   * @param {Option[]} options
   */
  aboutOne({ scene, story }, target, options) {
    const buttons = /** @type {OptionButtons} */ (this.buttons);
    return h("div", { class: "about-one" },
      h("div", { class: "row-head" }, nameplate(scene.fighters[target], story.latest.now[target], this.labels[target]), options.some((option) => option.attack) ? attackUnits() : null),
      h("ul", {}, options.map((option) => buttons.make(option, optionName(option, options)))));
  }

  /**
   * One verb with its targets as rows.
   * @param {import("../state/fight.js").FightState} state
   * @param {import("../state/options.js").VerbGroup} group
   * @param {string} letter
   * @param {boolean} open
   */
  section(state, group, letter, open) {
    const { scene, story } = state;
    const buttons = /** @type {OptionButtons} */ (this.buttons);
    // what all of them cost is said once
    const [{ cost }] = group.options;
    const priced = group.options.length > 1 && Boolean(cost) && group.options.every((option) => option.cost === cost);
    const rows = () => {
      if (group.about === "plain") return [h("ul", { class: isColumn(group.options) ? "plain-options few" : "plain-options" }, group.options.map((option) => buttons.make(option, option.text, null, priced)))];
      if (group.about === "places") return [h("ul", { class: "place-options" }, group.options.map((option) => buttons.make(option, placeName(scene.board, option.place), null, priced)))];
      return byTarget(group.options).map(([target, options]) => {
        const whom = nameplate(scene.fighters[target], story.latest.now[target], this.labels[target]);
        if (options.length === 1) return h("ul", { class: "target-row" }, buttons.make(options[0], this.nameInGroup(options[0], group), whom, priced));
        return h("div", { class: "target-row several" }, h("div", { class: "row-head" }, whom), h("ul", {}, options.map((option) => buttons.make(option, this.rowName(option, options), null, priced))));
      });
    };
    const inside = h("div", { class: "verb-rows", onscroll: () => this.handlers.onverb() });
    const count = group.about === "places" ? `${group.options.length} places` : String(group.options.length);
    const fillOnce = () => {
      if (!inside.childNodes.length) put(inside, rows());
      buttons.fill();
    };
    if (open) fillOnce();
    return h("details", {
      class: `verb${group.friendly ? " friendly" : ""}`, open, "data-letter": letter, "data-verb": group.verb,
      ontoggle: (/** @type {Event} */ event) => {
        const details = /** @type {HTMLDetailsElement} */ (event.currentTarget);
        if (details.open) {
          fillOnce();
          this.makeRoomFor(details);
        }
        this.fitSoon();
      },
    }, h("summary", {}, letter ? h("kbd", { "aria-hidden": "true" }, letter) : null, h("span", {}, capital(words(group.verb))), h("span", { class: "count" }, count), priced ? h("span", { class: "cost" }, cost) : null, group.options.some((option) => option.attack) ? attackUnits() : null), inside);
  }

  /** Shows whether there is more below what is seen, of the whole and of a group. */
  markBelow() {
    // first everything is measured, then everything written
    const below = goesOn(this.body);
    const rows = this.openRows().map((one) => ({ one, below: goesOn(one) }));
    this.element.classList.toggle("more-below", below);
    for (const { one, below: more } of rows) one.classList.toggle("more-rows", more);
  }

  openRows() {
    return /** @type {HTMLElement[]} */ ([...this.body.querySelectorAll("details.verb[open] > .verb-rows")]);
  }

  /** Fits the groups once, however many are opened or folded at a time. */
  fitSoon() {
    if (this.isFitting) return;
    this.isFitting = true;
    requestAnimationFrame(() => {
      this.isFitting = false;
      this.fitOpen();
      this.handlers.onverb();
    });
  }

  /** Where not everything fits, the other groups stand beside each other, and the longest that is open is scrolled by itself. */
  fitOpen() {
    const open = this.openRows();
    const fitted = [this.body.clientWidth, this.body.clientHeight, ...open];
    if (fitted.length === this.fitted.length && fitted.every((one, number) => one === this.fitted[number])) return;
    this.fitted = fitted;
    for (const rows of open) rows.style.maxHeight = "";
    this.element.classList.remove("crammed");
    const { body } = this;
    if (!open.length || body.scrollHeight <= body.clientHeight + 2) return;
    this.element.classList.add("crammed");
    const longest = open.reduce((one, other) => (other.offsetHeight > one.offsetHeight ? other : one));
    const over = body.scrollHeight - body.clientHeight;
    if (over <= 0) return;
    const room = longest.offsetHeight - over;
    longest.style.maxHeight = `${room >= LEAST_OPEN ? room : Math.max(LEAST_OPEN, body.clientHeight / 2)}px`;
  }

  /**
   * Folds other groups, the last first, until an opened one fits.
   * @param {HTMLDetailsElement} opened
   */
  makeRoomFor(opened) {
    for (const other of [...this.body.querySelectorAll("details.verb[open]")].reverse()) {
      if (this.body.scrollHeight <= this.body.clientHeight + 2) return;
      if (other !== opened) other.removeAttribute("open");
    }
  }

  /**
   * What is written beside whom an option concerns: nothing where it only says the group's verb again.
   * @param {Option} option
   * @param {import("../state/options.js").VerbGroup} group
   */
  nameInGroup(option, group) {
    const name = this.rowName(option, [option]);
    return name === capital(words(group.verb)) ? "" : name;
  }

  /**
   * @param {Option} option
   * @param {Option[]} among
   */
  rowName(option, among) {
    const weapon = weaponOf(option);
    const alike = among.filter((other) => weaponOf(other) === weapon);
    const name = weapon && alike.length === 1 ? words(weapon) : optionName(option, among);
    return capital(name);
  }

  /**
   * What happened since one last decided, to be unfolded.
   * @param {import("../state/fight.js").FightState} state
   */
  summary(state) {
    const deeds = deedsSince(state.story.frames, state.since);
    if (!deeds.length) return null;
    return h("details", { class: "since" }, h("summary", {}, `Since your turn: ${deeds.length} thing${deeds.length === 1 ? "" : "s"}`),
      h("ol", {}, deeds.map((deed) => h("li", {}, h("button", { type: "button", class: "link", onclick: () => this.handlers.onshow(deed.first) }, deed.text), deed.consequences.length ? h("span", { class: "consequences" }, ` ${deed.consequences.join(", ")}`) : null))));
  }

  /**
   * @param {import("../state/fight.js").FightState} state
   * @param {Question | null} question
   */
  footOf(state, question) {
    const own = ownQuestion(state);
    const end = question && isAsked(state, question) ? endOption(question) : null;
    const { undone } = state.story.latest;
    const improvised = own ? own.options.find(isImprovised) : null;
    const nothing = !state.story.decisions.length;
    return [
      h("button", { type: "button", class: `end-turn${end ? "" : " nothing-to-end"}`, disabled: !own || !end, "data-key": end ? end.key : null, onclick: (/** @type {Event} */ event) => { if (end) this.handlers.onchoose(end, event); } }, h("kbd", { "aria-hidden": "true" }, "e"), end ? end.text : "End the turn"),
      improvised ? h("button", { type: "button", class: "small improvise", "data-key": improvised.key, onclick: (/** @type {Event} */ event) => this.handlers.onchoose(improvised, event) }, "Try something else…") : null,
      isOnlooker(state) ? null : h("button", { type: "button", class: "small take-back", disabled: nothing, onclick: () => this.handlers.ontakeback() }, state.role === "gm" ? "Take back" : "Ask to take back"),
      state.role === "gm" && undone ? h("button", { type: "button", class: "small redo", onclick: () => this.handlers.onredo() }, "Do again") : null,
      own && isReaction(own) ? this.habitOf(state, own) : null,
    ];
  }

  /**
   * How questions of this kind are to be answered from now on.
   * @param {import("../state/fight.js").FightState} state
   * @param {Question} question
   */
  habitOf(state, question) {
    const choices = [["ask", "ask me"], ["never turn", "never, this turn"], ["never fight", "never, this fight"], ["simple turn", "as simple would, this turn"], ["simple fight", "as simple would, this fight"]];
    const select = h("select", { id: "habit", onchange: () => { const [how, scope] = select.value.split(" "); this.handlers.onhabit(question.kind, how, scope); } }, choices.map(([value, label]) => h("option", { value }, label)));
    return h("label", { class: "habit", for: "habit" }, h("span", {}, "Asked this again:"), select);
  }

  /**
   * Fills in odds that have arrived; nothing moves.
   * @param {import("../state/fight.js").FightState} state
   */
  fill(state) {
    this.buttons?.fill();
    const question = ownQuestion(state);
    if (question) this.sayStake(state, question);
  }

  /**
   * Says what becomes of whom if one lets things be.
   * @param {import("../state/fight.js").FightState} state
   * @param {Question} question
   */
  sayStake(state, question) {
    const said = stakeOf(question, state.odds, state.scene, this.isUnderWay);
    // on a phone in one line, which has its place from the beginning
    this.stake.textContent = innerWidth < NARROW ? said.replace(/^As it stands: (?!nobody)/, "").replace(/; .*/, ".") : said;
    this.stake.classList.toggle("none", said.endsWith("nobody is hurt."));
  }
}
