// What stands around the table: links to give away, the game master's rulings, wishes to take back.
import { h } from "./dom.js";
import { fights } from "./shelf.js";
import { notice } from "./notice.js";

const KINDS = [
  ["health", "a number, such as 3"],
  ["place", "a place's name, as the map has it"],
  ["condition", "a condition, or 'not' and a condition"],
  ["gear", "a weapon, or 'not' and a weapon"],
  ["state", "standing, down, fled or dead"],
];

/** The links this browser may give away. */
export function linksPanel(table) {
  const kept = fights().find((one) => one.id === table.id);
  if (!kept || !kept.sides) return null;
  const address = (secret) => `${location.origin}/#/fight/${table.id}/${secret}`;
  const row = (name, secret) => h("li", {}, h("span", {}, name),
    h("input", { type: "text", readonly: true, value: address(secret), "aria-label": `Link for ${name}`, onfocus: (event) => event.target.select() }),
    h("button", { type: "button", class: "small", onclick: async () => { await navigator.clipboard.writeText(address(secret)); notice(`The link for ${name} is copied.`); } }, "Copy"));
  return h("details", { class: "card links" }, h("summary", {}, "Links to this table"),
    h("p", { class: "quiet" }, "Whoever has a link has its seat. They are shown here because you began this fight in this browser."),
    h("ul", {}, kept.sides.map((secret, side) => row(table.scene.sides[side].name, secret)), row("game master", kept.gm), row("onlookers", kept.onlooker)));
}

/** The game master's rulings. */
export function gmPanel(table) {
  const hint = h("span", { class: "quiet" }, KINDS[0][1]);
  const kind = h("select", { id: "ruling-kind", onchange: () => { hint.textContent = KINDS.find(([name]) => name === kind.value)[1]; } }, KINDS.map(([name]) => h("option", { value: name }, name)));
  const fighter = h("select", { id: "ruling-fighter" }, table.scene.fighters.map((one) => h("option", { value: one.name }, one.name)));
  const value = h("input", { id: "ruling-value", required: true, maxlength: 100 });
  const why = h("input", { id: "ruling-why", required: true, maxlength: 200, placeholder: "a stray stone" });
  const field = (label, control, more) => h("label", { for: control.id }, h("span", {}, label), control, more || null);
  return h("details", { class: "card gm" }, h("summary", {}, "Game master: rule"),
    h("form", {
      onsubmit: async (event) => {
        event.preventDefault();
        const ruling = { kind: kind.value, fighter: fighter.value, value: value.value.trim(), text: why.value.trim() };
        if (await table.answer({ ruling })) {
          value.value = "";
          why.value = "";
        }
      },
    }, field("What changes", kind), field("Of whom", fighter), field("It becomes", value, hint), field("Because", why), h("button", { type: "submit" }, "Rule so")));
}

/** A wish to take back, for those who may grant it. */
export function requestBanner(table) {
  const request = table.story.latest.request;
  if (!request) return null;
  const name = request.role.startsWith("side ") ? table.scene.sides[Number(request.role.slice(5))].name : request.role;
  const decision = table.story.decisions.find((one) => one.at === request.to);
  const own = request.role === table.role;
  return h("div", { class: "banner", role: "alert" },
    h("span", {}, own ? "You asked to take back" : `${name} asks to take back`, decision ? `: ${decision.chose}` : "", "."),
    own || table.role === "onlooker" ? null : h("button", { type: "button", onclick: () => table.backTo(request.to) }, "Grant"),
    table.role === "onlooker" ? null : h("button", { type: "button", onclick: () => table.refuse() }, own ? "Withdraw" : "Refuse"));
}
