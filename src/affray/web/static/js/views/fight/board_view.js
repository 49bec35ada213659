// The board of a fight: its highlights and marks, and its reactions to presses and pointers.
import { plainWords } from "../../rhythm/words.js";
import { beforePaint, h, put } from "../../elements.js";
import { listenToBoard, setBoardStop } from "../../input/board.js";
import { Camera } from "../../input/camera.js";
import { isUpright, layoutOf, placeAtPoint, placeName, placeOf } from "../../plan/layout.js";
import { pictureOf } from "../../plan/picture.js";
import { oddsHint } from "../../render/odds_hint.js";
import { reachTip, wayTip } from "../../render/tip.js";
import { arrowsOf, chancesOf, ghostOf, wayTo } from "../../state/board_look.js";
import { lastDeed, litFor, onlyMeaning, ownQuestion, select, shownQuestion,
  statesShown } from "../../state/fight.js";
import { attackOn, facings, isHostile, optionsAt } from "../../state/options.js";
import { layPicture } from "./backdrop.js";
import { rule } from "./by_hand.js";
import { ReachFinder } from "./reach.js";

/** @typedef {import("../../state/options.js").Selection} Selection */

const isTouched = (/** @type {Event} */ event) =>
  event instanceof PointerEvent && event.pointerType === "touch";

/** A board narrower than this is zoomed to the fighter who decides. */
const CRAMPED = 480;

/** The board, its camera, and the card and hints on it. */
export class BoardView {
  /** @param {import("./table.js").FightTable} table */
  constructor(table) {
    this.table = table;
    const { state, page } = table;
    this.state = state;
    this.page = page;
    this.board = page.board;
    this.camera = new Camera(this.board, page.viewport, () => this.showEdges());
    this.reach = new ReachFinder(state);
    /** @type {number | null} The fighter under the pointer. */
    this.hovered = null;
    this.isUpright = false;
    this.drawSoon = beforePaint(() => this.draw());
    this.hasPicture = false;
    this.listen();
  }

  /** Return whether targets must stay large enough to press: for fingers, and on small boards. */
  get isClose() {
    return matchMedia("(pointer: coarse)").matches || this.page.viewport.clientWidth < CRAMPED;
  }

  listen() {
    listenToBoard(this.board.element, {
      onplace: (place, event) => this.press({ kind: "place", index: place }, event),
      onfighter: (fighter, event) => this.press({ kind: "fighter", index: fighter }, event),
      onfacing: (turn, event) => this.face(turn, event),
      onnothing: (event) => this.pressGround(event),
      placeNear: (x, y) => (this.table.leadsByHand() ? this.placeUnder(x, y) : null),
      onpoint: (fighter, event) => this.hover(fighter, event),
      onpointplace: (place) => this.pointAtPlace(place),
      draggable: (fighter) => this.canDrag(fighter),
      ondrop: (fighter, place, event) => this.drop(fighter, place, event),
    });
  }

  /** Lay the board out for the available space. */
  arrange() {
    const { scene, story } = this.state;
    const upright = isUpright(this.page.viewport);
    if (upright !== this.isUpright) {
      this.isUpright = upright;
      const facing = story.latest.now.some((one) => typeof one?.where?.facing === "string");
      const room = { narrow: upright, fighters: scene.fighters.length, facings: facing };
      this.board.lay(layoutOf(scene.board, room));
      this.camera.fit();
      this.table.draw();
    }
    this.camera.look();
    this.placeCard();
    this.showEdges();
  }

  // --- pressing ---

  /**
   * Open the card of a pressed fighter or place. A second press on a place, or a press with only
   * one meaning, chooses the option.
   * @param {Selection} selection
   * @param {Event} event
   */
  press(selection, event) {
    if (event.type === "click" && this.camera.moved) return;
    const { state, camera } = this;
    if (state.playing) return;
    const isSmall = camera.scale() < 0.98 * camera.pressable();
    if (isTouched(event) && ownQuestion(state) && isSmall) {
      const point = this.pointOf(selection);
      if (point) camera.approach(point);
      return;
    }
    const only = onlyMeaning(state, selection);
    const { selected } = state;
    const again = selected?.kind === selection.kind && selected.index === selection.index;
    if (only && (selection.kind === "fighter" || again)) this.table.choose(only, event);
    else this.select(selection);
  }

  /**
   * Close the card on a press where nothing can be chosen; a game master gets the place's card.
   * @param {Event} event
   */
  pressGround(event) {
    const isFree = event instanceof MouseEvent && !this.state.selected && !this.camera.moved;
    const place = isFree && this.table.leadsByHand()
      ? this.placeUnder(event.clientX, event.clientY) : null;
    this.select(place === null ? null : { kind: "place", index: place });
  }

  /** @param {Selection | null} selection */
  select(selection) {
    const before = this.state.selected;
    if (!selection && !before) return;
    select(this.state, selection);
    const { selected } = this.state;
    const { card, tip, hint } = this.page;
    tip.hidden = true;
    hint.hidden = true;
    this.table.draw();
    if (selected?.kind === "fighter") this.explainReach(selected.index);
    const was = before?.kind === "fighter"
      ? `[data-fighter="${before.index}"] .token-face` : `[data-place="${before?.index}"]`;
    const focus = selected
      ? card.element.querySelector(".choose") || card.element.querySelector("button")
      : this.board.element.querySelector(was);
    if (focus instanceof HTMLElement || focus instanceof SVGElement) {
      focus.focus({ preventScroll: true });
    }
  }

  /**
   * @param {string} turn
   * @param {Event} event
   */
  face(turn, event) {
    const question = ownQuestion(this.state);
    const found = question ? facings(question).find((facing) => facing.turn === turn) : null;
    if (found) this.table.choose(found.option, event);
  }

  /**
   * Return whether a fighter can be dragged: the one who decides, or any for a game master.
   * @param {number} fighter
   */
  canDrag(fighter) {
    if (fighter === (ownQuestion(this.state)?.who ?? -1)) return true;
    return this.table.leadsByHand() && shownQuestion(this.state) !== null;
  }

  /**
   * Choose the option of the place where a token was dropped; otherwise a game master moves the
   * fighter there.
   * @param {number} fighter
   * @param {number} place
   * @param {Event} event
   */
  drop(fighter, place, event) {
    const { state } = this;
    const question = ownQuestion(state);
    const options = question?.who === fighter
      ? optionsAt(question, { kind: "place", index: place }) : [];
    if (options.length === 1) this.table.choose(options[0], event);
    else if (options.length) this.select({ kind: "place", index: place });
    else if (this.table.leadsByHand() && placeOf(state.story.latest.now[fighter]) !== place) {
      rule(state, "place", fighter, placeName(state.scene.board, place), "by hand");
    }
  }

  /**
   * Return the place at a point of the screen.
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
   * Return why the pressed fighter or place offers no option, if known.
   * @param {Selection | null} selected
   */
  reasonAt(selected) {
    const question = shownQuestion(this.state);
    if (!selected || !question) return "";
    if (!question.yours) return `It is for ${question.asked} to decide.`;
    const isFighter = question.who >= 0 && selected.kind === "fighter";
    const found = isFighter ? this.reach.known.get(question.who) : undefined;
    const why = found?.targets.find((one) => one.target === selected.index)?.cannot[0];
    return why ? `${why}.` : "Nothing can be done here now.";
  }

  /**
   * Fetch the reason why the pressed fighter cannot be attacked.
   * @param {number} target
   */
  async explainReach(target) {
    const question = ownQuestion(this.state);
    if (!question || question.who < 0) return;
    if (optionsAt(question, { kind: "fighter", index: target }).length) return;
    await this.reach.of(question.who);
    this.page.card.show(this.state, this.reasonAt(this.state.selected));
  }

  // --- pointing ---

  /** @param {Option | null} option */
  point(option) {
    this.state.pointed = option;
    this.drawSoon();
  }

  /**
   * Draw the path to the place under the pointer, and show its cost.
   * @param {number | null} place
   */
  pointAtPlace(place) {
    const { state, reach, board } = this;
    if (state.place === place) return;
    state.place = place;
    this.drawSoon();
    const question = ownQuestion(state);
    const options = question && place !== null
      ? optionsAt(question, { kind: "place", index: place }) : [];
    if (question && place !== null && options.length) {
      const way = wayTo(state, place);
      const threatened = reach.threatened(question.side, board.layout);
      const cells = board.layout.cells ? way.length - 1 : 0;
      const isRisky = way.slice(0, -1).some((cell) => threatened.includes(cell));
      put(this.page.tip, wayTip(options, cells, isRisky));
      this.page.tip.hidden = false;
      if (board.layout.cells) {
        reach.loadEnemies(question.side, () => state.place !== null && this.drawSoon());
      }
    } else if (this.hovered === null) this.page.tip.hidden = true;
  }

  /**
   * Show the odds of an attack on the enemy under the pointer; for other fighters, or with Shift
   * held, show their reach.
   * @param {number | null} who
   * @param {Event} [event]
   */
  async hover(who, event) {
    if (this.hovered === who) return;
    this.hovered = who;
    const { state, page, board } = this;
    page.hint.hidden = true;
    if (state.pointed && !state.selected) this.point(null);
    if (who === null || state.step !== null || state.story.latest.frozen) {
      page.tip.hidden = true;
      board.unshade();
      return;
    }
    const question = ownQuestion(state);
    const option = question ? attackOn(question, state.scene, state.story.latest.now, who) : null;
    const wantsReach = event instanceof MouseEvent && event.shiftKey;
    if (option && question && isHostile(option, question, state.scene) && !wantsReach) {
      this.showHint(option);
      return;
    }
    const found = await this.reach.of(who);
    if (!found || state.step !== null || this.hovered !== who) return;
    board.shadeReach(who, found.weapons);
    const { within, content } = reachTip(state.scene, state.story.latest.now, found);
    board.markReach(within);
    put(page.tip, content);
    page.tip.hidden = !content.length || state.selected !== null;
  }

  /**
   * Show the odds of an attack next to its target.
   * @param {Option} option
   */
  showHint(option) {
    const { state, page } = this;
    this.point(option);
    if (state.selected) return;
    const content = oddsHint(option, state.odds[option.key]);
    const point = this.seatPoint(option.target);
    if (!content || !point) return;
    put(page.hint, content);
    page.hint.hidden = false;
    page.place(page.hint, point);
  }

  // --- looking ---

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
    if (selection.kind === "place") return this.board.layout.centres[selection.index];
    return this.seatPoint(selection.index);
  }

  /**
   * Keep fighters in view on touch screens.
   * @param {number[]} fighters
   * @param {BoardPicture | null} before The picture with the positions of fighters who have left.
   */
  watch(fighters, before) {
    if (!this.isClose && !this.camera.isSmall()) return;
    const points = fighters.map((who) => {
      const stood = before?.tokens.get(who);
      return this.seatPoint(who) || (stood ? /** @type {Point} */ ([stood.x, stood.y]) : null);
    });
    this.camera.watch(points.filter((point) => point !== null));
  }

  /**
   * Zoom to the fighter who decides and the targets around it, if the whole board is too small to
   * press.
   * @param {Question} question
   */
  lookAtQuestion(question) {
    if (!this.isClose && !this.camera.isSmall()) return;
    const first = question.options.find((option) => option.target >= 0)?.target ?? 0;
    const point = this.seatPoint(question.who >= 0 ? question.who : first);
    if (!point) return;
    const lit = litFor(this.state);
    const targets = [...lit.targets].map((who) => this.seatPoint(who))
      .filter((one) => one !== null);
    // a mouse can press small targets, but not ones out of view
    if (!this.isClose) {
      this.camera.watch([point, ...targets]);
      return;
    }
    const places = [...lit.places].map((place) => this.board.layout.centres[place]);
    const looked = [question.who, ...lit.targets].map((who) => this.board.picture?.tokens.get(who));
    const smallest = Math.min(...looked.map((one) => one?.scale ?? 1));
    this.camera.lookAround(point, smallest, targets, places);
  }

  /** Show arrows to targets out of view, or to enemies if there are no targets. */
  showEdges() {
    const question = ownQuestion(this.state);
    const { targets } = litFor(this.state);
    const isEnemy = (/** @type {number} */ who) =>
      this.state.scene.fighters[who].side !== question?.side;
    const enemies = [...(this.board.picture?.tokens.values() || [])]
      .filter(({ index, state }) => state.state === "standing" && isEnemy(index))
      .map(({ index }) => index);
    const wanted = targets.size ? targets : enemies;
    this.page.edges.show(this.board, question && this.camera.zoom ? wanted : []);
  }

  /** @param {number} who */
  showFighter(who) {
    const point = this.seatPoint(who);
    if (point) this.camera.goTo(this.camera.scale(), point);
  }

  /** Put the map's picture under the grid, once. */
  layPicture() {
    if (this.hasPicture) return;
    this.hasPicture = true;
    layPicture(this.board, this.state);
  }

  /**
   * Show the place that another player points at.
   * @param {number} place
   */
  ping(place) {
    const point = this.board.layout.centres[place];
    if (!point) return;
    this.board.ping(point);
    if (this.board.element.clientWidth < CRAMPED) this.camera.goTo(this.camera.scale(), point);
  }

  placeCard() {
    const { selected } = this.state;
    const point = selected ? this.pointOf(selected) : null;
    if (point) this.page.place(this.page.card.element, point);
  }

  // --- drawing ---

  draw() {
    const { state, board } = this;
    const { pointed, selected } = state;
    const question = ownQuestion(state);
    const lit = litFor(state);
    const turns = question ? facings(question).map((facing) => facing.turn) : [];
    const chosen = selected?.kind === "place" ? selected.index : null;
    const place = state.place ?? chosen ?? (pointed && pointed.place >= 0 ? pointed.place : null);
    const about = question && question.about >= 0 ? question.about : question?.who;
    board.show(pictureOf(state.scene, board.layout, statesShown(state), {
      targets: lit.targets,
      places: lit.places,
      actor: shownQuestion(state)?.who ?? null,
      selected: selected?.kind === "fighter" ? selected.index : null,
      arrows: arrowsOf(state, question),
      marked: new Set([place ?? -1, chosen ?? -1]),
      way: wayTo(state, place),
      threatened: place !== null && question ? this.reach.threatened(question.side, board.layout)
      : [],
      wedges: turns.length && about !== undefined ? { who: about, turns } : null,
      chances: chancesOf(state, question, lit.targets),
      ghost: ghostOf(state),
      last: lastDeed(state),
    }));
    if (state.table?.hidden) board.showHidden(state.table.hidden);
    if (!state.playing) setBoardStop(board.element);
    this.showEdges();
  }

  /** Write the narration: the text of the shown frame, or the verdict. */
  narrate() {
    const { step, story } = this.state;
    const { frames, latest } = story;
    const frame = frames[step ?? frames.length - 1];
    const rounds = `${latest.round} round${latest.round === 1 ? "" : "s"}`;
    const verdict = latest.winner
      ? `${latest.winner.charAt(0).toUpperCase()}${latest.winner.slice(1)} won after ${rounds}.`
      : "A draw.";
    put(this.page.narration,
      step === null ? null : h("span", { class: "count" }, `${step + 1} of ${frames.length}`),
      latest.over && step === null ? h("strong", { class: "verdict" }, verdict)
        : h("span", {}, frame && !this.state.playing ? frame.text
          : plainWords(frames, step ?? frames.length - 1)));
  }
}
