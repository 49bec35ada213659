// Says that it is one's turn: by the page's title, a short shake and, where that is switched on, a
// sound.
import { storedSound } from "../../storage.js";

const SHAKE = [60, 60, 60];
const PITCH = 660;

/**
 * Shows in the title whose turn it is.
 * @param {string} title
 * @param {boolean} own
 */
export function showTurn(title, own) {
  document.title = own ? `● Your turn: ${title}` : `Affray: ${title}`;
}

/** Calls whoever is asked. */
export function callForTurn() {
  if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(SHAKE);
  if (storedSound()) playSound();
}

/** A short soft tone. */
export function playSound() {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = PITCH;
  volume.gain.setValueAtTime(0.12, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.5);
  tone.onended = () => audio.close();
}
