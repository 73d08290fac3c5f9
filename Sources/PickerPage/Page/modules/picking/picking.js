// Selecting as people do it: toggle, range, all; and what the page says when the limit says no.

import { fetchAssets } from "../api.js";
import { AssetSource, windowSize } from "../grid/asset-source.js";
import { RangeGesture } from "./selection.js";
import { strings } from "../strings.js";

/** @typedef {import("./selection.js").Selection} Selection */
/** @typedef {import("../types.js").Collection} Collection */
/** @typedef {import("../types.js").Asset} Asset */

export class Picking {
  #selection;
  #announce;
  /** @type {RangeGesture|null} */
  #gesture = null;
  #anchor = 0;
  #turn = 0;

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
    this.#gesture = null;
  }

  /** @param {Asset} asset @param {number} [index] where it is, to start ranges from */
  toggle(asset, index) {
    if (index !== undefined) this.setAnchor(index);
    if (this.#selection.toggle(asset)) this.#sayCount();
    else this.#sayLimit();
  }

  /**
   * Selects from the anchor to here, through windows that have not been looked at yet.
   * @param {AssetSource} source @param {number} index
   */
  async extend(source, index) {
    const gesture = (this.#gesture ??= new RangeGesture(this.#selection));
    const turn = (this.#turn += 1);
    /** @type {Asset[]} */
    const range = [];
    const first = Math.min(this.#anchor, index);
    await source.enumerate(first, Math.max(this.#anchor, index), (assets) => {
      range.push(...assets);
      // Holding the key down asks for many ranges; only the newest one counts.
      return turn === this.#turn;
    });
    if (turn !== this.#turn) return;
    // From the anchor outwards, so that a limit keeps what is nearest to it.
    this.#report(gesture.cover(index < this.#anchor ? range.reverse() : range));
  }

  /**
   * Selects what one header stands for, or deselects it when all of it is selected.
   * @param {AssetSource} source @param {number} first @param {number} last
   */
  async toggleRange(source, first, last) {
    const turn = (this.#turn += 1);
    /** @type {Asset[]} */
    const range = [];
    await source.enumerate(first, last, (assets) => {
      range.push(...assets);
      return turn === this.#turn;
    });
    if (turn !== this.#turn) return;
    this.setAnchor(first);
    if (!range.every((asset) => this.#selection.has(asset.localIdentifier))) return this.#report(this.#selection.add(range));
    this.#selection.remove(range.map((asset) => asset.localIdentifier));
    this.#sayCount();
  }

  /**
   * Everything of a collection, as far as the limit lets it.
   * @param {AssetSource} source
   */
  async selectAll(source) {
    this.#turn += 1;
    let added = 0;
    if (source.count > windowSize) this.#announce(strings.collecting);
    await source.enumerate(0, Number.MAX_SAFE_INTEGER, (assets) => {
      added += this.#selection.add(assets).added.length;
      return !this.#selection.isAtLimit;
    });
    const limit = this.#selection.config.selectionLimit;
    const left = source.count - this.#selection.count;
    if (limit !== null && left > 0) this.#announce(strings.leftOut(added, left, limit));
    else this.#sayCount();
  }

  /**
   * Selects a whole album in its order, as far as the limit lets it, or deselects it when all of it is selected.
   * @param {Collection} album
   */
  async toggleAlbum(album) {
    const source = new AssetSource((offset, limit, signal) => fetchAssets(album.localIdentifier, { offset, limit, isReversed: false }, { kind: null, text: "" }, signal));
    source.addEventListener("failure", (event) => dispatchEvent(new CustomEvent("requestfailure", { detail: /** @type {CustomEvent} */ (event).detail })));
    if ((album.estimatedAssetCount ?? 0) > windowSize) this.#announce(strings.collecting);
    await this.toggleRange(source, 0, Number.MAX_SAFE_INTEGER);
    source.dispose();
  }

  clear() {
    this.#gesture = null;
    const before = this.#selection.clear();
    if (before.length === 0) return;
    this.#announce(strings.cleared, {
      action: strings.undo,
      onAction: () => {
        this.#selection.clear();
        this.#selection.add(before);
        this.#announce(strings.restored);
      },
    });
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
