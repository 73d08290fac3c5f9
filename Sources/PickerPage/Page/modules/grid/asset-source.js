// The assets of one collection, fetched in windows as they are looked at, so that memory follows the
// screen and not the library.

import { pauseBefore } from "../failure.js";

/** @typedef {import("../types.js").Asset} Asset */
/** @typedef {import("../types.js").AssetPage} AssetPage */
/** @typedef {import("../picking/runs.js").Listing} Listing */
/** @typedef {import("../picking/runs.js").Place} Place */
/** @typedef {(offset: number, limit: number, signal: AbortSignal) => Promise<AssetPage>} LoadPage */

export const windowSize = 200;
/** A wheel that turns fast passes a window in a second. */
const windowsAhead = 2;
/** Windows kept; the least recently used one goes first. */
const mostWindows = 60;

/** Sends "change" when assets or the count changed, "failure" (with `detail`) when a window could not be fetched. */
export class AssetSource extends EventTarget {
  #load;
  #controller = new AbortController();
  /** @type {Map<number, Asset[]>} by window number */
  #windows = new Map();
  /** @type {Map<number, Promise<void>>} */
  #pending = new Map();
  /** Grows with each refresh: what was asked for before it is of another state of the library. */
  #edition = 0;
  /** The number of the latest refresh that began, and of the latest whose answer was taken. */
  #refreshes = 0;
  #refreshed = 0;
  /** What was on the screen after a jump, until its windows are here: so few are there sooner. */
  #glimpse = { start: 0, assets: /** @type {Asset[]} */ ([]), end: 0 };
  /** @type {object|null} one that is on its way */
  #coming = null;
  /** @type {number|null} */
  #total = null;
  #knownEnd = 0;
  /** How often windows were refused since the last one that came. */
  #refusals = 0;

  /** @param {LoadPage} load @param {Listing} [listing] what it is a list of */
  constructor(load, listing = { collection: "", kind: null, text: "", isReversed: false, isEverything: false }) {
    super();
    this.#load = load;
    this.listing = listing;
  }

  /**
   * A range of the list as one thing to select.
   * @param {number} first @param {number} last
   * @returns {import("../picking/runs.js").Run}
   */
  run(first, last) {
    const [one, other] = [this.at(first), this.at(last)];
    const ends = /** @type {[string, string]|null} */ (one && other ? [one.localIdentifier, other.localIdentifier] : null);
    return { listing: this.listing, first, length: last + 1 - first, total: this.#total, ends, except: new Set() };
  }

  /** @param {number} index @returns {Place} */
  placeOf(index) { return { listing: this.listing, index }; }

  /** Exact once the server or the last page said so. */
  get total() { return this.#total; }

  /** Whether anything of it has come. */
  get isKnown() { return this.#total !== null || this.#knownEnd > 0; }

  /** How many cells to lay out: while the total is unknown, one window more than has been seen. */
  get count() { return this.#total ?? this.#knownEnd + windowSize; }

  /** @param {number} index @returns {Asset|undefined} */
  at(index) {
    return this.#windows.get(Math.floor(index / windowSize))?.[index % windowSize] ?? this.#glimpse.assets[index - this.#glimpse.start];
  }

  /**
   * Only among the windows that are in memory, and what is on the screen after a jump.
   * @param {string} id
   * @returns {number} -1 when not there
   */
  indexOf(id) {
    for (const [number, assets] of this.#windows) {
      const place = assets.findIndex((asset) => asset.localIdentifier === id);
      if (place >= 0) return number * windowSize + place;
    }
    const seen = this.#glimpse.assets.findIndex((asset) => asset.localIdentifier === id);
    return seen < 0 ? -1 : this.#glimpse.start + seen;
  }

  /**
   * Asks for the windows that cover these indexes, unless they are here or on their way.
   * @param {number} first
   * @param {number} last
   */
  ensure(first, last) {
    const end = Math.min(last, this.count - 1);
    const work = [];
    for (let number = Math.floor(Math.max(0, first) / windowSize); number * windowSize <= end; number += 1) {
      const known = this.#windows.get(number);
      if (!known) work.push(this.#fetch(number));
      else this.#keep(number, known);
    }
    return Promise.all(work);
  }

  /**
   * Asks for what is on the screen, and as soon as that is here for what is scrolled to next. After a jump that is first the screen alone,
   * and then the windows that it is in: preview hashes of hundreds of photos take their time.
   * @param {number} first
   * @param {number} last
   */
  ensureAround(first, last) {
    const number = Math.floor(first / windowSize);
    const isHere = this.#windows.has(number);
    const isSeen = first >= this.#glimpse.start && last < this.#glimpse.end;
    if (!isHere && !isSeen && this.#total !== null && !this.#pending.has(number)) {
      this.#look(first, Math.min(last, this.#total - 1));
      return;
    }
    this.ensure(first, last);
    if (isHere) this.ensure(first - windowSize, last + windowsAhead * windowSize);
  }

  /**
   * What is asked for while another glimpse is on its way is asked for after that, if it is still on the screen then.
   * @param {number} first @param {number} last
   */
  async #look(first, last) {
    if (this.#coming) return;
    const glimpse = { start: first, assets: /** @type {Asset[]} */ ([]), end: last + 1 };
    this.#coming = glimpse;
    const edition = this.#edition;
    try {
      glimpse.assets = (await this.#load(first, last + 1 - first, this.#controller.signal)).assets;
    } catch {
      // The windows, which are asked for next, say why.
    }
    if (this.#coming === glimpse) this.#coming = null;
    if (this.#controller.signal.aborted) return;
    if (edition === this.#edition) this.#glimpse = glimpse;
    this.#changed();
  }

  /**
   * All assets from `first` through `last`, fetched where needed.
   * @param {number} first @param {number} last
   * @param {(assets: Asset[]) => boolean} take gets them piece by piece in order; false ends it
   * @returns {Promise<boolean>} false when some could not be fetched, which "failure" has said
   */
  async enumerate(first, last, take) {
    for (let index = first; index <= Math.min(last, this.count - 1);) {
      const number = Math.floor(index / windowSize);
      const edition = this.#edition;
      await this.ensure(index, index);
      const start = number * windowSize;
      const piece = (this.#windows.get(number) ?? []).slice(index - start, last + 1 - start);
      if (piece.length === 0) {
        // The library changed in this moment, and perhaps became shorter: it is looked at again.
        if (edition !== this.#edition && !this.#controller.signal.aborted) continue;
        return index >= this.count;
      }
      if (!take(piece)) return true;
      index += piece.length;
    }
    return true;
  }

  /**
   * Fetches what is looked at again and forgets the rest, without showing emptiness in between.
   * @param {number} first
   * @param {number} last
   * @returns {Promise<void>}
   */
  async refresh(first, last) {
    const from = Math.floor(first / windowSize);
    const to = Math.floor(Math.max(first, last) / windowSize);
    const turn = (this.#refreshes += 1);
    /** @type {Map<number, Asset[]>} */
    const fresh = new Map();
    let outcome = { total: this.#total, end: 0 };
    for (let number = from; number <= to; number += 1) {
      const { assets, total, ended } = await this.#fetchWindow(number);
      // The collection shrank and its end is before what was looked at: start over from the beginning.
      if (assets.length === 0 && number > 0 && fresh.size === 0) return this.refresh(0, windowSize - 1);
      const end = number * windowSize + assets.length;
      outcome = { total: ended && assets.length > 0 ? end : total ?? (ended ? end : null), end };
      if (assets.length > 0) fresh.set(number, assets);
      if (ended) break;
    }
    // One that began later has answered sooner: this is of an older state of the library.
    if (turn < this.#refreshed) return;
    this.#refreshed = turn;
    this.#edition += 1;
    // What was asked for before may never come, where the network went meanwhile: nothing waits for it.
    this.#pending.clear();
    this.#coming = null;
    this.#windows = fresh;
    this.#glimpse = { start: 0, assets: [], end: 0 };
    this.#total = outcome.total;
    this.#knownEnd = outcome.end;
    this.#changed();
  }

  dispose() {
    this.#controller.abort();
  }

  /** @param {number} number */
  #fetch(number) {
    const running = this.#pending.get(number);
    if (running) return running;
    const edition = this.#edition;
    /** @type {Promise<void>} */
    const work = this.#fetchWindow(number)
      // Who waits for it gets it as it is now.
      .then(({ assets, total, ended }) => (edition === this.#edition ? this.#store(number, assets, total, ended) : this.#again(number)))
      .catch((error) => {
        if (this.#controller.signal.aborted) return;
        this.dispatchEvent(new CustomEvent("failure", { detail: error }));
        this.#lookAgain(error);
      })
      .finally(() => { if (this.#pending.get(number) === work) this.#pending.delete(number); });
    this.#pending.set(number, work);
    return work;
  }

  /**
   * What was refused for the moment is asked for again, if it is still on the screen then: nothing else would bring it there.
   * @param {unknown} error
   */
  #lookAgain(error) {
    const pause = pauseBefore(error, (this.#refusals += 1));
    if (pause === null) return;
    setTimeout(() => {
      if (this.#controller.signal.aborted) return;
      if (this.isKnown) this.#changed();
      // Why there is nothing stays on the screen until there is something.
      else this.ensure(0, 0);
    }, pause);
  }

  /** @param {number} number of a window that was asked for before the library changed */
  async #again(number) {
    if (!this.#windows.has(number) && !this.#controller.signal.aborted) await this.#fetch(number);
  }

  /**
   * One window, in as many pages as the server cuts it into.
   * @param {number} number
   */
  async #fetchWindow(number) {
    const start = number * windowSize;
    /** @type {Asset[]} */
    const assets = [];
    for (;;) {
      const page = await this.#load(start + assets.length, windowSize - assets.length, this.#controller.signal);
      assets.push(...page.assets);
      const ended = page.next === null;
      if (ended || assets.length >= windowSize || page.assets.length === 0) return { assets, total: page.total, ended };
    }
  }

  /** @param {number} number @param {Asset[]} assets @param {number|null} total @param {boolean} ended */
  #store(number, assets, total, ended) {
    if (this.#controller.signal.aborted) return;
    this.#refusals = 0;
    this.#keep(number, assets);
    const end = number * windowSize + assets.length;
    this.#knownEnd = Math.max(this.#knownEnd, end);
    // A window past the end of a shrunken collection is empty and says nothing about where the end is.
    this.#total = ended && assets.length > 0 ? end : total ?? (ended ? this.#knownEnd : this.#total);
    this.#changed();
  }

  /** @param {number} number @param {Asset[]} assets */
  #keep(number, assets) {
    this.#windows.delete(number);
    this.#windows.set(number, assets);
    for (const oldest of this.#windows.keys()) {
      if (this.#windows.size <= mostWindows) break;
      this.#windows.delete(oldest);
    }
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
