// Sends what is selected to the session as it changes, so that a page that is loaded again has it.

import { fetchSelection, isOffline, keepSelection } from "../api.js";
import { isRefusal, pauseBefore } from "../failure.js";
import { announceGone } from "./gone.js";
import { runOf } from "./runs.js";
import { forgetUnsent, keepUnsent, unsent } from "./unsent.js";

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
  #isHeld = false;
  #isBehind = false;
  #isTaking = false;
  #isSending = false;
  /** Whether another one is to be sent as soon as what is on its way is answered. */
  #isWaiting = false;
  /** How often what the server could not take for the moment was sent again. */
  #repetition = 0;
  #onRefusal;
  #everything;

  /**
   * @param {Selection} selection @param {() => void} onRefusal called when the session takes it no more, perhaps because it has ended
   * @param {() => string|null} everything the collection that has all photos
   */
  constructor(selection, onRefusal, everything) {
    this.#selection = selection;
    this.#everything = everything;
    this.#onRefusal = onRefusal;
  }

  /**
   * What the session has selected already; after that, what changes is sent.
   * @param {Promise<void>} isKnown which collection has all photos
   */
  async start(isKnown) {
    await this.#sendUnsent();
    const selection = this.#selection;
    const pages = [];
    for (let offset = /** @type {number|null} */ (0); offset !== null;) {
      const page = await fetchSelection(offset);
      pages.push(page);
      offset = page.next;
    }
    await isKnown;
    /** @type {(import("../types.js").Asset|import("./runs.js").Run)[]} */
    const parts = [];
    for (const page of pages) {
      let from = 0;
      for (const { after, run } of page.runs) {
        parts.push(...page.assets.slice(from, after), runOf(run, this.#everything()));
        from = after;
      }
      parts.push(...page.assets.slice(from));
    }
    if (parts.length > 0) selection.restore(parts);
    selection.addEventListener("change", () => this.#changed());
    // Who leaves before it was sent has it sent now; what is on its way would end with the page.
    addEventListener("pagehide", () => { if (this.#isBehind || this.#isSending) this.#send(true); });
  }

  /** The session gets what the page before this one could not send as it went. */
  async #sendUnsent() {
    const selection = unsent();
    if (selection === null || this.#isHeld) return;
    try {
      await keepSelection(selection, new AbortController().signal, false);
      forgetUnsent();
    } catch (error) {
      // What the session does not take, it does not take later. What was not answered, the next page sends, if it comes soon.
      if (isRefusal(error)) forgetUnsent();
    }
  }

  /** Sends nothing before `release`: it would take the place of what is selected in another library. */
  hold() { this.#isHeld = true; }

  /** What is selected here is to take that place. */
  release() { this.#isHeld = false; }

  /** Sends nothing more: the session is being ended, with a selection of its own. */
  pause() {
    this.#isPaused = true;
    clearTimeout(this.#timer);
    this.#request?.abort();
  }

  /** The session goes on after all, or the server is there again. */
  resume() {
    this.#isPaused = false;
    // What was on its way when the line broke may never be answered.
    this.#request?.abort();
    if (this.#isBehind || this.#isSending) this.#changed();
  }

  /**
   * The library has changed: where runs are now is asked for, and what is gone. Or the server is there again, and one that was started
   * meanwhile has never heard what is selected.
   */
  refresh() {
    if (this.#selection.count > 0) this.#changed();
  }

  /** @param {import("./runs.js").KeptRunDocument[]} runs @param {string[]} gone */
  #take(runs, gone) {
    this.#isTaking = true;
    this.#selection.moveRuns(runs.map((run) => ({ part: run.part, run: runOf(run, this.#everything()) })));
    const isNews = this.#selection.markGone(gone);
    this.#isTaking = false;
    if (isNews) announceGone(this.#selection);
  }

  #changed() {
    // The session says it: it knows.
    if (this.#isTaking) return;
    this.#isBehind = true;
    this.#repetition = 0;
    clearTimeout(this.#timer);
    const wait = this.#selection.ids.length > largeCount ? largeMilliseconds : settleMilliseconds;
    this.#timer = window.setTimeout(() => this.#send(false), wait);
  }

  /** @param {boolean} isLast the page is going away */
  async #send(isLast) {
    if (this.#isPaused || this.#isHeld) return;
    // One after the other: the server may go on with an older one that is broken off, and what it stores last is kept.
    if (this.#isSending && !isLast) return void (this.#isWaiting = true);
    this.#request?.abort();
    const request = (this.#request = new AbortController());
    this.#isBehind = false;
    this.#isWaiting = false;
    this.#isSending = true;
    const wish = this.#selection.document;
    // Nothing says whether what is sent as the page goes arrives, nor before what the next page asks: that page sends it once more, first.
    if (isLast) keepUnsent(wish);
    try {
      const { runs, gone } = await keepSelection(wish, request.signal, isLast);
      // What a later call has left to the next page is not in this answer.
      if (this.#request === request) forgetUnsent();
      this.#repetition = 0;
      // What was selected meanwhile is sent next, and answered then.
      if (this.#request === request && !this.#isBehind) this.#take(runs, gone);
    } catch (error) {
      if (this.#request !== request) return;
      // What was selected meanwhile is sent soon anyway.
      const pause = this.#isBehind ? null : pauseBefore(error, ++this.#repetition);
      // It is sent with the next change, or when the server is there again, or can take it again.
      this.#isBehind = true;
      if (this.#isPaused) return;
      if (isRefusal(error)) this.#onRefusal();
      // The line of events may have heard nothing of it: the page finds out when Picker answers again, and has it sent then.
      if (isOffline(error) && !isLast) dispatchEvent(new CustomEvent("requestfailure", { detail: error }));
      if (pause !== null) this.#timer = window.setTimeout(() => this.#send(false), pause);
    } finally {
      if (this.#request === request) {
        this.#isSending = false;
        if (this.#isWaiting) this.#send(false);
      }
    }
  }
}
