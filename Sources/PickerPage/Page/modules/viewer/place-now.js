// Where a photo is in a list that has changed, or that is read again.

import { ApiError, fetchDetails } from "../api.js";
import { windowSize } from "../grid/asset-source.js";

/** @typedef {import("../grid/asset-source.js").AssetSource} AssetSource */

/** So far from the start it is looked for where it is not near its place of before. */
const mostLooked = 5000;

/**
 * @param {AssetSource} source @param {string} id @param {number} before its index until now
 * @returns {Promise<number|"gone"|"unknown">} gone: the library has it no more; unknown: it is elsewhere, or cannot be asked for
 */
export async function placeNow(source, id, before) {
  await source.ensure(before - windowSize, before + windowSize);
  const near = source.indexOf(id);
  if (near >= 0) return near;
  try {
    await fetchDetails(id);
  } catch (error) {
    return error instanceof ApiError && error.code === 404 ? "gone" : "unknown";
  }
  await source.enumerate(0, mostLooked, () => source.indexOf(id) < 0);
  const far = source.indexOf(id);
  return far >= 0 ? far : "unknown";
}

/**
 * Where a photo is that the address names: the page was loaded again on it, or it is a link.
 * @param {AssetSource} source @param {string} id @param {number|null} before its index until now, where that is known
 * @returns {Promise<number|"unknown"|"refused">} unknown: not there, or too far away; refused: as the source has said
 */
export async function placeAgain(source, id, before) {
  // How many there are is known with the first of them.
  await source.ensure(0, 0);
  if (before !== null) {
    await source.ensure(before - windowSize, before + windowSize);
    const near = source.indexOf(id);
    if (near >= 0) return near;
    if (before < source.count && !source.at(before)) return "refused";
  }
  const isWhole = await source.enumerate(0, mostLooked, () => source.indexOf(id) < 0);
  const far = source.indexOf(id);
  if (far >= 0) return far;
  return isWhole ? "unknown" : "refused";
}
