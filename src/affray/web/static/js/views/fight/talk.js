// Chat at the table: a message to all or to the game master, and attempts.
import { h, put } from "../../elements.js";
import { attempt } from "../../notices.js";
import { yesNo } from "../../render/yes_no.js";
import { post } from "../../service.js";
import { isOnlooker, nameOf } from "../../state/fight.js";
import { dot } from "../lobby.js";
import { fightUrl } from "./actions.js";
import { deedOf, openAttempt } from "./attempt.js";
import { askForWords } from "./words.js";

/** @typedef {import("../../state/fight.js").FightState} FightState */

/** The text field below the log, and the list of people present above it. */
export class TalkElement {
  /**
   * @param {FightState} state
   */
  constructor(state) {
    this.state = state;
    this.people = h("ul", { class: "people-row", "aria-label": "Who is there" });
    const text = h("input", { class: "say-text", id: "say-text", maxlength: 500,
      autocomplete: "off", placeholder: "Say something", "aria-label": "Say something" });
    const kinds = [["say all", "to all"], ["roll all", "roll dice"],
      ...(state.role === "gm" ? [] : [["say gm", "to the game master"]]),
      ...(state.role === "gm" || isOnlooker(state) ? [] : [["try all", "I try to…"]])];
    const hints = /** @type {Record<string, string>} */ ({ try: "I try to…", roll: "2d6+1" });
    const how = h("select", { class: "say-how", "aria-label": "How it is meant",
      onchange: () => { text.placeholder = hints[how.value.split(" ")[0]] || "Say something"; } },
        kinds.map(([kind, label]) => h("option", { value: kind }, label)));
    this.form = h("form", {
      class: "say",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const said = text.value.trim();
        const [kind, ...to] = how.value.split(" ");
        if (!said) return;
        attempt(async () => {
          await post(fightUrl(state, "chat"), { text: said, kind, to: to.join(" ") }, state.secret);
          text.value = "";
        });
      },
    }, kinds.length > 1 ? how : null, text, h("button", { type: "submit", class: "small" }, "Say"));
    this.how = how;
  }

  /**
   * Let the game master write to one player alone.
   * @param {SeatInfo[]} seats
   */
  offerWhispers(seats) {
    const offered = [...this.how.options].filter(({ value }) => value.startsWith("say seat"));
    for (const option of offered) {
      if (!seats.some(({ role }) => option.value === `say ${role}`)) option.remove();
    }
    for (const { role, name } of seats) {
      const known = [...this.how.options].some(({ value }) => value === `say ${role}`);
      if (!known) this.how.append(h("option", { value: `say ${role}` }, `to ${name} alone`));
    }
  }

  /** Show who is present. */
  show() {
    const { table, present, role } = this.state;
    if (role === "gm") this.offerWhispers(table?.seats || []);
    const roles = ["gm", ...(table?.seats.map((seat) => seat.role) || [])];
    this.people.hidden = !table?.seats.length;
    put(this.people,
      roles.map((one) => h("li", { class: one === role ? "you" : "" }, dot(present.includes(one)),
        h("span", {}, one === "gm" && !table?.names.gm ? "Game master"
          : nameOf(this.state, one)))));
  }
}

/**
 * Return the attempts that the game master has not answered yet.
 * @param {FightState} state
 */
export function attemptBanners(state) {
  if (state.role !== "gm") return [];
  const answered = new Set(state.chat.filter((line) => line.about).map((line) => line.about));
  return state.chat.filter((line) => line.kind === "try" && !answered.has(line.number))
    .map((line) => {
      const refuse = () => attempt(() => post(fightUrl(state, "chat"),
        { kind: "no", text: "no", about: line.number }, state.secret));
      return h("div", { class: "banner try-banner", role: "alert" },
        h("span", {}, h("strong", {}, line.name), ` tries to ${deedOf(line.text)}`),
        yesNo(["No", refuse], ["Answer…", () => openAttempt(state, line)]));
    });
}

/**
 * Ask what a player attempts, and send it to the game master.
 * @param {FightState} state
 */
export async function trySomething(state) {
  const said = await askForWords("Try something else");
  if (!said) return;
  await attempt(() => post(fightUrl(state, "chat"), { kind: "try", text: said, to: "all" },
    state.secret));
}
