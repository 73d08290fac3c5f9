// What is shown when the server refuses something: as what it is, where the page has words for it.

import { ApiError, messageOf } from "./api.js";
import { formatReason } from "./format.js";
import { strings } from "./strings.js";

/** @param {unknown} error */
const titleOf = (error) => (error instanceof ApiError ? strings.refusals[error.status] : undefined);

/**
 * Whether the session, or what was asked of it, may be the reason.
 * @param {unknown} error
 */
export const isRefusal = (error) => error instanceof ApiError && (error.code === 400 || error.code === 404);

/** @param {unknown} error */
const waitOf = (error) => (error instanceof ApiError && error.retryAfter ? strings.tryAgainIn(error.retryAfter) : "");

/**
 * What a message panel says of it: the reason in the reader's language, then the backend's own words.
 * @param {unknown} error
 */
export function failureOf(error) {
  const title = titleOf(error);
  const text = [formatReason(messageOf(error)), waitOf(error)].filter(Boolean).join(" ");
  return /** @type {const} */ ({ icon: error instanceof ApiError && error.status === "OFFLINE" ? "offline" : "broken", title: title ?? strings.failed, text });
}

/**
 * The same in one line, for a small place.
 * @param {unknown} error @param {string} [filename] the file that it is about, which the line need not repeat
 */
export function reasonOf(error, filename = "") {
  const title = titleOf(error);
  const wait = waitOf(error);
  if (title) return wait ? `${title}. ${wait}` : title;
  return formatReason(messageOf(error), filename) || strings.noReason;
}
