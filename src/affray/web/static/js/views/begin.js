// Beginning a fight, and choosing its players.
import { h, one, put } from "../elements.js";
import { attempt } from "../notices.js";
import { loadPicture, smallPicture } from "../pictures.js";
import { post } from "../service.js";
import { storeFight, storeOpponent, storedOpponent } from "../storage.js";

/** The choice for a side that friends play on their own phones. */
const FRIENDS = "friends";

/**
 * Begin a fight and open its table or its study. Sides played by `friends` are open to people with
 * the code.
 * @param {{scenario: string, name: string, players: string[], gm: string}} request
 * @param {string} title
 * @param {"fight" | "study"} [view]
 * @param {(links: {id: string, gm: string}) => Promise<unknown>} [before] Called with the fight's
 *   links before its table is shown.
 */
export async function beginFight(request, title, view = "fight", before = undefined) {
  const friends = request.players.flatMap((player, side) => (player === FRIENDS ? [side] : []));
  const players = request.players.map((player) => (player === FRIENDS ? "person" : player));
  const links = await post("/api/fights",
    { ...request, players, ...(friends.length ? { friends } : {}) });
  await before?.(links);
  storeFight({ ...links, title, players, made: Date.now() });
  location.hash = `#/${view}/${links.id}/${links.gm}`;
}

/**
 * Send a draft's map picture to a fight begun from it, so that all players see it.
 * @param {string} draft
 * @param {{id: string, gm: string}} links
 */
export async function sendPicture(draft, links) {
  const picture = await loadPicture(`draft ${draft}`);
  if (!picture) return;
  await attempt(async () =>
    post(`/api/fights/${links.id}/picture`, await smallPicture(picture), links.gm));
}

/** The built-in computer players, in one sentence each. */
const OPPONENTS = /** @type {[string, string][]} */ ([
  ["strong", "Tries every option many times before it decides. Harder to beat."],
  ["simple", "Decides at once by rules of thumb. Win shares are between simple players."],
]);

/** Return the choice of the computer opponent, which this browser remembers. */
export function opponentChoice() {
  const about = h("p", { class: "quiet", "aria-live": "polite" });
  const say = () => put(about, OPPONENTS.find(([name]) => name === storedOpponent())?.[1] || "");
  say();
  return h("fieldset", { class: "opponents" }, h("legend", {}, "Your opponent"),
    OPPONENTS.map(([name]) => h("label", { class: "opponent" },
      h("input", { type: "radio", name: "opponent", value: name,
        checked: name === storedOpponent(),
        onchange: () => {
          storeOpponent(name);
          say();
        } }),
      h("strong", {}, name))), about);
}

const WAYS = [
  ["alone", "Alone", "You play the first side; the computer plays the others."],
  ["screen", "At one screen", "All players decide here, one after the other."],
  ["friends", "With friends",
    "Each friend joins with a code on a phone; you lead the fight."],
  ["links", "By links", "Each side, the game master and onlookers get a link of their own."],
  ["watch", "Watch", "The computer plays all sides."],
];

/**
 * Return the player of each side for a way to play.
 * @param {string} way
 * @param {string[]} sides
 */
export function playersFor(way, sides) {
  return sides.map((_, number) => {
    if (way === "watch") return "simple";
    if (way === FRIENDS && number === 0) return FRIENDS;
    return number > 0 && (way === "alone" || way === FRIENDS) ? storedOpponent() : "person";
  });
}

/**
 * Return a form that asks who plays; `onbegin` gets the players and the game master.
 * @param {string[]} sides
 * @param {string[]} players
 * @param {(players: string[], gm: string) => void} onbegin
 */
export function whoPlaysForm(sides, players, onbegin, label = "Begin") {
  let way = "alone";
  /** @type {HTMLSelectElement[]} */
  let seats = [];
  let gm = h("select");
  const begin = () => onbegin(seats.map((select) => select.value), gm.value);
  const form = h("form", { class: "who-plays",
    onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); begin(); } });
  const choose = (/** @type {string} */ name) => {
    way = name;
    draw();
    one(form, `input[value=${name}]`).focus();
  };
  const draw = () => {
    const chosen = playersFor(way, sides);
    gm = h("select", { id: "gm" },
      h("option", { value: "passive" }, "none: the rules' own answers"),
      h("option", { value: "person", selected: way === "links" || way === FRIENDS },
        way === FRIENDS ? "you" : "a person"));
    seats = sides.map((_, number) => h("select", { id: `seat-${number}` },
      way === FRIENDS ? h("option", { value: FRIENDS, selected: chosen[number] === FRIENDS },
        "friends who join") : null,
      h("option", { value: "person", selected: chosen[number] === "person" },
        way === FRIENDS ? "you" : "a person"),
      players.map((name) => h("option", { value: name, selected: chosen[number] === name },
        name))));
    put(form,
      h("fieldset", { class: "ways" }, h("legend", {}, "How to play"),
        WAYS.map(([name, title, about]) =>
        h("label", { class: name === way ? "way chosen" : "way" },
          h("input", { type: "radio", name: "way", value: name, checked: name === way,
            onchange: () => choose(name) }),
          h("strong", {}, title), h("span", {}, about)))),
      h("div", { class: "seats" },
        sides.map((side, number) => h("label",
          { for: `seat-${number}`, class: `side-${number % 8}` }, h("span", {}, side),
          seats[number])),
        h("label", { for: "gm" }, h("span", {}, "Game master"), gm)),
      h("button", { type: "submit", class: "primary" }, label));
  };
  draw();
  return form;
}
