// The menu of a fight: actions that are not needed every turn.
import { button, h } from "../../elements.js";
import { storeHandTools, storedHandTools } from "../../storage.js";
import { isSolo } from "../../state/fight.js";
import { branchFrom, downloadPage, downloadTape } from "./actions.js";
import { openRulings } from "./by_hand.js";
import { linksPanel } from "./links.js";
import { repliesSwitch } from "./replies_switch.js";
import { replayAddress } from "./replay.js";
import { rulingsPanel } from "./rulings.js";
import { soundSwitch } from "./table_panel.js";

/** @param {import("./table.js").FightTable} table */
export function menuContent(table) {
  const { state } = table;
  const close = () => table.page.menu.close();
  const leads = state.role === "gm";
  const about = [
    leads && !isSolo(state) ? "the game master's link" : "",
    state.scene.chosen_seed ? `seed ${state.scene.chosen_seed}` : "",
  ].filter(Boolean).join(", ");
  const branch = () => {
    close();
    branchFrom(state, state.step);
  };
  return [
    about ? h("p", { class: "quiet" }, `This is ${about}.`) : null,
    h("div", { class: "row" },
      button("Study", () => {
        close();
        table.study.open(true);
      }, { class: "small study-from-menu" }),
      button("Download the tape", () => downloadTape(state), { class: "small" }),
      button("Save as a page", () => downloadPage(state), { class: "small" }),
      button("Branch from here", branch, { class: "small" })),
    table.habits.element,
    soundSwitch(),
    table.winProbability.toggle(),
    repliesSwitch(() => table.askOddsAgain()),
    leads && state.scene.gm !== "person" ? handSwitch(table) : null,
    leads ? table.tablePanel.element : null,
    leads ? rulingsPanel(state.scene, (who) => {
      close();
      openRulings(state, who);
    }) : null,
    replayAddress(state),
    linksPanel(state.scene, state.id),
  ];
}

/**
 * Return the switch that shows the game master's tools on cards, for solo players.
 * @param {import("./table.js").FightTable} table
 */
function handSwitch(table) {
  const box = h("input", {
    type: "checkbox", id: "hand-tools", checked: storedHandTools(),
    onchange: () => {
      storeHandTools(box.checked);
      table.draw();
    },
  });
  return h("p", {}, h("label", { class: "inline", for: "hand-tools" }, box,
    h("span", {}, "Show the game master's tools on cards")));
}
