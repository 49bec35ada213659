// A picker for the emblem of a fighter's token, or the default for its weapons.
import { h, svg } from "../../elements.js";
import { words } from "../../format.js";
import { emblemDrawing } from "../../render/emblems.js";

/**
 * @param {string} who The fighter's name.
 * @param {string[]} emblems The emblems that the ruleset's files allow.
 * @param {string | undefined} chosen
 * @param {string} usual The default emblem.
 * @param {(emblem: string | undefined) => void} onchoose
 * @param {string} id
 */
export function emblemPicker(who, emblems, chosen, usual, onchoose, id) {
  const button = (/** @type {string | undefined} */ emblem, /** @type {string} */ shown,
    /** @type {string} */ label) =>
      h("button", { type: "button", id: `${id}-${emblem ?? "usual"}`, class: "emblem-choice",
        "aria-pressed": String(emblem === chosen), "aria-label": label, title: label,
        onclick: () => onchoose(emblem) },
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, emblemDrawing(shown)),
    emblem ? null : h("span", {}, "usual"));
  return h("div", { class: "emblem-picker", role: "group", "aria-label": `Emblem of ${who}` },
    h("span", { class: "picker-label" }, "Emblem"),
    h("div", { class: "emblem-choices" }, button(undefined, usual, "usual: by its weapons"),
      emblems.map((one) => button(one, one, words(one)))));
}
