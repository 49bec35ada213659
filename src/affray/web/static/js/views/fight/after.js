// What is left of an evening: who did what, and one link to all of it.
import { h } from "../../elements.js";
import { attempt, copyText } from "../../notices.js";
import { addressToGive, post } from "../../service.js";
import { storeFight, storedFights } from "../../storage.js";
import { fightUrl } from "./actions.js";
import { nextFight } from "./next_fight.js";

/** @typedef {import("../../state/fight.js").FightState} FightState */

/**
 * How everybody came out of a fight, with who played them, and for the game master the link to its replay.
 * @param {FightState} state
 */
export function afterFight(state) {
  const { scene, story, table } = state;
  const players = new Map((table?.seats || []).flatMap((seat) => seat.fighters.map((who) => /** @type {[number, string]} */ ([who, seat.name]))));
  const rows = scene.fighters.map((fighter, who) => {
    const now = story.latest.now[who];
    return h("tr", { class: `side-${fighter.side % 8}` },
      h("th", { scope: "row" }, fighter.name, players.has(who) ? h("span", { class: "quiet" }, ` ${players.get(who)}`) : null),
      h("td", {}, now ? `${now.health}/${now.max}` : ""), h("td", {}, now ? [now.state, ...now.conditions].join(", ") : ""));
  });
  return h("div", { class: "after-fight" },
    nextFight(state),
    state.role === "gm" ? h("button", { type: "button", class: "small evening-link", onclick: () => attempt(() => shareReplay(state)) }, "Copy the link to this evening") : null,
    h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Who"), h("th", { scope: "col" }, "Health"), h("th", { scope: "col" }, "At the end"))), h("tbody", {}, rows)));
}

/**
 * Copies the onlookers' link: the replay with names, talk and end. Where this browser does not know it, a new one is made.
 * @param {FightState} state
 */
async function shareReplay(state) {
  const known = storedFights().find((fight) => fight.id === state.id);
  let secret = known?.onlooker;
  if (!secret) {
    secret = String((await post(fightUrl(state, "links"), { role: "onlooker" }, state.secret)).secret);
    storeFight({ id: state.id, made: known?.made ?? Date.now(), onlooker: secret });
  }
  await copyText(addressToGive(`fight/${state.id}/${secret}`), "The link to this evening");
}
