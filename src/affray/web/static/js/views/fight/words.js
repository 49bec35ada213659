// A dialog for the text that goes with an option: what a player attempts, or how a fighter helps.
import { h } from "../../elements.js";

const MOST = 200;

/**
 * Return the text, empty if none was written, null if the dialog was cancelled.
 * @param {string} text
 * @returns {Promise<string | null>}
 */
export function askForWords(text) {
  return new Promise((done) => {
    const words = h("input", { id: "own-words", maxlength: MOST, autocomplete: "off",
      placeholder: "in a few words" });
    const dialog = h("dialog", { class: "sheet words", "aria-labelledby": "words-title",
      onclose: () => { done(dialog.returnValue === "say" ? words.value.replaceAll("|", "/").trim()
        : null); dialog.remove(); } },
      h("form", { method: "dialog", class: "sheet-body" },
        h("h2", { id: "words-title" }, text),
        h("label", { for: "own-words" }, h("span", {}, "What do you do?"), words),
        h("div", { class: "row yes-no" },
          h("button", { type: "button", onclick: () => dialog.close("") }, "Think again"),
          h("button", { type: "submit", class: "primary", value: "say" }, "Say so"))));
    document.body.append(dialog);
    dialog.showModal();
    words.focus();
  });
}
