// The view of one fight: its lobby while people join, then its table.
import { get, getRules } from "../service.js";
import { shareSound } from "../sound/switch.js";
import { newFightState } from "../state/fight.js";
import { wearWorld } from "../worlds/themes.js";
import { FightTable } from "./fight/table.js";
import { prepareLobby } from "./lobby.js";

/**
 * Show one fight, with the secret from a link.
 * @param {HTMLElement} main
 * @param {string[]} address
 * @param {"play" | "study" | "replay"} [mode]
 */
export async function fightView(main, [id, secret], mode = "play") {
  /** @type {(() => void) | undefined} */
  let leave;
  let showings = 0;
  /** @param {ChatLine[]} [fresh] Chat lines that made the page reload the fight. */
  const show = async (fresh = []) => {
    const number = ++showings;
    leave?.();
    leave = undefined;
    /** @type {WholeFight} */
    const whole = await get(`/api/fights/${id}`, secret);
    const open = whole.story.table?.gathering
      ? await prepareLobby(main, id, secret, whole, () => show())
      : await prepareTable(main, id, secret, whole, { onstale: show, fresh, mode });
    // a newer call listens by itself: two listeners would draw over each other
    if (number === showings) leave = open();
  };
  await show();
  return () => {
    showings++;
    leave?.();
  };
}

/**
 * Prepare the fight; `onstale` is called when the whole fight must be loaded again.
 * @param {HTMLElement} main
 * @param {string} id
 * @param {string} secret
 * @param {WholeFight} whole
 * @param {{onstale: (fresh?: ChatLine[]) => void, fresh: ChatLine[],
 *   mode: "play" | "study" | "replay"}} how
 */
async function prepareTable(main, id, secret, whole, { onstale, fresh, mode }) {
  const rules = await getRules(String(whole.scene.ruleset));
  return () => {
    // first, because playback measures the board immediately
    document.body.classList.add("at-table");
    const { scene } = whole;
    const people = scene.sides.filter((side) => side.player === "person").length;
    wearWorld(scene.ruleset);
    shareSound(scene.gm === "person" || people > 1);
    const state = newFightState(id, secret, whole, rules);
    const table = new FightTable(main, state, whole.story, onstale, mode);
    table.announce(fresh);
    return () => {
      table.leave();
      document.body.classList.remove("at-table");
      wearWorld();
    };
  };
}
