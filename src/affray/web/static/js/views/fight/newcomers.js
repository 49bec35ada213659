// Reinforcements: the game master brings a fighter from the reserve, or a new one from the content,
// to a place.
import { h } from "../../elements.js";
import { attempt, notice } from "../../notices.js";
import { placeName } from "../../plan/layout.js";
import { openDialog } from "../../render/dialog.js";
import { get, post } from "../../service.js";
import { fightUrl } from "./actions.js";

/** @typedef {import("../../state/fight.js").FightState} FightState */

/**
 * Bring a fighter to a place: one from the reserve, or new ones from the content for a side.
 * @param {FightState} state
 * @param {number} place
 * @param {{fighter: number} | {entry: string, side: number, count: number}} who
 * @param {string} [text] The reason, for the log.
 * @returns {Promise<{name: string} | undefined>}
 */
export const arrive = (state, place, who, text = "reinforcements") =>
  attempt(() => post(fightUrl(state, "reinforcements"),
    { number: state.story.latest.number,
      place: state.scene.board.kind === "grid" ? cellName(state.scene.board, place)
      : placeName(state.scene.board, place), text: text.trim() || "reinforcements", ...who },
      state.secret));

/**
 * Return a cell as the rules write it.
 * @param {Board} board
 * @param {number} place
 */
const cellName = (board, place) =>
  `${place % Number(board.width)},${Math.floor(place / Number(board.width))}`;

/**
 * Open the choice of fighters who can arrive at a place.
 * @param {FightState} state
 * @param {number} place
 */
export async function openNewcomers(state, place) {
  /** @type {Newcomers | undefined} */
  const found = await attempt(() => get(fightUrl(state, "reinforcements"), state.secret));
  if (!found) return;
  const { scene, table } = state;
  const where = placeName(scene.board, place);
  const because = h("input", { id: "newcomer-why", maxlength: 200,
    placeholder: "a horn in the hills" });
  const entry = h("select", { id: "newcomer-entry" },
    Object.entries(found.entries).map(([name, title]) => h("option", { value: name }, title)));
  const side = h("select", { id: "newcomer-side" },
    found.sides.map((name, number) =>
      h("option", { value: number, selected: number === found.sides.length - 1 }, name)));
  const count = h("input", { id: "newcomer-count", type: "number", min: 1, max: 12, value: 1 });
  const bring = async (
    /** @type {{fighter: number} | {entry: string, side: number, count: number}} */ who) => {
    const made = await arrive(state, place, who, because.value);
    if (!made) return;
    dialog.close();
    notice(`${made.name} arrives at ${where}.`);
  };
  const waiting = table?.reserve || [];
  const dialog = openDialog("newcomers", `Bring in at ${where}`, h("div", { class: "sheet-body" },
    h("label", { for: "newcomer-why" }, h("span", {}, "Because"), because),
    waiting.length ? h("fieldset", { class: "ruling-row" }, h("legend", {}, "In reserve"),
      waiting.map((who) => h("button",
        { type: "button", class: "small", "data-newcomer": who,
          onclick: () => bring({ fighter: who }) }, scene.fighters[who].name))) : null,
    h("form", { class: "newcomer-form",
      onsubmit: (/** @type {Event} */ event) => { event.preventDefault();
        bring({ entry: entry.value, side: Number(side.value),
          count: Math.max(1, Number(count.value) || 1) }); } },
      h("label", { for: "newcomer-entry" }, h("span", {}, "From the content"), entry),
      h("label", { for: "newcomer-count" }, h("span", {}, "How many"), count),
      h("label", { for: "newcomer-side" }, h("span", {}, "For"), side),
      h("button", { type: "submit", class: "primary bring-in" }, "Bring in"))));
}
