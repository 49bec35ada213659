// The picture of a map under the grid of a fight that was begun from it in this browser.
import { CELL } from "../../plan/grid.js";
import { loadPicture } from "../../pictures.js";

/**
 * @param {import("../../render/board.js").BoardElement} board
 * @param {string} fight
 */
export async function layPicture(board, fight) {
  const picture = await loadPicture(`fight ${fight}`);
  if (picture?.image) board.setBackdrop(picture.image, picture.width * CELL, picture.height * CELL);
}
