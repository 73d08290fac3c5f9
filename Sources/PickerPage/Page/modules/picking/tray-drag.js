// Dragging what is selected to another place of the order. Near the edges the tray scrolls along.

import { PressDrag, scrollOf } from "../press-drag.js";

/** A finger that rests this long takes a photo up. */
const longPressMilliseconds = 300;

/** What is held is the item. */
export class TrayDrag {
  #list;
  #onMove;
  /** @type {PressDrag<HTMLElement>} */
  #drag;

  /**
   * @param {HTMLElement} list whose children are dragged
   * @param {(item: Element, place: Element) => void} onMove one is to get the place of another
   */
  constructor(list, onMove) {
    this.#list = list;
    this.#onMove = onMove;
    this.#drag = new PressDrag(list, longPressMilliseconds, {
      take: (event) => this.#take(event),
      begin: (item) => { item.classList.add("is-lifted"); return true; },
      follow: (item, point) => this.#follow(item, point),
      end: (item) => { item.classList.remove("is-lifted"); item.style.removeProperty("translate"); },
    });
  }

  /** Ends what is going on; where things are is where they stay. */
  stop() { this.#drag.stop(); }

  /** @param {PointerEvent} event */
  #take(event) {
    const target = event.target instanceof Element ? event.target : null;
    const item = target?.closest("button") ? null : [...this.#list.children].find((each) => each.contains(target));
    return event.button === 0 && item instanceof HTMLElement ? item : null;
  }

  /**
   * Changes places with what is under the pointer now.
   * @param {HTMLElement} item @param {import("../press-drag.js").Point} point
   */
  #follow(item, point) {
    this.#list.scrollTop += scrollOf(point.y, this.#list.getBoundingClientRect());
    const place = [...this.#list.children].find((each) => each !== item && isInside(each.getBoundingClientRect(), point));
    if (place) this.#onMove(item, place);
    // It goes with the pointer, from wherever it is in the list by now.
    const before = item.getBoundingClientRect();
    const [x, y] = (item.style.translate || "0px 0px").split(" ").map(Number.parseFloat);
    item.style.translate = `${x + point.x - before.left - before.width / 2}px ${(y || 0) + point.y - before.top - before.height / 2}px`;
  }
}

/** @param {DOMRect} box @param {{x: number, y: number}} point */
const isInside = ({ left, right, top, bottom }, { x, y }) => x >= left && x < right && y >= top && y < bottom;
