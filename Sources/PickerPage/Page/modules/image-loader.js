// Images for things that come and go on the screen: wait a moment, queue, fetch, and undo all of it when
// the thing is gone.

import { ApiError, fetchImage } from "./api.js";

/** Fast scrolling passes most cells in less than this; they cost nothing then. */
const dwellMilliseconds = 50;
/** A few frames: scrolling that is as fast goes on within it. */
const restMilliseconds = 60;
/** Browsers open six connections to a server: one is for events, one stays free for what the user presses. */
const mostAtOnce = 4;

/** How soon the server is to make an image (RFC 9218): what was opened, what scrolled into view, what may be next. */
export const urgency = { opened: 1, inView: 4, next: 6 };

/**
 * @typedef {object} Receiver
 * @property {(url: string) => void} onImage
 * @property {(error: ApiError) => void} onError
 * @property {() => boolean} [isInView] whether it is on the screen; what only is near it comes after that
 */

let isHeld = false;
/** A timer, while what is on the screen changes faster than one sees it. */
let passing = 0;
/** @type {Set<{ticket: Ticket}>} each request by itself: one that was broken off counts until it has ended, also when it is asked for again */
const running = new Set();
/** @type {Ticket[]} */
const waiting = [];

/** One wanted image. `cancel` is always safe and releases everything, the blob included. */
export class Ticket {
  /** @type {AbortController|null} while it is fetched */
  #controller = null;
  #isCancelled = false;
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
    if (this.#isCancelled) return;
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    try {
      const blob = await fetchImage(this.url, signal, this.urgency);
      if (signal.aborted) return;
      this.#blobUrl = URL.createObjectURL(blob);
      this.receiver.onImage(this.#blobUrl);
    } catch (error) {
      if (signal.aborted) return;
      const refusal = error instanceof ApiError ? error : new ApiError(0, "UNKNOWN", String(error));
      // The page finds out when Picker answers again, and asks for all that is missing then.
      if (refusal.isOffline) dispatchEvent(new CustomEvent("requestfailure", { detail: refusal }));
      this.receiver.onError(refusal);
    }
  }

  /** Back to the front of the queue, after what was opened if this was not; nothing fetched. */
  interrupt() {
    if (this.#isCancelled || waiting.includes(this)) return;
    this.#controller?.abort();
    const place = this.isUrgent ? 0 : waiting.findIndex(({ isUrgent }) => !isUrgent);
    waiting.splice(place < 0 ? waiting.length : place, 0, this);
  }

  cancel() {
    this.#isCancelled = true;
    clearTimeout(this.#timer);
    this.#controller?.abort();
    const place = waiting.indexOf(this);
    if (place >= 0) waiting.splice(place, 1);
    if (this.#blobUrl) URL.revokeObjectURL(this.#blobUrl);
    this.#blobUrl = "";
  }
}

function startNext() {
  for (let place = nextPlace(); place >= 0; place = nextPlace()) {
    const [ticket] = waiting.splice(place, 1);
    const request = { ticket };
    running.add(request);
    ticket.run().finally(() => {
      running.delete(request);
      startNext();
    });
  }
}

/** Of the one to fetch now; -1: none. What was opened is in front, then comes what is on the screen. */
function nextPlace() {
  if (isHeld || waiting.length === 0) return -1;
  if (waiting[0].isUrgent) return running.size <= mostAtOnce ? 0 : -1;
  if (passing !== 0 || running.size >= mostAtOnce) return -1;
  return Math.max(0, waiting.findIndex(({ receiver }) => receiver.isInView?.() ?? true));
}

/** The screen changes too fast for any image to be seen: none is asked for until it has not for a moment. What is opened still is. */
export function letPass() {
  clearTimeout(passing);
  passing = window.setTimeout(() => {
    passing = 0;
    startNext();
  }, restMilliseconds);
}

/** Asks for no image until `releaseImages`: the server may end with the answer to what the page asks for next. */
export function holdImages() {
  isHeld = true;
  restartImages();
}

/** Asks once more for all that is on its way, and may never come: the network has gone and is back. */
export function restartImages() {
  for (const { ticket } of [...running].reverse()) ticket.interrupt();
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
