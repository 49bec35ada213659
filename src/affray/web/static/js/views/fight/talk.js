// Talking at the table: a line to all or to the game master, and what one would like to try.
import { h, put } from "../../elements.js";
import { attempt } from "../../notices.js";
import { post } from "../../service.js";
import { isOnlooker, nameOf } from "../../state/fight.js";
import { dot } from "../lobby.js";
import { fightUrl } from "./actions.js";
import { openTest } from "./ruled_test.js";

/** @typedef {import("../../state/fight.js").FightState} FightState */

/** The field under the log, and who is there above it. */
export class TalkElement {
  /**
   * @param {FightState} state
   */
  constructor(state) {
    this.state = state;
    this.people = h("ul", { class: "people-row", "aria-label": "Who is there" });
    const text = h("input", { class: "say-text", id: "say-text", maxlength: 500,
      autocomplete: "off", placeholder: "Say something", "aria-label": "Say something" });
    const kinds = [["say", "all"], ...(state.role === "gm" ? [] : [["say", "gm"]]),
      ...(state.role === "gm" || isOnlooker(state) ? [] : [["try", "all"]])];
    const labels = /** @type {Record<string, string>} */ (
      { "say all": "to all", "say gm": "to the game master", "try all": "I try to…" });
    const how = h("select", { class: "say-how", "aria-label": "How it is meant",
      onchange: () => { text.placeholder = how.value.startsWith("try") ? "I try to…"
        : "Say something"; } },
        kinds.map((kind) => h("option", { value: kind.join(" ") }, labels[kind.join(" ")])));
    this.form = h("form", {
      class: "say",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const said = text.value.trim();
        const [kind, to] = how.value.split(" ");
        if (!said) return;
        attempt(async () => {
          await post(fightUrl(state, "chat"), { text: said, kind, to }, state.secret);
          text.value = "";
        });
      },
    }, kinds.length > 1 ? how : null, text, h("button", { type: "submit", class: "small" }, "Say"));
    this.how = how;
  }

  /** Shows who is there. */
  show() {
    const { table, present, role } = this.state;
    const roles = ["gm", ...(table?.seats.map((seat) => seat.role) || [])];
    this.people.hidden = !table?.seats.length;
    put(this.people,
      roles.map((one) => h("li", { class: one === role ? "you" : "" }, dot(present.includes(one)),
        h("span", {}, one === "gm" && !table?.names.gm ? "Game master"
          : nameOf(this.state, one)))));
  }
}

/**
 * What somebody tries and the game master has not answered yet: answered with a ruling, a Test or
 * no.
 * @param {FightState} state
 * @param {(who: number, why: string) => void} onrule
 */
export function attemptBanners(state, onrule) {
  if (state.role !== "gm") return [];
  const answered = new Set(state.chat.filter((line) => line.about).map((line) => line.about));
  return state.chat.filter((line) => line.kind === "try" && !answered.has(line.number))
    .map((line) => {
    const reply = (/** @type {string} */ kind, /** @type {string} */ text,
      /** @type {object} */ more = {}) =>
        attempt(() => post(fightUrl(state, "chat"), { kind, text, about: line.number, ...more },
          state.secret));
    const words = h("input", { class: "reply-text", maxlength: 200, "aria-label": "What you answer",
      placeholder: "because…" });
    const seat = state.table?.seats.find((one) => one.role === line.role);
    return h("div", { class: "banner try-banner", role: "alert" },
      h("span", {}, h("strong", {}, line.name),
        ` tries to ${line.text.replace(/^(i )?(try to )?/i, "")}`), words,
      h("button", { type: "button", class: "small",
        onclick: async () => { await reply("ruling", words.value.trim() || "so it is");
          onrule(seat?.fighters[0] ?? 0, line.text); } }, "Rule…"),
      h("button", { type: "button", class: "small put-to-test",
        onclick: () => openTest(state, line, seat?.fighters || [], words.value.trim()) }, "Test…"),
      h("button", { type: "button", class: "small",
        onclick: () => reply("no", words.value.trim() || "no") }, "No"));
  });
}
