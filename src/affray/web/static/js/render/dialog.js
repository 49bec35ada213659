// Dialogs with a title and a button that closes them.
import { button, h } from "../elements.js";

/**
 * Open a dialog. A press beside it or on ✕ closes it, and a closed dialog is removed.
 * @param {string} look The dialog's classes; the first one names it.
 * @param {string} title
 * @param {import("../elements.js").Child} body
 */
export function openDialog(look, title, body) {
  const id = `${look.split(" ")[0]}-title`;
  const close = () => dialog.close();
  const dialog = h("dialog", {
    class: `sheet ${look}`, "aria-labelledby": id, onclose: () => dialog.remove(),
    onclick: (/** @type {Event} */ event) => { if (event.target === dialog) close(); },
  }, h("header", {}, h("h2", { id }, title),
    button("✕", close, { class: "icon", "aria-label": "Close" })), body);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
