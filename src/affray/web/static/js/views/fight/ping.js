// Pinging the board: after the switch is pressed, the next press shows a place to all players.
import { button } from "../../elements.js";
import { attempt } from "../../notices.js";
import { placeAtPoint } from "../../plan/layout.js";
import { post } from "../../service.js";
import { fightUrl } from "./actions.js";

/**
 * Return the switch, which turns itself off after one press.
 * @param {import("../../state/fight.js").FightState} state
 * @param {import("../../render/board.js").BoardElement} board
 * @param {HTMLElement} frame
 */
export function pingTool(state, board, frame) {
  const isOn = () => frame.classList.contains("pinging");
  const set = (/** @type {boolean} */ on) => {
    frame.classList.toggle("pinging", on);
    tool.setAttribute("aria-pressed", String(on));
  };
  const tool = button("Point", () => set(!isOn()), { class: "small ping-tool",
    "aria-pressed": "false", title: "Then press a place to show it to everyone" });
  frame.addEventListener("click", (event) => {
    if (!isOn() || tool.contains(/** @type {Node} */ (event.target))) return;
    event.stopPropagation();
    const matrix = board.element.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    const place = placeAtPoint(board.layout, [x, y]);
    if (place === null) return;
    set(false);
    attempt(() => post(fightUrl(state, "chat"), { kind: "ping", text: String(place) },
      state.secret));
  }, { capture: true });
  return tool;
}
