// Selecting as people do it: toggle, range, all; and what the page says when the limit says no.

import { windowSize } from "../grid/asset-source.js";
import { sourceOf } from "./listed.js";
import { RangeGesture } from "./range-gesture.js";
import { strings } from "../strings.js";

/** @typedef {import("../grid/asset-source.js").AssetSource} AssetSource */
/** @typedef {import("./selection.js").Selection} Selection */
/** @typedef {import("../types.js").Collection} Collection */
/** @typedef {import("../types.js").Asset} Asset */

/** Up to so many are selected one by one, and known wherever they are looked at again; longer ranges are runs of their list. */
const mostListed = 2000;

export class Picking {
  #selection;
  #announce;
  /** @type {RangeGesture|null} */
  #gesture = null;
  #anchor = 0;
  /** Grows with each start of a range. */
  #starts = 0;
  #turn = 0;
  /** Grows with each clearing: what was wished before it is not selected after it. */
  #clearings = 0;

  /** @param {Selection} selection @param {typeof import("../announcer.js").announce} say */
  constructor(selection, say) {
    this.#selection = selection;
    this.#announce = say;
  }

  /**
   * For those who hear the page; the others see it.
   * @param {string} message
   */
  say(message) {
    this.#announce(message, { isQuiet: true });
  }

  /**
   * A new range starts here.
   * @param {number} index
   */
  setAnchor(index) {
    this.#anchor = index;
    this.#starts += 1;
    this.#gesture = null;
  }

  /**
   * A range that is drawn with keys begins here, unless one is being drawn already.
   * @param {number} index of the photo that has the keyboard
   */
  beginAt(index) {
    if (this.#gesture === null) this.setAnchor(index);
  }

  /**
   * Ranges go on from the same photo when the library has changed, and its place with it.
   * @param {AssetSource} source as it was @param {number} seen index of a photo on the screen
   * @returns {() => void} to be called when the source is as it is now
   */
  watchAnchor(source, seen) {
    const [anchor, starts] = [this.#anchor, this.#starts];
    const idOf = (/** @type {number} */ index) => source.at(index)?.localIdentifier ?? "";
    const [id, seenId] = [idOf(anchor), idOf(seen)];
    return () => {
      const [place, seenPlace] = [source.indexOf(id), source.indexOf(seenId)];
      // Where that is not known any more, it went as far as what is on the screen: photos come at the ends, as a rule.
      const moved = place >= 0 ? place : seenPlace >= 0 ? anchor + seenPlace - seen : anchor;
      if (this.#starts === starts) this.#anchor = Math.max(0, moved);
    };
  }

  /** @param {Asset} asset @param {AssetSource} source @param {number} index where it is, to start ranges from */
  toggle(asset, source, index) {
    this.setAnchor(index);
    if (this.#selection.toggle(asset, source.placeOf(index))) this.#sayCount();
    else this.#sayLimit();
  }

  /**
   * Selects from the anchor to here, through windows that have not been looked at yet.
   * @param {AssetSource} source @param {number} index
   */
  async extend(source, index) {
    const gesture = (this.#gesture ??= new RangeGesture(this.#selection));
    const turn = (this.#turn += 1);
    const [first, last] = [Math.min(this.#anchor, index), Math.max(this.#anchor, index)];
    const isBackwards = index < this.#anchor;
    const run = this.#runFor(source, first, last);
    if (run) {
      gesture.coverRun(run);
      return this.#sayCount();
    }
    // Holding the key down asks for many ranges; only the newest one counts.
    const range = await this.#collect(source, first, last, () => turn === this.#turn);
    if (range === null) return;
    const end = first + range.length - 1;
    // From the anchor outwards, so that a limit keeps what is nearest to it.
    if (isBackwards) this.#report(gesture.cover(range.reverse(), (number) => source.placeOf(end - number)));
    else this.#report(gesture.cover(range, (number) => source.placeOf(first + number)));
  }

  /**
   * Selects what one header stands for, or deselects it when all of it is selected.
   * @param {AssetSource} source @param {number} first @param {number} last
   */
  async toggleRange(source, first, last) {
    const clearings = this.#clearings;
    const end = Math.min(last, source.count - 1);
    // The stroke before must not take back what this cuts into pieces.
    this.setAnchor(first);
    if (this.#selection.removeRange(source.run(first, end))) return this.#sayCount();
    const run = this.#runFor(source, first, end);
    // What runs have of it already, but for exceptions, is added or taken out photo by photo.
    if (run && !this.#selection.isCovered(run)) {
      this.#selection.addRun(run);
      return this.#sayCount();
    }
    const range = await this.#collect(source, first, last, () => clearings === this.#clearings);
    if (range === null) return;
    const placeOf = (/** @type {number} */ number) => source.placeOf(first + number);
    if (!range.every((asset, number) => this.#selection.has(asset.localIdentifier, placeOf(number)))) return this.#report(this.#selection.add(range, placeOf));
    this.#selection.remove(range.map((asset) => asset.localIdentifier), placeOf);
    this.#sayCount();
  }

  /**
   * A long range needs no list of its photos, as long as all of them fit.
   * @param {AssetSource} source @param {number} first @param {number} last
   */
  #runFor(source, first, last) {
    const isLong = source.total !== null && last - first >= mostListed;
    return isLong && this.#selection.room > last - first ? source.run(first, last) : null;
  }

  /**
   * @param {AssetSource} source @param {number} first @param {number} last @param {() => boolean} isWanted still
   * @returns {Promise<Asset[]|null>} the photos of a range; null when it did not come whole, or something else was wished meanwhile
   */
  async #collect(source, first, last, isWanted) {
    /** @type {Asset[]} */
    const range = [];
    const isWhole = await source.enumerate(first, last, (assets) => {
      range.push(...assets);
      return isWanted();
    });
    return isWhole && isWanted() ? range : null;
  }

  /**
   * Everything of a collection, as far as the limit lets it.
   * @param {AssetSource} source
   */
  async selectAll(source) {
    const turn = (this.#turn += 1);
    const run = this.#runFor(source, 0, (source.total ?? 0) - 1);
    if (run) {
      // Where the order matters, what was picked before stays before the rest.
      if (run.listing.isEverything && !this.#selection.config.ordered) this.#selection.restore([run]);
      else this.#selection.addRun(run);
      return this.#sayCount();
    }
    let [added, seen, leftOut] = [0, 0, 0];
    if (source.count > windowSize) this.#announce(strings.collecting);
    const isWhole = await source.enumerate(0, Number.MAX_SAFE_INTEGER, (assets) => {
      if (turn !== this.#turn) return false;
      const start = seen;
      seen += assets.length;
      const addition = this.#selection.add(assets, (number) => source.placeOf(start + number));
      added += addition.added.length;
      leftOut += addition.leftOut;
      return !this.#selection.isAtLimit;
    });
    // Why some are missing stays on the screen: a count would answer it.
    if (!isWhole || turn !== this.#turn) return;
    const limit = this.#selection.config.selectionLimit;
    // What was not looked at is left out; where all photos are listed, without those of it that are selected already.
    const left = source.listing.isEverything ? source.count - this.#selection.count : leftOut + Math.max(0, source.count - seen);
    if (limit !== null && left > 0 && this.#selection.isAtLimit) this.#announce(strings.leftOut(added, left, limit));
    else this.#sayCount();
  }

  /**
   * Selects a whole album in its order, as far as the limit lets it, or deselects it when all of it is selected.
   * @param {Collection} album
   */
  async toggleAlbum(album) {
    const source = sourceOf({ collection: album.localIdentifier, kind: null, text: "", isReversed: false, isEverything: false });
    source.addEventListener("failure", (event) => dispatchEvent(new CustomEvent("requestfailure", { detail: /** @type {CustomEvent} */ (event).detail })));
    if ((album.estimatedAssetCount ?? 0) > windowSize) this.#announce(strings.collecting);
    const clearings = this.#clearings;
    // How many there are is known with the first of them.
    await source.ensure(0, 0);
    if (source.isKnown && clearings === this.#clearings) await this.toggleRange(source, 0, Number.MAX_SAFE_INTEGER);
    source.dispose();
  }

  clear() {
    this.#gesture = null;
    this.#turn += 1;
    this.#clearings += 1;
    const { count } = this.#selection;
    const before = this.#selection.clear();
    if (before.length === 0) return;
    this.#announce(strings.cleared, { action: strings.undo, onAction: () => this.#bringBack(before, count) });
  }

  /** @param {(Asset|import("./runs.js").Run)[]} before what was cleared @param {number} count of its photos */
  #bringBack(before, count) {
    // The stroke since then must not take back runs that are cut into pieces here.
    this.#gesture = null;
    const leftOut = this.#selection.bringBack(before);
    const limit = this.#selection.config.selectionLimit;
    this.#announce(leftOut > 0 && limit !== null ? strings.leftOut(count, leftOut, limit) : strings.restored);
  }

  /** @param {{added: Asset[], leftOut: number}} addition */
  #report({ added, leftOut }) {
    const limit = this.#selection.config.selectionLimit;
    if (leftOut > 0 && limit !== null) this.#announce(strings.leftOut(added.length, leftOut, limit));
    else this.#sayCount();
  }

  /** The bar shows it, so it is only spoken. */
  #sayCount() {
    this.#announce(strings.announceCount(this.#selection.count), { isQuiet: true });
  }

  #sayLimit() {
    const { selectionLimit, mediaFilter } = this.#selection.config;
    if (selectionLimit !== null) this.#announce(strings.atLimit(selectionLimit, mediaFilter));
  }
}
