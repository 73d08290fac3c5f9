// Events of the server: the library changed, or the server is gone.

import { eventsUrl } from "./api.js";

/** Changes come in bursts while a camera is copied; the page follows when there was none for so long… */
const settleMilliseconds = 400;
/** …and no later than so long after the first. */
const longestMilliseconds = 2000;
/** A line that was refused, or is in doubt, is opened again after so long. */
const againMilliseconds = 3000;
/** Doubts that follow each other sooner than this take twice as long each, up to so often. */
const calmMilliseconds = 60_000;
const mostDoublings = 4;
/** The clock is looked at so often; where it goes on by much more, the computer slept. */
const lookMilliseconds = 10_000;
const sleptMilliseconds = 30_000;
/** The server says every 15 seconds that it is there. Where nothing came for so long the network has gone, which says nothing of it. */
const silentMilliseconds = 45_000;

/**
 * Sends "libraryChanged", "closed", "lost" when the connection broke, "refused" each time that a server which is there again takes no
 * other one, and "found" when it is back.
 */
export class LiveUpdates extends EventTarget {
  /** @type {EventSource|null} */
  #stream = null;
  #timer = 0;
  /** When the first change was reported of those that the page has not followed yet; null when there are none. */
  #first = /** @type {number|null} */ (null);
  #isLost = false;
  /** How many doubts followed each other, and when the last one was. */
  #doubts = { count: 0, time: -Infinity };
  #isPaused = false;
  /** When the clock was looked at last. */
  #looked = 0;
  /** When the line was asked for, or something came on it last. */
  #heard = 0;
  /** Whether what the server says of itself comes on this line at all: what is in between may keep it, and an older server says nothing. */
  #isTold = false;

  /** @param {boolean} isBehind what the page shows may be older than the connection */
  start(isBehind) {
    // A page in the background gives its connection back: a browser has few for one server.
    document.addEventListener("visibilitychange", () => {
      this.#looked = Date.now();
      if (document.hidden) this.#disconnect();
      else this.#connect(true);
    });
    this.#looked = Date.now();
    window.setInterval(() => this.#look(), lookMilliseconds);
    this.#connect(isBehind);
  }

  /**
   * The server gives up the line to a computer that sleeps, which hears nothing of that: nothing ever comes on it again. Nor does
   * anything come where the network has gone without a word.
   */
  #look() {
    const [before, now] = [this.#looked, Date.now()];
    this.#looked = now;
    if (!this.#stream) return;
    const hasSlept = now - before >= sleptMilliseconds;
    const isOpening = this.#stream.readyState === EventSource.CONNECTING;
    if (!hasSlept && (now - this.#heard < silentMilliseconds || !(this.#isTold || isOpening))) return;
    this.#disconnect();
    if (!hasSlept) this.#lose();
    this.#connect(true);
  }

  #lose() {
    const isNews = !this.#isLost;
    this.#isLost = true;
    if (isNews) this.dispatchEvent(new Event("lost"));
    return isNews;
  }

  /** Hears nothing more: this page ends the session, and what the server then says is no news to it. */
  pause() {
    this.#isPaused = true;
    this.#disconnect();
  }

  /** The session goes on after all. */
  resume() {
    this.#isPaused = false;
    this.#connect(true);
  }

  /** A request was not answered, of which this line may hear nothing: another one finds out when the server is there. */
  doubt() {
    if (this.#isPaused || this.#isLost) return;
    this.#isLost = true;
    // Where there is none now, the next one finds it out.
    if (!this.#stream) return;
    this.#disconnect();
    const [{ count, time }, now] = [this.#doubts, performance.now()];
    // What is never answered, whatever else is, must not have all others asked for again all the time.
    const doublings = now - time < calmMilliseconds ? Math.min(count, mostDoublings) : 0;
    this.#doubts = { count: doublings + 1, time: now };
    window.setTimeout(() => this.#connect(true), againMilliseconds * 2 ** doublings);
  }

  /** @param {boolean} wasAway what happened meanwhile was not reported */
  #connect(wasAway) {
    if (this.#stream || this.#isPaused || document.hidden) return;
    const stream = (this.#stream = new EventSource(eventsUrl()));
    this.#heard = Date.now();
    stream.addEventListener("alive", () => {
      this.#heard = Date.now();
      this.#isTold = true;
    });
    stream.addEventListener("libraryChanged", () => this.#changed());
    stream.addEventListener("closed", () => this.dispatchEvent(new Event("closed")));
    stream.addEventListener("open", () => {
      // It may be another server behind the same proxy.
      this.#isTold = false;
      if (this.#isLost) this.dispatchEvent(new Event("found"));
      else if (wasAway) this.#changed();
      this.#isLost = false;
    });
    stream.addEventListener("error", () => {
      if (this.#isPaused) return;
      const isNews = this.#lose();
      // The browser tries again by itself unless the answer was a refusal; then this does.
      if (stream.readyState !== EventSource.CLOSED) return;
      this.#disconnect();
      window.setTimeout(() => this.#connect(true), againMilliseconds);
      if (!isNews) this.dispatchEvent(new Event("refused"));
    });
  }

  #disconnect() {
    this.#stream?.close();
    this.#stream = null;
    clearTimeout(this.#timer);
    this.#first = null;
  }

  #changed() {
    const now = performance.now();
    this.#first ??= now;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#first = null;
      this.dispatchEvent(new Event("libraryChanged"));
    }, Math.max(0, Math.min(settleMilliseconds, this.#first + longestMilliseconds - now)));
  }
}
