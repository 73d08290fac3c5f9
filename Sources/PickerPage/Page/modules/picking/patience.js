// Waiting for what may take as long as it takes, such as copies of thousands of photos, but not for what cannot come any more.

import { ApiError } from "../api.js";
import { signInState } from "../owner/sign-in.js";
import { strings } from "../strings.js";

/** So often it is looked whether Picker answers at all. */
const lookMilliseconds = 15_000;
/** A server with much to do may miss one look; after so many it is not there. */
const fewestMisses = 2;

/**
 * Asks, and gives up where Picker did not answer anything for a while and then does again: the line that the answer would have come on
 * went with the network, and no one says so.
 * @template Answer
 * @param {(signal: AbortSignal) => Promise<Answer>} ask
 * @param {() => void} onSilence nothing is answered
 * @returns {Promise<Answer>} fails with OFFLINE where it was given up: it is not known whether what was asked for was done
 */
export async function withPatience(ask, onSilence) {
  const request = new AbortController();
  let [misses, isOver] = [0, false];
  const timer = setInterval(async () => {
    const isThere = (await signInState()) !== null;
    // A server that `pick` started ends with its answer.
    if (isOver) return;
    if (isThere && misses >= fewestMisses) request.abort();
    misses = isThere ? 0 : misses + 1;
    if (misses === fewestMisses) onSilence();
  }, lookMilliseconds);
  try {
    return await ask(request.signal);
  } catch (error) {
    throw request.signal.aborted ? new ApiError(0, "OFFLINE", strings.offline) : error;
  } finally {
    isOver = true;
    clearInterval(timer);
  }
}
