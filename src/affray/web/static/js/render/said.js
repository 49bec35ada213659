// Chat messages, as the log shows them.
import { h } from "../elements.js";
import { placeName } from "../plan/layout.js";

/** Kinds of chat lines that report events at the table. */
const NEWS = /^(granted|refused|withdrawn|taken-back|late|revealed|hidden|joined|left|returned)$/;

/**
 * Return a chat line as the log shows it.
 * @param {ChatLine} line
 * @param {Board} board
 */
export function chatLine(line, board) {
  const told = { try: " tries: ", no: " says no: ", ruling: " rules: ",
    test: " has a Test made: ", roll: " rolls ", ping: " points at " }[line.kind];
  const text = line.kind === "ping" ? `${placeName(board, Number(line.text))}.` : line.text;
  const isNews = NEWS.test(line.kind);
  return h("li", { class: `said said-${line.kind}`, "data-said": line.number },
    h("strong", {}, line.name), isNews ? ` ${text}` : [told || ": ", text],
    line.to === "all" ? null : h("span", { class: "quiet" },
      line.to === "gm" ? " (to the game master)" : " (to one alone)"));
}
