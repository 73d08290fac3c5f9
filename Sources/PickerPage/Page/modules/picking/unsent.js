// What a page could not send any more as it went, for the page that is loaded after it in the same tab.

import { pageRoot } from "../libraries/place.js";

// Two libraries, and two sessions, may call different photos the same.
const key = `picker.unsent.${pageRoot}`;

/** A reload takes seconds. After this time, what the session has counts: another page may have changed it. */
const longestMilliseconds = 60_000;

/** @param {object} selection as a document */
export function keepUnsent(selection) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ time: Date.now(), selection }));
  } catch {
    // A browser keeps some megabytes, or nothing: what the session has is then what was sent before.
  }
}

/** @returns {object|null} null when nothing was left to be sent */
export function unsent() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return typeof kept?.selection === "object" && Date.now() - kept.time < longestMilliseconds ? kept.selection : null;
  } catch {
    return null;
  }
}

export function forgetUnsent() {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Where nothing is kept, nothing is to be forgotten.
  }
}
