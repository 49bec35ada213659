// A fight at the table: takes in news, asks questions, and sends answers.
import { beforePaint, put } from "../../elements.js";
import { listenToKeys } from "../../input/keys.js";
import { notice } from "../../notices.js";
import { layoutOf } from "../../plan/layout.js";
import { FightPage } from "../../render/fight_page.js";
import { chatLine } from "../../render/said.js";
import { get, subscribe } from "../../service.js";
import { goTo, habitualAnswer, isOnlyTalk, isSolo, lastFrame, ownQuestion, setHabit, shownQuestion,
  statesShown, takeNews, takeTalk } from "../../state/fight.js";
import { labelsOf } from "../../state/labels.js";
import { endOption } from "../../state/options.js";
import { turnOrder } from "../../state/turn_order.js";
import { storeFight, storedCoach, storedFights, storedReplies } from "../../storage.js";
import { fightUrl, sendAnswer } from "./actions.js";
import { BoardView } from "./board_view.js";
import { claimBanners, invitationButton } from "./invitation.js";
import { Coach } from "./coach.js";
import { Countdown } from "./countdown.js";
import { EndScreen } from "./end_screen.js";
import { HabitsPanel } from "./habits.js";
import { actionFor } from "./keys.js";
import { menuContent } from "./menu.js";
import { pageHandlers } from "./page_handlers.js";
import { pingTool } from "./ping.js";
import { Stepper } from "./stepper.js";
import { StudyPanel } from "./study.js";
import { TablePanel } from "./table_panel.js";
import { takeBackBanner } from "./take_back.js";
import { attemptBanners, TalkElement } from "./talk.js";
import { callForTurn, showTurn } from "./turn_signal.js";
import { VeilTool } from "./veil_tool.js";
import { WinProbability } from "./win_probability.js";
import { askForWords } from "./words.js";

/** A press within this many milliseconds of a new question was meant for the previous one. */
const TOO_SOON = 300;

/** The page of one fight, with all its parts. */
export class FightTable {
  /**
   * @param {HTMLElement} main
   * @param {import("../../state/fight.js").FightState} state
   * @param {News} first
   * @param {(fresh?: ChatLine[]) => void} onstale Called when the fight must be loaded again.
   * @param {() => void} onended Called when the link is no longer valid.
   * @param {"play" | "study" | "replay"} mode
   */
  constructor(main, state, first, onstale, onended, mode) {
    const { scene } = state;
    this.state = state;
    state.isCalm = storedCoach()?.fight === state.id;
    this.onstale = onstale;
    this.onended = onended;
    this.mode = mode;
    this.talk = new TalkElement(state);
    this.tablePanel = new TablePanel(state);
    this.countdown = new Countdown();
    this.habits = new HabitsPanel(state);
    /** The last question that was announced to the player. */
    this.calledFor = -1;
    /** Whether to focus the next question: the first one, and those that follow a press. */
    this.keepsFocus = mode === "play";
    const layout = layoutOf(scene.board, {
      fighters: scene.fighters.length,
      facings: first.now.some((one) => typeof one?.where?.facing === "string"),
    });
    this.assignKeysSoon = beforePaint(() => this.assignKeys());
    this.page = new FightPage(state, layout, labelsOf(scene.fighters), pageHandlers(this));
    this.board = this.page.board;
    this.boardView = new BoardView(this);
    this.stepper = new Stepper(this);
    this.study = new StudyPanel(this);
    this.winProbability = new WinProbability(this);
    this.endScreen = new EndScreen(this);
    this.coach = new Coach(this);
    this.page.element.append(this.study.element, this.endScreen.element, this.coach.element);
    this.page.subtitle.after(this.countdown.element);
    if (this.leadsByHand()) this.page.studyOpener.before(invitationButton(state));
    put(this.page.menuBody, menuContent(this));
    put(main, this.page.element);
    const resized = new ResizeObserver(() => this.arrange());
    resized.observe(this.page.element);
    resized.observe(this.page.viewport);
    if (this.leadsByHand()) {
      this.page.boardTools.prepend(new VeilTool(state, this.board, this.page.viewport,
        () => this.boardView.camera.fit()).element);
    }
    if (first.table?.seats.length) {
      this.page.boardTools.prepend(pingTool(state, this.board, this.page.viewport));
    }
    this.page.viewport.addEventListener("click", (event) => this.stepper.pressWhilePlaying(event));
    this.boardView.arrange();
    this.take(first, true);
    if (mode === "study") this.study.open(true);
    /** @type {(() => void)[]} */
    this.onleave = [
      this.subscribe(first.number),
      listenToKeys((key, event) => actionFor(this, key, event)),
      () => resized.disconnect(),
      () => this.stepper.playback.stop(),
      () => this.study.leave(),
      () => this.endScreen.leave(),
      () => this.countdown.leave(),
    ];
    this.remember();
  }

  /** @param {number} seen */
  subscribe(seen) {
    const { state, page } = this;
    let isOn = true;
    const onconnection = (/** @type {boolean} */ on) => {
      if (on && !isOn) notice("Connected again.");
      isOn = on;
      page.showConnection(on);
    };
    return subscribe(state.id, state.secret, seen, {
      onnews: (news) => this.take(news),
      onconnection,
      onpresence: (roles) => {
        state.present = roles;
        this.talk.show();
      },
      onended: this.onended,
    });
  }

  /** Save the fight's link in this browser. */
  remember() {
    const { id, role, scene, secret, story } = this.state;
    const before = storedFights().find((fight) => fight.id === id);
    const link = role === "gm" ? { gm: secret } : { secret };
    const made = before ? before.made : Date.now();
    const { over, round } = story.latest;
    storeFight({ id, title: scene.title, ruleset: scene.ruleset, made, over, round, ...link });
  }

  leave() {
    for (const stop of this.onleave) stop();
  }

  /** Return whether a game master uses this page and may move fighters freely. */
  leadsByHand() {
    return this.state.role === "gm" && this.state.scene.gm === "person";
  }

  // --- what happens ---

  /**
   * Take in news from the service, and play the new frames.
   * @param {News} news
   */
  take(news, opening = false) {
    const { state, stepper } = this;
    const { latest } = state.story;
    if (!opening && news.number === latest.number && !news.frames.length) return;
    if (!opening && (news.view !== latest.view || news.table?.gathering)) {
      this.onstale(news.chat || []);
      return;
    }
    if (!opening && isOnlyTalk(state, news)) {
      state.story.take(news);
      takeTalk(state, news);
      this.takeTalk(news);
      this.page.question.show(state);
      this.boardView.drawSoon();
      this.page.card.show(state, this.boardView.reasonAt(state.selected));
      return;
    }
    const following = state.step === null || state.playing;
    const back = takeNews(state, news);
    this.boardView.reach.forget();
    this.page.log.take(state.story.frames, news.keep);
    this.takeTalk(news, opening);
    if (back) notice("Something was taken back.");
    if (news.over && !opening) this.remember();
    const watched = !state.scene.sides.some((side) => side.player === "person");
    const isShown = this.mode === "replay" || (this.mode === "play" && (watched || news.over));
    const worthSeeing = opening ? isShown : following && !back;
    const isNew = news.keep <= lastFrame(state) && !document.hidden;
    if (stepper.playback.running && !back) stepper.playback.until = lastFrame(state);
    else if (worthSeeing && state.speed && isNew) stepper.playFrom(news.keep);
    else {
      if (back) stepper.pause();
      if (opening && this.mode !== "play" && news.over) goTo(state, 0);
      this.ask();
    }
  }

  /**
   * Show the chat, the people present, and requests to the game master.
   * @param {News} news
   */
  takeTalk(news, opening = false) {
    const { state, page } = this;
    page.log.takeSaid(state.chat, (line) => chatLine(line, state.scene.board));
    if (news.table?.picture) this.boardView.layPicture();
    if (!opening) this.showLog();
    this.countdown.take(news.table);
    put(page.banner, takeBackBanner(state), claimBanners(state),
      attemptBanners(state));
    this.talk.show();
    this.tablePanel.draw();
    if (!this.endScreen.element.hidden) this.endScreen.fill();
    if (opening) return;
    const others = (news.chat || []).filter((line) => line.role !== state.role);
    if (page.drawer.checkVisibility({ visibilityProperty: true })) {
      this.announce(others.filter((line) => line.kind === "revealed" || line.kind === "ping"));
      return;
    }
    if (others.length) page.markUnread(page.unread + others.length);
    this.announce(others);
  }

  /**
   * Announce events at the table, and highlight revealed fighters.
   * @param {ChatLine[]} lines
   */
  announce(lines) {
    const { state } = this;
    for (const line of lines) {
      if (line.kind === "ping") this.boardView.ping(Number(line.text));
      if (line.kind !== "say") notice(chatLine(line, state.scene.board).textContent || "");
      const who = state.scene.fighters.findIndex((fighter) => fighter.name === line.name);
      if (line.kind === "revealed" && who >= 0) {
        this.board.appear(who);
        if (state.role !== "gm") this.boardView.showFighter(who);
      }
    }
  }

  /** Show the open question, or answer it automatically. */
  ask() {
    const { state } = this;
    this.draw();
    const habit = habitualAnswer(state);
    if (habit) {
      this.send(habit.key);
      return;
    }
    const question = ownQuestion(state);
    const isCalled = Boolean(question) && !isSolo(state);
    showTurn(state.scene.title, isCalled && question ? question.asked : "");
    if (!question) {
      if (state.story.latest.over) this.boardView.camera.fit();
      this.winProbability.load();
      return;
    }
    if (question.number !== this.calledFor && isCalled) callForTurn();
    this.calledFor = question.number;
    state.askedAt = performance.now();
    performance.mark("question");
    // load odds first: the player decides by them
    const isKnown = Object.keys(state.odds).length > 0;
    const odds = isKnown ? Promise.resolve() : this.loadOdds(question.number);
    odds.then(() => this.winProbability.load());
    this.boardView.lookAtQuestion(question);
  }

  /** Fetch the open question's odds again under another assumption. */
  askOddsAgain() {
    const question = ownQuestion(this.state);
    if (question) this.loadOdds(question.number);
  }

  /** @param {number} number */
  async loadOdds(number) {
    const { state } = this;
    try {
      const found = await get(`${fightUrl(state, "odds")}?replies=${storedReplies()}`,
        state.secret);
      if (state.story.latest.question?.number !== number || found.number !== number) return;
      state.odds = found.odds;
      state.assumption = found.assumption;
      this.page.question.fill(state);
      this.page.card.fill();
      this.boardView.drawSoon();
    } catch {
      // the question has passed
    }
  }

  // --- answering ---

  /**
   * Choose the option that shows a number: the visible number counts, not that of a new layout.
   * @param {number} number
   */
  pressNumber(number) {
    const key = this.page.keyAt(number);
    const option = ownQuestion(this.state)?.options.find((one) => one.key === key);
    if (option) this.choose(option);
  }

  /** @param {Event} [event] */
  endTurn(event) {
    const question = ownQuestion(this.state);
    const end = question ? endOption(question) : null;
    const { foot } = this.page.question;
    if (end && question && foot.mayEnd(this.state, question)) this.choose(end, event);
  }

  /**
   * Choose an option; one that takes words asks for them first.
   * @param {Option} option
   * @param {Event} [event]
   */
  async choose(option, event) {
    const question = ownQuestion(this.state);
    if (!question || (event && performance.now() - this.state.askedAt < TOO_SOON)) return;
    const said = option.takes_words ? await askForWords(option.text) : "";
    if (said === null || ownQuestion(this.state) !== question) return;
    this.send(said ? `${option.key} | ${said}` : option.key);
  }

  /** @param {string} key */
  async send(key) {
    const { state, page } = this;
    // a player who chose with the keyboard continues at the next question
    const focused = document.activeElement;
    this.keepsFocus = page.question.element.contains(focused) || page.boardFrame.contains(focused);
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
    const when = scope === "turn" ? "this turn" : "in this fight";
    notice(how === "ask" ? "You are asked again."
      : `Questions like this are answered for you ${when}; More… lists them.`);
    const habit = habitualAnswer(this.state);
    if (habit) this.send(habit.key);
  }

  // --- drawing ---

  /** Show the state. */
  draw() {
    const { state, page } = this;
    const states = statesShown(state);
    page.hint.hidden = true;
    this.boardView.draw();
    page.strip.show(turnOrder(state.story, state.step), states, shownQuestion(state)?.who ?? -1);
    const isAsked = page.question.show(state);
    page.card.show(state, this.boardView.reasonAt(state.selected));
    page.timeline.show(state.step, lastFrame(state), state.playing, state.speed);
    page.showRound(state.story.latest.round);
    this.showLog();
    page.sheet.show(state, states);
    this.study.show();
    this.winProbability.show();
    page.element.classList.toggle("playing", state.playing);
    page.element.classList.toggle("looking-back", state.step !== null && !state.playing);
    page.element.classList.toggle("waiting", !state.playing && state.step === null
      && !state.story.latest.over && !isSolo(state) && !ownQuestion(state) && !state.busy);
    page.element.classList.toggle("solo", isSolo(state));
    page.element.classList.toggle("over", state.story.latest.over && state.step === null);
    this.boardView.narrate();
    this.endScreen.show();
    this.coach.show();
    if (state.playing) return;
    this.boardView.placeCard();
    this.assignKeysSoon();
    if (!isAsked || !this.keepsFocus) return;
    this.keepsFocus = false;
    const prompt = page.question.head.querySelector("h2");
    if (prompt) prompt.focus({ preventScroll: true });
  }

  showLog() {
    const { state, page } = this;
    const { step, story, playing } = state;
    page.log.show(playing ? (step ?? lastFrame(state)) + 1 : story.frames.length, step);
  }

  assignKeys() {
    this.page.assignKeys(this.state.selected !== null);
  }

  /** Arrange the page for the available space. */
  arrange() {
    this.boardView.arrange();
    this.assignKeysSoon();
  }

  /** @param {number} who */
  openSheet(who) {
    this.state.sheet = who;
    this.draw();
  }
}
