// Beginning a fight, and who plays it.
import { h, one, put } from "../elements.js";
import { post } from "../service.js";
import { storeFight, storeOpponent, storedOpponent } from "../storage.js";

/** Who is chosen for a side that friends play, each with their own phone. */
const FRIENDS = "friends";

/**
 * Begins a fight and goes to its table, or to its study. Sides that `friends` play are open to
 * whoever has the code.
 * @param {{scenario: string, name: string, players: string[], gm: string}} request
 * @param {string} title
 * @param {"fight" | "study"} [view]
 * @param {(id: string) => Promise<unknown>} [before] What is done with the fight's id before its
 *   table is shown.
 */
export async function beginFight(request, title, view = "fight", before = undefined) {
  const friends = request.players.flatMap((player, side) => (player === FRIENDS ? [side] : []));
  const players = request.players.map((player) => (player === FRIENDS ? "person" : player));
  const links = await post("/api/fights",
    { ...request, players, ...(friends.length ? { friends } : {}) });
  await before?.(links.id);
  storeFight({ ...links, title, players, made: Date.now() });
  location.hash = `#/${view}/${links.id}/${links.gm}`;
}

/** What the built-in computer players do, in one sentence each. */
const OPPONENTS = [
  ["strong", "Tries every option many times before it decides: harder to beat, "
    + "about 0.2 s a decision."],
  ["simple", "Decides at once by rules of thumb. All win shares on this page are between two "
    + "simple players."],
];

/** Asks against which computer player one likes to play, and remembers it. */
export function opponentChoice() {
  const chosen = storedOpponent();
  return h("fieldset", { class: "opponents" }, h("legend", {}, "Your opponent"),
    OPPONENTS.map(([name, about]) => h("label", { class: "opponent" },
      h("input", { type: "radio", name: "opponent", value: name, checked: name === chosen,
        onchange: () => storeOpponent(name) }),
      h("strong", {}, name), h("span", {}, about))));
}

const WAYS = [
  ["alone", "Alone", "You play the first side; the others play themselves."],
  ["screen", "At one screen", "Everybody decides here, one after the other."],
  ["friends", "With friends",
    "Everybody joins with a code on their own phone; you lead the fight."],
  ["links", "By links", "Each side, the game master and onlookers get a link of their own."],
  ["watch", "Watch", "All sides play themselves."],
];

/**
 * Who plays each side, when a way to play is chosen.
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
 * A form that asks who plays; `onbegin` gets the players and the game master.
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
      h("option", { value: "passive" }, "nobody: the rules' own answers"),
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
