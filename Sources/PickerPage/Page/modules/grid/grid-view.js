// The photos of one collection: a tall canvas on which only the cells near the screen exist.

import { titleOf } from "../albums-view.js";
import { isOffline } from "../api.js";
import { element, hovers } from "../dom.js";
import { changeDensity, listenForDensity, wishFor } from "./density.js";
import { DragSelect } from "./drag-select.js";
import { GridCell, following } from "./grid-cell.js";
import { GridDates } from "./grid-dates.js";
import { handleGridKey } from "./grid-keys.js";
import { emptyNote, failureNote, renewNote } from "./grid-note.js";
import { firstBelow, heightOf, indexAt, layoutFor, placeOf, rangeInView } from "./grid-layout.js";
import { MonthsBubble } from "./months-bubble.js";
import { ScrollSpeed } from "./scroll-speed.js";
import { TallScroll } from "./tall-scroll.js";
import { letPass, thumbnailSize } from "../image-loader.js";
import { sourceOf } from "../picking/listed.js";
import { preference } from "../preferences.js";
import { isNarrowed } from "../router.js";
import { strings } from "../strings.js";

/** @typedef {import("../picking/selection.js").Selection} Selection */
/** @typedef {import("../picking/picking.js").Picking} Picking */
/** @typedef {{id: string, index: number, offset: number}} Anchor offset: pixels below the upper edge of the screen */

const mostSpare = 200;

/** Sends "open" with the index to show large, "widen" when all photos are wanted, "failure" with the error. */
export class GridView extends HTMLElement {
  #canvas = element("div", { class: "grid-canvas", role: "listbox" });
  #note = element("div", { class: "grid-note" });
  #months = new MonthsBubble();
  /** @type {Map<number, GridCell>} */
  #cells = new Map();
  /** @type {GridCell[]} cells that left the screen, for those that come */
  #spare = [];
  #layout = layoutFor(0, { target: 180, gap: 2 });
  #observer = new ResizeObserver(() => this.#relayout());
  #frame = 0;
  /** Where the reader is, in pixels of the layout: the element's own scrollTop says less. */
  tall = new TallScroll(this, this.#canvas);
  #speed = new ScrollSpeed();
  #drag;
  #dates;
  /** Touch: whether the circles are there before anything is selected. */
  #isChoosing = false;
  focusIndex = 0;
  /** Where the grid scrolled to by itself. */
  #placedTop = 0;
  /** Whether more photos may still be found. */
  isReading = false;
  /** @type {import("./asset-source.js").AssetSource} */
  source;
  /** @type {Selection} */
  selection;
  /** @type {Picking} */
  picking;

  /**
   * The newest come first unless the reader chose otherwise.
   * @param {import("../types.js").Collection} collection @param {Selection} selection @param {Picking} picking
   * @param {import("../router.js").Narrowing} narrowing which of the photos @param {boolean} isCameraRoll whether the collection has all photos
   */
  constructor(collection, selection, picking, narrowing, isCameraRoll) {
    super();
    this.collection = collection;
    this.narrowing = narrowing;
    this.selection = selection;
    this.picking = picking;
    this.#canvas.setAttribute("aria-label", strings.gridLabel(titleOf(collection)));
    this.#canvas.setAttribute("aria-multiselectable", String(selection.config.selectionLimit !== 1));
    const isReversed = preference("order") === "newest";
    const isEverything = isCameraRoll && !isNarrowed(narrowing);
    this.source = sourceOf({ collection: collection.localIdentifier, ...narrowing, isReversed, isEverything });
    this.#dates = new GridDates(this, isReversed);
    this.source.addEventListener("change", () => this.#sourceChanged());
    this.source.addEventListener("failure", (event) => this.#failed(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("scroll", () => this.#schedule(), { passive: true });
    this.#drag = new DragSelect(this, this.#canvas);
    listenForDensity(this, (step) => this.changeDensity(step));
    this.#canvas.addEventListener("click", (event) => this.#clicked(event));
    this.#canvas.addEventListener("keydown", (event) => handleGridKey(this, event));
    this.#canvas.addEventListener("focusin", (event) => this.#focused(event));
  }

  connectedCallback() {
    this.append(this.#months.root, ...this.#dates.roots, this.#canvas, this.#note);
    this.selection.addEventListener("change", this.#selectionChanged);
    this.#observer.observe(this);
    this.#relayout();
    // While photos are read, days would change with every one that is found.
    if (!this.isReading) this.loadDates();
  }

  disconnectedCallback() {
    this.#drag.stop();
    this.#observer.disconnect();
    this.selection.removeEventListener("change", this.#selectionChanged);
    this.source.dispose();
    this.#dates.dispose();
    for (const cell of this.#cells.values()) cell.dispose();
    this.#cells.clear();
  }

  get layout() { return this.#layout; }
  /** Whether a press of a photo selects it instead of opening it. */
  get isSelecting() { return this.#isChoosing || this.selection.count > 0; }
  /** With a limit of one another choice replaces the first, so nothing is kept out. */
  get #isFull() { return this.selection.isAtLimit && this.selection.config.selectionLimit !== 1; }
  get #isNarrow() { return this.clientWidth < 600; }
  get rowsInView() { return Math.max(1, Math.floor(this.clientHeight / this.#layout.pitch)); }

  /** @param {number} index of the cell that comes on screen and gets the keyboard */
  focusCell(index) {
    this.focusIndex = Math.max(0, Math.min(index, this.source.count - 1));
    this.#reveal(this.focusIndex);
    this.#render();
    this.#cells.get(this.focusIndex)?.root.focus({ preventScroll: true });
    // In a window so low that the page itself scrolls, the photos may be below it.
    this.scrollIntoView({ block: "nearest" });
  }

  /**
   * Scrolls to an asset: its row is the first one on the screen.
   * @param {number} index
   */
  showFirst(index) {
    this.tall.top = placeOf(this.#layout, index).y - (this.#layout.bands?.header ?? 0);
    // A jump shows nothing that is known: what is there is asked for without waiting for a frame.
    this.#render();
  }

  /**
   * Larger photos, or more of them; what is on the screen stays there.
   * @param {number} step 1 or -1
   */
  changeDensity(step) {
    if (!changeDensity(step, this.#isNarrow)) return;
    this.#relayout();
    this.picking.say(strings.columns(this.#layout.columns));
  }

  /** @param {boolean} isChoosing whether a finger selects at once; that ends as soon as nothing is selected */
  choose(isChoosing) {
    this.#isChoosing = isChoosing;
    this.#render();
  }

  /**
   * The cell under a point of the window, or the nearest one.
   * @param {number} clientX @param {number} clientY
   * @returns {number} -1 when there is none
   */
  indexAt(clientX, clientY) {
    const box = this.#canvas.getBoundingClientRect();
    const isRightToLeft = getComputedStyle(this).direction === "rtl";
    return indexAt(this.#layout, { x: isRightToLeft ? box.right - clientX : clientX - box.left, y: clientY - box.top + this.tall.shift, count: this.source.total ?? 0 });
  }

  /** The library changed: show what is there now, at the place where the reader is. Who has left meanwhile hears nothing of it. */
  async refresh() {
    const before = { anchor: this.#anchorInView(), focusIndex: this.focusIndex };
    const { first, last } = this.#visible(2);
    const [hasLeft, followAnchor] = [this.#scrollWatch(), this.picking.watchAnchor(this.source, first)];
    const focused = this.source.at(this.focusIndex)?.localIdentifier;
    try {
      await Promise.all([this.source.refresh(first, last).then(followAnchor), this.isReading ? null : this.#dates.load()]);
    } catch (error) {
      return this.isConnected ? this.#failed(error) : undefined;
    }
    // Who moved the keyboard or scrolled on while this was asked for stays there.
    const hasMoved = this.focusIndex !== Math.max(0, Math.min(before.focusIndex, this.source.count - 1));
    const anchor = hasMoved || hasLeft() ? this.#anchorInView() : before.anchor;
    if (this.#dates.isBehind) this.#relayout(anchor);
    this.selection.update([...this.#cells.values()].flatMap((cell) => cell.asset ?? []));
    const place = anchor ? this.source.indexOf(anchor.id) : -1;
    if (anchor && place >= 0) this.tall.top = placeOf(this.#layout, place).y - anchor.offset;
    const focusPlace = focused ? this.source.indexOf(focused) : -1;
    if (focusPlace >= 0 && !hasMoved) this.focusIndex = focusPlace;
    for (const cell of this.#cells.values()) cell.retry();
    this.#render();
  }

  /** @returns {() => boolean} whether the reader scrolled since */
  #scrollWatch() {
    const top = this.tall.top;
    return () => this.tall.top !== top && this.tall.top !== this.#placedTop;
  }

  #selectionChanged = () => {
    this.#dates.forgetSelected();
    // Who deselects the last one is done with selecting.
    if (this.selection.count === 0) this.#isChoosing = false;
    this.#render();
    this.dispatchEvent(new Event("choosing"));
  };

  #sourceChanged() {
    const isEmpty = this.source.total === 0;
    this.#note.replaceChildren(...(isEmpty ? [emptyNote(this, () => this.dispatchEvent(new Event("widen")))] : []));
    this.focusIndex = Math.max(0, Math.min(this.focusIndex, this.source.count - 1));
    this.#canvas.hidden = isEmpty;
    this.#dates.forgetSelected();
    this.selection.learnTotal(this.source.listing, this.source.total);
    if (this.#dates.isBehind) this.#relayout();
    else this.#render();
    this.dispatchEvent(new Event("count"));
  }

  /** @param {unknown} error */
  #failed(error) {
    this.dispatchEvent(new CustomEvent("failure", { detail: error }));
    // What is there stays: a grid that is hidden for a moment is at its top afterwards.
    if (this.source.isKnown || isOffline(error)) return;
    const retry = () => { this.#note.replaceChildren(); this.#canvas.hidden = false; this.#render(); };
    this.#canvas.hidden = true;
    renewNote(this.#note, failureNote(error, retry));
  }

  #schedule() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame((time) => {
      this.#frame = 0;
      const place = this.#place();
      if (this.#speed.isPassing(place.top, place.height, time)) letPass();
      this.#render(place);
    });
  }

  async loadDates() {
    await this.#dates.load();
    if (this.isConnected && this.#dates.isBehind) this.#relayout();
  }

  /** @param {Anchor|null} [anchor] what stays where it is; by default what is on the screen */
  #relayout(anchor = this.#anchorInView()) {
    const width = this.#canvas.clientWidth || this.clientWidth;
    this.#layout = this.#dates.layout(layoutFor(width, wishFor(this.#isNarrow)));
    // As far as there is to scroll, it must be there before one scrolls.
    this.tall.height = heightOf(this.#layout, this.source.count);
    if (anchor) this.tall.top = placeOf(this.#layout, anchor.index).y - anchor.offset;
    this.#placedTop = this.tall.top;
    this.#render();
  }

  /** @returns {Anchor|null} the first asset that is whole on screen */
  #anchorInView() {
    const index = firstBelow(this.#layout, this.tall.top, this.source.count);
    const asset = this.tall.top > 0 ? this.source.at(index) : undefined;
    return asset ? { id: asset.localIdentifier, index, offset: placeOf(this.#layout, index).y - this.tall.top } : null;
  }

  /** @param {number} overscan rows @param {{top: number, height: number}} place of the screen */
  #visible(overscan, place = this.#place()) {
    return rangeInView(this.#layout, { ...place, count: this.source.count, overscan });
  }

  /** The browser brings its layout up to date for this: asked for once in a frame, before anything is changed in it. */
  #place() { return { top: this.tall.top, height: this.clientHeight }; }

  /** @param {{top: number, height: number}} [place] of the screen, where it was asked for in this frame */
  #render(place) {
    if (!this.isConnected) return;
    const { count } = this.source;
    this.classList.toggle("is-dense", this.#layout.cell < 90);
    const before = this.tall.height;
    this.tall.height = heightOf(this.#layout, count);
    if (!place || this.tall.height !== before) place = this.#place();
    const [{ first, last }, seen] = [this.#visible(2, place), this.#visible(0, place)];
    this.source.ensureAround(first, last);
    this.classList.toggle("is-selecting", this.isSelecting);
    this.classList.toggle("is-full", this.#isFull);
    // The cell with the keyboard stays although it is off screen: removing it would lose the focus.
    const holdsFocus = this.#canvas.contains(document.activeElement);
    // Who scrolled without the keyboard, or went elsewhere on the timeline, comes with Tab to what is on the screen.
    const entry = holdsFocus || (this.focusIndex >= first && this.focusIndex <= last) ? this.focusIndex : seen.first;
    for (const [index, cell] of this.#cells) {
      const stays = (index >= first && index <= last) || (holdsFocus && index === this.focusIndex && index < count);
      if (!stays) this.#drop(index, cell);
    }
    for (let index = first; index <= last; index += 1) this.#renderCell(index, index >= seen.first && index <= seen.last, index === entry);
    this.#months.render(this.#layout, place, seen, this.source);
    this.#dates.render(this.#layout, { first, last }, place.top);
    if (holdsFocus && this.focusIndex < count) this.#renderCell(this.focusIndex, this.focusIndex >= seen.first && this.focusIndex <= seen.last, true);
  }

  /** @param {number} index @param {boolean} isInView and not only near the screen @param {boolean} isEntry whether Tab leads there */
  #renderCell(index, isInView, isEntry) {
    let cell = this.#cells.get(index);
    if (!cell) {
      cell = this.#spare.pop() ?? new GridCell(this.selection.config.givesOriginals);
      cell.use(index);
      this.#cells.set(index, cell);
      this.#canvas.insertBefore(cell.root, this.#cells.get(index + 1)?.root ?? following(this.#canvas, index));
    }
    cell.isInView = isInView;
    const asset = this.source.at(index);
    const { x, y } = placeOf(this.#layout, index);
    cell.move({ x, y: y - this.tall.shift }, this.#layout.cell);
    cell.show(asset, thumbnailSize(this.#layout.cell), this.source.total);
    const { config } = this.selection;
    // The place in the order is a search, so it is asked for only where it is shown.
    const [id, place] = [asset?.localIdentifier ?? "", this.source.placeOf(index)];
    const position = config.ordered ? this.selection.position(id, place) : Number(this.selection.has(id, place));
    cell.mark({ position, isOrdered: config.ordered, isFocused: isEntry, isBlocked: position === 0 && this.#isFull });
  }

  /** @param {number} index @param {GridCell} cell */
  #drop(index, cell) {
    cell.dispose();
    this.#cells.delete(index);
    if (this.#spare.length < mostSpare) this.#spare.push(cell);
  }

  /** @param {number} index */
  #reveal(index) {
    const { y } = placeOf(this.#layout, index);
    const [top, margin] = [this.#canvas.offsetTop, this.#layout.gap + 6 + (this.#layout.bands?.header ?? 0)];
    if (y + top - margin < this.tall.top) this.tall.top = Math.max(0, index < this.#layout.columns ? 0 : y + top - margin);
    const bottom = y + top + this.#layout.cell + margin;
    if (bottom > this.tall.top + this.clientHeight) this.tall.top = bottom - this.clientHeight;
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
    // Where nothing hovers, the circle is there only while selecting: its corner belongs to the photo before.
    const isCheck = target.closest(".cell-check") && (this.isSelecting || hovers.matches);
    const isToggle = isCheck || event.ctrlKey || event.metaKey || this.isSelecting;
    this.focusIndex = index;
    cell.focus({ preventScroll: true });
    if (event.shiftKey) this.picking.extend(this.source, index);
    else if (target.closest(".cell-open") || !isToggle) this.dispatchEvent(new CustomEvent("open", { detail: index }));
    else this.picking.toggle(asset, this.source, index);
    this.#render();
  }
}

customElements.define("grid-view", GridView);
