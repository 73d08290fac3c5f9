// What is selected and not in the library any more: its names are said, and one press deselects all of it.

import { announce } from "../announcer.js";
import { ApiError } from "../api.js";
import { strings } from "../strings.js";

/** @typedef {import("./selection.js").Selection} Selection */

/** More names than this are a number. */
const mostNames = 3;

/** @param {Selection} selection */
export function goneText({ gone }) {
  return strings.goneFiles(gone.slice(0, mostNames).map(({ filename }) => filename), gone.length);
}

/** @param {Selection} selection */
export function announceGone(selection) {
  announce(goneText(selection), { action: strings.deselectGone(selection.gone.length), onAction: () => selection.removeGone() });
}

/**
 * Says which photos kept the session from ending, if that is why.
 * @param {unknown} error @param {Selection} selection
 * @returns {boolean} false when it is something else
 */
export function reportGone(error, selection) {
  if (!(error instanceof ApiError) || error.reason !== "ASSET_GONE") return false;
  selection.markGone((error.about.assets ?? "").split(","));
  if (selection.gone.length === 0) return false;
  announceGone(selection);
  return true;
}
