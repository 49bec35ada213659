// A scenario's field as a picture, with every fighter at its starting place.
import { layoutOf } from "../plan/layout.js";
import { pictureOf } from "../plan/picture.js";
import { wear } from "../worlds/themes.js";
import { BoardElement } from "./board.js";

/**
 * @param {ScenarioInfo} scenario
 * @returns {SVGSVGElement | null}
 */
export function fieldPicture({ board, start, title, sides, about, name, ruleset }) {
  if (!board || !start) return null;
  const layout = layoutOf(board, { fighters: start.length, coordinates: false });
  const drawn = new BoardElement(
    { board, title, about, name, ruleset, sides: sides.map((side) => ({ name: side })),
      fighters: start }, layout);
  drawn.show(pictureOf(drawn.scene, layout, start));
  wear(drawn.element, ruleset);
  drawn.element.classList.add("field-picture");
  drawn.element.setAttribute("role", "img");
  drawn.element.setAttribute("aria-label", `The field of ${title}`);
  for (const token of drawn.tokens.values()) {
    token.element.setAttribute("aria-hidden", "true");
    token.element.removeAttribute("tabindex");
    token.element.removeAttribute("role");
    token.title.remove();
  }
  return drawn.element;
}
