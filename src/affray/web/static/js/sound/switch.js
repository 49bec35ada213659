// The switch for sounds, remembered by the browser. Sounds are on for solo players, and at a shared
// table off until switched on.
import { h } from "../elements.js";
import { soundChoice, storeSound } from "../storage.js";
import { themeOf } from "../worlds/themes.js";
import { sound } from "./sounds.js";

let isShared = false;

/** Return whether sounds are on. */
const isLoud = () => soundChoice() ?? !isShared;

/**
 * Set whether several people sit at this table.
 * @param {boolean} shared
 */
export function shareSound(shared) {
  isShared = shared;
}

/**
 * Play a sound in the page's world, if sounds are on.
 * @param {string} name
 * @param {number} [count]
 */
export function hear(name, count) {
  if (isLoud()) sound(name, themeOf().sound, count);
}

/** Return the switch for the header. */
export function soundButton() {
  const button = h("button", { type: "button", class: "icon small sound-button" });
  const show = () => {
    const on = isLoud();
    button.textContent = on ? "♪" : "♪̸";
    button.setAttribute("aria-pressed", String(on));
    button.setAttribute("aria-label", "Sound");
    button.title = on ? "Sound is on" : "Sound is off";
  };
  button.addEventListener("click", () => {
    storeSound(!isLoud());
    show();
    hear("turn");
  });
  show();
  return button;
}
