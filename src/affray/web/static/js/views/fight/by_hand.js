// The game master's tools: rulings about a fighter, with the values the ruleset knows, and what is
// hidden.
import { h, put } from "../../elements.js";
import { words } from "../../format.js";
import { attempt, notice } from "../../notices.js";
import { healthMeant } from "../../plan/ruling_text.js";
import { openDialog } from "../../render/dialog.js";
import { get, post } from "../../service.js";
import { fightUrl, sendAnswer } from "./actions.js";

/** @typedef {import("../../state/fight.js").FightState} FightState */

const TITLES = /** @type {Record<string, string>} */ (
  { health: "Health", place: "Place", condition: "Condition", gear: "Gear", state: "State" });

/**
 * Hide fighters and places, or show them again.
 * @param {FightState} state
 * @param {{fighters: number[], places: number[]}} hidden
 */
export const hide = (state, hidden) =>
  attempt(() => post(fightUrl(state, "hidden"), hidden, state.secret));

/**
 * Set the players, clocks and secrecy of the table.
 * @param {FightState} state
 * @param {object} what
 */
export const setTable = (state, what) =>
  attempt(() => post(fightUrl(state, "table"), what, state.secret));

/**
 * Return what is hidden, with one fighter or place added or removed.
 * @param {FightState} state
 * @param {"fighters" | "places"} kind
 * @param {number} index
 */
export function toggleHidden(state, kind, index) {
  const before = state.table?.hidden || { fighters: [], places: [] };
  const list = before[kind].includes(index) ? before[kind].filter((one) => one !== index)
    : [...before[kind], index];
  return hide(state, { ...before, [kind]: list });
}

/**
 * Send a ruling, with its reason for the log.
 * @param {FightState} state
 * @param {string} kind
 * @param {number} who
 * @param {string} value
 * @param {string} why
 */
export const rule = (state, kind, who, value, why) =>
  sendAnswer(state,
    { ruling: { kind, fighter: state.scene.fighters[who].name, value,
      text: why.replaceAll(/[=|]/g, " ").trim() || "so it is" } });

/**
 * Open the rulings about a fighter. The dialog stays open, so that several can be made.
 * @param {FightState} state
 * @param {number} who
 * @param {string} [why]
 */
export async function openRulings(state, who, why = "") {
  const fetched = () => attempt(() => get(fightUrl(state, `rulings/${who}`), state.secret));
  /** @type {RulingChoices | undefined} */
  const found = await fetched();
  if (!found) return;
  const because = h("input", { id: "hand-why", maxlength: 200, value: why.slice(0, 200),
    placeholder: "a stray stone" });
  const rows = h("div", {});
  const send = async (/** @type {string} */ kind, /** @type {string} */ value) => {
    if (!await rule(state, kind, who, value, because.value)) return;
    const now = await fetched();
    if (now) draw(now);
  };
  const draw = (/** @type {RulingChoices} */ now) => {
    const focused = document.activeElement?.id || "";
    const names = state.scene.fighters.map((one) => one.name);
    put(rows, Object.entries(now.kinds).map(([kind, values]) => {
      if (kind === "health") return healthRow(values, now, send);
      if (kind === "condition") return conditionRow(values, now, names, send);
      if (kind === "place" && values.length > MOST_PLACES) {
        return h("p", { class: "quiet ruling-row" },
          `Place: ${now.place}. Drag the token on the board to move it.`);
      }
      return row(kind, values, now, send);
    }), hidingRow(state, who, () => draw(now)));
    if (focused) document.getElementById(focused)?.focus();
  };
  draw(found);
  const dialog = openDialog("rulings", found.fighter, h("div", { class: "sheet-body" }, rows,
    h("label", { for: "hand-why" }, h("span", {}, "Because"), because)));
  /** @type {HTMLElement | null} */ (dialog.querySelector("#hand-health"))?.focus();
}

/** With more places than this, the place is chosen on the board. */
const MOST_PLACES = 16;

/**
 * Return the possible health nearest to the typed one; say so and return null if it is no number.
 * @param {string} typed
 * @param {string[]} values
 * @param {number} now
 */
function healthTyped(typed, values, now) {
  const meant = healthMeant(typed, now);
  if (meant === null) {
    notice("Type a number such as −5, +3 or 12.");
    return null;
  }
  const known = values.map(Number);
  return String(Math.min(Math.max(...known), Math.max(Math.min(...known), meant)));
}

/**
 * Return the row where health is typed.
 * @param {string[]} values
 * @param {RulingChoices} found
 * @param {(kind: string, value: string) => void} send
 */
function healthRow(values, found, send) {
  const typed = h("input", { id: "hand-health", inputmode: "text", autocomplete: "off",
    placeholder: "−5, +3 or 12", maxlength: 6 });
  const set = (/** @type {Event} */ event) => {
    event.preventDefault();
    const health = healthTyped(typed.value, values, found.health);
    if (health !== null) send("health", health);
  };
  return h("form", { class: "ruling-row health-row", onsubmit: set },
    h("label", { for: "hand-health" },
      h("span", {}, `Health: ${found.health} of ${found.max}`), typed),
    h("button", { type: "submit", class: "small", "data-ruling": "health" }, "Set"));
}

/**
 * Return the form for an effect that is chosen now and applied later: its target and its kind.
 * @param {FightState} state
 */
export function effectRow(state) {
  const { scene } = state;
  const whom = h("select", { id: "effect-whom", onchange: () => load() },
    h("option", { value: "" }, "no effect"),
    scene.fighters.map((fighter, index) => h("option", { value: index }, fighter.name)));
  const what = h("select", { id: "effect-what", hidden: true, "aria-label": "What changes",
    onchange: () => draw() });
  const value = h("span", { class: "effect-value" });
  /** @type {RulingChoices | null} */
  let found = null;
  const load = async () => {
    found = whom.value
      ? await attempt(() => get(fightUrl(state, `rulings/${whom.value}`), state.secret)) || null
      : null;
    what.hidden = !found;
    put(what, Object.keys(found?.kinds || {}).map((kind) =>
      h("option", { value: kind }, TITLES[kind] || words(kind))));
    draw();
  };
  const draw = () => {
    const values = found?.kinds[what.value] || [];
    const label = { id: "effect-value", "aria-label": "How much" };
    put(value, !values.length ? null : what.value === "health"
      ? h("input", { ...label, placeholder: "−5, +3 or 12", maxlength: 6 })
      : h("select", label, values.map((one) => h("option", { value: one }, words(one)))));
  };
  /**
   * Apply the effect. Return it in words, "" if none was chosen, null if it failed.
   * @param {string} why
   * @returns {Promise<string | null>}
   */
  const apply = async (why) => {
    const given = value.querySelector("input, select");
    if (!found || !given) return "";
    const typed = /** @type {HTMLInputElement | HTMLSelectElement} */ (given).value;
    const meant = what.value === "health"
      ? healthTyped(typed, found.kinds.health, found.health) : typed;
    if (meant === null) return null;
    const made = await rule(state, what.value, Number(whom.value), meant, why);
    return made ? `${found.fighter}: ${words(what.value)} ${words(meant)}` : null;
  };
  return { apply, element: h("div", { class: "ruling-row effect-row" },
    h("label", { for: "effect-whom" }, h("span", {}, "On whom"), whom), what, value) };
}

/**
 * Return one kind of ruling: buttons for few values, a list for many.
 * @param {string} kind
 * @param {string[]} values
 * @param {RulingChoices} found
 * @param {(kind: string, value: string) => void} send
 */
function row(kind, values, found, send) {
  const current = { health: String(found.health), place: found.place, state: found.state }[kind];
  const title = TITLES[kind] || kind[0].toUpperCase() + kind.slice(1);
  if (values.length <= 6) {
    return h("fieldset", { class: "ruling-row" }, h("legend", {}, title),
      values.map((value) => h("button",
        { type: "button", class: "small", "data-ruling": `${kind} ${value}`,
          "aria-pressed": String(value === current), onclick: () => send(kind, value) }, value)));
  }
  const taken = values.filter((value) => value.startsWith("not "));
  const select = h("select", { id: `hand-${kind}` }, taken.length ? [
    h("optgroup", { label: "Give" },
      values.filter((value) => !taken.includes(value))
        .map((value) => h("option", { value }, words(value)))),
    h("optgroup", { label: "Take" },
      taken.map((value) => h("option", { value }, words(value.slice(4))))),
  ] : values.map((value) => h("option", { value, selected: value === current }, value)));
  return h("div", { class: "ruling-row" },
    h("label", { for: `hand-${kind}` }, h("span", {}, title), select),
    h("button", { type: "button", class: "small", "data-ruling": kind,
      onclick: () => send(kind, select.value) }, "Set"));
}

/**
 * Return switches for conditions; those that name a fighter or contain a number are chosen from a
 * list.
 * @param {string[]} values
 * @param {RulingChoices} found
 * @param {string[]} fighters
 * @param {(kind: string, value: string) => void} send
 */
function conditionRow(values, found, fighters, send) {
  const has = (/** @type {string} */ name) =>
    found.conditions.some((one) =>
      one === name || one.startsWith(`${name} `) || one.startsWith(`${name},`));
  const { plain, open } = openConditions(
    [...new Set(values.map((value) => value.replace(/^not /, "")))], fighters);
  return h("fieldset", { class: "ruling-row" }, h("legend", {}, "Conditions"),
    plain.flatMap((name) => {
      const value = has(name) ? `not ${name}` : name;
      return values.includes(value)
        ? [h("button", { type: "button", class: "small", "data-ruling": `condition ${name}`,
          "aria-pressed": String(has(name)), onclick: () => send("condition", value) }, name)] : [];
    }),
    [...open].map(([title, list]) =>
      h("select", { class: "open-condition", "aria-label": title,
        onchange: (/** @type {Event} */ event) =>
          send("condition", /** @type {HTMLSelectElement} */ (event.target).value) },
          h("option", { value: "", selected: true, disabled: true }, title),
          list.map((value) => h("option", { value }, value)))));
}

/**
 * Separate plain conditions from those that differ only in a name or a number, which are grouped:
 * "held by …".
 * @param {string[]} names
 * @param {string[]} fighters
 */
function openConditions(names, fighters) {
  const plain = [];
  /** @type {Map<string, string[]>} */
  const open = new Map();
  for (const name of names) {
    const whom = fighters.filter((one) => name.endsWith(` ${one}`))
      .sort((one, other) => other.length - one.length)[0];
    const title = whom ? `${name.slice(0, -whom.length)}…` : name.replace(/^\d+ /, "… ");
    if (title === name) plain.push(name);
    else open.set(title, [...(open.get(title) || []), name]);
  }
  return { plain, open };
}

/**
 * @param {FightState} state
 * @param {number} who
 * @param {() => void} ondone
 */
function hidingRow(state, who, ondone) {
  const hidden = Boolean(state.table?.hidden?.fighters.includes(who));
  return h("fieldset", { class: "ruling-row" }, h("legend", {}, "For the players"),
    h("button", { type: "button", class: "small hide-fighter", "aria-pressed": String(hidden),
      onclick: async () => { await toggleHidden(state, "fighters", who); ondone(); } },
      hidden ? "Reveal" : "Hide until revealed"));
}
