// Sounds synthesized in the browser from noise and tones through filters; no files are loaded.

/**
 * @typedef {object} Glide A glide between two pitches, with its duration and volume.
 * @property {number} [at] The start, in seconds from now.
 * @property {number} long
 * @property {number} from
 * @property {number} [to]
 * @property {number} loud
 */

/** The overall volume, deliberately low. */
const VOLUME = 0.22;

/** @type {AudioContext | null} */
let audio = null;
/** @type {GainNode | null} */
let out = null;
/** @type {AudioBuffer | null} */
let noise = null;

/**
 * Return the audio output, after the first press: browsers stay silent before it.
 * @returns {{audio: AudioContext, out: GainNode, noise: AudioBuffer} | null}
 */
function stage() {
  if (!audio || !out || !noise) {
    if (!navigator.userActivation?.hasBeenActive || typeof AudioContext === "undefined") {
      return null;
    }
    audio = new AudioContext();
    out = audio.createGain();
    out.gain.value = VOLUME;
    out.connect(audio.destination);
    noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = noise.getChannelData(0);
    // the noise is always the same: it uses a fixed seed
    for (let at = 0, seed = 1; at < samples.length; at += 1) {
      seed = (seed * 16807) % 2147483647;
      samples[at] = (seed / 2147483647) * 2 - 1;
    }
  }
  if (audio.state === "suspended") audio.resume();
  return { audio, out, noise };
}

/**
 * Shape the volume of a sound: a quick rise, then a decay.
 * @param {AudioContext} on
 * @param {number} from
 * @param {number} long
 * @param {number} loud
 */
function swell(on, from, long, loud) {
  const gain = on.createGain();
  gain.gain.setValueAtTime(0.0001, from);
  gain.gain.exponentialRampToValueAtTime(loud, from + Math.min(0.012, long / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, from + long);
  return gain;
}

/**
 * Play a tone that glides from one pitch to another.
 * @param {Glide & {shape?: OscillatorType}} of
 */
export function tone({ at = 0, long, from, to = from, loud, shape = "sine" }) {
  const found = stage();
  if (!found) return;
  const start = found.audio.currentTime + at;
  const source = found.audio.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(to, start + long);
  source.connect(swell(found.audio, start, long, loud)).connect(found.out);
  source.start(start);
  source.stop(start + long);
}

/**
 * Play noise through a filter that glides from one pitch to another.
 * @param {Glide & {sharp?: number, kind?: BiquadFilterType}} of
 */
export function hiss({ at = 0, long, from, to = from, loud, sharp = 1, kind = "bandpass" }) {
  const found = stage();
  if (!found) return;
  const start = found.audio.currentTime + at;
  const source = found.audio.createBufferSource();
  source.buffer = found.noise;
  const filter = found.audio.createBiquadFilter();
  filter.type = kind;
  filter.Q.value = sharp;
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + long);
  source
    .connect(filter)
    .connect(swell(found.audio, start, long, loud))
    .connect(found.out);
  source.start(start, (at * 7) % 0.5);
  source.stop(start + long);
}
