// The log: a line an event, with its dice, that unfolds into the rules that made it.
import { h } from "./dom.js";

/** A roll as a tape writes it ("2d12 = 4 9") as little dice. */
export function dice(roll) {
  const [pool, faces] = roll.split(" = ");
  const sides = Number(pool.split("d")[1]);
  return h(
    "span",
    { class: "roll", role: "img", "aria-label": `rolled ${pool}: ${faces}` },
    h("span", { class: "pool" }, pool),
    faces.split(" ").map((face) => h("span", { class: `die ${Number(face) === sides ? "highest" : ""} ${face === "1" ? "one" : ""}` }, face)),
  );
}

/** Rules by id as a list with their texts. */
export function ruleList(ids, rules) {
  if (!ids.length) return null;
  return h(
    "dl",
    { class: "rules" },
    ids.map((id) => {
      const rule = rules.get(id);
      return [h("dt", {}, id), h("dd", {}, rule ? rule.text : "")];
    }),
  );
}

/** Everything that went into a sum, each with its rule, and the other rules at work; pressed, a rule's text. */
export function reasons(because, ids, rules) {
  const named = new Set(because.map(([, id]) => id));
  const all = [...because, ...ids.filter((id) => !named.has(id)).map((id) => ["", id])];
  if (!all.length) return null;
  return h(
    "ul",
    { class: "reasons" },
    all.map(([what, id]) => {
      const rule = rules.get(id);
      return h("li", {}, h("details", {}, h("summary", {}, what ? h("span", {}, what) : null, h("code", {}, id)), h("p", {}, rule ? rule.text : "")));
    }),
  );
}

/** One line of the log. `actions` are buttons shown when it is unfolded. */
export function logLine(frame, index, rules, actions = []) {
  if (frame.kind === "round") {
    return h("li", { class: "round", "data-frame": index }, h("span", {}, frame.text));
  }
  return h(
    "li",
    { class: `event event-${frame.kind.replace(/[^a-z]/g, "-")}`, "data-frame": index },
    h(
      "details",
      {},
      h("summary", {}, h("span", { class: "told" }, frame.text), h("span", { class: "dice" }, frame.rolls.map(dice))),
      h(
        "div",
        { class: "why" },
        reasons(frame.parts.because || [], [], rules),
        ruleList(frame.rules, rules) || h("p", { class: "quiet" }, "No rule is named for this."),
        h("div", { class: "row" }, actions.map(([label, act]) => h("button", { type: "button", class: "small", onclick: () => act(index) }, label))),
      ),
    ),
  );
}
