// Sends what is selected to the session as it changes, so that a page that is loaded again has it.

import { fetchSelection, keepSelection } from "../api.js";
import { isRefusal } from "../failure.js";

/** @typedef {import("./selection.js").Selection} Selection */

/** A range comes as many changes; the last one is sent. */
const settleMilliseconds = 250;
/** Large selections are sent less often. */
const largeCount = 2000;
const largeMilliseconds = 2000;

export class SelectionKeeper {
  #selection;
  #timer = 0;
  /** @type {AbortController|null} */
  #request = null;
  #isPaused = false;
  #isBehind = false;
  #onRefusal;

  /** @param {Selection} selection @param {() => void} onRefusal called when the session takes it no more, perhaps because it has ended */
  constructor(selection, onRefusal) {
    this.#selection = selection;
    this.#onRefusal = onRefusal;
  }

  /** What the session has selected already; after that, what changes is sent. */
  async start() {
    const selection = this.#selection;
    for (let offset = /** @type {number|null} */ (0); offset !== null;) {
      const page = await fetchSelection(offset);
      selection.add(page.assets);
      offset = page.next;
    }
    selection.addEventListener("change", () => this.#changed());
    // Who leaves before it was sent has it sent now.
    addEventListener("pagehide", () => { if (this.#isBehind) this.#send(true); });
  }

  /** Sends nothing more: the session is being ended, with a selection of its own. */
  pause() {
    this.#isPaused = true;
    clearTimeout(this.#timer);
    this.#request?.abort();
  }

  /** The session goes on after all, or the server is there again. */
  resume() {
    this.#isPaused = false;
    if (this.#isBehind) this.#changed();
  }

  #changed() {
    this.#isBehind = true;
    clearTimeout(this.#timer);
    const wait = this.#selection.count > largeCount ? largeMilliseconds : settleMilliseconds;
    this.#timer = window.setTimeout(() => this.#send(false), wait);
  }

  /** @param {boolean} isLast the page is going away */
  async #send(isLast) {
    if (this.#isPaused) return;
    // An older one must not arrive after this one.
    this.#request?.abort();
    const request = (this.#request = new AbortController());
    const ids = this.#selection.ids;
    this.#isBehind = false;
    try {
      await keepSelection(ids, request.signal, isLast);
    } catch (error) {
      if (this.#request !== request) return;
      // It is sent with the next change, or when the server is there again.
      this.#isBehind = true;
      if (isRefusal(error) && !this.#isPaused) this.#onRefusal();
    }
  }
}
