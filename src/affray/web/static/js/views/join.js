// Joining a table with a code: enter a name and choose a free fighter.
import { button, h, put } from "../elements.js";
import { attempt } from "../notices.js";
import { emblemDrawing } from "../render/emblems.js";
import { svg } from "../elements.js";
import { get, post } from "../service.js";
import { capital } from "../state/options.js";
import { storeFight, storeName, storedFights, storedName } from "../storage.js";

/** Return a field for a code, with a message for unknown codes. */
export function joinForm() {
  const code = h("input", {
    id: "join-code", required: true, maxlength: 12, autocomplete: "off",
    autocapitalize: "characters", spellcheck: "false", placeholder: "ABC DEF",
    "aria-describedby": "join-wrong", oninput: () => put(wrong),
  });
  const wrong = h("span", { class: "wrong", id: "join-wrong", role: "alert" });
  const join = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const wanted = encodeURIComponent(code.value.trim());
    try {
      await get(`/api/tables/${wanted}`);
      location.hash = `#/join/${wanted}`;
    } catch (error) {
      const { status, message } = /** @type {{status?: number, message: string}} */ (error);
      put(wrong, status === 404 ? "No table has this code." : message);
    }
  };
  return h("form", { class: "join-form", onsubmit: join },
    h("label", { for: "join-code" }, h("span", {}, "Joining friends? The code")), code,
    h("button", { type: "submit" }, "Join"), wrong);
}

/**
 * Return one choice: a fighter, or an onlooker's seat.
 * @param {string} value
 * @param {string} emblem
 * @param {string} name
 * @param {string} about
 * @param {{checked: boolean, disabled: boolean, side: number}} how
 */
function choice(value, emblem, name, about, { checked, disabled, side }) {
  return h("label", { class: `join-choice side-${side % 8}${disabled ? " taken" : ""}` },
    h("input", { type: "radio", name: "fighter", value, checked, disabled }),
    svg("svg", { viewBox: "0 0 24 24", class: "join-emblem", "aria-hidden": "true" },
      emblemDrawing(emblem)),
    h("span", { class: "join-text" }, h("strong", {}, name), h("span", { class: "quiet" }, about)));
}

/** Milliseconds between two checks for the game master's consent. */
const PATIENCE = 1500;

/**
 * Return the list of seated people who may move their seat to this device, if the game master
 * agrees.
 * @param {string} code
 * @param {JoinableTable} table
 */
function seatsBack(code, table) {
  const said = h("p", { class: "waiting", role: "status", hidden: true });
  const enter = (/** @type {{id: string, secret: string}} */ seat, /** @type {string} */ name) => {
    storeName(name);
    storeFight({ id: seat.id, secret: seat.secret, title: table.title, made: Date.now() });
    location.hash = `#/fight/${seat.id}/${seat.secret}`;
  };
  const ask = (/** @type {string} */ name) => attempt(async () => {
    const made = await post(`/api/tables/${encodeURIComponent(code)}/claims`, { name });
    said.hidden = false;
    put(said, `The game master is asked to give ${name}'s seat to this device…`);
    const look = async () => {
      if (!said.isConnected) return;
      try {
        const seat = await post(`/api/claims/${made.id}`, { claim: made.claim });
        if (seat) enter(seat, name);
        else window.setTimeout(look, PATIENCE);
      } catch {
        put(said, "The game master has not given the seat away.");
      }
    };
    await look();
  });
  return h("div", { class: "seats-back" },
    h("p", { class: "quiet" }, "Were you here before, on another device?"),
    h("div", { class: "row" }, table.names.map((name) =>
      button(`I am ${name}`, () => { ask(name); }, { class: "small" }))), said);
}

/**
 * Show the view.
 * @param {HTMLElement} main
 * @param {string[]} address
 */
export async function joinView(main, [code = ""]) {
  if (!code) {
    put(main, h("section", { class: "card join" }, h("h1", {}, "Join a table"), joinForm()));
    return;
  }
  /** @type {JoinableTable} */
  const table = await get(`/api/tables/${encodeURIComponent(code)}`);
  const own = storedFights().find((fight) => fight.id === table.id);
  const back = own && (own.gm || own.secret);
  const name = h("input", { id: "join-name", required: true, maxlength: 40,
      autocomplete: "nickname", value: storedName(), placeholder: "What shall we call you?" });
  const free = table.fighters.filter((fighter) => fighter.free);
  const submit = h("button", { type: "submit", class: "primary" }, "Join");
  const form = h("form", {
    class: "join-table",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const chosen = String(new FormData(form).get("fighter") ?? "");
      attempt(async () => {
        const seat = await post(`/api/tables/${encodeURIComponent(code)}/seats`,
          { name: name.value.trim(), fighters: chosen ? [Number(chosen)] : [] });
        storeName(name.value.trim());
        storeFight({ id: seat.id, secret: seat.secret, title: table.title, made: Date.now() });
        location.hash = `#/fight/${seat.id}/${seat.secret}`;
      });
    },
  },
    h("label", { for: "join-name" }, h("span", {}, "Your name"), name),
    h("fieldset", {}, h("legend", {}, "Whom you play"),
      table.fighters.map((fighter) =>
          choice(String(fighter.number), fighter.emblem, fighter.name,
            fighter.taken_by ? `Played by ${fighter.taken_by}`
              : capital(table.sides[fighter.side]),
              { checked: fighter === free[0], disabled: !fighter.free, side: fighter.side })),
      choice("", "person", "No fighter", "You look on and talk",
        { checked: !free.length, disabled: false, side: 7 })),
    submit);
  const seats = !back && table.names.length ? seatsBack(code, table) : null;
  put(main, h("section", { class: "card join" },
    h("h1", {}, table.title),
    h("p", { class: "quiet" }, table.names.length ? `At the table: ${table.names.join(", ")}.`
        : "No one has joined yet.", table.gathering ? "" : " The fight has begun."),
    back ? h("p", {}, h("a", { class: "button primary", href: `#/fight/${table.id}/${back}` },
        "Back to your seat")) : null,
    seats, form));
  if (!name.value) name.focus();
}
