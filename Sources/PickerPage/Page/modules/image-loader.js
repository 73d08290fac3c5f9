// Images for things that come and go on the screen: wait a moment, queue, fetch, and undo all of it when
// the thing is gone.

import { ApiError, fetchImage } from "./api.js";

/** Fast scrolling passes most cells in less than this; they cost nothing then. */
const dwellMilliseconds = 50;
/** Browsers open six connections to a server: one is for events, one stays free for what the user presses. */
const mostAtOnce = 4;

/** How soon the server is to make an image (RFC 9218): what was opened, what scrolled into view, what may be next. */
export const urgency = { opened: 1, inView: 4, next: 6 };

/** @typedef {{onImage: (url: string) => void, onError: (error: ApiError) => void}} Receiver */

let isHeld = false;
/** @type {Set<Ticket>} */
const running = new Set();
/** @type {Ticket[]} */
const waiting = [];

/** One wanted image. `cancel` is always safe and releases everything, the blob included. */
export class Ticket {
  #controller = new AbortController();
  #blobUrl = "";
  #timer = 0;

  /** @param {string} url @param {Receiver} receiver @param {number} dwell milliseconds @param {number} urgency */
  constructor(url, receiver, dwell, urgency) {
    this.isUrgent = dwell === 0;
    this.url = url;
    this.urgency = urgency;
    this.receiver = receiver;
    this.#timer = window.setTimeout(() => {
      // What was opened comes before what only scrolled into view.
      if (this.isUrgent) waiting.unshift(this);
      else waiting.push(this);
      startNext();
    }, dwell);
  }

  async run() {
    const { signal } = this.#controller;
    try {
      const blob = await fetchImage(this.url, signal, this.urgency);
      if (signal.aborted) return;
      this.#blobUrl = URL.createObjectURL(blob);
      this.receiver.onImage(this.#blobUrl);
    } catch (error) {
      if (signal.aborted) return;
      this.receiver.onError(error instanceof ApiError ? error : new ApiError(0, "UNKNOWN", String(error)));
    }
  }

  /** Back to the front of the queue, nothing fetched. */
  interrupt() {
    if (this.#controller.signal.aborted) return;
    this.#controller.abort();
    this.#controller = new AbortController();
    waiting.unshift(this);
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
  while (!isHeld && waiting[0] && running.size < (waiting[0].isUrgent ? mostAtOnce + 1 : mostAtOnce)) {
    const ticket = /** @type {Ticket} */ (waiting.shift());
    running.add(ticket);
    ticket.run().finally(() => {
      running.delete(ticket);
      startNext();
    });
  }
}

/** Asks for no image until `releaseImages`: the server may end with the answer to what the page asks for next. */
export function holdImages() {
  isHeld = true;
  for (const ticket of [...running].reverse()) ticket.interrupt();
}

export function releaseImages() {
  isHeld = false;
  startNext();
}

/**
 * Wants an image. The receiver hears once, unless the ticket is cancelled first.
 * @param {string} url
 * @param {Receiver} receiver
 * @param {number} [dwell] milliseconds to wait before asking; 0 also goes before all others
 * @param {number} [order] one of `urgency`
 */
export function loadImage(url, receiver, dwell = dwellMilliseconds, order = dwell === 0 ? urgency.opened : urgency.inView) {
  return new Ticket(url, receiver, dwell, order);
}

/**
 * Widths that the grid asks for: few, so that the server's caches are hit when a window is resized. Phones put a picture of 240 by 320
 * pixels into their HEICs: what it is large enough for is made without decoding twelve million pixels.
 */
const steps = [96, 128, 192, 240, 256, 384, 512, 768, 1024];

/** @param {number} cssPixels */
export function thumbnailSize(cssPixels) {
  const wanted = cssPixels * window.devicePixelRatio;
  return steps.find((step) => step >= wanted * 0.98) ?? 1024;
}
