// Selecting by drawing over cells. Near the edges the grid scrolls along.

import { PressDrag, scrollOf } from "../press-drag.js";

/** @typedef {import("./grid-view.js").GridView} GridView */

/** A finger that rests this long selects. */
const longPressMilliseconds = 400;

/** What is held is the index of the cell where it began. */
export class DragSelect {
  #grid;
  /** @type {PressDrag<number>} */
  #drag;
  #last = -1;
  #isClickOver = false;

  /** @param {GridView} grid @param {HTMLElement} canvas */
  constructor(grid, canvas) {
    this.#grid = grid;
    canvas.addEventListener("pointerdown", () => { this.#isClickOver = false; });
    this.#drag = new PressDrag(canvas, longPressMilliseconds, {
      take: (event) => this.#take(event),
      begin: (anchor) => this.#begin(anchor),
      follow: (_, { x, y }) => this.#follow(x, y),
    });
    // The click that ends a drag is none. One by assistive technology has no detail.
    canvas.addEventListener("click", (event) => { if (this.#isClickOver && event.detail > 0) event.stopImmediatePropagation(); }, { capture: true });
  }

  /** Ends what is going on; what it selected stays. */
  stop() { this.#drag.stop(); }

  /** @param {PointerEvent} event */
  #take(event) {
    const cell = event.target instanceof Element ? event.target.closest(".cell") : null;
    const anchor = cell instanceof HTMLElement ? Number(cell.dataset.index) : -1;
    const isPlain = event.button === 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey;
    // With a limit of one there is nothing to draw over.
    return isPlain && anchor >= 0 && this.#grid.selection.config.selectionLimit !== 1 ? anchor : null;
  }

  /** @param {number} anchor */
  #begin(anchor) {
    if (!this.#grid.source.at(anchor)) return false;
    this.#isClickOver = true;
    this.#last = -1;
    this.#grid.picking.setAnchor(anchor);
    return true;
  }

  /**
   * Selects through the cell that is under the pointer now.
   * @param {number} x @param {number} y
   */
  #follow(x, y) {
    const grid = this.#grid;
    grid.tall.top += scrollOf(y, grid.getBoundingClientRect());
    const index = grid.indexAt(x, y);
    if (index < 0 || index === this.#last) return;
    this.#last = index;
    grid.focusIndex = index;
    grid.picking.extend(grid.source, index);
  }
}
