// The study of a fight, by the frames of its log. Nothing here touches the page.

/**
 * Return the last frame before a decision was asked for.
 * @param {import("./story.js").Story} story
 * @param {StudyBeat} beat
 */
const frameOfBeat = (story, beat) => story.frameAt(beat.at);

/**
 * Return the frame that shows the outcome of a decision; for number 0, of the first dice.
 * @param {import("./story.js").Story} story
 * @param {StudyResult} result
 * @param {number} number
 */
export function frameOfNumber(story, result, number) {
  if (!number) return 0;
  const first = frameOfBeat(story, result.beats[number - 1]) + 1;
  const next = result.beats[number];
  const last = next ? frameOfBeat(story, next) : story.frames.length - 1;
  return Math.max(0, Math.min(first, Math.max(last, 0)));
}

/**
 * Return the position of a turning point on the curve: its decision, or the fall of its dice.
 * @param {import("./story.js").Story} story
 * @param {StudyResult} result
 * @param {StudyResult["turning_points"][number]} turn
 */
export function markOf(story, result, turn) {
  const [beat, next] = [result.beats[turn.number - 1], result.beats[turn.number]];
  if (turn.why !== "dice") return { frame: frameOfBeat(story, beat), chances: beat.after };
  if (next) return { frame: frameOfBeat(story, next), chances: next.before };
  return { frame: Math.max(0, story.frames.length - 1), chances: beat.then };
}

/**
 * Return the chances along the frames, with a point for each decision and each throw of dice.
 * @param {import("./story.js").Story} story
 * @param {StudyResult} result
 * @returns {{frame: number, chances: Record<string, StudyFigure>}[]}
 */
export function curvePoints(story, result) {
  const points = [{ frame: 0, chances: result.opening }];
  result.beats.forEach((beat, number) => {
    const frame = frameOfBeat(story, beat);
    points.push({ frame, chances: beat.before });
    if (!beat.usual) points.push({ frame, chances: beat.after });
    if (number === result.beats.length - 1) {
      points.push({ frame: Math.max(0, story.frames.length - 1), chances: beat.then });
    }
  });
  return points;
}

/**
 * Return the chances at a frame; without one, at the end.
 * @param {import("./story.js").Story} story
 * @param {StudyResult} result
 * @param {number | null} frame
 */
export function chancesAt(story, result, frame) {
  const points = curvePoints(story, result);
  let found = points[0];
  for (const point of points) if (frame === null || point.frame <= frame) found = point;
  return found.chances;
}

/**
 * Return the decision that led to a frame; null before the first.
 * @param {import("./story.js").Story} story
 * @param {StudyResult} result
 * @param {number | null} frame
 */
export function beatAt(story, result, frame) {
  let found = null;
  for (const beat of result.beats) {
    if (frame === null || frameOfBeat(story, beat) < frame) {
      found = beat;
    }
  }
  return found;
}

/** @param {Scene} scene */
export const isBetweenPeople = (scene) =>
  scene.sides.filter((side) => side.player === "person").length > 1;
