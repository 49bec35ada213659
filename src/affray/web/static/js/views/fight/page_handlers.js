// Handlers for presses on a fight's page.
import { get } from "../../service.js";
import { isSolo } from "../../state/fight.js";
import { storedHandTools, storedReplies } from "../../storage.js";
import { branchFrom, fightUrl, redo, takeBackLast, takeBackToFrame } from "./actions.js";
import { openRulings, setTable, toggleHidden } from "./by_hand.js";
import { openKeys } from "./keys.js";
import { openNewcomers } from "./newcomers.js";
import { trySomething } from "./talk.js";

/**
 * @param {import("./table.js").FightTable} table
 * @returns {import("../../render/fight_page.js").PageHandlers}
 */
export function pageHandlers(table) {
  const { state } = table;
  const explained = (/** @type {Option} */ option) =>
    `${fightUrl(state, "option")}?replies=${storedReplies()}&key=${encodeURIComponent(option.key)}`;
  const choosing = {
    onchoose: (/** @type {Option} */ option, /** @type {Event | undefined} */ event) =>
      table.choose(option, event),
    onpoint: (/** @type {Option | null} */ option) => table.boardView.point(option),
    onexplain: (/** @type {Option} */ option) => get(explained(option), state.secret),
  };
  /** @type {[string, (index: number) => unknown][]} */
  const lines = [
    ["Show on the board", (index) => table.stepper.go(index)],
    ["Branch from here", (index) => branchFrom(state, index)],
  ];
  if (state.role === "gm") {
    lines.push(["Take back to here", (index) => takeBackToFrame(state, index)]);
  }
  return {
    question: {
      ...choosing,
      ontakeback: () => takeBackLast(state),
      onskip: () => table.stepper.skip(),
      onnext: () => table.stepper.nextBeat(),
      onshow: (frame) => table.stepper.go(frame),
      onverb: () => table.assignKeysSoon(),
      onstandin: (question) => {
        state.standIn = question.number;
        table.ask();
      },
      onredo: () => redo(state),
      onend: (event) => table.endTurn(event),
      ontry: () => { trySomething(state); },
      onrule: (who, why) => { openRulings(state, who, why); },
      afterFight: () => table.endScreen.opener(),
      onhabit: (kind, how, scope) => table.setHabit(kind, how, scope),
    },
    card: {
      ...choosing,
      onclose: () => table.boardView.select(null),
      onsheet: (who) => table.openSheet(who),
      ontab: (weapon) => {
        state.weapon = weapon;
        table.draw();
      },
      hand: () => hand(table),
    },
    timeline: {
      ongo: (frame) => table.stepper.go(frame),
      onstep: (steps) => table.stepper.step(steps),
      onplay: () => (state.playing ? table.stepper.pause() : table.stepper.play()),
      onspeed: (speed) => table.stepper.setSpeed(speed),
      onbranch: () => branchFrom(state, state.step),
    },
    lines,
    talk: table.talk,
    onsheet: (who) => table.openSheet(who),
    onstudy: () => table.study.open(!table.study.isOpen),
    onsheetclosed: () => { state.sheet = null; },
    onkeys: openKeys,
    onedge: (who) => table.boardView.showFighter(who),
    onzoom: (times) => {
      if (times) table.boardView.camera.closer(times);
      else table.boardView.camera.fit(true);
    },
  };
}

/**
 * Return the game master's actions for a token or a place; a solo player switches them on in the
 * menu.
 * @param {import("./table.js").FightTable} table
 */
function hand(table) {
  const { state } = table;
  if (state.role !== "gm" || (isSolo(state) && !storedHandTools())) return null;
  return {
    rule: (/** @type {number} */ who) => openRulings(state, who),
    hide: (/** @type {"fighters" | "places"} */ kind, /** @type {number} */ index) =>
      toggleHidden(state, kind, index),
    play: (/** @type {number} */ who, /** @type {string} */ player) =>
      setTable(state, { fighters: { [who]: player } }),
    bring: (/** @type {number} */ place) => openNewcomers(state, place),
  };
}
