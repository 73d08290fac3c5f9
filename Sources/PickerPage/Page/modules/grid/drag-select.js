// Selecting by drawing over cells: with the mouse at once, with a finger after it rested for a moment. Near the edges the
// grid scrolls along.

/** @typedef {import("./grid-view.js").GridView} GridView */

/** A mouse that moves less than this only clicks. */
const dragDistance = 6;
/** A finger that rests this long selects; one that moves earlier scrolls. */
const longPressMilliseconds = 400;
/** A finger that moves less than this rests. */
const restDistance = 10;
/** So near to the edge the grid scrolls along, the faster the nearer. */
const edge = 64;
const mostPixelsPerFrame = 24;

/** @typedef {{pointer: number, start: {x: number, y: number}, x: number, y: number, anchor: number, isTouch: boolean}} Press */

export class DragSelect {
  #grid;
  /** @type {Press|null} */
  #press = null;
  #isActive = false;
  #timer = 0;
  #frame = 0;
  #last = -1;
  #isClickOver = false;

  /** @param {GridView} grid @param {HTMLElement} canvas */
  constructor(grid, canvas) {
    this.#grid = grid;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#moved(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", (event) => this.#up(event));
    // Only a listener that is there from the start can keep the browser from scrolling.
    canvas.addEventListener("touchmove", (event) => { if (this.#isActive) event.preventDefault(); }, { passive: false });
    canvas.addEventListener("contextmenu", (event) => { if (this.#press?.isTouch) event.preventDefault(); });
    // The click that ends a drag is none. One by assistive technology has no detail.
    canvas.addEventListener("click", (event) => { if (this.#isClickOver && event.detail > 0) event.stopImmediatePropagation(); }, { capture: true });
  }

  /** Ends what is going on; what it selected stays. */
  stop() {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#press = null;
    this.#isActive = false;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#isClickOver = false;
    // A second finger zooms.
    if (this.#press && event.pointerId !== this.#press.pointer) return this.stop();
    const cell = event.target instanceof Element ? event.target.closest(".cell") : null;
    const anchor = cell instanceof HTMLElement ? Number(cell.dataset.index) : -1;
    const isPlain = event.button === 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey;
    // With a limit of one there is nothing to draw over.
    if (!isPlain || anchor < 0 || this.#grid.selection.config.selectionLimit === 1) return;
    const start = { x: event.clientX, y: event.clientY };
    this.#press = { pointer: event.pointerId, start, ...start, anchor, isTouch: event.pointerType === "touch" };
    if (this.#press.isTouch) this.#timer = window.setTimeout(() => this.#begin(), longPressMilliseconds);
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointer) return;
    press.x = event.clientX;
    press.y = event.clientY;
    if (this.#isActive) return;
    const distance = Math.hypot(press.x - press.start.x, press.y - press.start.y);
    if (press.isTouch && distance > restDistance) this.stop();
    else if (!press.isTouch && distance > dragDistance) this.#begin();
  }

  #begin() {
    const press = this.#press;
    if (!press || !this.#grid.source.at(press.anchor)) return;
    this.#isActive = true;
    this.#isClickOver = true;
    this.#last = -1;
    this.#grid.canvas.setPointerCapture(press.pointer);
    if (press.isTouch) navigator.vibrate?.(10);
    this.#grid.picking.setAnchor(press.anchor);
    this.#follow();
  }

  /** Each frame: scrolls near an edge, and selects through the cell that is under the pointer now. */
  #follow() {
    const press = this.#press;
    if (!press || !this.#isActive) return;
    const grid = this.#grid;
    grid.tall.top += scrollOf(press.y, grid.getBoundingClientRect());
    const index = grid.indexAt(press.x, press.y);
    if (index >= 0 && index !== this.#last) {
      this.#last = index;
      grid.focusIndex = index;
      grid.picking.extend(grid.source, index);
    }
    this.#frame = requestAnimationFrame(() => this.#follow());
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (event.pointerId !== this.#press?.pointer) return;
    // What moved since the last frame counts, too.
    if (this.#isActive && event.type === "pointerup") {
      cancelAnimationFrame(this.#frame);
      this.#follow();
    }
    this.stop();
  }
}

/**
 * How far the grid scrolls in a frame while the pointer is there.
 * @param {number} y @param {{top: number, bottom: number}} box
 */
export function scrollOf(y, { top, bottom }) {
  const above = Math.max(0, Math.min(edge, top + edge - y));
  const below = Math.max(0, Math.min(edge, y - (bottom - edge)));
  return Math.round(((below - above) / edge) * mostPixelsPerFrame);
}
