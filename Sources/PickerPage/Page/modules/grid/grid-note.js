// What stands in a grid that has no photo to show: why, and what can be done.

import { failureOf } from "../failure.js";
import { messagePanel } from "../message-panel.js";
import { isNarrowed } from "../router.js";
import { strings } from "../strings.js";

/**
 * @param {{isReading: boolean, narrowing: import("../router.js").Narrowing}} grid whether more photos may still be found; which are shown
 * @param {() => void} onWiden shows all photos
 */
export function emptyNote({ isReading, narrowing }, onWiden) {
  if (isReading) return messagePanel({ icon: "photo", title: strings.emptySoFar, text: strings.readingHint });
  if (!isNarrowed(narrowing)) return messagePanel({ icon: "photo", title: strings.emptyAlbum, text: strings.emptyAlbumHint });
  return messagePanel({ icon: "search", title: strings.nothingFound, text: strings.nothingFoundHint(narrowing.text), action: strings.showAll, onAction: onWiden });
}

/** @param {unknown} error @param {() => void} onRetry */
export const failureNote = (error, onRetry) => messagePanel({ ...failureOf(error), action: strings.retry, onAction: onRetry });

/**
 * Puts a note in the place of one before it, as after each time that something was asked for again: the keyboard stays on its button.
 * @param {HTMLElement} place @param {HTMLElement} note
 */
export function renewNote(place, note) {
  const hasKeyboard = place.contains(document.activeElement);
  place.replaceChildren(note);
  if (hasKeyboard) note.querySelector("button")?.focus();
}
