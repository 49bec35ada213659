// Beginning a fight, and who plays it.
import { h, one, put } from "../elements.js";
import { post } from "../service.js";
import { storeFight } from "../storage.js";

/**
 * Begins a fight and goes to its table.
 * @param {{scenario: string, name: string, players: string[], gm: string}} request
 * @param {string} title
 * @param {(id: string) => Promise<void>} [before] What is done with the fight's id before its table is shown.
 */
export async function beginFight(request, title, before) {
  const links = await post("/api/fights", request);
  await before?.(links.id);
  storeFight({ ...links, title, players: request.players, made: Date.now() });
  location.hash = `#/fight/${links.id}/${links.gm}`;
}

const WAYS = [
  ["alone", "Alone", "You play the first side; the others play themselves."],
  ["screen", "At one screen", "Everybody decides here, one after the other."],
  ["links", "By links", "Each side, the game master and onlookers get a link of their own."],
  ["watch", "Watch", "All sides play themselves."],
];

/**
 * Who plays each side, when a way to play is chosen.
 * @param {string} way
 * @param {string[]} sides
 */
export function playersFor(way, sides) {
  return sides.map((_, number) => (way === "watch" || (way === "alone" && number > 0) ? "simple" : "person"));
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
  const form = h("form", { class: "who-plays", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); begin(); } });
  const choose = (/** @type {string} */ name) => {
    way = name;
    draw();
    one(form, `input[value=${name}]`).focus();
  };
  const draw = () => {
    const chosen = playersFor(way, sides);
    gm = h("select", { id: "gm" }, h("option", { value: "passive" }, "nobody: the rules' own answers"), h("option", { value: "person", selected: way === "links" }, "a person"));
    seats = sides.map((_, number) => h("select", { id: `seat-${number}` },
      h("option", { value: "person", selected: chosen[number] === "person" }, "a person"),
      players.map((name) => h("option", { value: name, selected: chosen[number] === name }, name))));
    put(form,
      h("fieldset", { class: "ways" }, h("legend", {}, "How to play"), WAYS.map(([name, title, about]) =>
        h("label", { class: name === way ? "way chosen" : "way" },
          h("input", { type: "radio", name: "way", value: name, checked: name === way, onchange: () => choose(name) }),
          h("strong", {}, title), h("span", {}, about)))),
      h("div", { class: "seats" },
        sides.map((side, number) => h("label", { for: `seat-${number}`, class: `side-${number % 8}` }, h("span", {}, side), seats[number])),
        h("label", { for: "gm" }, h("span", {}, "Game master"), gm)),
      h("button", { type: "submit", class: "primary" }, label));
  };
  draw();
  return form;
}
