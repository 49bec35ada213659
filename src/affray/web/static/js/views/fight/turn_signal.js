// Announces the player's turn: in the page's title, by a short shake and, with sound on, a chime.
import { hear } from "../../sound/switch.js";

const SHAKE = [60, 60, 60];

/**
 * Show the fighter who must decide in the title; an empty name removes it.
 * @param {string} title
 * @param {string} name
 */
export function showTurn(title, name) {
  document.title = name ? `● Your turn, ${name}: ${title}` : `Affray: ${title}`;
}

/** Call the player who must decide. */
export function callForTurn() {
  if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(SHAKE);
  hear("turn");
}

/** Play a short chime, as a sample of the sounds. */
export const playSound = () => hear("turn");
