// The fights whose links this browser stores.
import { h, put } from "../elements.js";
import { forgetFight, storedFights } from "../storage.js";

/** Return a list of the stored fights. */
export function storedFightsList() {
  const section = h("section", { class: "card shelf" });
  const draw = () => put(section, h("h2", {}, "Your fights"),
    storedFights().length ? h("ul", {}, storedFights().map((fight) => h("li", {},
      h("a", { href: `#/fight/${fight.id}/${fight.gm || fight.secret || fight.onlooker}` },
        fight.title || fight.id),
      h("span", { class: "quiet" }, ` ${new Date(fight.made).toLocaleString()} `),
      h("a", { class: "button small",
        href: `#/study/${fight.id}/${fight.gm || fight.secret || fight.onlooker}`,
        "aria-label": `Study ${fight.title || fight.id}` }, "Study"),
      fight.onlooker
      ? h("a", { class: "button small", href: `#/replay/${fight.id}/${fight.onlooker}`,
        "aria-label": `Replay ${fight.title || fight.id}` }, "Replay") : null,
      h("button", { type: "button", class: "small",
        "aria-label": `Forget ${fight.title || fight.id}`,
        onclick: () => { forgetFight(fight.id); draw(); } }, "Forget"))))
      : h("p", { class: "quiet" }, "None yet. Their secret links are kept in this browser only."));
  draw();
  return section;
}
