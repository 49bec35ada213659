// The panel after a fight: the way to the next fight, and a link to the evening's fights.
import { button, h } from "../../elements.js";
import { attempt, copyText } from "../../notices.js";
import { addressToGive, post } from "../../service.js";
import { storeFight, storedFights } from "../../storage.js";
import { fightUrl } from "./actions.js";
import { keepParty, nextFight } from "./next_fight.js";

/** @typedef {import("../../state/fight.js").FightState} FightState */

/**
 * Return the way to the next fight, and for the game master the link to the evening.
 * @param {FightState} state
 */
export function afterTable(state) {
  const copy = async () => {
    const address = addressToGive(`fight/${state.id}/${await onlookerSecret(state)}`);
    await copyText(address, "The link to this evening");
  };
  return h("div", { class: "after-fight" }, nextFight(state), state.role === "gm"
    ? [keepParty(state), button("Copy the link to this evening", () => attempt(copy),
      { class: "small evening-link" })]
    : null);
}

/**
 * Return the secret of the onlookers' link; a new one is made if this browser does not know it.
 * @param {FightState} state
 */
export async function onlookerSecret(state) {
  const known = storedFights().find((fight) => fight.id === state.id);
  if (known?.onlooker) return known.onlooker;
  const made = await post(fightUrl(state, "links"), { role: "onlooker" }, state.secret);
  const onlooker = String(made.secret);
  storeFight({ id: state.id, made: known?.made ?? Date.now(), onlooker });
  return onlooker;
}
