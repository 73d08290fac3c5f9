// Images for things that come and go on the screen: wait a moment, queue, fetch, and undo all of it when
// the thing is gone.

import { ApiError, fetchImage } from "./api.js";

/** Fast scrolling passes most cells in less than this; they cost nothing then. */
const dwellMilliseconds = 50;
/** Browsers open six connections to a server: one is for events, one stays free for what the user presses. */
const mostAtOnce = 4;

/** @typedef {{onImage: (url: string) => void, onError: (error: ApiError) => void}} Receiver */

let running = 0;
/** @type {Ticket[]} */
const waiting = [];

/** One wanted image. `cancel` is always safe and releases everything, the blob included. */
export class Ticket {
  #controller = new AbortController();
  #blobUrl = "";
  #timer = 0;

  /** @param {string} url @param {Receiver} receiver @param {number} dwell milliseconds */
  constructor(url, receiver, dwell) {
    this.isUrgent = dwell === 0;
    this.url = url;
    this.receiver = receiver;
    this.#timer = window.setTimeout(() => {
      // What somebody opened comes before what only scrolled into view.
      if (this.isUrgent) waiting.unshift(this);
      else waiting.push(this);
      startNext();
    }, dwell);
  }

  async run() {
    try {
      const blob = await fetchImage(this.url, this.#controller.signal);
      if (this.#controller.signal.aborted) return;
      this.#blobUrl = URL.createObjectURL(blob);
      this.receiver.onImage(this.#blobUrl);
    } catch (error) {
      if (this.#controller.signal.aborted) return;
      this.receiver.onError(error instanceof ApiError ? error : new ApiError(0, "UNKNOWN", String(error)));
    }
  }

  cancel() {
    clearTimeout(this.#timer);
    this.#controller.abort();
    const place = waiting.indexOf(this);
    if (place >= 0) waiting.splice(place, 1);
    if (this.#blobUrl) URL.revokeObjectURL(this.#blobUrl);
    this.#blobUrl = "";
  }
}

function startNext() {
  while (waiting[0] && running < (waiting[0].isUrgent ? mostAtOnce + 1 : mostAtOnce)) {
    const ticket = /** @type {Ticket} */ (waiting.shift());
    running += 1;
    ticket.run().finally(() => {
      running -= 1;
      startNext();
    });
  }
}

/**
 * Wants an image. The receiver hears once, unless the ticket is cancelled first.
 * @param {string} url
 * @param {Receiver} receiver
 * @param {number} [dwell] milliseconds to wait before asking; 0 also goes before all others
 */
export function loadImage(url, receiver, dwell = dwellMilliseconds) {
  return new Ticket(url, receiver, dwell);
}

/** Widths that the grid asks for: few, so that the server's caches are hit when a window is resized. */
const steps = [96, 128, 192, 256, 384, 512, 768, 1024];

/** @param {number} cssPixels */
export function thumbnailSize(cssPixels) {
  const wanted = cssPixels * window.devicePixelRatio;
  return steps.find((step) => step >= wanted * 0.98) ?? 1024;
}
