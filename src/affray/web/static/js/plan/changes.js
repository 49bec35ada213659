// The changes between two pictures of a board: tokens that appear, vanish, move or change their
// look.

/**
 * @param {BoardPicture | null} before
 * @param {BoardPicture} after
 * @returns {BoardChanges}
 */
export function changesBetween(before, after) {
  /** @type {BoardChanges} */
  const found = { appeared: [], vanished: [], moved: [], changed: [],
    lit: listChanges(before ? before.lit : [], after.lit) };
  const tokensBefore = before ? before.tokens : new Map();
  for (const [index, to] of after.tokens) {
    const from = tokensBefore.get(index);
    if (!from) {
      found.appeared.push(to);
      continue;
    }
    if (from.x !== to.x || from.y !== to.y
      || from.scale !== to.scale) found.moved.push({ from, to });
    if (!looksAlike(from, to)) found.changed.push(to);
  }
  for (const index of tokensBefore.keys()) if (!after.tokens.has(index)) found.vanished.push(index);
  return found;
}

/**
 * @param {number[]} before
 * @param {number[]} after
 */
function listChanges(before, after) {
  const had = new Set(before);
  const has = new Set(after);
  return { appeared: after.filter((place) => !had.has(place)),
    vanished: before.filter((place) => !has.has(place)) };
}

/**
 * Return whether two tokens differ only in position.
 * @param {TokenPicture} one
 * @param {TokenPicture} other
 */
function looksAlike(one, other) {
  if (one.lit !== other.lit || one.active !== other.active || one.named !== other.named
    || one.selected !== other.selected || one.last !== other.last) return false;
  const [first, second] = [one.state, other.state];
  if (first === second) return true;
  return (
    first.health === second.health &&
    first.max === second.max &&
    first.state === second.state &&
    first.where?.facing === second.where?.facing &&
    first.conditions.join() === second.conditions.join()
  );
}
