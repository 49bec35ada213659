// Pictures under a map's grid: stored in this browser with a draft, and sent with a fight begun
// from it.

const DATABASE = "affray";
const SHELF = "pictures";
/** The largest width or height of a stored picture, in pixels. */
const LARGEST = 2400;
/** The longest data address of a picture sent with a fight. */
const MOST_SENT = 680_000;

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((done, failed) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(SHELF);
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T | undefined>}
 */
async function run(mode, work) {
  try {
    const database = await open();
    return await new Promise((done, failed) => {
      const request = work(database.transaction(SHELF, mode).objectStore(SHELF));
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
  } catch {
    return undefined; // a browser that keeps nothing can still draw
  }
}

/**
 * A map's picture, with the properties of the map that the rules do not use.
 * @typedef {object} MapPicture
 * @property {string} image A data address.
 * @property {number} width The width in cells.
 * @property {number} height
 * @property {{line: number[], closed: boolean}[]} doors
 * @property {{x: number, y: number, range: number}[]} lights
 */

/**
 * @param {string} name
 * @returns {Promise<MapPicture | undefined>}
 */
export const loadPicture = (name) => run("readonly", (store) => store.get(name));

/**
 * @param {string} name
 * @param {MapPicture} picture
 */
export const storePicture = (name, picture) =>
  run("readwrite", (store) => store.put(picture, name));

/** @param {string} name */
export const forgetPicture = (name) => run("readwrite", (store) => store.delete(name));

/**
 * Return the picture of a Universal VTT file as a data address of limited size; empty if it has
 * none that can be drawn.
 * @param {unknown} image The file's picture, in base64.
 * @returns {Promise<string>}
 */
export async function readableImage(image) {
  if (typeof image !== "string" || image.length < 16) return "";
  const kind = image.startsWith("/9j/") ? "jpeg" : image.startsWith("UklGR") ? "webp" : "png";
  const address = image.startsWith("data:image/") ? image : `data:image/${kind};base64,${image}`;
  const drawn = new Image();
  drawn.src = address;
  try {
    await drawn.decode();
  } catch {
    return "";
  }
  const scale = Math.min(1, LARGEST / Math.max(drawn.naturalWidth, drawn.naturalHeight, 1));
  if (scale === 1 && address.length < 1_500_000) return address;
  return redrawn(drawn, scale);
}

/**
 * @param {HTMLImageElement} drawn
 * @param {number} scale
 */
function redrawn(drawn, scale) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(drawn.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(drawn.naturalHeight * scale));
  canvas.getContext("2d")?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", 0.86);
}

/**
 * Return a map's picture, reduced to the size the service accepts.
 * @param {MapPicture} picture
 * @returns {Promise<MapPicture>}
 */
export async function smallPicture(picture) {
  let { image } = picture;
  const drawn = new Image();
  drawn.src = image;
  for (let scale = 0.8; image.length > MOST_SENT && scale > 0.1; scale *= 0.8) {
    await drawn.decode();
    image = redrawn(drawn, scale);
  }
  return { ...picture, image };
}
