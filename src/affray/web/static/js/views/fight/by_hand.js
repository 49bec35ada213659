// The game master's hand: what can be ruled about a fighter, with the values that the ruleset
// knows, and what is hidden.
import { h, put } from "../../elements.js";
import { words } from "../../format.js";
import { attempt, notice } from "../../notices.js";
import { get, post } from "../../service.js";
import { fightUrl, sendAnswer } from "./actions.js";

/** @typedef {import("../../state/fight.js").FightState} FightState */

const TITLES = /** @type {Record<string, string>} */ (
  { health: "Health", place: "Place", condition: "Condition", gear: "Gear", state: "State" });

/**
 * Hides fighters and places, or shows them again.
 * @param {FightState} state
 * @param {{fighters: number[], places: number[]}} hidden
 */
export const hide = (state, hidden) =>
  attempt(() => post(fightUrl(state, "hidden"), hidden, state.secret));

/**
 * What is hidden, with one fighter or place more or less.
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
 * Rules; says why in the log.
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
 * Opens what can be ruled about a fighter.
 * @param {FightState} state
 * @param {number} who
 * @param {string} [why]
 */
export async function openRulings(state, who, why = "") {
  /** @type {RulingChoices | undefined} */
  const found = await attempt(() => get(fightUrl(state, `rulings/${who}`), state.secret));
  if (!found) return;
  const because = h("input", { id: "hand-why", maxlength: 200, value: why.slice(0, 200),
    placeholder: "a stray stone" });
  const body = h("div", { class: "sheet-body" });
  const dialog = h("dialog", { class: "sheet rulings", "aria-labelledby": "rulings-title",
    onclose: () => dialog.remove(),
    onclick: (/** @type {Event} */ event) => { if (event.target === dialog) dialog.close(); } },
    h("header", {}, h("h2", { id: "rulings-title" }, found.fighter),
      h("button", { type: "button", class: "icon", "aria-label": "Close",
        onclick: () => dialog.close() }, "✕")), body);
  const send = async (/** @type {string} */ kind, /** @type {string} */ value) => {
    if (await rule(state, kind, who, value, because.value)) {
      dialog.close();
      notice(`${found.fighter}: ${kind} ${value}.`);
    }
  };
  put(body, h("label", { for: "hand-why" }, h("span", {}, "Because"), because),
    Object.entries(found.kinds).map(([kind, values]) =>
      (kind === "condition" ? conditionRow(values, found,
        state.scene.fighters.map((one) => one.name), send) : row(kind, values, found, send))),
    hidingRow(state, who, () => dialog.close()));
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * One kind of ruling: buttons for few values, a list for many.
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
 * Conditions are switched on and off; those that name somebody or a number are chosen from a list.
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
 * Tells conditions from those that are the same but for a name or a number, which go together:
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
