// The preview hash that an asset's JSON carries: a few cells, shown large and smooth until the thumbnail is there.
// docs/placeholder.md describes its bytes.

import { element } from "../dom.js";

const headerLength = 4;
/** Bytes before the pixels of a bitmap file. */
const bitmapHead = 122;

/** @typedef {{columns: number, rows: number, pixels: Uint8ClampedArray}} Cells pixels are RGBA, row by row */

/**
 * @param {string} text base64url
 * @returns {Cells|null} null when it is no placeholder of version 1
 */
function placeholderCells(text) {
  const bytes = decoded(text);
  if (!bytes || bytes.length < headerLength) return null;
  const [version, flags, columns, rows] = bytes;
  if (version !== 1 || flags > 1) return null;
  const length = flags === 1 ? 4 : 3;
  const most = flags === 1 ? 7 : 8;
  const isPossible = columns >= 1 && columns <= most && rows >= 1 && rows <= most && bytes.length === headerLength + columns * rows * length;
  if (!isPossible) return null;
  const pixels = new Uint8ClampedArray(columns * rows * 4).fill(255);
  for (let cell = 0; cell < columns * rows; cell += 1) {
    pixels.set(bytes.subarray(headerLength + cell * length, headerLength + (cell + 1) * length), cell * 4);
  }
  return { columns, rows, pixels };
}

/**
 * What shows the cells, large and smooth. It is there at once, as nothing is fetched for it; so would be a canvas, but browsers make
 * a layer of each canvas, and one of what is over it, and put all of them together again in each frame.
 * @param {string} text base64url
 * @returns {HTMLSpanElement|null}
 */
export function placeholderElement(text) {
  const cells = placeholderCells(text);
  if (!cells) return null;
  const made = element("span", { class: "cell-preview" });
  made.style.backgroundImage = `url("${bitmapAddress(cells)}")`;
  return made;
}

/**
 * A bitmap file with alpha, of which browsers need no more than its head (BITMAPV4HEADER) to show it.
 * @param {Cells} cells
 */
function bitmapAddress({ columns, rows, pixels }) {
  const file = new DataView(new ArrayBuffer(bitmapHead + pixels.length));
  const put = (/** @type {number} */ offset, /** @type {number[]} */ ...numbers) => numbers.forEach((number, place) => file.setUint32(offset + 4 * place, number, true));
  file.setUint16(0, 0x4d42, true);
  put(2, file.byteLength, 0, bitmapHead);
  // Upside down is the usual way of these files: rows from the top have a negative height.
  put(14, bitmapHead - 14, columns, -rows);
  file.setUint16(26, 1, true);
  file.setUint16(28, 32, true);
  // Masks say where in a pixel its red, green, blue and alpha are; "sRGB" says which colours these are.
  put(30, 3, pixels.length);
  put(54, 0xff, 0xff00, 0xff0000, 0xff000000, 0x73524742);
  new Uint8Array(file.buffer).set(pixels, bitmapHead);
  return `data:image/bmp;base64,${btoa(String.fromCharCode(...new Uint8Array(file.buffer)))}`;
}

/** @param {string} text base64url */
function decoded(text) {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
