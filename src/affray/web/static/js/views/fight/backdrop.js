// The map's picture under a fight's grid, with its lights and doors.
import { svg } from "../../elements.js";
import { CELL } from "../../plan/grid.js";
import { doorMark, lightMarks } from "../../render/map_marks.js";
import { get } from "../../service.js";
import { hasWall } from "../build/wall_list.js";
import { fightUrl } from "./actions.js";

/**
 * @param {import("../../render/board.js").BoardElement} board
 * @param {import("../../state/fight.js").FightState} state
 */
export async function layPicture(board, state) {
  /** @type {import("../../pictures.js").MapPicture} */
  let picture;
  try {
    picture = await get(fightUrl(state, "picture"), state.secret);
  } catch {
    return; // while a part of the map is hidden, its picture is not shown
  }
  const { origin } = board.layout;
  const walls = /** @type {number[][]} */ (state.scene.board.walls || []);
  board.setBackdrop(picture.image, picture.width * CELL, picture.height * CELL, [
    lightMarks(picture, origin),
    svg("g", { class: "doors" }, picture.doors.map(({ line }) =>
      doorMark(line, hasWall(walls, line), origin))),
  ]);
}
