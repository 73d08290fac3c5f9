// The photos of one collection: a tall canvas on which only the cells near the screen exist.

import { AssetSource } from "./asset-source.js";
import { fetchAssets } from "./api.js";
import { element } from "./dom.js";
import { formatReason } from "./format.js";
import { GridCell } from "./grid-cell.js";
import { handleGridKey } from "./grid-keys.js";
import { heightOf, layoutFor, placeOf, rangeInView, rowOf } from "./grid-layout.js";
import { thumbnailSize } from "./image-loader.js";
import { messagePanel } from "./message-panel.js";
import { strings } from "./strings.js";

/** @import { Selection } from "./selection.js" */
/** @import { Picking } from "./picking.js" */
/** @import { Collection } from "./types.js" */

/** Sends "open" with the index to show large, "leave" when Escape has nothing left to clear, "failure" with the error. */
export class GridView extends HTMLElement {
  #canvas = element("div", { class: "grid-canvas", role: "listbox", "aria-multiselectable": "true" });
  #note = element("div", { class: "grid-note" });
  /** @type {Map<number, GridCell>} */
  #cells = new Map();
  #layout = layoutFor(0, { target: 180, gap: 4 });
  #observer = new ResizeObserver(() => this.#relayout());
  #frame = 0;
  focusIndex = 0;
  /** @type {AssetSource} */
  source = new AssetSource(() => Promise.reject(new Error("no collection")));
  /** @type {Selection} */
  selection;
  /** @type {Picking} */
  picking;

  /** @param {Collection} collection @param {Selection} selection @param {Picking} picking */
  constructor(collection, selection, picking) {
    super();
    this.collection = collection;
    this.selection = selection;
    this.picking = picking;
    this.#canvas.setAttribute("aria-label", strings.gridLabel(collection.title));
    this.source = new AssetSource((offset, limit, signal) => fetchAssets(collection.localIdentifier, offset, limit, signal));
    this.source.addEventListener("change", () => this.#sourceChanged());
    this.source.addEventListener("failure", (event) => this.#failed(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("scroll", () => this.#schedule(), { passive: true });
    this.#canvas.addEventListener("click", (event) => this.#clicked(event));
    this.#canvas.addEventListener("keydown", (event) => handleGridKey(this, event));
    this.#canvas.addEventListener("focusin", (event) => this.#focused(event));
  }

  connectedCallback() {
    this.append(this.#canvas, this.#note);
    this.selection.addEventListener("change", this.#selectionChanged);
    this.#observer.observe(this);
    this.#relayout();
  }

  disconnectedCallback() {
    this.#observer.disconnect();
    this.selection.removeEventListener("change", this.#selectionChanged);
    this.source.dispose();
    for (const cell of this.#cells.values()) cell.dispose();
    this.#cells.clear();
  }

  get layout() { return this.#layout; }
  /** With a limit of one another choice replaces the first, so nothing is kept out. */
  get #isFull() { return this.selection.isAtLimit && this.selection.config.selectionLimit !== 1; }
  get rowsInView() { return Math.max(1, Math.floor(this.clientHeight / this.#layout.pitch)); }

  /**
   * Brings a cell on screen and gives it the keyboard.
   * @param {number} index
   */
  focusCell(index) {
    this.focusIndex = Math.max(0, Math.min(index, this.source.count - 1));
    this.#reveal(this.focusIndex);
    this.#render();
    this.#cells.get(this.focusIndex)?.root.focus({ preventScroll: true });
  }

  /** The library changed: show what is there now, at the place where the reader is. */
  async refresh() {
    const anchor = this.#anchorInView();
    const { first, last } = this.#visible(2);
    const focused = this.source.at(this.focusIndex)?.localIdentifier;
    try {
      await this.source.refresh(first, last);
    } catch (error) {
      return this.#failed(error);
    }
    this.selection.update([...this.#cells.values()].flatMap((cell) => cell.asset ?? []));
    const place = anchor ? this.source.indexOf(anchor.id) : -1;
    if (anchor && place >= 0) this.scrollTop += (rowOf(this.#layout, place) - rowOf(this.#layout, anchor.index)) * this.#layout.pitch;
    const focusPlace = focused ? this.source.indexOf(focused) : -1;
    if (focusPlace >= 0) this.focusIndex = focusPlace;
    for (const cell of this.#cells.values()) cell.retry();
    this.#render();
  }

  #selectionChanged = () => this.#render();

  #sourceChanged() {
    const isEmpty = this.source.total === 0;
    this.#note.replaceChildren(...(isEmpty ? [messagePanel({ icon: "photo", title: strings.emptyAlbum, text: strings.emptyAlbumHint })] : []));
    this.focusIndex = Math.max(0, Math.min(this.focusIndex, this.source.count - 1));
    this.#canvas.hidden = isEmpty;
    this.#render();
    this.dispatchEvent(new Event("count"));
  }

  /** @param {any} error */
  #failed(error) {
    this.dispatchEvent(new CustomEvent("failure", { detail: error }));
    if (this.source.at(0) || error.isOffline) return;
    const retry = () => { this.#note.replaceChildren(); this.#canvas.hidden = false; this.#render(); };
    this.#canvas.hidden = true;
    this.#note.replaceChildren(messagePanel({ icon: "broken", title: strings.failed, text: formatReason(error.message), action: strings.retry, onAction: retry }));
  }

  #schedule() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#render();
    });
  }

  #relayout() {
    const isNarrow = this.clientWidth < 600;
    const width = this.#canvas.clientWidth || this.clientWidth;
    const top = this.#anchorInView();
    this.#layout = layoutFor(width, isNarrow ? { target: 124, gap: 3 } : { target: 188, gap: 6 });
    if (top) this.scrollTop = rowOf(this.#layout, top.index) * this.#layout.pitch;
    this.#render();
  }

  /** @returns {{id: string, index: number}|null} the first asset that is whole on screen */
  #anchorInView() {
    const index = Math.ceil(this.scrollTop / this.#layout.pitch) * this.#layout.columns;
    const asset = this.scrollTop > 0 ? this.source.at(index) : undefined;
    return asset ? { id: asset.localIdentifier, index } : null;
  }

  /** @param {number} overscan rows */
  #visible(overscan) {
    return rangeInView(this.#layout, { top: this.scrollTop, height: this.clientHeight, count: this.source.count, overscan });
  }

  #render() {
    if (!this.isConnected) return;
    const count = this.source.count;
    this.#canvas.style.height = `${heightOf(this.#layout, count)}px`;
    const { first, last } = this.#visible(2);
    this.source.ensure(first, last);
    this.classList.toggle("is-selecting", this.selection.count > 0);
    this.classList.toggle("is-full", this.#isFull);
    // The cell with the keyboard stays although it is off screen: removing it would lose the focus.
    const holdsFocus = this.#canvas.contains(document.activeElement);
    for (const [index, cell] of this.#cells) {
      const stays = (index >= first && index <= last) || (holdsFocus && index === this.focusIndex && index < count);
      if (!stays) this.#drop(index, cell);
    }
    for (let index = first; index <= last; index += 1) this.#renderCell(index);
    if (holdsFocus && this.focusIndex < count) this.#renderCell(this.focusIndex);
  }

  /** @param {number} index */
  #renderCell(index) {
    let cell = this.#cells.get(index);
    if (!cell) {
      cell = new GridCell(index);
      this.#cells.set(index, cell);
      this.#canvas.insertBefore(cell.root, this.#following(index));
    }
    const asset = this.source.at(index);
    cell.move(placeOf(this.#layout, index), this.#layout.cell);
    cell.show(asset, thumbnailSize(this.#layout.cell), this.source.total);
    const { config } = this.selection;
    // The place in the order is a search, so it is asked for only where it is shown.
    const id = asset?.localIdentifier ?? "";
    const position = config.ordered ? this.selection.position(id) : Number(this.selection.has(id));
    cell.mark({ position, isOrdered: config.ordered, isFocused: index === this.focusIndex, isBlocked: position === 0 && this.#isFull });
  }

  /**
   * Reading order is the order in the document, whichever way somebody scrolled.
   * @param {number} index
   */
  #following(index) {
    const next = this.#cells.get(index + 1);
    if (next) return next.root;
    let child = this.#canvas.lastElementChild;
    while (child instanceof HTMLElement && Number(child.dataset.index) > index) child = child.previousElementSibling;
    return child ? child.nextSibling : this.#canvas.firstChild;
  }

  /** @param {number} index @param {GridCell} cell */
  #drop(index, cell) {
    cell.dispose();
    this.#cells.delete(index);
  }

  /** @param {number} index */
  #reveal(index) {
    const { y } = placeOf(this.#layout, index);
    const top = this.#canvas.offsetTop;
    const margin = this.#layout.gap + 4;
    if (y + top - margin < this.scrollTop) this.scrollTop = Math.max(0, index < this.#layout.columns ? 0 : y + top - margin);
    const bottom = y + top + this.#layout.cell + margin;
    if (bottom > this.scrollTop + this.clientHeight) this.scrollTop = bottom - this.clientHeight;
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const cell = /** @type {HTMLElement} */ (event.target).closest(".cell");
    if (cell instanceof HTMLElement) this.focusIndex = Number(cell.dataset.index);
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const cell = target.closest(".cell");
    if (!(cell instanceof HTMLElement)) return;
    const index = Number(cell.dataset.index);
    const asset = this.source.at(index);
    if (!asset) return;
    const isToggle = target.closest(".cell-check") || event.ctrlKey || event.metaKey || this.selection.count > 0;
    this.focusIndex = index;
    cell.focus({ preventScroll: true });
    if (event.shiftKey) this.picking.extend(this.source, index);
    else if (target.closest(".cell-open") || !isToggle) this.dispatchEvent(new CustomEvent("open", { detail: index }));
    else this.picking.toggle(asset, index);
    this.#render();
  }
}

customElements.define("grid-view", GridView);
