// A wish to take back, for those who may grant it.
import { h } from "../../elements.js";
import { refuseTakeBack, takeBackTo } from "./actions.js";

/** @param {import("../../state/fight.js").FightState} state */
export function takeBackBanner(state) {
  const { scene, story, role } = state;
  const { request } = story.latest;
  if (!request) return null;
  const name = request.role.startsWith("side ") ? scene.sides[Number(request.role.slice(5))].name : request.role;
  const decision = story.decisions.find((one) => one.at === request.to);
  const own = request.role === role;
  return h("div", { class: "banner", role: "alert" },
    h("span", {}, own ? "You asked to take back" : `${name} asks to take back`, decision ? `: ${decision.chose}` : "", "."),
    own || role === "onlooker" ? null : h("button", { type: "button", onclick: () => takeBackTo(state, request.to) }, "Grant"),
    role === "onlooker" ? null : h("button", { type: "button", onclick: () => refuseTakeBack(state) }, own ? "Withdraw" : "Refuse"));
}
