// A fight at the table: its state, what is shown of it, and what is done with it.
import { beforePaint, h, put } from "../elements.js";
import { listenToBoard, setBoardStop } from "../input/board.js";
import { Camera } from "../input/camera.js";
import { listenToKeys } from "../input/keys.js";
import { notice } from "../notices.js";
import { NARROW, layoutOf, placeAtPoint, placeName, placeOf } from "../plan/layout.js";
import { pathBetween } from "../plan/path.js";
import { pictureOf } from "../plan/picture.js";
import { diceOf } from "../render/dice.js";
import { FightPage } from "../render/fight_page.js";
import { layPicture } from "./fight/backdrop.js";
import { reachTip, wayTip } from "../render/tip.js";
import { get, getRules, subscribe } from "../service.js";
import { goTo, habitualAnswer, isOnlyTalk, lastDeed, lastFrame, litFor, newFightState, onlyMeaning, ownQuestion, select, setHabit, shownQuestion, statesShown, stepFrom, takeNews, takeTalk } from "../state/fight.js";
import { labelsOf } from "../state/labels.js";
import { capital, endOption, facings, optionsAt } from "../state/options.js";
import { turnOrder } from "../state/turn_order.js";
import { storeFight, storeSpeed, storedFights, storedReplies, storedSpeed } from "../storage.js";
import { branchFrom, downloadPage, downloadTape, fightUrl, sendAnswer, redo, takeBackLast, takeBackToFrame } from "./fight/actions.js";
import { chatLine } from "../render/said.js";
import { afterFight } from "./fight/after.js";
import { openRulings, rule, toggleHidden } from "./fight/by_hand.js";
import { HabitsPanel } from "./fight/habits.js";
import { linksPanel } from "./fight/links.js";
import { Playback, wantsMotion } from "./fight/playback.js";
import { ReachFinder } from "./fight/reach.js";
import { rulingsPanel } from "./fight/rulings.js";
import { repliesSwitch } from "./fight/replies_switch.js";
import { openNewcomers } from "./fight/newcomers.js";
import { soundSwitch, TablePanel } from "./fight/table_panel.js";
import { takeBackBanner } from "./fight/take_back.js";
import { attemptBanners, TalkElement } from "./fight/talk.js";
import { callForTurn, showTurn } from "./fight/turn_signal.js";
import { VeilTool } from "./fight/veil_tool.js";
import { askForWords } from "./fight/words.js";
import { replayAddress } from "./fight/replay.js";
import { StudyPanel } from "./fight/study.js";
import { WinProbability } from "./fight/win_probability.js";
import { plainWords } from "../rhythm/words.js";
import { shareSound } from "../sound/switch.js";
import { wearWorld } from "../worlds/themes.js";
import { prepareLobby } from "./lobby.js";

/** @typedef {import("../state/options.js").Selection} Selection */
/** @typedef {import("../plan/effects.js").Effect} Effect */

/** A press so soon after a new question was meant for the one before it. */
const TOO_SOON = 300;

/**
 * The view of one fight, with the secret of a link.
 * @param {HTMLElement} main
 * @param {string[]} address
 * @param {"play" | "study" | "replay"} [mode]
 */
export async function fightView(main, [id, secret], mode = "play") {
  /** @type {(() => void) | undefined} */
  let leave;
  let showings = 0;
  const show = async () => {
    const number = ++showings;
    leave?.();
    leave = undefined;
    /** @type {WholeFight} */
    const whole = await get(`/api/fights/${id}`, secret);
    const open = whole.story.table?.gathering ? await prepareLobby(main, id, secret, whole, show) : await prepareTable(main, id, secret, whole, show, mode);
    // whoever was told anew meanwhile shows it: two would listen, and the older would draw over the newer
    if (number === showings) leave = open();
  };
  await show();
  return () => {
    showings++;
    leave?.();
  };
}

/**
 * Makes ready to show the fight itself; `onstale` is called when all of it has to be asked for anew.
 * @param {HTMLElement} main
 * @param {string} id
 * @param {string} secret
 * @param {WholeFight} whole
 * @param {() => void} onstale
 * @param {"play" | "study" | "replay"} mode
 */
async function prepareTable(main, id, secret, whole, onstale, mode) {
  const rules = await getRules(String(whole.scene.ruleset));
  return () => {
    // first, because what is played at once measures the board
    document.body.classList.add("at-table");
    wearWorld(whole.scene.ruleset);
    shareSound(whole.scene.gm === "person" || whole.scene.sides.filter((side) => side.player === "person").length > 1);
    const table = new FightTable(main, newFightState(id, secret, whole, rules), whole.story, onstale, mode);
    return () => {
      table.leave();
      document.body.classList.remove("at-table");
      wearWorld();
    };
  };
}

/** Everything around one fight. */
export class FightTable {
  /**
   * @param {HTMLElement} main
   * @param {import("../state/fight.js").FightState} state
   * @param {News} first
   * @param {() => void} [onstale]
   * @param {"play" | "study" | "replay"} [mode]
   */
  constructor(main, state, first, onstale = () => {}, mode = "play") {
    this.state = state;
    this.onstale = onstale;
    this.mode = mode;
    this.talk = new TalkElement(state);
    this.tablePanel = new TablePanel(state);
    this.habits = new HabitsPanel(state);
    /** The last question that one was called for. */
    this.calledFor = -1;
    const { scene } = state;
    this.isNarrow = innerWidth < NARROW;
    this.hasFacings = first.now.some((one) => typeof one?.where?.facing === "string");
    this.page = new FightPage(state, this.layout(), labelsOf(scene.fighters), this.pageHandlers());
    this.board = this.page.board;
    this.camera = new Camera(this.board, this.page.viewport);
    if (scene.board.kind === "grid") layPicture(this.board, state.id);
    this.reach = new ReachFinder(state);
    /** @type {number | null} Whose reach is shaded. */
    this.hovered = null;
    this.drawBoardSoon = beforePaint(() => this.drawBoard());
    this.assignKeysSoon = beforePaint(() => this.assignKeys());
    /** Whether the next question is to be focused. */
    this.keepsFocus = false;
    this.playback = new Playback(this.board, state.story, { onframe: (frame) => this.showFrame(frame), oneffects: (effects, before) => this.accompany(effects, before), onend: () => this.endPlayback() });
    state.speed = wantsMotion() ? storedSpeed() : 0;
    this.study = new StudyPanel(this);
    this.winProbability = new WinProbability(this);
    this.page.element.append(this.study.element);
    put(this.page.menuBody, this.menuContent());
    put(main, this.page.element);
    const resized = new ResizeObserver(() => this.arrange());
    resized.observe(this.page.element);
    resized.observe(this.page.viewport);
    this.veilTool = this.rulesByHand() ? new VeilTool(state, this.board, this.page.viewport) : null;
    if (this.veilTool) this.page.boardTools.prepend(this.veilTool.element);
    this.listenToBoard();
    this.page.element.addEventListener("pointerdown", (event) => this.skipByPress(event), { capture: true });
    this.take(first, true);
    if (mode === "study") this.study.open(true);
    /** @type {(() => void)[]} */
    this.onleave = [
      subscribe(state.id, state.secret, first.number, (news) => this.take(news), (on) => this.page.showConnection(on), (roles) => { state.present = roles; this.talk.show(); }),
      listenToKeys((key, event) => this.actionFor(key, event)),
      () => resized.disconnect(),
      () => this.playback.stop(),
      () => this.study.leave(),
    ];
    const before = storedFights().find((fight) => fight.id === state.id);
    storeFight({ id: state.id, title: scene.title, made: before ? before.made : Date.now(), ...(state.role === "gm" ? { gm: state.secret } : { secret: state.secret }) });
  }

  leave() {
    for (const stop of this.onleave) stop();
  }

  layout() {
    const { board, fighters } = this.state.scene;
    return layoutOf(board, { narrow: this.isNarrow, fighters: fighters.length, facings: this.hasFacings });
  }

  /** @returns {import("../render/fight_page.js").PageHandlers} */
  pageHandlers() {
    const { state } = this;
    const choosing = {
      onchoose: (/** @type {Option} */ option, /** @type {Event | undefined} */ event) => this.choose(option, event),
      onpoint: (/** @type {Option | null} */ option) => this.point(option),
      onexplain: (/** @type {Option} */ option) => get(`${fightUrl(state, "option")}?replies=${storedReplies()}&key=${encodeURIComponent(option.key)}`, state.secret),
    };
    /** @type {[string, (index: number) => unknown][]} */
    const lines = [["Show on the board", (index) => this.go(index)], ["Branch from here", (index) => branchFrom(state, index)]];
    if (state.role === "gm") lines.push(["Take back to here", (index) => takeBackToFrame(state, index)]);
    return {
      question: { ...choosing, ontakeback: () => takeBackLast(state), onskip: () => this.skip(), onshow: (frame) => this.go(frame), onverb: () => this.assignKeysSoon(), onstandin: (question) => this.standIn(question), onredo: () => redo(state), afterFight: () => afterFight(state), onhabit: (kind, how, scope) => this.setHabit(kind, how, scope) },
      card: { ...choosing, ...this.handHandlers(), onclose: () => this.select(null), onsheet: (who) => this.openSheet(who), ontab: (weapon) => { state.weapon = weapon; this.draw(); } },
      timeline: { ongo: (frame) => this.go(frame), onstep: (steps) => this.step(steps), onplay: () => (state.playing ? this.pause() : this.play()), onspeed: (speed) => this.setSpeed(speed), onbranch: () => branchFrom(state, state.step) },
      lines,
      talk: this.talk,
      onsheet: (who) => this.openSheet(who),
      onstudy: () => this.study.open(!this.study.isOpen),
      onsheetclosed: () => { state.sheet = null; },
      onzoom: (times) => (times ? this.camera.closer(times) : this.camera.fit(true)),
    };
  }

  /** What the game master can do with a token or a place by hand. */
  handHandlers() {
    const { state } = this;
    if (state.role !== "gm") return {};
    return { onrule: (/** @type {number} */ who) => openRulings(state, who), onhideplace: (/** @type {number} */ place) => toggleHidden(state, "places", place), onbring: (/** @type {number} */ place) => openNewcomers(state, place) };
  }

  /**
   * The game master answers for somebody who is away.
   * @param {Question} question
   */
  standIn(question) {
    this.state.standIn = question.number;
    this.ask();
  }

  /** What is not needed at every turn. */
  menuContent() {
    const { state } = this;
    const close = () => this.page.menu.close();
    const about = [state.role === "gm" ? "the game master's link" : "", state.scene.chosen_seed ? `seed ${state.scene.chosen_seed}` : ""].filter(Boolean).join(", ");
    return [
      about ? h("p", { class: "quiet" }, `This is ${about}.`) : null,
      h("div", { class: "row" },
        h("button", { type: "button", class: "small", onclick: () => downloadTape(state) }, "Download the tape"),
        h("button", { type: "button", class: "small", onclick: () => downloadPage(state) }, "Save as a page"),
        h("button", { type: "button", class: "small", onclick: () => { close(); branchFrom(state, state.step); } }, "Branch from here")),
      this.habits.element,
      soundSwitch(),
      this.winProbability.toggle(),
      repliesSwitch(() => this.askOddsAgain()),
      state.role === "gm" ? this.tablePanel.element : null,
      state.role === "gm" ? rulingsPanel(state.scene, (who) => { close(); openRulings(state, who); }) : null,
      replayAddress(state),
      linksPanel(state.scene, state.id),
    ];
  }

  listenToBoard() {
    listenToBoard(this.board.element, {
      onplace: (place, event) => this.press({ kind: "place", index: place }, event),
      onfighter: (fighter, event) => this.press({ kind: "fighter", index: fighter }, event),
      onfacing: (turn, event) => this.face(turn, event),
      onnothing: (event) => this.pressGround(event),
      placeNear: (x, y) => (this.rulesByHand() ? this.placeUnder(x, y) : null),
      onpoint: (fighter) => this.hover(fighter),
      onpointplace: (place) => this.pointAtPlace(place),
      draggable: (fighter) => this.canDrag(fighter),
      ondrop: (fighter, place, event) => this.drop(fighter, place, event),
    });
  }

  /** Whether a game master sits here who puts things where they like. */
  rulesByHand() {
    return this.state.role === "gm" && this.state.scene.gm === "person";
  }

  /**
   * The place at a point of the screen.
   * @param {number} x
   * @param {number} y
   */
  placeUnder(x, y) {
    const matrix = this.board.element.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    return placeAtPoint(this.board.layout, [point.x, point.y]);
  }

  /**
   * Pressing where nothing can be chosen closes the card; the game master gets that place's.
   * @param {Event} event
   */
  pressGround(event) {
    const place = this.rulesByHand() && event instanceof MouseEvent && !this.state.selected ? this.placeUnder(event.clientX, event.clientY) : null;
    if (place === null || this.camera.moved) this.select(null);
    else this.select({ kind: "place", index: place });
  }

  /**
   * Whoever is asked can be dragged; the game master drags anybody.
   * @param {number} fighter
   */
  canDrag(fighter) {
    return fighter === (ownQuestion(this.state)?.who ?? -1) || (this.rulesByHand() && shownQuestion(this.state) !== null);
  }

  /**
   * Goes where a token was dragged, if that is to be chosen; else the game master puts it there.
   * @param {number} fighter
   * @param {number} place
   * @param {Event} event
   */
  drop(fighter, place, event) {
    const question = ownQuestion(this.state);
    if (question?.who === fighter && optionsAt(question, { kind: "place", index: place }).length) {
      this.press({ kind: "place", index: place }, event);
      return;
    }
    if (!this.rulesByHand() || placeOf(this.state.story.latest.now[fighter]) === place) return;
    rule(this.state, "place", fighter, placeName(this.state.scene.board, place), "by hand");
  }

  // --- what happens ---

  /**
   * Takes in what the service tells, and plays what is new.
   * @param {News} news
   */
  take(news, opening = false) {
    const { state } = this;
    if (!opening && news.number === state.story.latest.number && !news.frames.length) return;
    if (!opening && (news.view !== state.story.latest.view || news.table?.gathering)) {
      this.onstale();
      return;
    }
    if (!opening && isOnlyTalk(state, news)) {
      state.story.take(news);
      takeTalk(state, news);
      this.takeTalk(news);
      this.page.question.show(state);
      this.drawBoardSoon();
      this.page.card.show(state, this.reasonAt(state.selected));
      return;
    }
    const following = state.step === null || state.playing;
    const back = takeNews(state, news);
    this.reach.forget();
    this.page.log.take(state.story.frames, news.keep);
    this.takeTalk(news, opening);
    if (back) notice("Something was taken back.");
    const watched = !state.scene.sides.some((side) => side.player === "person");
    const worthSeeing = opening ? this.mode === "replay" || (this.mode === "play" && (watched || news.over)) : following && !back;
    if (this.playback.running && !back) this.playback.until = lastFrame(state);
    else if (worthSeeing && state.speed && news.keep <= lastFrame(state) && !document.hidden) this.playFrom(news.keep);
    else {
      if (back) this.pause();
      if (opening && this.mode !== "play" && news.over) goTo(state, 0);
      this.ask();
    }
  }

  /**
   * Shows what was said, who is there, and what waits for the game master.
   * @param {News} news
   */
  takeTalk(news, opening = false) {
    const { state, page } = this;
    page.log.takeSaid(state.chat, chatLine);
    if (!opening) page.log.show(state.playing ? (state.step ?? lastFrame(state)) + 1 : state.story.frames.length, state.step);
    put(page.banner, takeBackBanner(state), attemptBanners(state, (who, why) => openRulings(state, who, why)));
    this.talk.show();
    this.tablePanel.draw();
    if (opening) return;
    const others = (news.chat || []).filter((line) => line.role !== state.role);
    if (others.length && this.isNarrow && !page.drawer.classList.contains("open")) page.markUnread(page.unread + others.length);
    if (this.isNarrow) for (const line of others) if (line.kind !== "say") notice(chatLine(line).textContent || "");
  }

  /** @param {number} frame */
  playFrom(frame) {
    this.state.playing = true;
    this.playback.play(frame, lastFrame(this.state), this.state.speed || 1);
  }

  /** @param {number} frame */
  showFrame(frame) {
    goTo(this.state, frame);
    this.draw();
  }

  /**
   * @param {Effect[]} effects
   * @param {BoardPicture | null} before
   */
  accompany(effects, before) {
    for (const effect of effects) if (effect.kind === "announce") this.page.announce(effect.text, effect.look);
    if (!this.isNarrow) return;
    const seen = effects.flatMap((effect) => [("who" in effect ? effect.who : -1), ("target" in effect ? effect.target : -1)]);
    const stood = (/** @type {number} */ who) => before?.tokens.get(who);
    const points = seen.map((who) => this.seatPoint(who) || (stood(who) ? /** @type {Point} */ ([stood(who)?.x, stood(who)?.y]) : null));
    this.camera.watch(points.filter((point) => point !== null));
  }

  /** Everything new has been seen: now one is asked. */
  endPlayback() {
    this.state.playing = false;
    goTo(this.state, null);
    this.ask();
  }

  /** Shows the open question; where a habit answers it, it is answered. */
  ask() {
    const { state } = this;
    this.draw();
    const habit = habitualAnswer(state);
    if (habit) {
      this.send(habit.key);
      return;
    }
    const question = ownQuestion(state);
    showTurn(state.scene.title, Boolean(question) && state.role !== "gm");
    if (!question) {
      if (this.isNarrow && state.story.latest.over) this.camera.fit();
      this.winProbability.load();
      return;
    }
    if (question.number !== this.calledFor && state.role !== "gm") callForTurn();
    this.calledFor = question.number;
    state.askedAt = performance.now();
    performance.mark("question");
    // the odds first: they are what one decides by
    const odds = Object.keys(state.odds).length ? Promise.resolve() : this.loadOdds(question.number);
    odds.then(() => this.winProbability.load());
    if (this.isNarrow) this.lookAtQuestion(question);
  }

  /**
   * On a phone: has what can be pressed be seen, as large as a finger needs it.
   * @param {Question} question
   */
  lookAtQuestion(question) {
    const about = question.who >= 0 ? question.who : question.options.find((option) => option.target >= 0)?.target ?? 0;
    const point = this.seatPoint(about);
    if (!point) return;
    const lit = litFor(this.state);
    const targets = [...lit.targets].map((who) => this.seatPoint(who)).filter((other) => other !== null);
    this.camera.lookAround(point, targets, [...lit.places].map((place) => this.board.layout.centres[place]));
  }

  /** Has the odds of the open question worked out by another assumption. */
  askOddsAgain() {
    const question = ownQuestion(this.state);
    if (question) this.loadOdds(question.number);
  }

  /** @param {number} number */
  async loadOdds(number) {
    const { state } = this;
    try {
      const found = await get(`${fightUrl(state, "odds")}?replies=${storedReplies()}`, state.secret);
      if (state.story.latest.question?.number !== number || found.number !== number) return;
      state.odds = found.odds;
      state.assumption = found.assumption;
      this.page.question.fill(state);
      this.page.card.fill();
    } catch {
      // the question has gone by
    }
  }

  // --- stepping and playing ---

  /** @param {number | null} frame */
  go(frame) {
    this.stopPlaying();
    this.page.openLog(false);
    goTo(this.state, frame);
    if (this.state.step === null) this.ask();
    else {
      this.draw();
      this.lookAtFrame(this.state.step);
    }
  }

  /**
   * On a phone: has those be seen of whom a frame tells.
   * @param {number} frame
   */
  lookAtFrame(frame) {
    if (!this.isNarrow) return;
    const { story } = this.state;
    const { who, target, by, other } = story.frames[frame].parts;
    this.camera.watch([who, target, by, other].map((name) => this.seatPoint(story.indexOf(name))).filter((point) => point !== null));
  }

  /** @param {number} steps */
  step(steps) {
    const { state } = this;
    if (state.step === null && steps > 0 && !state.playing) return;
    this.stopPlaying();
    const to = stepFrom(state, steps);
    if (to > lastFrame(state)) this.go(null);
    else if (steps === 1 && state.speed) this.playback.show(to, state.speed);
    else this.go(to);
  }

  play() {
    const { state } = this;
    this.playFrom(state.step === null || state.step >= lastFrame(state) ? 0 : state.step + 1);
  }

  stopPlaying() {
    this.playback.stop();
    this.state.playing = false;
  }

  pause() {
    this.stopPlaying();
    this.draw();
  }

  /** Shows how what is being played ends. */
  skip() {
    this.playback.stop();
    this.endPlayback();
  }

  /** @param {PointerEvent} event */
  skipByPress(event) {
    if (!this.state.playing || (event.target instanceof Element && event.target.closest(".timeline, dialog, .fight-head, .strip"))) return;
    event.preventDefault();
    this.skip();
    // the press that skips presses nothing else
    const swallow = (/** @type {Event} */ click) => { click.stopPropagation(); click.preventDefault(); };
    this.page.element.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => this.page.element.removeEventListener("click", swallow, { capture: true }), TOO_SOON);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.state.speed = speed;
    storeSpeed(speed);
    if (speed) this.playback.speed = speed;
    else if (this.state.playing) this.skip();
  }

  /**
   * @param {string} key
   * @param {KeyboardEvent} event
   * @returns {(() => void) | undefined}
   */
  actionFor(key, event) {
    const { state } = this;
    if (document.querySelector("dialog[open]") || /^(Tab|Shift|Control|Alt|Meta)$/.test(key)) return undefined;
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (steps) return () => this.step(steps);
    if (state.playing) return () => (key === " " ? this.playback.nextBeat() : this.skip());
    if (event.repeat) return () => {};
    if (/^[1-9]$/.test(key)) return () => this.pressNumber(Number(key));
    if (key === "e") return () => this.endTurn();
    if (/^[a-z]$/.test(key)) return this.groupAction(key);
    const escape = () => (state.selected ? this.select(null) : state.step === null ? undefined : this.go(null));
    return { Home: () => this.go(0), End: () => this.go(null), Escape: escape }[key];
  }

  /** @param {string} letter */
  groupAction(letter) {
    const group = /** @type {HTMLDetailsElement | null} */ (this.page.question.body.querySelector(`details[data-letter="${letter}"]`));
    if (!group) return undefined;
    return () => {
      group.open = !group.open;
      group.querySelector("summary")?.focus();
    };
  }

  /** @param {number} number */
  pressNumber(number) {
    this.assignKeys();
    const key = this.page.keyAt(number);
    const option = ownQuestion(this.state)?.options.find((one) => one.key === key);
    if (option) this.choose(option);
  }

  endTurn() {
    const question = ownQuestion(this.state);
    const end = question ? endOption(question) : null;
    if (end) this.choose(end);
  }

  // --- choosing ---

  /**
   * Pressing a fighter or a place: what it can only mean is done, otherwise its card opens.
   * @param {Selection} selection
   * @param {Event} event
   */
  press(selection, event) {
    if (event.type === "click" && this.camera.moved) return;
    const { state } = this;
    if (this.isNarrow && ownQuestion(state) && this.camera.scale() < 0.98 * this.camera.pressable()) {
      const point = this.pointOf(selection);
      if (point) this.camera.approach(point);
      return;
    }
    const touched = event instanceof PointerEvent && event.pointerType === "touch";
    const only = onlyMeaning(state, selection);
    if (only && !(touched && selection.kind === "place")) this.choose(only, event);
    else this.select(selection);
  }

  /**
   * @param {number} who
   * @returns {Point | null}
   */
  seatPoint(who) {
    const seat = this.board.picture?.tokens.get(who);
    return seat ? [seat.x, seat.y] : null;
  }

  /** @param {Selection} selection */
  pointOf(selection) {
    return selection.kind === "place" ? this.board.layout.centres[selection.index] : this.seatPoint(selection.index);
  }

  /** @param {Selection | null} selection */
  select(selection) {
    const before = this.state.selected;
    if (!selection && !before) return;
    select(this.state, selection);
    const { selected } = this.state;
    this.page.tip.hidden = true;
    this.draw();
    if (selected?.kind === "fighter") this.explainReach(selected.index);
    const focus = selected ? this.page.card.element.querySelector(".choose") || this.page.card.element.querySelector("button") : this.board.element.querySelector(before?.kind === "fighter" ? `[data-fighter="${before.index}"] .token-face` : `[data-place="${before?.index}"]`);
    if (focus instanceof HTMLElement || focus instanceof SVGElement) focus.focus({ preventScroll: true });
  }

  /**
   * @param {string} turn
   * @param {Event} event
   */
  face(turn, event) {
    const question = ownQuestion(this.state);
    const found = question ? facings(question).find((facing) => facing.turn === turn) : null;
    if (found) this.choose(found.option, event);
  }

  /**
   * Chooses an option; one that takes words asks for them first.
   * @param {Option} option
   * @param {Event} [event]
   */
  async choose(option, event) {
    const question = ownQuestion(this.state);
    if (!question || (event && performance.now() - this.state.askedAt < TOO_SOON)) return;
    const said = option.takes_words ? await askForWords(option.text) : "";
    if (said !== null && ownQuestion(this.state) === question) this.send(said ? `${option.key} | ${said}` : option.key);
  }

  /** @param {string} key */
  async send(key) {
    const { state } = this;
    // whoever chose with the keyboard goes on where the next question stands
    this.keepsFocus = this.page.question.element.contains(document.activeElement) || this.page.boardFrame.contains(document.activeElement);
    state.busy = true;
    state.selected = null;
    state.pointed = null;
    this.draw();
    if (await sendAnswer(state, { option: key })) return;
    state.busy = false;
    this.draw();
  }

  /**
   * @param {string} kind
   * @param {string} how
   * @param {string} scope
   */
  setHabit(kind, how, scope) {
    setHabit(this.state, kind, how, scope);
    this.habits.draw();
    notice(how === "ask" ? "You are asked again." : `Questions like this are answered for you ${scope === "turn" ? "this turn" : "in this fight"}; More… lists them.`);
    const habit = habitualAnswer(this.state);
    if (habit) this.send(habit.key);
  }

  // --- pointing ---

  /** @param {Option | null} option */
  point(option) {
    this.state.pointed = option;
    this.drawBoardSoon();
  }

  /** @param {number | null} place */
  pointAtPlace(place) {
    const { state } = this;
    if (state.place === place) return;
    state.place = place;
    this.drawBoardSoon();
    const question = ownQuestion(state);
    const options = question && place !== null ? optionsAt(question, { kind: "place", index: place }) : [];
    if (question && options.length) {
      const way = this.wayTo(place);
      const threatened = this.reach.threatened(question.side, this.board.layout);
      put(this.page.tip, wayTip(options, this.board.layout.cells ? way.length - 1 : 0, way.slice(0, -1).some((cell) => threatened.includes(cell))));
      this.page.tip.hidden = false;
      if (this.board.layout.cells) this.reach.loadEnemies(question.side, () => state.place !== null && this.drawBoardSoon());
    } else if (this.hovered === null) this.page.tip.hidden = true;
  }

  /** @param {number | null} who */
  async hover(who) {
    if (this.hovered === who) return;
    this.hovered = who;
    const { state } = this;
    if (who === null || state.step !== null || state.story.latest.frozen) {
      this.page.tip.hidden = true;
      this.board.unshade();
      return;
    }
    const found = await this.reach.of(who);
    if (!found || state.step !== null || this.hovered !== who) return;
    this.board.shadeReach(who, found.weapons);
    const { within, content } = reachTip(state.scene, state.story.latest.now, found);
    this.board.markReach(within);
    put(this.page.tip, content);
    this.page.tip.hidden = !content.length || state.selected !== null;
  }

  /**
   * Why nothing can be done with what was pressed, as far as it is known.
   * @param {Selection | null} selected
   */
  reasonAt(selected) {
    const question = shownQuestion(this.state);
    if (!selected || !question) return "";
    if (!question.yours) return `It is for ${question.asked} to decide.`;
    const found = question.who >= 0 && selected.kind === "fighter" ? this.reach.known.get(question.who) : undefined;
    const why = found?.targets.find((one) => one.target === selected.index)?.cannot[0];
    return why ? `${why}.` : "Nothing can be done here now.";
  }

  /**
   * Finds out why whoever was pressed cannot be attacked.
   * @param {number} target
   */
  async explainReach(target) {
    const question = ownQuestion(this.state);
    if (!question || question.who < 0 || optionsAt(question, { kind: "fighter", index: target }).length) return;
    await this.reach.of(question.who);
    this.page.card.show(this.state, this.reasonAt(this.state.selected));
  }

  // --- drawing ---

  /** Shows the state. */
  draw() {
    const { state, page } = this;
    const states = statesShown(state);
    this.drawBoard();
    page.strip.show(turnOrder(state.story, state.step), states, shownQuestion(state)?.who ?? -1);
    const isAsked = page.question.show(state);
    page.card.show(state, this.reasonAt(state.selected));
    page.timeline.show(state.step, lastFrame(state), state.playing, state.speed);
    page.log.show(state.playing ? (state.step ?? lastFrame(state)) + 1 : state.story.frames.length, state.step);
    page.sheet.show(state, states);
    this.study.show();
    this.winProbability.show();
    page.element.classList.toggle("playing", state.playing);
    page.element.classList.toggle("looking-back", state.step !== null && !state.playing);
    this.narrate();
    if (state.playing) return;
    this.placeCard();
    setBoardStop(this.board.element);
    this.assignKeys();
    if (!isAsked || !this.keepsFocus) return;
    this.keepsFocus = false;
    /** @type {HTMLElement | null} */ (page.question.head.querySelector("h2"))?.focus({ preventScroll: true });
  }

  narrate() {
    const { step, story } = this.state;
    const { frames, latest } = story;
    const frame = frames[step ?? frames.length - 1];
    const told = latest.over && step === null ? h("strong", { class: "verdict" }, latest.winner ? `${capital(latest.winner)} won after ${latest.round} round${latest.round === 1 ? "" : "s"}.` : "A draw.") : h("span", {}, frame && !this.state.playing ? frame.text : plainWords(frames, step ?? frames.length - 1));
    put(this.page.narration, step === null ? null : h("span", { class: "count" }, `${step + 1} of ${frames.length}`), told, frame ? h("span", { class: "dice" }, frame.rolls.map(diceOf)) : null);
  }

  drawBoard() {
    const { state, board } = this;
    const { pointed, selected } = state;
    const question = ownQuestion(state);
    const lit = litFor(state);
    const turns = question ? facings(question).map((facing) => facing.turn) : [];
    const place = state.place ?? (pointed && pointed.place >= 0 ? pointed.place : null);
    board.show(pictureOf(state.scene, board.layout, statesShown(state), {
      targets: lit.targets,
      places: lit.places,
      actor: shownQuestion(state)?.who ?? null,
      selected: selected?.kind === "fighter" ? selected.index : null,
      arrows: this.arrows(question),
      marked: new Set([place ?? -1, selected?.kind === "place" ? selected.index : -1]),
      way: this.wayTo(place),
      threatened: place !== null && question ? this.reach.threatened(question.side, board.layout) : [],
      wedges: question && turns.length ? { who: question.about >= 0 ? question.about : question.who, turns } : null,
      last: lastDeed(state),
    }));
    if (state.table?.hidden) board.showHidden(state.table.hidden);
  }

  /**
   * @param {Question | null} question
   * @returns {[number, number, string][]}
   */
  arrows(question) {
    const { step, story, pointed } = this.state;
    if (step !== null) return story.arrows(step);
    if (!pointed || !question || pointed.target < 0 || question.who < 0) return [];
    return [[question.who, pointed.target, pointed.attack ? "harm" : "act"]];
  }

  /**
   * The way to a place from where whoever moves stands.
   * @param {number | null} place
   */
  wayTo(place) {
    const { scene, story } = this.state;
    const question = ownQuestion(this.state);
    if (place === null || !question) return [];
    const { now } = story.latest;
    const mover = question.kind === "shift" ? question.about : question.who;
    const from = placeOf(now[mover]);
    if (from < 0 || from === place) return [];
    const held = scene.board.kind === "grid" ? now.flatMap((one, who) => (who !== mover && one.state === "standing" ? [placeOf(one)] : [])) : [];
    return pathBetween(scene.board, from, place, new Set(held));
  }

  assignKeys() {
    this.page.assignKeys(this.state.selected !== null);
  }

  placeCard() {
    const point = this.state.selected && !this.isNarrow ? this.pointOf(this.state.selected) : null;
    if (point) this.page.placeCard(point);
  }

  /** Makes the best of the room there is. */
  arrange() {
    const narrow = innerWidth < NARROW;
    if (narrow !== this.isNarrow) {
      this.isNarrow = narrow;
      this.board.lay(this.layout());
      this.camera.fit();
      this.draw();
    }
    this.page.divide(narrow);
    this.page.question.fitOpen();
    this.camera.look();
    this.placeCard();
    this.assignKeys();
  }

  /** @param {number} who */
  openSheet(who) {
    this.state.sheet = who;
    this.draw();
  }
}
