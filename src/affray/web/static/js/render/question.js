// The open question: what it is about, the likely deed as the large button, enemies as rows with
// their odds, other deeds beside each other, rare ones behind "More", and a button that ends the
// turn.
import { button, h, put } from "../elements.js";
import { words } from "../format.js";
import { placeName } from "../plan/layout.js";
import { occasionOf, rolledText, stakeOf } from "../plan/question_text.js";
import { deedsSince } from "../plan/summary.js";
import { isAsked, isOnlooker, isSolo, nameOf, ownQuestion, shownQuestion } from "../state/fight.js";
import { byTarget, capital, endOption, groupName, isHostile, isImprovised, isReaction, likelyOption,
  nameAndDetail, optionName, plainName, verbGroups, weaponOf } from "../state/options.js";
import { avatarOf, nameplate } from "./avatar.js";
import { costPips } from "./cost.js";
import { attackUnits } from "./figures.js";
import { madeBy } from "./log.js";
import { OptionButtons } from "./option_button.js";

/** @typedef {import("../state/fight.js").FightState} FightState */
/** @typedef {import("../state/options.js").VerbGroup} VerbGroup */

/** Letters that open a group; e ends the turn, u takes back, y and n agree and decline. */
const LETTERS = "abcdfghijklmopqrstvwxz";
/** Questions with at most this many options show all of them. */
const MOST_OPEN = 6;
/** Verbs beyond this many stand behind "More". */
const MOST_SECTIONS = 4;
/** Options that all concern one fighter stand without groups up to this many. */
const MOST_ABOUT_ONE = 9;
const HABITS = [
  ["ask", "ask me"], ["never turn", "never, this turn"], ["never fight", "never, this fight"],
  ["simple turn", "as simple would, this turn"], ["simple fight", "as simple would, this fight"],
];

const WALK = "No enemy is in reach. Press lit ground to walk.";

/**
 * Whether a turn offers ground to walk to, but nobody to attack.
 * @param {Question} question
 * @param {Scene} scene
 */
const isStranded = (question, scene) => question.kind === "turn"
  && question.options.some((option) => option.place >= 0)
  && !question.options.some((option) => isHostile(option, question, scene));

/**
 * @typedef {import("./option_button.js").OptionHandlers & {
 *   ontakeback: () => void,
 *   onskip: () => void,
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

/**
 * The only fighter whom several groups concern, where they are few enough to stand without groups.
 * @param {VerbGroup[]} groups
 */
function onlyTarget(groups) {
  const options = groups.flatMap((group) => group.options);
  const targets = new Set(options.map((option) => option.target));
  const isOne = groups.length > 1 && groups.every((group) => group.about === "fighters")
    && targets.size === 1 && options.length <= MOST_ABOUT_ONE;
  return isOne ? options[0].target : null;
}

/**
 * Whether a player can tell a game master what they try.
 * @param {FightState} state
 */
const mayTry = (state) => state.scene.gm === "person" && state.role !== "gm"
  && !isOnlooker(state) && !state.story.latest.over;

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
    /** Whether something led to the question. */
    this.isUnderWay = false;
    /** Whether ending the turn is asked about, and whether it was confirmed in this fight. */
    this.end = { asks: false, confirmed: false };
    this.key = "";
    /** @type {OptionButtons | null} */
    this.buttons = null;
    this.head = h("div", { class: "question-head" });
    this.stake = h("p", { class: "stake" });
    this.body = h("div", { class: "question-body", onscroll: () => handlers.onverb() });
    this.foot = h("div", { class: "question-foot" });
    this.element = h("section", { class: "question", "aria-label": "What is asked" },
      this.head, this.body, this.foot);
  }

  /**
   * Shows what is asked, or who is waited for. Gives whether a new question is shown.
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
      put(this.foot, this.footOf(state, question));
      return asked && !busy;
    }
    this.key = key;
    this.isBusy = busy;
    this.end.asks = false;
    this.buttons = null;
    this.element.classList.toggle("own", asked);
    this.element.classList.toggle("reaction", Boolean(question && asked && isReaction(question)));
    if (state.playing) this.showPlaying(state);
    else if (state.step !== null) this.showPast(state.story.frames[state.step], state.rules);
    else if (!question) this.showNone(latest);
    else if (!asked) this.showOther(state, question);
    else this.showOwn(state, question);
    put(this.foot, this.footOf(state, question));
    this.handlers.onverb();
    return asked && !busy;
  }

  /** @param {FightState} state */
  showPlaying({ story, step }) {
    put(this.head, h("h2", { class: "prompt" }, "What happens"));
    put(this.body, h("p", { class: "happening" }, story.frames[step ?? 0]?.text || ""),
      button([h("kbd", { "aria-hidden": "true" }, "Esc"), "Skip"], () => this.handlers.onskip(),
        { class: "skip-playback" }));
  }

  /**
   * @param {Frame} frame
   * @param {RulesById} rules
   */
  showPast(frame, rules) {
    put(this.head, h("h2", { class: "prompt" }, "Looking back"),
      h("p", { class: "quiet for-keys" }, "← and → step through the fight; Esc goes back to now."),
      h("p", { class: "quiet for-touch" }, "‹ and › step through the fight; Now goes back to it."));
    put(this.body, h("div", { class: "made-by" },
      h("p", { class: "told" }, frame.text), madeBy(frame, rules)));
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
    const { scene, story } = state;
    const buttons = new OptionButtons(state, question, this.handlers, () => this.handlers.onverb());
    this.buttons = buttons;
    this.showHead(state, question);
    const likely = likelyOption(question, scene, story.latest.now);
    const groups = verbGroups(question, scene, likely);
    const isSection = (/** @type {VerbGroup} */ one) =>
      one.about === "fighters" || one.options.length > 1;
    const plain = groups.filter((one) => !isSection(one) && !one.rare)
      .flatMap((one) => one.options);
    const common = groups.filter((one) => isSection(one) && !one.rare);
    // where there is nothing else to choose, nothing is rare
    const isAllRare = !common.length && !plain.length && !likely;
    const usual = isAllRare ? groups : common;
    const only = onlyTarget(usual);
    const most = only === null ? MOST_SECTIONS : usual.length;
    const sections = usual.slice(0, most);
    const rare = [...usual.slice(most),
      ...groups.filter((one) => one.rare && !usual.includes(one))];
    const few = question.options.length <= MOST_OPEN;
    let letter = -1;
    const section = (/** @type {VerbGroup} */ group, /** @type {number} */ number) => {
      letter += 1;
      const opens = number === 0 && (group.about === "fighters" || sections.length === 1);
      return this.section(state, group, LETTERS[letter],
        opens || isAllRare || (few && !group.rare));
    };
    const made = only === null ? sections.map(section) : [this.aboutOne(state, only, sections)];
    const isOpen = (/** @type {HTMLElement} */ one) =>
      !(one instanceof HTMLDetailsElement) || one.open;
    const besides = plain.map((option) => this.plainOption(option));
    put(this.body,
      likely ? h("ul", { class: "likely-deed" }, this.likely(state, question, likely)) : null,
      made.filter(isOpen),
      besides.length ? h("ul", { class: "plain-options", "aria-label": "Besides" }, besides) : null,
      h("div", { class: "other-deeds" },
        made.filter((one) => !isOpen(one)),
        rare.length ? this.more(rare.map((group) => section(group, -1))) : null));
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
    this.isUnderWay = Boolean(occasion);
    this.stake.hidden = !isReaction(question);
    put(this.head,
      h("div", { class: "asked-head" },
        who >= 0 ? avatarOf(scene.fighters[who], story.latest.now[who]) : null,
        h("h2", { class: "prompt", tabindex: -1 }, question.prompt),
        question.kind === "turn" && left ? h("span", { class: "left" }, costPips(left),
          h("span", {}, ` ${left} left`)) : null),
      this.whoseText(state, question),
      isStranded(question, scene) ? h("p", { class: "quiet" }, WALK) : null,
      rolled ? h("p", { class: "rolled" }, rolled) : null,
      occasion ? h("p", { class: "occasion", title: occasion }, occasion) : null,
      this.summary(state), this.stake);
    this.sayStake(state, question);
  }

  /**
   * Says to a game master why they are asked.
   * @param {FightState} state
   * @param {Question} question
   */
  whoseText(state, question) {
    if (state.role !== "gm" || isSolo(state) || state.standIn === question.number) return null;
    const side = state.scene.sides[question.side]?.name;
    return h("p", { class: "quiet whose" },
      side ? `You play ${side}.` : "For you as game master.");
  }

  /**
   * @param {FightState} state
   * @param {Question} question
   * @param {Option} option
   */
  likely({ scene }, question, option) {
    const buttons = /** @type {OptionButtons} */ (this.buttons);
    const target = scene.fighters[option.target]?.name;
    if (!isHostile(option, question, scene) || !target) {
      const [name, detail] = nameAndDetail(option.text);
      return buttons.make(option, name, { likely: true, detail: capital(detail) });
    }
    return buttons.make(option, `${plainName(option, scene)} ${target}`,
      { likely: true, detail: capital(words(weaponOf(option))) });
  }

  /** @param {Option} option */
  plainOption(option) {
    const buttons = /** @type {OptionButtons} */ (this.buttons);
    const [name, detail] = nameAndDetail(option.text);
    return buttons.make(option, name, { detail: capital(detail) });
  }

  /**
   * Rare deeds, folded away.
   * @param {HTMLElement[]} groups
   */
  more(groups) {
    return h("details", { class: "more-deeds", ontoggle: () => this.handlers.onverb() },
      h("summary", {}, "More…"), groups);
  }

  /**
   * Everything that can be done to the only fighter whom it concerns, without groups.
   * @param {FightState} state
   * @param {number} target
   * @param {VerbGroup[]} groups
   */
  aboutOne({ scene, story }, target, groups) {
    const buttons = /** @type {OptionButtons} */ (this.buttons);
    const options = groups.flatMap((group) => group.options);
    return h("div", { class: "about-one" },
      h("div", { class: "row-head" },
        nameplate(scene.fighters[target], story.latest.now[target], this.labels[target]),
        options.some((option) => option.attack) ? attackUnits() : null),
      h("ul", {}, options.map((option) => buttons.make(option, optionName(option, options, scene),
        { detail: capital(words(weaponOf(option))) }))));
  }

  /**
   * One verb with its targets as rows.
   * @param {FightState} state
   * @param {VerbGroup} group
   * @param {string} letter
   * @param {boolean} open
   */
  section(state, group, letter, open) {
    const { scene } = state;
    const [{ cost }] = group.options;
    // a cost that all of them have is said once
    const priced = group.options.length > 1 && Boolean(cost)
      && group.options.every((option) => option.cost === cost);
    const inside = h("div", { class: "verb-rows" });
    const fillOnce = () => {
      if (!inside.childNodes.length) put(inside, this.rowsOf(state, group, priced));
      this.buttons?.fill();
    };
    if (open) fillOnce();
    const many = group.about === "places" || group.options.length > 1;
    return h("details", {
      class: `verb${group.friendly ? " friendly" : ""}`, open,
      "data-letter": letter, "data-verb": group.verb,
      ontoggle: (/** @type {Event} */ event) => {
        if (/** @type {HTMLDetailsElement} */ (event.currentTarget).open) fillOnce();
        this.handlers.onverb();
      },
    }, h("summary", {},
      letter ? h("kbd", { "aria-hidden": "true" }, letter) : null,
      h("span", { class: "verb-name" }, groupName(group, scene)),
      many ? h("span", { class: "count" }, String(group.options.length)) : null,
      priced ? costPips(cost) : null,
      group.options.some((option) => option.attack) ? attackUnits() : null), inside);
  }

  /**
   * @param {FightState} state
   * @param {VerbGroup} group
   * @param {boolean} priced
   */
  rowsOf({ scene, story }, group, priced) {
    const buttons = /** @type {OptionButtons} */ (this.buttons);
    const { about, options } = group;
    if (about === "plain") {
      return [h("ul", { class: "plain-options" }, options.map((option) => {
        const [name, detail] = nameAndDetail(option.text);
        return buttons.make(option, name, { priced, detail: capital(detail) });
      }))];
    }
    if (about === "places") {
      return [h("ul", { class: "place-options" }, options.map((option) =>
        buttons.make(option, placeName(scene.board, option.place), { priced })))];
    }
    // a weapon that all of them have is not said in each row
    const weapons = new Set(options.map(weaponOf));
    return byTarget(options).map(([target, own]) => {
      const whom = nameplate(scene.fighters[target], story.latest.now[target], this.labels[target]);
      if (own.length > 1) {
        return h("div", { class: "target-row several" }, h("div", { class: "row-head" }, whom),
          h("ul", {}, own.map((option) =>
                buttons.make(option, rowName(option, own, scene), { priced }))));
      }
      const name = rowName(own[0], own, scene);
      const said = weapons.size === 1 || name === plainName(own[0], scene) ? "" : name;
      return h("ul", { class: "target-row" }, buttons.make(own[0], said, { whom, priced }));
    });
  }

  /** Shows whether there is more below what is seen. */
  markBelow() {
    const { scrollTop, scrollHeight, clientHeight } = this.body;
    this.element.classList.toggle("more-below", scrollTop + clientHeight < scrollHeight - 4);
  }

  /**
   * What happened since the player's last decision, to be unfolded.
   * @param {FightState} state
   */
  summary(state) {
    const deeds = deedsSince(state.story.frames, state.since);
    if (!deeds.length) return null;
    const count = `${deeds.length} thing${deeds.length === 1 ? "" : "s"}`;
    return h("details", { class: "since", ontoggle: () => this.handlers.onverb() },
      h("summary", {}, `Since your turn: ${count}`),
      h("ol", {}, deeds.map((deed) => h("li", {},
        button(deed.text, () => this.handlers.onshow(deed.first), { class: "link" }),
        deed.consequences.length
          ? h("span", { class: "consequences" }, ` ${deed.consequences.join(", ")}`) : null))));
  }

  /**
   * @param {FightState} state
   * @param {Question | null} question
   */
  footOf(state, question) {
    const own = ownQuestion(state);
    const end = question && isAsked(state, question) ? endOption(question) : null;
    const { undone } = state.story.latest;
    const improvised = own ? own.options.find(isImprovised) : null;
    const nothing = !state.story.decisions.length;
    const asks = end && this.end.asks;
    const takesAtOnce = state.role === "gm";
    const look = `end-turn${end ? "" : " nothing-to-end"}${asks ? " asks" : ""}`;
    return [
      h("button", {
        type: "button", class: look, disabled: !own || !end, "data-key": end ? end.key : null,
        onclick: (/** @type {Event} */ event) => this.handlers.onend(event),
      }, h("kbd", { "aria-hidden": "true" }, question && question.kind !== "turn" ? "n" : "e"),
      asks ? "Press again: actions are left" : end ? end.text : "End the turn"),
      improvised ? button("Try something else…",
        (event) => this.handlers.onchoose(improvised, event),
        { class: "small improvise", "data-key": improvised.key })
        : mayTry(state) ? button("Try something else…", () => this.handlers.ontry(),
          { class: "small improvise" }) : null,
      own && own.side < 0 && own.who >= 0 && !isSolo(state) ? button("With an effect…",
        () => this.handlers.onrule(own.who, ""), { class: "small with-effect" }) : null,
      isOnlooker(state) ? null : button([
        h("kbd", { "aria-hidden": "true" }, "u"), takesAtOnce ? "Take back" : "Ask to take back",
      ], () => this.handlers.ontakeback(), { class: "small take-back", disabled: nothing }),
      takesAtOnce && undone
        ? button("Do again", () => this.handlers.onredo(), { class: "small redo" }) : null,
      own && isReaction(own) ? this.habitOf(own) : null,
    ];
  }

  /**
   * Asks once in a fight whether a turn is to end with attacks left. Gives whether it may end.
   * @param {FightState} state
   * @param {Question} question
   */
  mayEnd(state, question) {
    const left = question.kind === "turn" && isSolo(state)
      && question.options.some((option) => isHostile(option, question, state.scene));
    if (!left || this.end.confirmed || this.end.asks) {
      this.end.confirmed ||= this.end.asks;
      return true;
    }
    this.end.asks = true;
    put(this.foot, this.footOf(state, question));
    /** @type {HTMLElement | null} */ (this.foot.querySelector(".end-turn"))?.focus();
    return false;
  }

  /**
   * How questions of this kind are to be answered from now on.
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

  /**
   * Fills in odds that have arrived; nothing moves.
   * @param {FightState} state
   */
  fill(state) {
    this.buttons?.fill();
    const question = ownQuestion(state);
    if (question) this.sayStake(state, question);
  }

  /**
   * Says what happens to whom if the player lets things be.
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

/**
 * What a row says of an option: its weapon, where no other option of the row has it.
 * @param {Option} option
 * @param {Option[]} among
 * @param {Scene} scene
 */
function rowName(option, among, scene) {
  const weapon = weaponOf(option);
  const alike = among.filter((other) => weaponOf(other) === weapon);
  return weapon && alike.length === 1 ? capital(words(weapon)) : optionName(option, among, scene);
}
