// A wish to take back, for those who may grant it.
import { h } from "../../elements.js";

/** @param {import("../fight.js").FightTable} table */
export function takeBackBanner(table) {
  const { request } = table.story.latest;
  if (!request) return null;
  const name = request.role.startsWith("side ") ? table.scene.sides[Number(request.role.slice(5))].name : request.role;
  const decision = table.story.decisions.find((one) => one.at === request.to);
  const own = request.role === table.role;
  return h("div", { class: "banner", role: "alert" },
    h("span", {}, own ? "You asked to take back" : `${name} asks to take back`, decision ? `: ${decision.chose}` : "", "."),
    own || table.role === "onlooker" ? null : h("button", { type: "button", onclick: () => table.backTo(request.to) }, "Grant"),
    table.role === "onlooker" ? null : h("button", { type: "button", onclick: () => table.refuse() }, own ? "Withdraw" : "Refuse"));
}
