// The preview hash that an asset's JSON carries: a few cells, shown large and smooth until the thumbnail is there.
// docs/placeholder.md describes its bytes.

import { element } from "../dom.js";

const headerLength = 4;

/** @typedef {{columns: number, rows: number, pixels: Uint8ClampedArray}} Cells pixels are RGBA, row by row */

/**
 * @param {string} text base64url
 * @returns {Cells|null} null when it is no placeholder of version 1
 */
export function placeholderCells(text) {
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
 * A canvas of one pixel a cell, for style sheets to scale.
 * @param {string} text base64url @param {HTMLCanvasElement|null} [used] one that is not needed any more, to draw on
 * @returns {HTMLCanvasElement|null}
 */
export function placeholderCanvas(text, used = null) {
  const cells = placeholderCells(text);
  if (!cells) return null;
  const canvas = used ?? element("canvas", { "aria-hidden": "true" });
  if (canvas.width !== cells.columns) canvas.width = cells.columns;
  if (canvas.height !== cells.rows) canvas.height = cells.rows;
  canvas.getContext("2d")?.putImageData(new ImageData(cells.pixels, cells.columns, cells.rows), 0, 0);
  return canvas;
}

/** @param {string} text base64url */
function decoded(text) {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
