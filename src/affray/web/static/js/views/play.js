// The first page: a fight to begin with one press, unfinished fights, worlds and their scenarios.
import { button, h, one, put } from "../elements.js";
import { shortTitle } from "../format.js";
import { mountDemoFight } from "../demo/demo_fight.js";
import { attempt, notice } from "../notices.js";
import { fieldPicture } from "../render/field_picture.js";
import { worldPicture } from "../render/world_picture.js";
import { getLibrary, getScenarioText, post } from "../service.js";
import { capital } from "../state/options.js";
import { themeOf } from "../worlds/themes.js";
import { storeCoach, storedCoach, storedDrafts, storedFights, storedOpponent } from "../storage.js";
import { beginFight, opponentChoice, sendPicture, whoPlaysForm } from "./begin.js";
import { joinForm } from "./join.js";
import { storedFightsList } from "./stored_fights.js";

/** The fight that is offered first: three fighters on the player's side, short and nearly even. */
const FIRST_FIGHT = "causeway-in-force";
/** The first opponent; shares of wins are between simple players. */
const FIRST_OPPONENT = "simple";
const NUMBERS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
/** The most unfinished fights listed at the top. */
const MOST_UNFINISHED = 4;
/** Shares of wins this close to an equal share are "about even". */
const EVEN = 0.07;

const LINES = /** @type {Record<string, string>} */ ({
  mithryn: "Torchlight and broken stone. Dice burst, friends step in.",
  renaissance: "A fencing manual come alive: steel, powder and luck.",
  shinobi: "Ink and bamboo. Hide, turn, strike from behind.",
  orrery: "Night sky and brass: Sun, Moon, Star and Terra.",
  olde: "Graph paper and old dice. Kick the door in.",
});

/**
 * @param {ScenarioInfo} scenario
 * @param {string[]} players
 * @param {string} [gm]
 * @param {(links: {id: string, gm: string}) => Promise<unknown>} [before]
 */
async function begin({ name, title }, players, gm = "passive", before = undefined) {
  const scenario = await getScenarioText(name);
  await beginFight({ scenario, name, players, gm }, title, "fight", before);
}

/**
 * Return the players of a fight in which one person plays one side, or none.
 * @param {ScenarioInfo} scenario
 * @param {number} side
 * @param {string} [opponent]
 */
const alone = ({ sides }, side, opponent = storedOpponent()) =>
  sides.map((_, at) => (at === side ? "person" : opponent));

/**
 * Return the number of fighters on each side: "3 v 3".
 * @param {ScenarioInfo} scenario
 */
function sizeOf({ sides, start, fighters }) {
  if (!start) return `${fighters} fighters`;
  return sides.map((_, side) => start.filter((fighter) => fighter.side === side).length)
    .join(" v ");
}

/**
 * Describe which side wins more often.
 * @param {ScenarioInfo} scenario
 */
function favouredText({ sides, shares }) {
  if (!shares) return "";
  const most = Math.max(...shares);
  if (most - 1 / sides.length <= EVEN) return "about even";
  const how = most > 0.9 ? "far ahead" : "favoured";
  return `${capital(sides[shares.indexOf(most)])} ${how}`;
}

/**
 * Return the introduction, with a fight that begins with one press.
 * @param {Library} library
 */
function opening(library) {
  const all = library.rulesets.flatMap((ruleset) => ruleset.scenarios);
  const scenario = all.find((one) => one.name === FIRST_FIGHT) || all[0];
  const coached = async (/** @type {{id: string}} */ { id: fight }) => {
    if (!storedCoach()) storeCoach({ fight, seen: 0 });
  };
  const start = () => attempt(() => begin(scenario,
    alone(scenario, 0, FIRST_OPPONENT), "passive", coached));
  return h("section", { class: "opening" },
    h("div", { class: "opening-picture" }),
    h("div", { class: "opening-text" },
      h("h1", {}, "Command the fight. Know the odds before you strike."),
      button("Play now", start, { class: "primary begin-first", "data-scenario": scenario.name }),
      h("p", {}, `${whoFights(scenario)}. About five minutes, nothing to learn first.`)));
}

/**
 * Describe the fighters and their opponents: "Kael, Brynn and Sira against five".
 * @param {ScenarioInfo} scenario
 */
function whoFights({ start = [], sides, title }) {
  const names = start.filter((fighter) => fighter.side === 0).map((fighter) => fighter.name);
  const others = start.length - names.length;
  if (!names.length) return `${title}: ${sides.join(" against ")}`;
  const own = [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
  return `${own} against ${NUMBERS[others] || others} ${sides[1]}`;
}

/** Return the list of unfinished fights. */
function unfinished() {
  const open = storedFights().filter((fight) => !fight.over).slice(0, MOST_UNFINISHED);
  if (!open.length) return null;
  return h("section", { class: "unfinished", "aria-label": "Unfinished fights" },
    open.map((fight) =>
    h("a", {
      class: "resume", href: `#/fight/${fight.id}/${fight.gm || fight.secret || fight.onlooker}`,
    }, worldPicture(fight.ruleset || ""),
    h("span", {}, h("strong", {}, fight.title || fight.id), h("small", {},
      [fight.round ? `Round ${fight.round}` : "", new Date(fight.made).toLocaleDateString()]
        .filter(Boolean).join(" · "))),
    h("span", { class: "go-on" }, "Go on"))));
}

/**
 * Return one scenario: its hook, its size, the favoured side, and the sides to play.
 * @param {ScenarioInfo} scenario
 * @param {string[]} players
 */
function scenarioRow(scenario, players) {
  const { name, title, about, sides, shares, rounds } = scenario;
  const play = (/** @type {number} */ side) => () =>
    attempt(() => begin(scenario, alone(scenario, side)));
  const facts = [sizeOf(scenario), rounds ? `about ${rounds} rounds` : "", favouredText(scenario)];
  const part = (/** @type {number} */ share, /** @type {number} */ side) => {
    const made = h("i", { class: `side-${side % 8}` });
    made.style.flexGrow = String(share);
    return made;
  };
  const more = h("details", { class: "more-ways", ontoggle: () => fillOnce() },
    h("summary", {}, "With friends, other players, watching…"));
  const fillOnce = () => {
    if (more.children.length > 1) return;
    more.append(whoPlaysForm(sides, players,
      (chosen, gm) => attempt(() => begin(scenario, chosen, gm)),
      "Begin the fight"),
    h("p", {}, h("a", { href: `#/build/${encodeURIComponent(name)}` }, "Change this scenario"),
      " · ",
      h("a", { href: `#/ask/${encodeURIComponent(name)}` }, "Ask who wins")));
  };
  return h("li", { class: "scenario", "data-scenario": name },
    h("span", { class: "scenario-picture" }, fieldPicture(scenario)),
    h("div", { class: "scenario-text" }, h("h3", {}, title), h("p", {}, about),
      h("p", { class: "facts" }, facts.filter(Boolean).join(" · "))),
    shares ? h("div", { class: "favour", "aria-hidden": "true" },
      h("div", { class: "ends" }, sides.map((side, at) =>
        h("span", { class: `side-${at % 8}` }, `${side} ${Math.round(100 * shares[at])} %`))),
      h("div", { class: "favour-track" }, shares.map(part)),
      h("small", {}, "wins between simple players")) : null,
    h("div", { class: "play-as" }, sides.map((side, at) =>
      button(`Play as ${side}`, play(at), { class: `side-${at % 8}`, "data-side": at }))),
    more);
}

/**
 * Return the worlds as cards, with the scenarios of the open world below its row.
 * @param {Library} library
 */
function worlds(library) {
  const grid = h("div", { class: "worlds" });
  let open = "";
  const card = (/** @type {RulesetInfo} */ ruleset) => button([
    worldPicture(ruleset.name),
    h("span", { class: "world-about" }, h("strong", {}, shortTitle(ruleset.title)),
      h("span", {}, LINES[ruleset.name] || `${themeOf(ruleset.name).world}.`),
      h("span", { class: "world-count" }, `${ruleset.scenarios.length} fights`)),
  ], () => {
    open = open === ruleset.name ? "" : ruleset.name;
    draw();
    one(grid, `[data-world="${ruleset.name}"]`).focus();
  }, { class: "world", "data-world": ruleset.name,
  "aria-expanded": String(open === ruleset.name) });
  const draw = () => put(grid, library.rulesets.map((ruleset) => [
    card(ruleset),
    open === ruleset.name ? h("ul", {
      class: "scenarios", "aria-label": `Fights of ${shortTitle(ruleset.title)}`,
    }, ruleset.scenarios.map((scenario) => scenarioRow(scenario, library.players))) : null,
  ]));
  draw();
  return h("section", {}, h("h2", { class: "worlds-title" }, "Five worlds, five sets of rules"),
    opponentChoice(), grid);
}

/** Return the user's own scenarios, to play or to edit. */
function drafts() {
  const own = storedDrafts();
  if (!own.length) return null;
  const play = (/** @type {import("../storage.js").Draft} */ { id, text, name }) => async () => {
    /** @type {CheckedScenario} */
    const checked = await post("/api/check", { scenario: text, name });
    if (checked.problems.length) {
      notice(`This draft is not right yet: ${checked.problems[0].text}`, "error");
      return;
    }
    const players = checked.sides.map((_, at) => (at ? storedOpponent() : "person"));
    await beginFight({ scenario: text, name, players, gm: "passive" }, String(checked.title),
      "fight", (links) => sendPicture(id, links));
  };
  return h("section", { class: "card shelf drafts" }, h("h2", {}, "Your drafts"),
    h("ul", {}, own.map((draft) => h("li", {},
      h("a", { href: `#/build/draft:${draft.id}` }, draft.title || "A draft"),
      button("Play", () => attempt(play(draft)), { class: "small",
        "aria-label": `Play ${draft.title}` }),
      h("a", { class: "button small", href: `#/ask/draft:${draft.id}`,
        "aria-label": `Ask about ${draft.title}` }, "Ask")))));
}

/**
 * Show the view.
 * @param {HTMLElement} main
 */
export async function playView(main) {
  const library = await getLibrary();
  put(main, h("div", { class: "first-page" }, unfinished(), opening(library), joinForm(),
    worlds(library), drafts(), storedFightsList()));
  return mountDemoFight(one(main, ".opening-picture"));
}
