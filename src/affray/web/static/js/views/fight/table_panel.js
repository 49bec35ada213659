// The game master's table: seats and their links, players, clocks, secrecy.
import { button, h, put } from "../../elements.js";
import { attempt, copyText } from "../../notices.js";
import { addressToGive, change, get, getLibrary, post, remove } from "../../service.js";
import { placeOf } from "../../plan/layout.js";
import { storeSound, storedSound } from "../../storage.js";
import { fightUrl } from "./actions.js";
import { arrive } from "./newcomers.js";
import { playSound } from "./turn_signal.js";

/** @typedef {import("../../state/fight.js").FightState} FightState */

/** A panel that is drawn when it is opened, and redrawn when the table changes. */
export class TablePanel {
  /** @param {FightState} state */
  constructor(state) {
    this.state = state;
    this.body = h("div", {});
    /** @type {string[]} */
    this.players = [];
    this.element = h("details", { class: "card table-panel", ontoggle: () => this.open() },
      h("summary", {}, "The table: seats, clock, secrets"), this.body);
  }

  async open() {
    if (!this.element.open) return;
    this.players = (await getLibrary()).players;
    this.draw();
  }

  /** Redraw the panel, if it is open. */
  draw() {
    const { table } = this.state;
    if (!this.element.open || !table) return;
    put(this.body, this.inviting(table),
      h("ul", { class: "seat-list" }, table.seats.map((seat) => this.seat(seat))), this.newSeat(),
      this.reserve(table), this.settings(table));
  }

  set(/** @type {object} */ what) {
    return attempt(() => post(fightUrl(this.state, "table"), what, this.state.secret));
  }

  /** @param {TableInfo} table */
  inviting(table) {
    const copy = () => attempt(async () => {
      /** @type {Invitation} */
      const invitation = await get(fightUrl(this.state, "invitation"), this.state.secret);
      copyText(invitation.address, `The address to join (code ${invitation.code})`);
    });
    return h("div", { class: "row" },
      h("label", { class: "check" },
        h("input", { type: "checkbox", checked: table.open,
          onchange: (/** @type {Event} */ event) =>
            this.set({ open: /** @type {HTMLInputElement} */ (event.target).checked }) }),
            " Friends may join"),
      table.open ? h("button", { type: "button", class: "small", onclick: copy },
        "Copy the address to join") : null);
  }

  /** @param {SeatInfo} seat */
  seat(seat) {
    const { scene, secret } = this.state;
    const number = seat.role.slice(5);
    const url = fightUrl(this.state, `seats/${number}`);
    const fighters = h("select", { multiple: true, size: Math.min(5, scene.fighters.length),
      "aria-label": `Whom ${seat.name} plays` },
      scene.fighters.map((fighter, who) =>
        h("option", { value: who, selected: seat.fighters.includes(who) }, fighter.name)));
    const give = () => change(url, { name: seat.name, side: null,
      fighters: [...fighters.selectedOptions].map((one) => Number(one.value)) }, secret);
    const renew = async () => {
      const made = await post(fightUrl(this.state, "links"), { role: seat.role }, secret);
      copyText(addressToGive(`fight/${this.state.id}/${made.secret}`),
        `A new link for ${seat.name}, the old one has ended,`);
    };
    const names = seat.fighters.map((who) => scene.fighters[who]?.name).join(", ");
    const whom = seat.side !== null ? scene.sides[seat.side].name : names || "looks on";
    return h("li", {}, h("details", {},
      h("summary", {}, h("strong", {}, seat.name), h("span", { class: "quiet" }, ` ${whom}`)),
      fighters,
      h("div", { class: "row" },
        button("Give these", () => attempt(give), { class: "small" }),
        button("New link", () => attempt(renew), { class: "small" }),
        button("Remove", () => attempt(() => remove(url, secret)), { class: "small" }))));
  }

  newSeat() {
    const name = h("input", { maxlength: 40, "aria-label": "Name",
      placeholder: "Another seat: a name" });
    return h("form", {
      class: "row", onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (!name.value.trim()) return;
        attempt(async () => {
          const made = await post(fightUrl(this.state, "seats"), { name: name.value.trim() },
            this.state.secret);
          copyText(addressToGive(`fight/${made.id}/${made.secret}`),
            `The link for ${name.value.trim()}`);
        });
      },
    }, name, h("button", { type: "submit", class: "small" }, "Add, and copy the link"));
  }

  /**
   * Return the fighters in reserve, who can arrive at a place.
   * @param {TableInfo} table
   */
  reserve(table) {
    const { scene, story } = this.state;
    return table.reserve.map((who) => {
      const { name } = scene.fighters[who];
      const place = h("select", { id: `arrive-${who}`, "aria-label": `Where ${name} arrives` },
        scene.board.places.map((one, index) =>
          h("option", { value: index, selected: index === placeOf(story.latest.now[who]) },
            typeof one === "string" ? one : one.name)));
      return h("div", { class: "row reserve" }, h("strong", {}, name), place,
        h("button", { type: "button", class: "small", "data-arrive": who,
          onclick: () => arrive(this.state, Number(place.value), { fighter: who }) }, "Arrives"));
    });
  }

  /** @param {TableInfo} table */
  settings(table) {
    const seconds = h("select", { id: "clock",
      onchange: () => this.set({ clock_seconds: Number(seconds.value) }) },
      [[0, "none"], [30, "30 s"], [60, "1 min"], [120, "2 min"],
        [300, "5 min"]].map(([value, label]) =>
          h("option", { value, selected: value === table.clock.seconds }, label)));
    const player = h("select", { id: "clock-player",
      onchange: () => this.set({ clock_player: player.value }) },
      [...new Set([...this.players, table.clock.player])].map((name) =>
        h("option", { value: name, selected: name === table.clock.player }, name)));
    const empty = h("select", { id: "empty", onchange: () => this.set({ empty: empty.value }) },
      h("option", { value: "person", selected: table.empty === "person" }, "you"),
      this.players.map((name) => h("option", { value: name, selected: name === table.empty },
        name)));
    const { scene } = this.state;
    const foes = scene.sides.map((side, number) => {
      if (table.friends.includes(number)) return null;
      const given = h("select", { id: `plays-${number}`,
        onchange: () => this.set({ sides: table.sides.map((one, at) =>
          (at === number ? given.value : one)) }) },
      h("option", { value: "person", selected: table.sides[number] === "person" }, "you"),
      this.players.map((name) => h("option", { value: name,
        selected: name === table.sides[number] }, name)));
      return h("label", { for: `plays-${number}` }, h("span", {}, `Who plays ${side.name}`),
        given);
    });
    return [
      foes,
      table.friends.length ? h("label", { for: "empty" },
        h("span", {}, "Free fighters are played by"), empty) : null,
      h("label", { for: "clock" }, h("span", {}, "Time for a decision"), seconds),
      table.clock.seconds ? h("label", { for: "clock-player" },
        h("span", {}, "When time is up, the answer comes from"), player) : null,
      h("label", { class: "check" },
        h("input", { type: "checkbox", checked: table.secret,
          onchange: (/** @type {Event} */ event) =>
            this.set({ secret: /** @type {HTMLInputElement} */ (event.target).checked }) }),
            " Fighters who hide by the rules are secret"),
    ];
  }
}

/** Return a switch for the sound that announces the player's turn. */
export function soundSwitch() {
  return h("label", { class: "check" },
    h("input", { type: "checkbox", checked: storedSound(),
      onchange: (/** @type {Event} */ event) => {
        const on = /** @type {HTMLInputElement} */ (event.target).checked; storeSound(on);
          if (on) playSound(); } }), " A sound when it is my turn");
}
