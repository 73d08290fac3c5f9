// What is shown when the server refuses something: as what it is, where the page has words for it, and in the reader's
// language. The server and its backends speak one language; in others their own words come second, or not at all.

import { ApiError, messageOf } from "./api.js";
import { formatReason } from "./format.js";
import { language, serverTag } from "./language.js";
import { strings } from "./strings.js";

const isServersLanguage = language.tag === serverTag;

/** @param {unknown} error */
function titleOf(error) {
  if (!(error instanceof ApiError)) return undefined;
  // That says nothing of the photos.
  if (error.isOffline) return strings.offline;
  const general = strings.refusals[error.status];
  // What the server says in its own language is as exact, and has numbers and names in it.
  return isServersLanguage ? general : strings.reasons[error.reason] ?? general ?? strings.statuses[error.status];
}

/**
 * Whether the sign-in ended, or this browser has the cookie alone: the server shows the page that says how to get a new link.
 * @param {unknown} error
 */
export const isSignedOut = (error) => error instanceof ApiError && error.code === 401;

/**
 * Whether the session, or what was asked of it, may be the reason.
 * @param {unknown} error
 */
export const isRefusal = (error) => error instanceof ApiError && (error.code === 400 || error.code === 404);

/** What was refused for the moment is asked for again so often, each time after twice as many seconds, if it was not said when. */
const mostRepetitions = 5;
const longestPause = 60;

/**
 * How long to wait before the same is asked for again, where it may succeed without anything being done for it.
 * @param {unknown} error @param {number} repetition from 1
 * @returns {number|null} milliseconds; null: it is not asked for again
 */
export function pauseBefore(error, repetition) {
  if (!(error instanceof ApiError) || repetition > mostRepetitions) return null;
  const isPassing = [429, 502, 504].includes(error.code) || (error.code === 503 && error.status !== "OFFLINE");
  return isPassing ? Math.min(error.retryAfter ?? 2 ** repetition, longestPause) * 1000 : null;
}

/** @param {unknown} error */
const waitOf = (error) => (error instanceof ApiError && error.retryAfter ? strings.tryAgainIn(error.retryAfter) : "");

/**
 * What was picked could not be copied, say: which file and where no sentence of the page can know.
 * @param {unknown} error
 */
const isAboutPlaces = (error) => error instanceof ApiError && error.reason === "NOT_HANDED_OVER";

/**
 * What a message panel says of it: the reason in the reader's language, then the backend's own words.
 * @param {unknown} error
 */
export function failureOf(error) {
  const title = titleOf(error) ?? strings.failed;
  const icon = /** @type {"offline"|"broken"} */ (error instanceof ApiError && error.status === "OFFLINE" ? "offline" : "broken");
  if (error instanceof ApiError && error.isOffline) return { icon, title, text: strings.offlineHint };
  const [words, wait] = [formatReason(messageOf(error)), waitOf(error)];
  if (isServersLanguage) return { icon, title, text: strings.sentences(words, wait) };
  return { icon, title, text: wait, words };
}

/**
 * The same in one line, for a small place.
 * @param {unknown} error @param {string} [filename] the file that it is about, which the line need not repeat
 */
export function reasonOf(error, filename = "") {
  const title = titleOf(error);
  if (title) return strings.sentences(title, isAboutPlaces(error) ? formatReason(messageOf(error)) : waitOf(error));
  if (!isServersLanguage) return strings.failed;
  return formatReason(messageOf(error), filename) || strings.noReason;
}

/**
 * What the server said in its own language, where no more is known of it than that.
 * @param {string} message
 * @returns {{text: string, words?: string}} words: none when the reader's language is the server's
 */
export const serverWords = (message) => (isServersLanguage ? { text: formatReason(message) } : { text: "", words: formatReason(message) });
