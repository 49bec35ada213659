// The table before a fight: its code and picture, the people, and the button that begins.
import { button, h, put } from "../elements.js";
import { words } from "../format.js";
import { attempt, notice } from "../notices.js";
import { nameplate } from "../render/avatar.js";
import { fieldPicture } from "../render/field_picture.js";
import { change, get, getLibrary, getRuleset, post, remove, subscribe } from "../service.js";
import { labelsOf } from "../state/labels.js";
import { capital } from "../state/options.js";
import { claimBanners, invitationParts } from "./fight/invitation.js";
import { comeAlong, openNextFight } from "./fight/next_fight.js";
import { storeFight, storedFights } from "../storage.js";

/**
 * Prepare the lobby of one fight; `onbegin` is called when the fight has begun, `onended` when the
 * link is no longer valid.
 * @param {HTMLElement} main
 * @param {string} id
 * @param {string} secret
 * @param {WholeFight} whole
 * @param {() => void} onbegin
 * @param {() => void} onended
 */
export async function prepareLobby(main, id, secret, whole, onbegin, onended) {
  const isMaster = whole.role === "gm";
  // the library loads the worlds in which the field is drawn
  const { players } = await getLibrary();
  /** @type {Invitation | null} */
  const invitation =
    (isMaster && (await attempt(() => get(`/api/fights/${id}/invitation`, secret)))) || null;
  // from the ruleset alone: the scenario's own content might reveal hidden fighters
  const { content, roster } = await getRuleset(String(whole.scene.ruleset));
  return () => {
    const lobby = new Lobby(main, id, secret, whole, onbegin, onended);
    lobby.players = players;
    lobby.invitation = invitation;
    lobby.entries = content[String(roster)] || {};
    lobby.draw();
    return () => lobby.leave();
  };
}

/** The page of a table that waits for its players. */
class Lobby {
  /**
   * @param {HTMLElement} main
   * @param {string} id
   * @param {string} secret
   * @param {WholeFight} whole
   * @param {() => void} onbegin
   * @param {() => void} onended
   */
  constructor(main, id, secret, whole, onbegin, onended) {
    this.main = main;
    this.id = id;
    this.secret = secret;
    this.role = whole.role;
    this.scene = whole.scene;
    this.now = whole.story.now;
    this.labels = labelsOf(whole.scene.fighters);
    this.table = /** @type {TableInfo} */ (whole.story.table);
    /** @type {string[]} */
    this.players = [];
    /** @type {string[]} */
    this.present = [];
    /** @type {Record<string, any>} The fighters that a player without one can bring. */
    this.entries = {};
    /** @type {Invitation | null} */
    this.invitation = null;
    this.empty = "simple";
    this.secretsOpen = false;
    this.view = whole.story.view;
    const before = storedFights().find((fight) => fight.id === id);
    storeFight({ id, title: whole.scene.title, made: before ? before.made : Date.now(),
      ...(this.role === "gm" ? { gm: secret } : { secret }) });
    this.field = this.makeField();
    this.onbegin = onbegin;
    this.leave = subscribe(id, secret, whole.story.number, {
      onnews: (news) => this.take(news),
      onpresence: (roles) => { this.present = roles; this.draw(); },
      onended,
    });
  }

  /** @param {News} news */
  take(news) {
    const { id, secret, role, scene } = this;
    if (news.table?.next) {
      if (role !== "gm") attempt(() => comeAlong(id, secret, scene.title));
    } else if (!news.table?.gathering || news.view !== this.view) {
      this.onbegin();
    } else {
      this.table = news.table;
      this.draw();
    }
  }

  url(/** @type {string} */ path) {
    return `/api/fights/${this.id}/${path}`;
  }

  draw() {
    const own = this.table.seats.find((seat) => seat.role === this.role);
    const before = document.activeElement;
    put(this.main, h("div", { class: "lobby" },
      h("header", {}, h("h1", {}, this.scene.title),
        h("p", { class: "quiet" }, this.scene.about || "")),
      claimBanners(this),
      this.role === "gm" ? this.code() : null,
      this.role === "gm" ? h("div", { class: "lobby-column" }, this.people(), this.beginning())
        : this.people(),
      own ? this.ownSeat(own) : null,
      this.field,
      this.role === "gm" ? this.secrets()
        : h("p", { class: "waiting", role: "status" },
          own ? `You are in, ${own.name}. The fight begins when the game master says so.`
          : "The fight begins when the game master says so.")));
    const again = before?.id ? document.getElementById(before.id) : null;
    again?.focus();
    // keep the text field of a player who is typing when another player joins
    if (before instanceof HTMLInputElement && again instanceof HTMLInputElement) {
      again.value = before.value;
      again.setSelectionRange(before.selectionStart, before.selectionEnd);
    }
  }

  code() {
    const { invitation } = this;
    if (!invitation) return null;
    return h("section", { class: "card invitation", "aria-label": "How friends join" },
      invitationParts(invitation));
  }

  /** Create the map with every fighter at its starting place and current state. */
  makeField() {
    const { board, title, about, name, ruleset, sides, fighters } = this.scene;
    const start = fighters.map((fighter, who) => ({ ...fighter, ...this.now[who] }));
    const picture = fieldPicture(/** @type {any} */ ({ board, title, about, name, ruleset, start,
      sides: sides.map((side) => side.name) }));
    return h("section", { class: "card lobby-field", "aria-label": "The field" },
      h("div", { class: "lobby-map" }, picture),
      sides.map((side, number) => h("div", { class: `side-${number % 8}` },
        h("h3", {}, capital(side.name)),
        h("ul", {}, fighters.flatMap((fighter, who) => (fighter.side === number ? [h("li", {},
          nameplate(fighter, this.now[who], this.labels[who]),
          h("span", { class: "quiet" }, [
            this.now[who] ? `${this.now[who].health} health` : "",
            ...(fighter.sheet?.weapons || [])
              .map((one) => words(typeof one === "string" ? one : one.name))
              .filter((one) => one !== "unarmed").slice(0, 2),
          ].filter(Boolean).join(" · ")))] : []))))));
  }

  people() {
    const rows = this.table.seats.map((seat) => h("li", { class: "person" },
      dot(this.present.includes(seat.role)),
      h("strong", {}, seat.name),
      h("span", { class: "quiet" }, this.playsWhom(seat)),
      this.role === "gm" ? button("Remove", () =>
        attempt(() => remove(this.url(`seats/${seat.role.slice(5)}`), this.secret)),
      { class: "small", "aria-label": `Remove ${seat.name}` }) : null));
    const master = h("li", { class: "person" }, dot(this.present.includes("gm")),
      h("strong", {}, this.table.names.gm || "Game master"),
      h("span", { class: "quiet" }, this.role === "gm" ? "that is you" : "leads the fight"));
    return h("section", { class: "card people", "aria-label": "Who is there" },
      h("h2", {}, "Who is there"), h("ul", { "aria-live": "polite" }, master, rows),
      rows.length ? null : h("p", { class: "quiet" }, "No one has joined yet."));
  }

  /** @param {SeatInfo} seat */
  playsWhom(seat) {
    if (seat.side !== null) return `plays ${this.scene.sides[seat.side].name}`;
    if (seat.onlooker) return "looks on";
    return `plays ${seat.fighters.map((who) => this.scene.fighters[who]?.name).join(" and ")}`;
  }

  /**
   * Return the choice of the player's fighters, which can change until the fight begins.
   * @param {SeatInfo} seat
   */
  ownSeat(seat) {
    const taken =
      new Map(this.table.seats.flatMap((one) =>
        one.fighters.map((who) => /** @type {[number, SeatInfo]} */ ([who, one]))));
    const open = this.scene.fighters.flatMap((fighter, who) =>
      (this.table.friends.includes(fighter.side) ? [who] : []));
    const send = (/** @type {number[]} */ fighters) =>
      attempt(() => change(this.url(`seats/${seat.role.slice(5)}`),
        { name: seat.name, fighters, side: seat.side }, this.secret));
    return h("section", { class: "card", "aria-label": "Whom you play" },
      h("h2", {}, "Whom you play"),
      h("ul", { class: "pick" }, open.map((who) => {
        const holder = taken.get(who);
        const mine = holder === seat;
        return h("li", {}, h("button", {
          type: "button", id: `pick-${who}`, "aria-pressed": String(mine),
          disabled: Boolean(holder) && !mine,
          onclick: () => send(mine ? seat.fighters.filter((one) => one !== who)
            : [...seat.fighters, who]),
        }, nameplate(this.scene.fighters[who], this.now[who], this.labels[who]),
        holder && !mine ? h("span", { class: "quiet" }, holder.name) : null));
      })), seat.fighters.length || seat.side !== null ? null : this.newFighter());
  }

  /**
   * Return the form for a new fighter, for players whose fighter is dead or who found all taken.
   */
  newFighter() {
    const entry = h("select", { id: "own-entry" },
      Object.entries(this.entries).map(([name, entry]) =>
        h("option", { value: name }, capital(entry.title || words(name)))));
    const name = h("input", { id: "own-name", maxlength: 40, placeholder: "a name" });
    const bring = (/** @type {Event} */ event) => {
      event.preventDefault();
      attempt(() => post(this.url("fighter"), { entry: entry.value, name: name.value.trim() },
        this.secret));
    };
    return h("form", { class: "new-fighter", onsubmit: bring },
      h("h3", {}, "Or a new fighter"),
      h("label", { for: "own-entry" }, h("span", {}, "Who"), entry),
      h("label", { for: "own-name" }, h("span", {}, "Called"), name),
      h("button", { type: "submit" }, "Play them"));
  }

  /** Return the links to another scenario, or to this one with a saved party. */
  another() {
    const { id, secret, scene } = this;
    return button("Another scenario or party…", () => attempt(() => openNextFight(
      { id, secret, ruleset: String(scene.ruleset), name: String(scene.name), isOver: false })),
    { class: "another-scenario" });
  }

  /** Return the list of hidden fighters and of fighters who arrive later. */
  secrets() {
    const hidden = this.table.hidden || { fighters: [], places: [] };
    const { reserve } = this.table;
    const toggled = (/** @type {number[]} */ list, /** @type {number} */ who) =>
      (list.includes(who) ? list.filter((one) => one !== who) : [...list, who]);
    const others = this.scene.fighters.flatMap((fighter, who) =>
      (this.table.seats.some((seat) => seat.fighters.includes(who)) ? [] : [who]));
    const toggle = (/** @type {string} */ id, /** @type {string} */ label,
      /** @type {boolean} */ on, /** @type {() => Promise<unknown>} */ act) =>
      button(label, () => attempt(act), { class: "small", id, "aria-pressed": String(on) });
    return h("details", { class: "card secrets", open: this.secretsOpen,
      ontoggle: (/** @type {Event} */ event) => {
        this.secretsOpen = /** @type {HTMLDetailsElement} */ (event.currentTarget).open; } },
      h("summary", {}, "Ambush and reinforcements"),
      h("p", { class: "quiet" },
        "Hidden fighters stand on the board, but players do not see them until you reveal them. "
        + "Fighters in reserve arrive when you bring them in."),
      h("ul", {}, others.map((who) =>
        h("li", { class: "person" }, nameplate(this.scene.fighters[who], this.now[who],
          this.labels[who]),
        toggle(`hide-${who}`, "Hidden", hidden.fighters.includes(who),
          () => post(this.url("hidden"), { ...hidden, fighters: toggled(hidden.fighters, who) },
            this.secret)),
        toggle(`reserve-${who}`, "Reserve", reserve.includes(who),
          () => post(this.url("table"), { reserve: toggled(reserve, who) }, this.secret))))));
  }

  beginning() {
    const free = this.scene.fighters.filter((fighter, who) =>
      this.table.friends.includes(fighter.side)
        && !this.table.seats.some((seat) =>
          seat.fighters.includes(who) || seat.side === fighter.side));
    const names = free.map((fighter) => fighter.name).join(", ");
    const who = h("select", { id: "empty-seats", onchange: () => { this.empty = who.value; } },
      h("option", { value: "person", selected: this.empty === "person" }, "you"),
      this.players.map((name) => h("option", { value: name, selected: this.empty === name },
        name)));
    const name = h("input", { id: "master-name", maxlength: 40, value: this.table.names.gm || "",
      placeholder: "Game master",
      onchange: () => {
        const given = name.value.trim();
        if (given) attempt(() => post(this.url("table"), { name: given }, this.secret));
      } });
    const begin = async () => {
      await post(this.url("table"), { begin: true, empty: who.value || "person" }, this.secret);
      notice("The fight begins.");
    };
    return h("section", { class: "card beginning", "aria-label": "Begin" },
      h("label", { for: "master-name" }, h("span", {}, "Your name"), name),
      free.length ? h("label", { for: "empty-seats" },
        h("span", {}, `${names} ${free.length > 1 ? "are" : "is"} free: played by`), who)
          : h("p", { class: "quiet" }, "Every fighter has a player."),
      button("Begin the fight", () => attempt(begin), { class: "primary" }), this.another());
  }
}

/**
 * Return a dot that shows whether a person's page is open.
 * @param {boolean} on
 */
export const dot = (on) => h("span",
  { class: `dot${on ? " on" : ""}`, role: "img", "aria-label": on ? "is here" : "is away",
    title: on ? "Is here" : "Is away" });
