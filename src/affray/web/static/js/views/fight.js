// A fight at the table: board, question, log, and stepping through what happened.
import { h, put } from "../elements.js";
import { words } from "../format.js";
import { listenToBoard } from "../input/board.js";
import { listenToKeys } from "../input/keys.js";
import { attempt, download, notice } from "../notices.js";
import { crowdOf, layoutOf } from "../plan/layout.js";
import { pictureOf } from "../plan/picture.js";
import { BoardElement } from "../render/board.js";
import { logLine } from "../render/log.js";
import { rosterOf } from "../render/roster.js";
import { get, getRules, getText, post, subscribe } from "../service.js";
import { Story } from "../state/story.js";
import { storeFight, storedFights } from "../storage.js";
import { linksPanel } from "./fight/links.js";
import { QuestionPanel } from "./fight/question.js";
import { rulingsPanel } from "./fight/rulings.js";
import { takeBackBanner } from "./fight/take_back.js";
import { winProbabilityPanel } from "./fight/win_probability.js";

const NARROW = 620;
const STEP_EVERY = 700;

/**
 * The view of one fight, with the secret of a link.
 * @param {HTMLElement} main
 * @param {string[]} address
 */
export async function fightView(main, [id, secret]) {
  /** @type {WholeFight} */
  const whole = await get(`/api/fights/${id}`, secret);
  const table = new FightTable(main, id, secret, whole, await getRules(String(whole.scene.ruleset)));
  return () => table.leave();
}

/** Everything around one fight. */
export class FightTable {
  /**
   * @param {HTMLElement} main
   * @param {string} id
   * @param {string} secret
   * @param {WholeFight} whole
   * @param {RulesById} rules
   */
  constructor(main, id, secret, whole, rules) {
    this.id = id;
    this.secret = secret;
    this.rules = rules;
    this.role = whole.role;
    this.scene = whole.scene;
    this.story = new Story(whole.scene);
    /** @type {number | null} The frame looked at; null is now. */
    this.step = null;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.playing = undefined;
    /** @type {Record<number, Promise<Reach | null>>} */
    this.reach = {};
    /** @type {number | null} */
    this.hovered = null;
    this.board = new BoardElement(whole.scene);
    this.laid = "";
    const button = (/** @type {string} */ label, /** @type {string} */ text, /** @type {() => void} */ act) => h("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: act }, text);
    this.tip = h("div", { class: "tip", role: "status", hidden: true });
    this.boardFrame = h("div", { class: "board-frame at-board" }, this.board.element, this.tip);
    this.caption = h("p", { class: "caption at-caption" });
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step through the fight", oninput: () => this.go(Number(this.slider.value)) });
    this.run = button("Play from here", "▶", () => (this.playing ? this.pause() : this.play()));
    this.live = h("button", { type: "button", class: "small", onclick: () => this.go(null) }, "Now");
    this.roster = h("div", { class: "at-roster" });
    this.asking = h("div", { class: "at-asking" });
    this.banner = h("div", {});
    this.log = h("ol", { class: "log", tabindex: 0, "aria-label": "The log", role: "log", "aria-live": "polite" });
    this.line = h("span", { class: "line", title: "Green while the page hears the service" }, h("span", { class: "visually-hidden" }, "connection"));
    this.branchButton = h("button", { type: "button", class: "small", onclick: () => this.branch() }, "Branch from here");
    this.question = new QuestionPanel(this);
    put(this.asking, this.question.element);
    const { scene } = this;
    put(main,
      h("header", { class: "fight-head" },
        h("div", {}, h("h1", {}, scene.title, this.line), h("p", { class: "quiet" }, `${scene.ruleset} · your link: ${this.roleName()}`, scene.parent ? " · a branch" : "")),
        h("div", { class: "row" },
          h("button", { type: "button", class: "small", onclick: () => this.downloadTape() }, "Download the tape"),
          h("button", { type: "button", class: "small", onclick: () => this.downloadPage() }, "Save as a page"))),
      this.banner,
      h("div", { class: "table" },
        h("div", { class: "left" },
          this.boardFrame, this.caption,
          h("div", { class: "timeline at-timeline", role: "group", "aria-label": "Steps" },
            button("To the beginning", "«", () => this.go(0)), button("A step back", "‹", () => this.by(-1)), this.run,
            button("A step on", "›", () => this.by(1)), this.slider, this.live, this.branchButton),
          this.roster,
          winProbabilityPanel(this)),
        h("div", { class: "right" },
          this.asking,
          h("section", { class: "card at-log" }, h("h2", {}, "The log"), this.log),
          linksPanel(scene, id), this.role === "gm" ? rulingsPanel(scene, (ruling) => this.answer({ ruling })) : null)));
    listenToBoard(this.board.element, {
      onplace: (place) => this.question.byPlace(place),
      onfighter: (fighter) => this.question.byTarget(fighter),
      onpoint: (fighter) => this.hover(fighter),
    });
    this.take(whole.story);
    const resized = () => this.drawBoard();
    addEventListener("resize", resized);
    /** @type {(() => void)[]} */
    this.onleave = [
      subscribe(id, secret, whole.story.number, (news) => this.take(news), (on) => this.line.classList.toggle("off", !on)),
      listenToKeys((key) => this.actionFor(key)),
      () => removeEventListener("resize", resized),
      () => this.pause(),
    ];
    const before = storedFights().find((fight) => fight.id === id);
    storeFight({ id, title: scene.title, made: before ? before.made : Date.now(), ...(this.role === "gm" ? { gm: secret } : { secret }) });
  }

  leave() {
    for (const stop of this.onleave) stop();
  }

  /** @param {string} path */
  url(path) {
    return `/api/fights/${this.id}/${path}`;
  }

  roleName() {
    if (this.role.startsWith("side ")) return this.scene.sides[Number(this.role.slice(5))].name;
    return this.role === "gm" ? "game master" : "onlooker";
  }

  // --- what happens ---

  /** @param {News} news */
  take(news) {
    const back = this.story.take(news);
    this.reach = {};
    if (back || (this.step !== null && this.step >= this.story.frames.length)) this.step = null;
    this.tellLog(news.keep);
    this.slider.max = String(Math.max(0, this.story.frames.length - 1));
    put(this.banner, takeBackBanner(this));
    this.question.ask(news.question);
    this.draw();
    if (back) notice("Something was taken back.");
  }

  /** @param {number} keep */
  tellLog(keep) {
    while (this.log.children.length > keep) this.log.lastChild?.remove();
    /** @type {[string, (index: number) => unknown][]} */
    const actions = [["Show on the board", (index) => this.go(index)], ["Branch from here", (index) => this.branch(index)]];
    if (this.role === "gm") actions.push(["Take back to here", (index) => this.takeBackTo(index)]);
    this.story.frames.slice(keep).forEach((frame, number) => this.log.append(logLine(frame, keep + number, this.rules, actions)));
    if (this.step === null) this.log.scrollTop = this.log.scrollHeight;
  }

  // --- stepping ---

  /** @param {number | null} frame */
  go(frame) {
    this.step = frame === null || frame >= this.story.frames.length ? null : Math.max(0, frame);
    this.draw();
  }

  /** @param {number} steps */
  by(steps) {
    const last = this.story.frames.length - 1;
    if (this.step === null) {
      if (steps < 0) this.go(Math.max(0, last + steps));
    } else this.go(this.step + steps);
  }

  play() {
    if (this.step === null) this.step = 0;
    this.playing = setInterval(() => {
      if (this.step === null) this.pause();
      else this.by(1);
    }, STEP_EVERY);
    this.run.textContent = "❚❚";
    this.draw();
  }

  pause() {
    clearInterval(this.playing);
    this.playing = undefined;
    this.run.textContent = "▶";
  }

  /** @param {string} key */
  actionFor(key) {
    /** @type {Record<string, () => void>} */
    const acts = { ArrowLeft: () => this.by(-1), ArrowRight: () => this.by(1), Home: () => this.go(0), End: () => this.go(null), Escape: () => this.go(null) };
    if (/^[1-9]$/.test(key) && this.step === null) return () => this.question.pick(Number(key) - 1);
    return acts[key];
  }

  // --- drawing ---

  draw() {
    const now = this.step === null;
    const { latest, frames } = this.story;
    this.slider.value = now ? this.slider.max : String(this.step);
    this.live.disabled = now;
    const frame = frames[this.step ?? frames.length - 1];
    put(this.caption, this.step === null ? this.standing(latest, frame) : `${this.step + 1} of ${frames.length}: ${frame.text}`);
    this.asking.hidden = !now;
    put(this.roster, rosterOf(this.scene, this.story.at(this.step), now && latest.question ? latest.question.who : null));
    this.drawBoard();
    for (const line of this.log.children) line.classList.toggle("current", Number(/** @type {HTMLElement} */ (line).dataset.frame) === this.step);
    const current = this.step === null ? null : /** @type {HTMLElement} */ (this.log.children[this.step]);
    if (current) this.log.scrollTop = current.offsetTop - this.log.clientHeight / 2;
  }

  /**
   * @param {News} latest
   * @param {Frame | undefined} frame
   */
  standing(latest, frame) {
    if (latest.over) return h("strong", { class: "verdict" }, latest.winner ? `${latest.winner} won after ${latest.round} rounds.` : "A draw.");
    return frame ? frame.text : "The fight begins.";
  }

  drawBoard() {
    const { scene, story, step } = this;
    const states = story.at(step);
    const narrow = this.boardFrame.clientWidth > 0 && this.boardFrame.clientWidth < NARROW;
    const layout = layoutOf(scene.board, narrow, crowdOf(scene.board, states));
    const laid = `${layout.width} ${layout.height}`;
    if (laid !== this.laid) {
      this.laid = laid;
      this.board.lay(layout);
    }
    const question = step === null ? story.latest.question : null;
    const look = step === null ? this.question.look() : { arrows: story.arrows(step) };
    this.board.show(pictureOf(scene, layout, states, { actor: question ? question.who : null, ...look }));
  }

  // --- hovering shows reach and range ---

  /** @param {number | null} who */
  async hover(who) {
    if (this.hovered === who) return;
    this.hovered = who;
    if (who === null || this.step !== null) {
      this.tip.hidden = true;
      this.board.unshade();
      return;
    }
    const { number } = this.story.latest;
    this.reach[who] ||= get(this.url(`reach/${who}`), this.secret).catch(() => null);
    const found = await this.reach[who];
    if (!found || found.number !== number || this.step !== null || this.hovered !== who) return;
    this.board.shadeReach(who, found.weapons);
    this.tellReach(who, found);
  }

  /**
   * Says with what the fighter reaches how far, and whom; marks those on the board.
   * @param {number} who
   * @param {Reach} found
   */
  tellReach(who, found) {
    const mine = this.scene.fighters[who];
    const within = new Map();
    /** @type {[boolean, HTMLElement][]} */
    const lines = [];
    for (const { target, can, cannot } of found.targets) {
      const other = this.scene.fighters[target];
      if (other.side === mine.side || this.story.latest.now[target].state !== "standing") continue;
      within.set(target, can.length > 0);
      lines.push([can.length > 0, h("li", { class: can.length ? "can" : "cannot" }, can.length ? `can attack ${other.name}` : cannot[0] || `cannot attack ${other.name}`)]);
    }
    this.board.markReach(within);
    lines.sort(([first], [second]) => Number(second) - Number(first));
    const named = (/** @type {boolean} */ far) => found.weapons.filter((one) => one.far === far).map((one) => words(one.weapon)).join(", ");
    const key = (/** @type {boolean} */ far, /** @type {string} */ label) => (named(far) ? h("li", {}, h("span", { class: `swatch ${far ? "far" : "near"}`, "aria-hidden": "true" }), `${label}: ${named(far)}`) : null);
    put(this.tip,
      h("div", {}, h("strong", {}, mine.name),
        h("ul", { class: `key side-${mine.side % 8}` }, key(false, "reach"), key(true, "range")),
        found.whole ? null : h("p", { class: "quiet" }, "The field is too large to try every place.")),
      h("div", {}, h("ul", {}, lines.slice(0, 4).map(([, line]) => line)), lines.length > 4 ? h("span", { class: "quiet" }, `and ${lines.length - 4} more`) : null));
    this.tip.hidden = !lines.length && !found.weapons.length;
  }

  // --- doing ---

  /**
   * Sends an answer or a ruling to the question that is open.
   * @param {object} what
   */
  async answer(what) {
    const { number } = this.story.latest;
    return attempt(() => post(this.url("answers"), { number, ...what }, this.secret));
  }

  /** Takes back the last decision that this link may: the game master's at once, others' as a wish. */
  takeBack() {
    const mine = (/** @type {Decision} */ decision) => this.role === "gm" ? this.isPerson(decision.side) : `side ${decision.side}` === this.role;
    const last = this.story.decisions.filter(mine).pop();
    if (!last) return notice("There is nothing to take back.");
    return this.backTo(last.at);
  }

  /** @param {number} side */
  isPerson(side) {
    return side < 0 ? this.scene.gm === "person" : this.scene.sides[side].player === "person";
  }

  /** @param {number} frame */
  takeBackTo(frame) {
    const next = this.story.decisions.find((decision) => decision.frame > frame);
    if (!next) return notice("Nothing was decided since then.");
    return this.backTo(next.at);
  }

  /** @param {number} to */
  async backTo(to) {
    const { number } = this.story.latest;
    const done = await attempt(() => post(this.url("back"), { number, to }, this.secret));
    if (done && this.role !== "gm") notice("Asked to take back; the others decide.");
  }

  refuse() {
    return attempt(() => post(this.url("refuse"), { number: this.story.latest.number }, this.secret));
  }

  branch(frame = this.step) {
    return attempt(async () => {
      const players = this.scene.sides.map((side) => side.player);
      const links = await post(this.url("branch"), { at: this.story.branchPoint(frame), players: players.includes("person") ? null : players.map(() => "person") }, this.secret);
      storeFight({ ...links, title: `${this.scene.title} (branch)`, made: Date.now() });
      notice("This is another fight now: it goes its own way from here.");
      location.hash = `#/fight/${links.id}/${links.gm}`;
    });
  }

  downloadTape() {
    return attempt(async () => download(`${this.scene.name}.tape`, await getText(this.url("tape"), this.secret), "text/plain"));
  }

  downloadPage() {
    return attempt(async () => download(`${this.scene.name}.html`, await getText(this.url("page"), this.secret), "text/html"));
  }
}
