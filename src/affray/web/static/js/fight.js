// A fight at the table: board, question, log, and stepping through what happened.
import { h, put } from "./dom.js";
import { get, getText, listen, post, rulesOf } from "./api.js";
import { drawBoard, drawRoster, shadeReach, unshade } from "./board.js";
import { Story } from "./story.js";
import { logLine } from "./log.js";
import { Options } from "./options.js";
import { gmPanel, linksPanel, requestBanner } from "./panels.js";
import { alongPanel } from "./along.js";
import { attempt, download, notice } from "./notice.js";
import { fights, keepFight } from "./shelf.js";

/** The view of one fight, with the secret of a link. */
export async function fightView(main, [id, secret]) {
  const whole = await get(`/api/fights/${id}`, secret);
  const table = new FightTable(main, id, secret, whole, await rulesOf(whole.scene.ruleset));
  return () => table.leave();
}

class FightTable {
  constructor(main, id, secret, whole, rules) {
    Object.assign(this, { id, secret, rules, role: whole.role, scene: whole.scene });
    this.story = new Story(whole.scene);
    this.step = null;
    this.playing = null;
    this.reach = {};
    this.build(main);
    this.options = new Options(this);
    put(this.asking, this.options.element);
    this.take(whole.story);
    this.stop = listen(id, secret, whole.story.number, (news) => this.take(news), (on) => this.line.classList.toggle("off", !on));
    this.keys = (event) => this.key(event);
    this.resized = () => this.drawBoard();
    document.addEventListener("keydown", this.keys);
    addEventListener("resize", this.resized);
    const before = fights().find((one) => one.id === id);
    keepFight({ id, title: whole.scene.title, made: before ? before.made : Date.now(), ...(this.role === "gm" ? { gm: secret } : { secret }) });
  }

  leave() {
    this.stop();
    this.pause();
    document.removeEventListener("keydown", this.keys);
    removeEventListener("resize", this.resized);
  }

  url(path) {
    return `/api/fights/${this.id}/${path}`;
  }

  build(main) {
    const scene = this.scene;
    const button = (label, text, act) => h("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: act }, text);
    this.boardFrame = h("div", { class: "board-frame at-board" });
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
    put(main,
      h("header", { class: "fight-head" },
        h("div", {}, h("h1", {}, scene.title, this.line), h("p", { class: "quiet" }, `${scene.ruleset} · your link: ${this.roleName()}`, scene.parent ? " · a branch" : "")),
        h("div", { class: "row" },
          h("button", { type: "button", class: "small", onclick: () => this.tape() }, "Download the tape"),
          h("button", { type: "button", class: "small", onclick: () => this.page() }, "Save as a page"))),
      this.banner,
      h("div", { class: "table" },
        h("div", { class: "left" },
          this.boardFrame, this.caption,
          h("div", { class: "timeline at-timeline", role: "group", "aria-label": "Steps" },
            button("To the beginning", "«", () => this.go(0)), button("A step back", "‹", () => this.by(-1)), this.run,
            button("A step on", "›", () => this.by(1)), this.slider, this.live, this.branchButton),
          this.roster,
          alongPanel(this)),
        h("div", { class: "right" },
          this.asking,
          h("section", { class: "card at-log" }, h("h2", {}, "The log"), this.log),
          linksPanel(this), this.role === "gm" ? gmPanel(this) : null)));
  }

  roleName() {
    if (this.role.startsWith("side ")) return this.scene.sides[Number(this.role.slice(5))].name;
    return this.role === "gm" ? "game master" : "onlooker";
  }

  // --- what happens ---

  take(news) {
    const back = this.story.take(news);
    this.reach = {};
    if (back || (this.step !== null && this.step >= this.story.frames.length)) this.step = null;
    this.tellLog(news.keep);
    this.slider.max = Math.max(0, this.story.frames.length - 1);
    put(this.banner, requestBanner(this));
    this.options.ask(news.question);
    this.draw();
    if (back) notice("Something was taken back.");
  }

  tellLog(keep) {
    while (this.log.children.length > keep) this.log.lastChild.remove();
    const actions = [["Show on the board", (index) => this.go(index)], ["Branch from here", (index) => this.branch(index)]];
    if (this.role === "gm") actions.push(["Take back to here", (index) => this.takeBackTo(index)]);
    this.story.frames.slice(keep).forEach((frame, number) => this.log.append(logLine(frame, keep + number, this.rules, actions)));
    if (this.step === null) this.log.scrollTop = this.log.scrollHeight;
  }

  // --- stepping ---

  go(frame) {
    this.step = frame === null || frame >= this.story.frames.length ? null : Math.max(0, frame);
    this.draw();
  }

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
    }, 700);
    this.run.textContent = "❚❚";
    this.draw();
  }

  pause() {
    clearInterval(this.playing);
    this.playing = null;
    this.run.textContent = "▶";
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const act = { ArrowLeft: () => this.by(-1), ArrowRight: () => this.by(1), Home: () => this.go(0), End: () => this.go(null), Escape: () => this.go(null) }[event.key];
    if (act) {
      event.preventDefault();
      act();
    } else if (/^[1-9]$/.test(event.key) && this.step === null) this.options.pick(Number(event.key) - 1);
  }

  // --- drawing ---

  draw() {
    const now = this.step === null;
    const { latest, frames } = this.story;
    this.slider.value = now ? this.slider.max : this.step;
    this.live.disabled = now;
    const frame = frames[now ? frames.length - 1 : this.step];
    put(this.caption, now ? this.standing(latest, frame) : `${this.step + 1} of ${frames.length}: ${frame.text}`);
    this.asking.hidden = !now;
    put(this.roster, drawRoster(this.scene, this.story.at(this.step), now && latest.question ? latest.question.who : null));
    this.drawBoard();
    for (const line of this.log.children) line.classList.toggle("current", !now && Number(line.dataset.frame) === this.step);
    const current = now ? null : this.log.children[this.step];
    if (current) this.log.scrollTop = current.offsetTop - this.log.clientHeight / 2;
  }

  standing(latest, frame) {
    if (latest.over) return h("strong", { class: "verdict" }, latest.winner ? `${latest.winner} won after ${latest.round} rounds.` : "A draw.");
    return frame ? frame.text : "The fight begins.";
  }

  drawBoard() {
    const now = this.step === null;
    const question = now ? this.story.latest.question : null;
    const look = now ? this.options.look() : { arrows: this.story.arrows(this.step) };
    const focused = this.boardFrame.contains(document.activeElement) ? document.activeElement.dataset : null;
    put(this.boardFrame, drawBoard(this.scene, this.story.at(this.step), {
      actor: question ? question.who : null,
      narrow: this.narrow(),
      onplace: (place) => this.options.byPlace(place),
      ontarget: (target) => this.options.byTarget(target),
      onhover: (who) => this.hover(who),
      ...look,
    }), this.tip());
    if (focused) {
      const again = this.boardFrame.querySelector(focused.place !== undefined ? `[data-place="${focused.place}"]` : `[data-fighter="${focused.fighter}"]`);
      if (again) again.focus({ preventScroll: true });
    }
  }

  // --- hovering shows reach and range ---

  narrow() {
    return this.boardFrame.clientWidth > 0 && this.boardFrame.clientWidth < 620;
  }

  tip() {
    this.tipText = h("div", { class: "tip", role: "status", hidden: true });
    return this.tipText;
  }

  async hover(who) {
    this.hovered = who;
    if (who === null || this.step !== null) {
      this.tipText.hidden = true;
      unshade(this.boardFrame);
      this.boardFrame.querySelectorAll(".in-reach,.out-of-reach").forEach((one) => one.classList.remove("in-reach", "out-of-reach"));
      return;
    }
    const number = this.story.latest.number;
    this.reach[who] ||= get(this.url(`reach/${who}`), this.secret).catch(() => null);
    const found = await this.reach[who];
    if (!found || found.number !== number || this.step !== null || this.hovered !== who) return;
    shadeReach(this.boardFrame, this.scene, this.story.latest.now, this.narrow(), who, found.weapons);
    this.tellReach(who, found);
  }

  /** Says with what the fighter reaches how far, and whom; marks those on the board. */
  tellReach(who, found) {
    const mine = this.scene.fighters[who];
    const lines = [];
    for (const { target, can, cannot } of found.targets) {
      const other = this.scene.fighters[target];
      if (other.side === mine.side || this.story.latest.now[target].state !== "standing") continue;
      const token = this.boardFrame.querySelector(`[data-fighter="${target}"]`);
      if (token) token.classList.add(can.length ? "in-reach" : "out-of-reach");
      lines.push([can.length, h("li", { class: can.length ? "can" : "cannot" }, can.length ? `can attack ${other.name}` : cannot[0] || `cannot attack ${other.name}`)]);
    }
    lines.sort(([one], [other]) => (other > 0) - (one > 0));
    const named = (far) => found.weapons.filter((one) => one.far === far).map((one) => one.weapon.replaceAll("-", " ")).join(", ");
    const key = (far, label) => (named(far) ? h("li", {}, h("span", { class: `swatch ${far ? "far" : "near"}`, "aria-hidden": "true" }), `${label}: ${named(far)}`) : null);
    put(this.tipText,
      h("div", {}, h("strong", {}, mine.name),
        h("ul", { class: `key side-${mine.side % 8}` }, key(false, "reach"), key(true, "range")),
        found.whole ? null : h("p", { class: "quiet" }, "The field is too large to try every place.")),
      h("div", {}, h("ul", {}, lines.slice(0, 4).map(([, line]) => line)), lines.length > 4 ? h("span", { class: "quiet" }, `and ${lines.length - 4} more`) : null));
    this.tipText.hidden = !lines.length && !found.weapons.length;
  }

  // --- doing ---

  /** Sends an answer or a ruling to the question that is open. */
  async answer(what) {
    const number = this.story.latest.number;
    return attempt(() => post(this.url("answers"), { number, ...what }, this.secret));
  }

  /** Takes back the last decision that this link may: the game master's at once, others' as a wish. */
  takeBack() {
    const mine = (decision) => this.role === "gm" ? this.person(decision.side) : `side ${decision.side}` === this.role;
    const last = this.story.decisions.filter(mine).pop();
    if (!last) return notice("There is nothing to take back.");
    return this.backTo(last.at);
  }

  person(side) {
    return side < 0 ? this.scene.gm === "person" : this.scene.sides[side].player === "person";
  }

  takeBackTo(frame) {
    const next = this.story.decisions.find((decision) => decision.frame > frame);
    if (!next) return notice("Nothing was decided since then.");
    return this.backTo(next.at);
  }

  async backTo(to) {
    const number = this.story.latest.number;
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
      keepFight({ ...links, title: `${this.scene.title} (branch)`, made: Date.now() });
      notice("This is another fight now: it goes its own way from here.");
      location.hash = `#/fight/${links.id}/${links.gm}`;
    });
  }

  tape() {
    return attempt(async () => download(`${this.scene.name}.tape`, await getText(this.url("tape"), this.secret), "text/plain"));
  }

  page() {
    return attempt(async () => download(`${this.scene.name}.html`, await getText(this.url("page"), this.secret), "text/html"));
  }
}
