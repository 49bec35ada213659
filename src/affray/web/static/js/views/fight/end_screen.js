// The end of a fight: the winner, its story, the win curve, the fighters' deeds, the next fight.
import { button, h, put } from "../../elements.js";
import { attempt, copyText, notice } from "../../notices.js";
import { fightStory, turningPoint } from "../../plan/fight_story.js";
import { avatarOf } from "../../render/avatar.js";
import { WinCurveElement } from "../../render/win_curve.js";
import { worldPicture } from "../../render/world_picture.js";
import { addressToGive, getLibrary, getScenarioText, post } from "../../service.js";
import { isSolo, lastFrame, ownSide } from "../../state/fight.js";
import { countDeeds } from "../../state/deeds.js";
import { capital } from "../../state/options.js";
import { curvePoints, markOf } from "../../state/study.js";
import { storeFight } from "../../storage.js";
import { beginFight } from "../begin.js";
import { fightUrl } from "./actions.js";
import { afterTable, onlookerSecret } from "./after.js";

/** The most fighters whose names are given. */
const MOST_NAMED = 3;

/**
 * Describe the winners who still stand: how clear or how close the fight was.
 * @param {import("../../state/fight.js").FightState} state
 */
function leftStanding({ scene, story: { latest } }) {
  const winner = scene.sides.findIndex((side) => side.name === latest.winner);
  const whole = scene.fighters.filter((fighter) => fighter.side === winner);
  const left = scene.fighters.flatMap((fighter, who) => {
    const now = latest.now[who];
    return fighter.side === winner && now?.state === "standing" ? [{ fighter, now }] : [];
  });
  if (!left.length) return "";
  if (left.length === whole.length && left.length > 1) return "All of them still stand.";
  if (left.length > MOST_NAMED) return `${left.length} of ${whole.length} still stand.`;
  return `${left.map(({ fighter, now }) =>
    `${fighter.name} (${now.health} of ${now.max})`).join(", ")} still stand${
    left.length === 1 ? "s" : ""}.`;
}

/** The end screen, shown over the table. */
export class EndScreen {
  /** @param {import("./table.js").FightTable} table */
  constructor(table) {
    this.table = table;
    this.wasOver = false;
    this.banner = h("header", { class: "end-banner" });
    this.story = h("section", { class: "card end-story" });
    this.curve = new WinCurveElement((frame) => {
      this.close();
      table.stepper.go(frame);
    });
    this.chance = h("section", { class: "card end-curve", hidden: true });
    this.did = h("section", { class: "card end-did" });
    this.element = h("section", {
      class: "end-screen", hidden: true, tabindex: -1, "aria-label": "How the fight ended",
    }, this.banner, this.story, this.chance, this.did);
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
    table.study.onresult = () => {
      if (!this.element.hidden) this.fill();
    };
  }

  /** Return a button that opens the screen, for the panel next to the board. */
  opener() {
    return button("How it went", () => this.open(), { class: "primary open-end" });
  }

  /** Open the screen when playback reaches the end of a fight that a person played. */
  show() {
    const { state, mode } = this.table;
    const { latest } = state.story;
    const isOver = latest.over && state.step === null && !state.playing && !state.busy;
    const isPlayed = state.scene.sides.some((side) => side.player === "person");
    if (isOver && !this.wasOver && mode === "play" && isPlayed) this.open();
    if (!latest.over) this.close();
    this.wasOver = isOver || (this.wasOver && latest.over);
  }

  open() {
    const { study } = this.table;
    study.open(false);
    this.element.hidden = false;
    this.fill();
    this.table.page.element.classList.add("ended");
    this.element.focus({ preventScroll: true });
    if (!study.result && !study.isWorking && !this.table.state.story.latest.frozen) study.start();
  }

  close() {
    this.element.hidden = true;
    this.table.page.element.classList.remove("ended");
  }

  leave() {
    this.table.study.onresult = () => {};
  }

  /** Fill in the known results; the study adds to them as it runs. */
  fill() {
    const { state, study } = this.table;
    if (!state.story.latest.over) return;
    this.fillBanner();
    const own = ownSide(state);
    const side = state.scene.sides[Math.max(0, own)].name;
    const told = fightStory(state.story, study.result, side, own >= 0);
    put(this.story, h("h2", {}, "What happened"), h("ol", {}, told.map(({ cue, text }) =>
      h("li", {}, h("span", { class: "cue" }, cue), h("span", {}, text)))),
    study.isWorking && told.length < 3 ? h("p", { class: "quiet" }, "Looking back over the fight…")
    : null);
    const { result } = study;
    this.chance.hidden = !result;
    if (result) {
      const { sides } = result;
      const turn = turningPoint(result);
      const mark = turn ? markOf(state.story, result, turn.point) : null;
      const marks = mark ? [{ frame: mark.frame, share: mark.chances[sides[0]].value,
        side: 0, label: "★" }] : [];
      this.curve.show(curvePoints(state.story, result), sides, lastFrame(state), marks);
      this.curve.point(null);
      put(this.chance,
        h("h2", {}, own === 0 ? "Your chance to win" : `${capital(sides[0])}: the chance to win`),
        this.curve.element, h("p", { class: "quiet" },
          `If simple players had played on from each decision. ${mark ? "★ is the turning point. "
            : ""}Press the curve to look there.`));
    }
    put(this.did, h("h2", {}, "Who did what"), this.deedsTable());
  }

  fillBanner() {
    const { state, study } = this.table;
    const { scene, story } = state;
    const { latest } = story;
    const own = ownSide(state);
    const isOwn = own >= 0 && latest.winner === scene.sides[own].name;
    const won = latest.winner ? `${capital(latest.winner)} won` : "Nobody won";
    const title = own < 0 || !latest.winner ? won : isOwn ? "Victory" : "Defeat";
    const rounds = `${latest.round} round${latest.round === 1 ? "" : "s"}`;
    const turn = study.result ? turningPoint(study.result) : null;
    const leads = state.role === "gm";
    const faces = scene.fighters.flatMap((fighter, who) =>
      (own >= 0 && fighter.side !== own ? [] : [
      h("span", {
        class: latest.now[who]?.state === "standing" ? "" : "out", title: fighter.name,
      }, avatarOf(fighter, latest.now[who])),
    ]));
    const feeling = own < 0 ? "" : isOwn ? " victory" : " defeat";
    this.banner.className = `end-banner${feeling}`;
    put(this.banner, worldPicture(scene.ruleset || ""),
      h("div", { class: "end-title" }, h("h2", { class: "end-word" }, title),
        h("p", {}, `${scene.title}: ${title === won ? "" : `${won} `}after ${rounds}.`),
        h("p", { class: "end-left" }, leftStanding(state))),
      h("div", { class: "end-faces", "aria-hidden": "true" }, faces),
      h("div", { class: "end-again" },
        leads ? button("Play again", () => this.again(false), { class: "primary play-again" })
        : null,
        leads ? button("Try again from the turning point", () => turn && this.branch(turn.beat.at),
          { class: "turning", disabled: !turn }) : null,
        leads && own >= 0 ? button("Swap sides", () => this.again(true), { class: "swap-sides" })
        : null,
        leads ? button("Share replay", () => attempt(() => this.share()),
          { class: "share-replay" }) : null,
        button("Study", () => {
          this.close();
          study.open(true);
        }, { class: "study-it" }),
        button("The board", () => this.close(), { class: "to-board" })),
      isSolo(state) ? null : afterTable(state));
  }

  deedsTable() {
    const { scene, story, table } = this.table.state;
    const { deeds } = countDeeds(story);
    const most = Math.max(1, ...deeds.flatMap((one) => [one.dealt, one.taken]));
    const seats = table?.seats || [];
    const meter = (/** @type {number} */ amount, /** @type {string} */ look) => {
      const bar = h("i", {});
      bar.style.width = `${(100 * amount) / most}%`;
      return h("td", { class: look }, h("span", { class: "meter" }, bar),
        h("b", {}, String(amount)));
    };
    const rows = scene.fighters.map((fighter, who) => {
      const player = seats.find((seat) => seat.fighters.includes(who))?.name;
      const { dealt, taken, felled, end } = deeds[who];
      return h("tr", { class: `side-${fighter.side % 8}` },
        h("th", { scope: "row" }, h("span", { class: "did-name" },
          avatarOf(fighter, story.latest.now[who]),
          h("span", {}, fighter.name, player ? h("span", { class: "quiet" }, ` ${player}`) : null,
            h("small", {}, end)))),
        meter(dealt, "dealt"), meter(taken, "taken"), h("td", {}, felled ? String(felled) : "–"));
    });
    const heads = ["Who", "Harm dealt", "Harm taken", "Felled"];
    return h("table", {},
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows));
  }

  /**
   * Begin the fight again, with sides swapped if requested.
   * @param {boolean} swapped
   */
  again(swapped) {
    const { scene } = this.table.state;
    const before = scene.sides.map((side) => side.player || "simple");
    const players = swapped ? [...before.slice(1), before[0]] : before;
    return attempt(async () => {
      const { rulesets } = await getLibrary();
      const name = String(scene.name);
      const isBuiltIn = rulesets.some((one) => one.scenarios.some((known) => known.name === name));
      if (!isBuiltIn) return this.branch(0, players);
      const scenario = await getScenarioText(name);
      return beginFight({ scenario, name, players, gm: scene.gm || "passive" }, scene.title);
    });
  }

  /**
   * Begin a copy of the fight up to an answer.
   * @param {number} at
   * @param {string[] | null} [players]
   */
  branch(at, players = null) {
    const { state } = this.table;
    return attempt(async () => {
      const links = await post(fightUrl(state, "branch"), { at, players }, state.secret);
      storeFight({ ...links, title: state.scene.title, made: Date.now() });
      if (at) notice("The same fight, from its turning point.");
      location.hash = `#/fight/${links.id}/${links.gm}`;
    });
  }

  async share() {
    const { state } = this.table;
    const secret = await onlookerSecret(state);
    await copyText(addressToGive(`replay/${state.id}/${secret}`), "The link to the replay");
  }
}
