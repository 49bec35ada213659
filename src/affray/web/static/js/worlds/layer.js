// A drawing as one picture: drawn once into a canvas, so that tokens move smoothly above it.
import { svg } from "../elements.js";

/** @typedef {{x: number, y: number, width: number, height: number}} Area */

/** The largest width or height of a picture, in pixels. */
const LARGEST = 2200;
/** Pixels per unit of the board. */
const SHARPNESS = 2.5;
const MOST_KEPT = 24;

/** Pictures by what was drawn. @type {Map<string, Promise<string>>} */
const made = new Map();

/**
 * Return a drawing as the address of an SVG picture.
 * @param {string} drawing
 * @param {Area} area
 */
export const svgAddress = (drawing, { x, y, width, height }, wide = width, tall = height) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}"` +
      ` width="${wide}" height="${tall}">${drawing}</svg>`,
  )}`;

/**
 * Return a canvas as an address, encoded without blocking animations.
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<string>}
 */
const encoded = (canvas) =>
  new Promise((done, failed) =>
    canvas.toBlob(
      (blob) => {
        if (!blob) return failed(new Error("the canvas could not be read"));
        const reader = new FileReader();
        reader.onload = () => done(String(reader.result));
        reader.onerror = () => failed(reader.error);
        return reader.readAsDataURL(blob);
      },
      "image/webp",
      0.92,
    ),
  );

/**
 * Draw into a canvas; return the picture's address.
 * @param {string} drawing
 * @param {Area} area
 * @returns {Promise<string>}
 */
async function rasterise(drawing, area) {
  const scale = Math.min(SHARPNESS, LARGEST / Math.max(area.width, area.height));
  const [wide, tall] = [Math.ceil(area.width * scale), Math.ceil(area.height * scale)];
  const address = svgAddress(drawing, area, wide, tall);
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [wide, tall];
    const context = canvas.getContext("2d");
    if (!context) return address;
    context.drawImage(picture, 0, 0, wide, tall);
    return await encoded(canvas);
  } catch {
    return address; // a browser that cannot read its own canvas draws the picture itself
  }
}

/** The longest time that a picture waits for an idle moment, in milliseconds. */
const PATIENCE = 4000;

/** @returns {Promise<void>} */
const whenIdle = () =>
  new Promise((done) => {
    if (typeof requestIdleCallback === "function") {
      requestIdleCallback(() => done(), { timeout: PATIENCE });
    } else setTimeout(done, PATIENCE / 4);
  });

/**
 * Return an SVG image of a drawing, which is soon replaced by a picture that paints fast.
 * @param {string} name The name of the drawing: equal names mean equal pictures.
 * @param {Area} area The area of the picture, in the board's units.
 * @param {() => string} draw
 */
export function pictureLayer(name, area, draw) {
  const { x, y, width, height } = area;
  const image = svg("image", {
    x,
    y,
    width,
    height,
    class: "world-picture",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  let picture = made.get(name);
  if (!picture) {
    const drawing = draw();
    // show the drawing immediately, and replace it by its picture when that is ready
    image.setAttribute("href", svgAddress(drawing, area));
    picture = whenIdle().then(() => rasterise(drawing, area));
    made.set(name, picture);
    if (made.size > MOST_KEPT) made.delete(made.keys().next().value || "");
  }
  picture.then(async (address) => {
    // decoded first, so that the ground never disappears for a moment
    const decoded = new Image();
    decoded.src = address;
    await decoded.decode().catch(() => {});
    image.setAttribute("href", address);
  });
  return image;
}
