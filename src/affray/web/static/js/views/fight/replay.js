// The address of a replay: the onlookers' link, which plays the fight from its beginning.
import { h, put } from "../../elements.js";
import { attempt, copyText } from "../../notices.js";
import { addressToGive, post } from "../../service.js";
import { storeFight, storedFights } from "../../storage.js";
import { fightUrl } from "./actions.js";

/**
 * @param {string} fight
 * @param {string} secret The secret of an onlooker's link.
 */
const replayUrl = (fight, secret) => addressToGive(`replay/${fight}/${secret}`);

/**
 * Return the replay's address to share, or how to get one.
 * @param {import("../../state/fight.js").FightState} state
 */
export function replayAddress(state) {
  const kept = storedFights().find((stored) => stored.id === state.id);
  const secret = state.role === "onlooker" ? state.secret : kept?.onlooker;
  const box = h("section", { class: "card replay-address" });
  const show = (/** @type {string} */ found) => {
    const address = replayUrl(state.id, found);
    put(box, h("h3", {}, "Replay"),
      h("p", { class: "quiet" },
        "For anybody: it plays the fight from the start, and lets one look and study, not play."),
      h("div", { class: "row" },
        h("input", { type: "text", readonly: true, value: address,
          "aria-label": "Address of the replay",
          onfocus: (/** @type {FocusEvent} */ event) =>
            /** @type {HTMLInputElement} */ (event.target).select() }),
        h("button", { type: "button", class: "small",
          onclick: () => copyText(address, "The replay's address") }, "Copy")));
  };
  const make = () => attempt(async () => {
    const link = await post(fightUrl(state, "links"), { role: "onlooker" }, state.secret);
    storeFight({ id: state.id, title: state.scene.title, made: kept?.made ?? Date.now(),
      onlooker: link.secret });
    show(link.secret);
  });
  if (secret) show(secret);
  else if (state.role === "gm") {
    put(box, h("h3", {}, "Replay"),
    h("p", { class: "quiet" },
      "This browser does not have the onlookers' link. A new one ends the old."),
      h("button", { type: "button", class: "small", onclick: make },
        "A new address for the replay"));
  }
  else {
    put(box, h("h3", {}, "Replay"),
    h("p", { class: "quiet" }, "Ask the person who began this fight for its address."));
  }
  return box;
}
