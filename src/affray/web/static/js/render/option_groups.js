// The options of a question in groups: the likely deed as a large button, enemies as rows with
// their odds, other deeds side by side, rare ones behind "More".
import { h, put } from "../elements.js";
import { words } from "../format.js";
import { placeName } from "../plan/layout.js";
import { byTarget, capital, groupName, isHostile, likelyOption, nameAndDetail, optionName,
  plainName, verbGroups, weaponOf } from "../state/options.js";
import { nameplate } from "./avatar.js";
import { costPips } from "./cost.js";
import { attackUnits } from "./figures.js";

/** @typedef {import("../state/fight.js").FightState} FightState */
/** @typedef {import("../state/options.js").VerbGroup} VerbGroup */

/** Letters that open a group; e ends the turn, u takes back, y and n agree and decline. */
const LETTERS = "abcdfghijklmopqrstvwxz";
/** Questions with at most this many options show all of them. */
const MOST_OPEN = 6;
/** Groups beyond this number are listed behind "More". */
const MOST_SECTIONS = 4;
/** The most options about one fighter that are shown without groups. */
const MOST_ABOUT_ONE = 9;

/**
 * Return whether a group consists of grid cells. Cells are pressed on the board: in a list they
 * would only be numbers.
 * @param {VerbGroup} group
 * @param {Scene} scene
 */
const isOfCells = (group, scene) => group.about === "places" && scene.board.kind === "grid";

/**
 * Return whether all options have one cost, which is then shown once.
 * @param {Option[]} options
 */
const haveOneCost = (options) => options.length > 1 && Boolean(options[0].cost)
  && options.every((option) => option.cost === options[0].cost);

/**
 * Return the only target of several groups, if its options are few enough to be shown without
 * groups.
 * @param {VerbGroup[]} groups
 */
function onlyTarget(groups) {
  const options = groups.flatMap((group) => group.options);
  const targets = new Set(options.map((option) => option.target));
  const isOne = groups.length > 1 && groups.every((group) => group.about === "fighters")
    && targets.size === 1 && options.length <= MOST_ABOUT_ONE;
  return isOne ? options[0].target : null;
}

/** Names of the weapon that everybody has. */
const BARE_HANDS = /unarmed|bare|fist|hands/i;

/** The groups of one question. */
export class OptionGroups {
  /**
   * @param {FightState} state
   * @param {Question} question
   * @param {import("./option_button.js").OptionButtons} buttons
   * @param {string[]} labels
   * @param {() => void} onverb Called when a group was opened or closed.
   */
  constructor(state, question, buttons, labels, onverb) {
    this.state = state;
    this.question = question;
    this.buttons = buttons;
    this.labels = labels;
    this.onverb = onverb;
  }

  /** Return the panel's content. */
  content() {
    const { question } = this;
    const { scene, story } = this.state;
    const likely = likelyOption(question, scene, story.latest.now);
    const groups = verbGroups(question, scene, likely);
    const isSection = (/** @type {VerbGroup} */ one) =>
      one.about === "fighters" || one.options.length > 1;
    const plain = groups.filter((one) => !isSection(one) && !one.rare)
      .flatMap((one) => one.options);
    const common = groups.filter((one) => isSection(one) && !one.rare);
    // if all options are rare, none is hidden behind "More"
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
      return this.section(group, LETTERS[letter],
        !isOfCells(group, scene) && (opens || isAllRare || (few && !group.rare)));
    };
    const made = only === null ? sections.map(section) : [this.aboutOne(only, sections)];
    const isOpen = (/** @type {HTMLElement} */ one) =>
      !(one instanceof HTMLDetailsElement) || one.open;
    const besides = plain.map((option) => this.plainOption(option));
    return [
      likely ? h("ul", { class: "likely-deed" }, this.likely(likely)) : null,
      made.filter(isOpen),
      besides.length ? h("ul", { class: "plain-options", "aria-label": "Besides" }, besides) : null,
      h("div", { class: "other-deeds" },
        made.filter((one) => !isOpen(one)),
        rare.length ? this.more(rare.map((group) => section(group, -1))) : null),
    ];
  }

  /** @param {Option} option */
  likely(option) {
    const { buttons, question } = this;
    const { scene } = this.state;
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
    const [name, detail] = nameAndDetail(option.text);
    return this.buttons.make(option, name, { detail: capital(detail) });
  }

  /**
   * Return the rare deeds, collapsed.
   * @param {HTMLElement[]} groups
   */
  more(groups) {
    return h("details", { class: "more-deeds", ontoggle: () => this.onverb() },
      h("summary", {}, "More…"), groups);
  }

  /**
   * Return all options about the only target, without groups.
   * @param {number} target
   * @param {VerbGroup[]} groups
   */
  aboutOne(target, groups) {
    const { buttons } = this;
    const { scene, story } = this.state;
    const options = groups.flatMap((group) => group.options);
    const priced = haveOneCost(options);
    const weapons = new Set(options.map(weaponOf));
    const said = weapons.size > 1 ? "" : capital(words(weaponOf(options[0])));
    return h("div", { class: "about-one" },
      h("div", { class: "row-head" },
        nameplate(scene.fighters[target], story.latest.now[target], this.labels[target]),
        priced ? costPips(options[0].cost) : null,
        said ? h("span", { class: "with-all quiet" }, said) : null,
        options.some((option) => option.attack) ? attackUnits() : null),
      h("ul", {}, options.map((option) => buttons.make(option, optionName(option, options, scene),
        { priced, detail: said ? "" : capital(words(weaponOf(option))) }))));
  }

  /**
   * Return one verb with its targets as rows.
   * @param {VerbGroup} group
   * @param {string} letter
   * @param {boolean} open
   */
  section(group, letter, open) {
    const { scene } = this.state;
    const [{ cost }] = group.options;
    const priced = haveOneCost(group.options);
    const inside = h("div", { class: "verb-rows" });
    const fillOnce = () => {
      if (!inside.childNodes.length) put(inside, this.rowsOf(group, priced));
      this.buttons.fill();
    };
    if (open) fillOnce();
    const many = group.about === "places" || group.options.length > 1;
    return h("details", {
      class: `verb${group.friendly ? " friendly" : ""}`, open,
      "data-letter": letter, "data-verb": group.verb,
      ontoggle: (/** @type {Event} */ event) => {
        if (/** @type {HTMLDetailsElement} */ (event.currentTarget).open) fillOnce();
        this.onverb();
      },
    }, h("summary", {},
      letter ? h("kbd", { "aria-hidden": "true" }, letter) : null,
      h("span", { class: "verb-name" }, groupName(group, scene)),
      many ? h("span", { class: "count" }, String(group.options.length)) : null,
      priced ? costPips(cost) : null,
      group.options.some((option) => option.attack) ? attackUnits() : null), inside);
  }

  /**
   * @param {VerbGroup} group
   * @param {boolean} priced
   */
  rowsOf(group, priced) {
    const { buttons } = this;
    const { question } = this;
    const { scene, story } = this.state;
    const { about, options } = group;
    if (about === "plain") {
      return [h("ul", { class: "plain-options" }, options.map((option) => {
        const [name, detail] = nameAndDetail(option.text);
        return buttons.make(option, name, { priced, detail: capital(detail) });
      }))];
    }
    if (about === "places") {
      const look = isOfCells(group, scene) ? "place-options of-cells" : "place-options";
      return [h("ul", { class: look }, options.map((option) =>
        buttons.make(option, placeName(scene.board, option.place), { priced })))];
    }
    // a weapon that all of them share is not repeated in each row
    const weapons = new Set(options.map(weaponOf));
    const targets = byTarget(options);
    const row = (/** @type {number} */ target, /** @type {Option[]} */ own,
      /** @type {Option[]} */ among, said = "") => {
      const whom = nameplate(scene.fighters[target], story.latest.now[target], this.labels[target]);
      if (own.length > 1) {
        return h("div", { class: "target-row several" }, h("div", { class: "row-head" }, whom),
          h("ul", {}, own.map((option) =>
                buttons.make(option, rowName(option, among, scene), { priced }))));
      }
      const name = rowName(own[0], among, scene);
      const isSaid = weapons.size === 1 || name === plainName(own[0], scene) || name === said;
      return h("ul", { class: "target-row" },
        buttons.make(own[0], isSaid ? "" : name, { whom, priced }));
    };
    if (targets.length === 1 || targets.every(([, own]) => own.length === 1)) {
      return targets.map(([target, own]) => row(target, own, own));
    }
    // no target is pushed out of sight by the other ways to attack another
    const likely = likelyOption(question, scene, story.latest.now);
    const usual = likely ? weaponOf(likely) : "";
    // the likely deed is the large button, so that its target has its row already
    const taken = likely?.kind === options[0].kind ? likely.target : -1;
    const firsts = targets.flatMap(([target, own]) =>
      (target === taken ? [] : [{ target, own, best: bestOf(own, usual) }]));
    const shown = new Set(firsts.map(({ best }) => best));
    const all = new Map(targets);
    const others = byTarget(options.filter((option) => !shown.has(option)));
    return [
      ...firsts.map(({ target, own, best }) =>
        row(target, [best], own, capital(words(usual)))),
      others.length && firsts.length ? h("p", { class: "row-head quiet" }, "Other ways") : null,
      ...others.map(([target, own]) => row(target, own, all.get(target) || own)),
    ];
  }
}

/**
 * Return the option among those about one target that is shown first: with the usual weapon, or
 * else not with bare hands.
 * @param {Option[]} options
 * @param {string} usual
 */
function bestOf(options, usual) {
  return options.find((option) => usual && weaponOf(option) === usual)
    || options.find((option) => !BARE_HANDS.test(weaponOf(option))) || options[0];
}

/**
 * Return an option's name in a row: its weapon, if no other option of the row has it.
 * @param {Option} option
 * @param {Option[]} among
 * @param {Scene} scene
 */
function rowName(option, among, scene) {
  const weapon = weaponOf(option);
  const alike = among.filter((other) => weaponOf(other) === weapon);
  return weapon && alike.length === 1 ? capital(words(weapon)) : optionName(option, among, scene);
}
