// The view of one fight: its lobby while people join, then its table.
import { h, put } from "../elements.js";
import { get, getRules } from "../service.js";
import { shareSound } from "../sound/switch.js";
import { newFightState } from "../state/fight.js";
import { forgetFight } from "../storage.js";
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
  const onended = () => {
    showings++;
    leave?.();
    leave = undefined;
    forgetFight(id);
    put(main, endedCard());
  };
  /** @param {ChatLine[]} [fresh] Chat lines that made the page reload the fight. */
  const show = async (fresh = []) => {
    const number = ++showings;
    leave?.();
    leave = undefined;
    /** @type {WholeFight} */
    const whole = await get(`/api/fights/${id}`, secret);
    const open = whole.story.table?.gathering
      ? await prepareLobby(main, id, secret, whole, () => show(), onended)
      : await prepareTable(main, id, secret, whole, { onstale: show, onended, fresh, mode });
    // a newer call listens by itself: two listeners would draw over each other
    if (number === showings) leave = open();
  };
  await show();
  return () => {
    showings++;
    leave?.();
  };
}

/** Return what a person sees whose link has ended: a removed seat, or one on another device. */
const endedCard = () => h("section", { class: "card join seat-ended", role: "status" },
  h("h1", {}, "This seat has ended"),
  h("p", {}, "The game master removed the seat, or it is on another device now."),
  h("p", {}, h("a", { class: "button", href: "#/join" }, "Join with the code again")));

/**
 * Prepare the fight; `onstale` is called when the whole fight must be loaded again, `onended` when
 * the link is no longer valid.
 * @param {HTMLElement} main
 * @param {string} id
 * @param {string} secret
 * @param {WholeFight} whole
 * @param {{onstale: (fresh?: ChatLine[]) => void, onended: () => void, fresh: ChatLine[],
 *   mode: "play" | "study" | "replay"}} how
 */
async function prepareTable(main, id, secret, whole, { onstale, onended, fresh, mode }) {
  const rules = await getRules(String(whole.scene.ruleset));
  return () => {
    // first, because playback measures the board immediately
    document.body.classList.add("at-table");
    const { scene } = whole;
    const people = scene.sides.filter((side) => side.player === "person").length;
    wearWorld(scene.ruleset);
    shareSound(scene.gm === "person" || people > 1);
    const state = newFightState(id, secret, whole, rules);
    const table = new FightTable(main, state, whole.story, onstale, onended, mode);
    table.announce(fresh);
    return () => {
      table.leave();
      document.body.classList.remove("at-table");
      wearWorld();
    };
  };
}
