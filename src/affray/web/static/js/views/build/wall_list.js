// A map's walls as a list of lines; the direction of a line does not matter.

/**
 * @param {number[]} one
 * @param {number[]} other
 */
const isSameWall = (one, other) =>
  [other, [other[2], other[3], other[0], other[1]]].some((line) =>
    line.every((value, n) => value === one[n]));

/**
 * @param {number[][]} walls
 * @param {number[]} line
 */
export const hasWall = (walls, line) => walls.some((wall) => isSameWall(wall, line));

/**
 * @param {number[][]} walls
 * @param {number[]} line
 */
export function toggleWall(walls, line) {
  const same = walls.findIndex((wall) => isSameWall(wall, line));
  if (same >= 0) walls.splice(same, 1);
  else walls.push(line);
}
