// Pictures under a map's grid: kept in this browser, beside a draft or a fight; they are never
// sent.

const DATABASE = "affray";
const SHELF = "pictures";
/** A picture is made smaller than this many pixels each way, so that many can be kept. */
const LARGEST = 2400;

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
 * A map's picture and what else of it the rules do not know.
 * @typedef {object} MapPicture
 * @property {string} image As a data address.
 * @property {number} width In cells.
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
 * The picture of a Universal VTT file as a data address that is not too large; empty if it has none
 * that can be drawn.
 * @param {unknown} image Base64, as such files have it.
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
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(drawn.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(drawn.naturalHeight * scale));
  canvas.getContext("2d")?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", 0.86);
}
