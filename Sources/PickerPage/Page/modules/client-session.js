// The session of another program that this page is for, and how that program's own page hears of its end.

import { ApiError, fetchPicked, isOffline } from "./api.js";
import { pauseBefore } from "./failure.js";
import { clientSession, closesItself } from "./libraries/place.js";
import { signInState } from "./owner/sign-in.js";

/** @typedef {import("./types.js").Client} Client */
/** @typedef {"sending"|"sent"|"lost"} Sending of the files to that page: lost where not all of them came */
/** @typedef {{type: string, itemIds?: string[], isNews?: boolean, file?: File, itemId?: string, message?: string}} Report */

/** Refusals that may be about a single photo: it is gone or was changed, or its file cannot be read, or not be made as the program may have it. */
const ofOnePhoto = new Set(["NOT_FOUND", "CHANGED", "TOO_LARGE", "CORRUPT_MEDIA", "UNSUPPORTED_FORMAT", "UNSUPPORTED", "ACCESS_DENIED", "INTERNAL", "IO"]);

/** The page that opened this one closes it when it has heard; if it does not, this one closes itself after so long. */
const heardMilliseconds = 3000;
const unheardMilliseconds = 250;

/** Where Picker does not answer, a file is asked for again after so long, and so often: as long as it takes to start it again. */
const unansweredMilliseconds = 3000;
const mostUnanswered = 20;

/**
 * Reports the end to the page that opened this one, if it is one of the program's: the browser delivers it to that origin alone.
 * @param {Client|null} client
 * @param {"picked"|"cancelled"|"expired"|"closed"} state
 * @param {string[]} itemIds what was picked, in order
 * @param {boolean} isNews this page stays open: its reader is to read why it ended
 * @param {(state: Sending) => void} [onSending] hears of the files, where that page wants them: who closes this one meanwhile loses them
 */
export function reportEnd(client, state, itemIds, isNews, onSending = () => {}) {
  if (clientSession === null) return;
  const opener = /** @type {Window|null} */ (window.opener);
  const isHeard = client?.origin && opener;
  // A page that no script opened stays, and shows that it is done.
  const closing = closesItself && !isNews ? setTimeout(() => window.close(), isHeard ? heardMilliseconds : unheardMilliseconds) : 0;
  if (!client?.origin || !opener) return;
  const origin = client.origin;
  /** @param {Report} report */
  const send = (report) => opener.postMessage({ source: "picker", sessionId: clientSession, ...report }, origin);
  if (state === "picked") {
    addEventListener("message", function asked(event) {
      if (event.source !== opener || event.origin !== origin) return;
      if (event.data?.source !== "photo-picker" || event.data.type !== "files" || event.data.sessionId !== clientSession) return;
      removeEventListener("message", asked);
      clearTimeout(closing);
      onSending("sending");
      sendFiles(itemIds, send, () => opener.closed).then(onSending);
    });
  }
  send({ type: state, itemIds, isNews });
}

/**
 * The files of what was picked, one after the other. The page that gets them closes this one.
 * @param {string[]} itemIds what was picked, in order
 * @param {(report: Report) => void} send
 * @param {() => boolean} isGone whether the page that gets them was closed
 * @returns {Promise<Sending>} how it ended
 */
async function sendFiles(itemIds, send, isGone) {
  try {
    for (const [number, itemId] of itemIds.entries()) {
      const answer = await picked(number, isGone);
      if (isGone()) return "lost";
      if (answer === null) {
        send({ type: "missing", itemId });
        continue;
      }
      const name = /filename\*=UTF-8''([^;]+)/.exec(answer.disposition);
      send({ type: "file", file: new File([answer.blob], name ? decodeURIComponent(name[1]) : String(number), { type: answer.blob.type }) });
    }
    send({ type: "end" });
    return "sent";
  } catch (error) {
    // The words of an error have names and paths, which are the owner's.
    send({ type: "failed", message: error instanceof ApiError ? `${error.code} ${error.status}` : String(error) });
    return "lost";
  }
}

/**
 * The file of a photo, which is asked for again while it is refused for the moment only, or was lost on its way: the session has
 * ended, so that its reader cannot press Done once more.
 * @param {number} number its place in what was picked
 * @param {() => boolean} isGone
 * @returns {Promise<Awaited<ReturnType<typeof fetchPicked>>|null>} null when there is none of this photo, which keeps the program from no other
 */
async function picked(number, isGone) {
  const times = { unanswered: 0, refused: 0 };
  while (!isGone()) {
    try {
      return await fetchPicked(number);
    } catch (error) {
      const pause = isOffline(error) ? pauseUnanswered(times.unanswered += 1) : pauseBefore(error, times.refused += 1);
      if (pause === null && error instanceof ApiError && ofOnePhoto.has(error.status)) return null;
      // A file that breaks off each time, while Picker is there, cannot be read.
      if (pause === null && isOffline(error) && (await signInState()) !== null) return null;
      if (pause === null) throw error;
      await new Promise((go) => setTimeout(go, pause));
    }
  }
  return null;
}

/**
 * How long to wait where there was no answer.
 * @param {number} repetition from 1
 * @returns {number|null} milliseconds; null: it is not asked for again
 */
const pauseUnanswered = (repetition) => (repetition > mostUnanswered ? null : unansweredMilliseconds);
