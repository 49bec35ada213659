// The links of a fight's seats, for the person who began it.
import { h } from "../../elements.js";
import { copyText } from "../../notices.js";
import { addressToGive } from "../../service.js";
import { storedFights } from "../../storage.js";

/**
 * Return the links that this browser may share.
 * @param {Scene} scene
 * @param {string} fight
 */
export function linksPanel(scene, fight) {
  const kept = storedFights().find((stored) => stored.id === fight);
  if (!kept || !kept.sides) return null;
  const address = (/** @type {string} */ secret) => addressToGive(`fight/${fight}/${secret}`);
  const row = (/** @type {string} */ name, /** @type {string} */ secret) =>
    h("li", {}, h("span", {}, name),
    h("input", { type: "text", readonly: true, value: address(secret),
      "aria-label": `Link for ${name}`,
      onfocus: (/** @type {FocusEvent} */ event) =>
        /** @type {HTMLInputElement} */ (event.target).select() }),
    h("button", { type: "button", class: "small",
      onclick: () => copyText(address(secret), `The link for ${name}`) }, "Copy"));
  return h("details", { class: "card links" }, h("summary", {}, "Links to this table"),
    h("p", { class: "quiet" },
      "A link gives its seat to anyone who has it. You see all links because you began this "
        + "fight in this browser."),
    h("ul", {}, kept.sides.map((secret, side) => row(scene.sides[side].name, secret)),
      row("game master", kept.gm || ""), row("onlookers", kept.onlooker || "")));
}
