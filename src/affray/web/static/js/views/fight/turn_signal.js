// Says that it is one's turn: by the page's title, a short shake and, where sounds are on, a chime.
import { hear } from "../../sound/switch.js";

const SHAKE = [60, 60, 60];

/**
 * Shows in the title who is asked at this page; nobody where the name is empty.
 * @param {string} title
 * @param {string} name
 */
export function showTurn(title, name) {
  document.title = name ? `● Your turn, ${name}: ${title}` : `Affray: ${title}`;
}

/** Calls whoever is asked. */
export function callForTurn() {
  if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(SHAKE);
  hear("turn");
}

/** A short chime, to hear what sounds are like. */
export const playSound = () => hear("turn");
