// A request to take back, for the players who may grant it.
import { h } from "../../elements.js";
import { isOnlooker, nameOf, sideOf } from "../../state/fight.js";
import { yesNo } from "../../render/yes_no.js";
import { refuseTakeBack, takeBackTo } from "./actions.js";

/** @param {import("../../state/fight.js").FightState} state */
export function takeBackBanner(state) {
  const { story, role } = state;
  const { request } = story.latest;
  if (!request) return null;
  const name = nameOf(state, request.role);
  const decision = story.decisions.find((one) => one.at === request.to);
  const own = request.role === role;
  const decides = !own && !isOnlooker(state)
    && (role === "gm" || sideOf(state, role) !== sideOf(state, request.role));
  return h("div", { class: "banner", role: "alert" },
    h("span", {}, own ? "You asked to take back" : `${name} asks to take back`,
      decision ? `: ${decision.chose}` : "", "."),
    own || decides ? yesNo([own ? "Withdraw" : "Refuse", () => refuseTakeBack(state)],
      decides ? ["Grant", () => takeBackTo(state, request.to)] : null) : null);
}
