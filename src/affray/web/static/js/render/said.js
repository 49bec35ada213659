// What was said, as the log shows it.
import { h } from "../elements.js";

/** Lines that tell what happened at the table. */
const NEWS = /^(granted|refused|withdrawn|taken-back|late|revealed|hidden|joined|left|returned)$/;

/**
 * A line of the chat as the log shows it.
 * @param {ChatLine} line
 */
export function chatLine(line) {
  const told = { try: " tries: ", no: " says no: ", ruling: " rules: ",
    test: " has a Test made: " }[line.kind];
  const isNews = NEWS.test(line.kind);
  return h("li", { class: `said said-${line.kind}`, "data-said": line.number },
    h("strong", {}, line.name), isNews ? ` ${line.text}` : [told || ": ", line.text],
    line.to === "all" ? null : h("span", { class: "quiet" },
      line.to === "gm" ? " (to the game master)" : " (to one alone)"));
}
