// A recorded fight that plays itself silently, as the first page's backdrop.
import { put } from "../elements.js";
import { NARROW, layoutOf } from "../plan/layout.js";
import { pictureOf } from "../plan/picture.js";
import { BoardElement } from "../render/board.js";
import { getOnce } from "../service.js";
import { Story } from "../state/story.js";
import { Playback, wantsMotion } from "../views/fight/playback.js";
import { registerTheme, wear } from "../worlds/themes.js";

/** Milliseconds for which the end is shown before the fight starts again. */
const PAUSE = 2600;
/** The share of the fight shown as a still picture to users who prefer reduced motion. */
const STILL = 0.4;

/**
 * @typedef {object} DemoFight
 * @property {Scene} scene
 * @property {Frame[]} frames
 * @property {any} theme
 */

/**
 * Return the story of a finished fight, made from its frames.
 * @param {DemoFight} demo
 */
function storyOf({ scene, frames }) {
  const story = new Story(scene);
  const told = { ...story.latest, frames: frames.map((frame) => ({ ...frame, at: 0, rules: [] })) };
  story.take(told);
  return story;
}

/**
 * Play a fight in an element in a loop. Returns a function that ends it.
 * @param {HTMLElement} element
 * @returns {Promise<() => void>}
 */
export async function mountDemoFight(element) {
  /** @type {DemoFight} */
  const demo = await getOnce("/static/demo.json");
  const { scene } = demo;
  registerTheme(String(scene.ruleset), demo.theme);
  const story = storyOf(demo);
  const room = { narrow: innerWidth < NARROW, fighters: scene.fighters.length };
  const board = new BoardElement(scene, layoutOf(scene.board, room));
  const last = story.frames.length - 1;
  const show = (/** @type {number} */ frame) =>
    board.show(pictureOf(scene, board.layout, story.at(frame)));
  wear(element, scene.ruleset);
  element.setAttribute("aria-hidden", "true");
  element.setAttribute("inert", "");
  element.classList.add("demo-fight");
  put(element, board.element);
  show(Math.round(last * STILL));
  if (!wantsMotion()) return () => put(element);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;
  const onend = () => (again = setTimeout(() => playback.play(0, last, 1), PAUSE));
  const playback = new Playback(board, story, { onframe: show, oneffects: () => {}, onend });
  playback.isMuted = true;
  playback.play(0, last, 1);
  return () => {
    clearTimeout(again);
    playback.stop();
    put(element);
  };
}
