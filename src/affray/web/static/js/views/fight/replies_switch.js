// A switch for how others decide when odds are computed, like `--replies` on the command line.
import { h } from "../../elements.js";
import { storedReplies, storeReplies } from "../../storage.js";

/**
 * The possible assumptions, and their labels.
 * @type {[string, string][]}
 */
export const REPLIES = [["none", "not at all"], ["simple", "as simple players do"],
  ["best", "as does them most good"]];

/** @param {() => void} onchange */
export function repliesSwitch(onchange) {
  const select = h("select", { id: "replies",
    onchange: () => { storeReplies(select.value); onchange(); } },
    REPLIES.map(([value, label]) =>
      h("option", { value, selected: value === storedReplies() }, label)));
  return h("label", { class: "check", for: "replies" }, "Odds, if others reply ", select);
}
