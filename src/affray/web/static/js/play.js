// The first page: choose a scenario and who plays, or go back to a fight.
import { h, put } from "./dom.js";
import { get, known, post } from "./api.js";
import { fights, forgetFight, keepFight } from "./shelf.js";
import { attempt } from "./notice.js";

/** Begins a fight and goes to its table. */
export async function beginFight(request, title) {
  const links = await post("/api/fights", request);
  keepFight({ ...links, title, players: request.players, made: Date.now() });
  location.hash = `#/fight/${links.id}/${links.gm}`;
}

const WAYS = [
  ["alone", "Alone", "You play the first side; the others play themselves."],
  ["screen", "At one screen", "Everybody decides here, one after the other."],
  ["links", "By links", "Each side, the game master and onlookers get a link of their own."],
  ["watch", "Watch", "All sides play themselves."],
];

/** Who plays each side, when a way to play is chosen. */
export function seatsFor(way, sides) {
  return sides.map((_, number) => (way === "watch" || (way === "alone" && number > 0) ? "simple" : "person"));
}

/** A form that asks who plays; `onbegin` gets the players and the game master. */
export function whoPlays(sides, players, onbegin, label = "Begin") {
  let way = "alone";
  const form = h("form", { class: "who-plays", onsubmit: (event) => { event.preventDefault(); begin(); } });
  const selects = [];
  let gm = null;
  const draw = () => {
    selects.length = 0;
    const seats = seatsFor(way, sides);
    gm = h("select", { id: "gm" }, h("option", { value: "passive" }, "nobody: the rules' own answers"), h("option", { value: "person", selected: way === "links" }, "a person"));
    put(
      form,
      h("fieldset", { class: "ways" }, h("legend", {}, "How to play"), WAYS.map(([name, title, about]) =>
        h("label", { class: name === way ? "way chosen" : "way" },
          h("input", { type: "radio", name: "way", value: name, checked: name === way, onchange: () => { way = name; draw(); form.querySelector(`input[value=${name}]`).focus(); } }),
          h("strong", {}, title), h("span", {}, about)))),
      h("div", { class: "seats" },
        sides.map((side, number) => {
          const select = h("select", { id: `seat-${number}` },
            h("option", { value: "person", selected: seats[number] === "person" }, "a person"),
            players.map((name) => h("option", { value: name, selected: seats[number] === name }, name)));
          selects.push(select);
          return h("label", { for: `seat-${number}`, class: `side-${number % 8}` }, h("span", {}, side), select);
        }),
        h("label", { for: "gm" }, h("span", {}, "Game master"), gm)),
      h("button", { type: "submit", class: "primary" }, label));
  };
  const begin = () => onbegin(selects.map((select) => select.value), gm.value);
  draw();
  return form;
}

/** The view. */
export async function playView(main) {
  const library = await known("/api/library");
  let ruleset = library.rulesets[0];
  let scenario = ruleset.scenarios[0];
  const choice = h("div", {});
  const drawChoice = () => {
    put(choice,
      h("div", { class: "tabs", role: "group", "aria-label": "Rulesets" }, library.rulesets.map((one) =>
        h("button", { type: "button", "aria-pressed": String(one === ruleset), onclick: () => { ruleset = one; scenario = one.scenarios[0]; drawChoice(); } }, one.title.split(":")[0]))),
      h("p", { class: "quiet" }, `${ruleset.title}. ${ruleset.rules} rules.`),
      h("ul", { class: "cards", "aria-label": "Scenarios" }, ruleset.scenarios.map((one) =>
        h("li", {}, h("button", { type: "button", class: "scenario", "aria-pressed": String(one === scenario), "data-scenario": one.name, onclick: () => { scenario = one; drawChoice(); } },
          h("strong", {}, one.title), h("span", {}, one.about), h("span", { class: "quiet" }, `${one.sides.join(" against ")} · ${one.fighters} fighters`))))),
      scenario ? h("section", { class: "card" }, h("h2", {}, scenario.title),
        whoPlays(scenario.sides, library.players, (players, gm) => attempt(async () => {
          const { toml } = await get(`/api/scenarios/${encodeURIComponent(scenario.name)}`);
          await beginFight({ scenario: toml, name: scenario.name, players, gm }, scenario.title);
        }), "Begin the fight"),
        h("p", {}, h("a", { href: `#/build/${encodeURIComponent(scenario.name)}` }, "Change this scenario"), " · ", h("a", { href: `#/ask/${encodeURIComponent(scenario.name)}` }, "Ask who wins"))) : null);
  };
  drawChoice();
  put(main,
    h("section", { class: "hero" }, h("h1", {}, "Choose your fight"), h("p", {}, "The combat chapters of tabletop games, as rulebooks that run. Every option shows its exact odds, every line of the log its dice and its rules.")),
    choice,
    shelfOf());
}

/** The fights this browser knows. */
export function shelfOf() {
  const section = h("section", { class: "card shelf" });
  const draw = () => put(section, h("h2", {}, "Your fights"),
    fights().length ? h("ul", {}, fights().map((one) => h("li", {},
      h("a", { href: `#/fight/${one.id}/${one.gm || one.secret}` }, one.title || one.id),
      h("span", { class: "quiet" }, ` ${new Date(one.made).toLocaleString()} `),
      h("button", { type: "button", class: "small", "aria-label": `Forget ${one.title || one.id}`, onclick: () => { forgetFight(one.id); draw(); } }, "Forget"))))
      : h("p", { class: "quiet" }, "None yet. Their secret links are kept in this browser only."));
  draw();
  return section;
}
