// Dragging what is selected to another place of the order: with the mouse at once, with a finger after it rested for a moment.
// Near the edges the tray scrolls along.

import { scrollOf } from "../grid/drag-select.js";

/** A mouse that moves less than this only clicks. */
const dragDistance = 6;
/** A finger that rests this long takes a photo up; one that moves earlier scrolls. */
const longPressMilliseconds = 300;
/** A finger that moves less than this rests. */
const restDistance = 10;

/** @typedef {{pointer: number, start: {x: number, y: number}, x: number, y: number, item: HTMLElement, isTouch: boolean}} Press */

export class TrayDrag {
  #list;
  #onMove;
  /** @type {Press|null} */
  #press = null;
  #isActive = false;
  #timer = 0;
  #frame = 0;

  /**
   * @param {HTMLElement} list whose children are dragged
   * @param {(item: Element, place: Element) => void} onMove one is to get the place of another
   */
  constructor(list, onMove) {
    this.#list = list;
    this.#onMove = onMove;
    list.addEventListener("pointerdown", (event) => this.#down(event));
    list.addEventListener("pointermove", (event) => this.#moved(event));
    for (const end of ["pointerup", "pointercancel"]) list.addEventListener(end, (event) => this.#up(/** @type {PointerEvent} */ (event)));
    // Only a listener that is there from the start can keep the browser from scrolling.
    list.addEventListener("touchmove", (event) => { if (this.#isActive) event.preventDefault(); }, { passive: false });
    list.addEventListener("contextmenu", (event) => { if (this.#press?.isTouch) event.preventDefault(); });
  }

  /** Ends what is going on; where things are is where they stay. */
  stop() {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#press?.item.classList.remove("is-lifted");
    this.#press?.item.style.removeProperty("translate");
    this.#press = null;
    this.#isActive = false;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.#press) return this.stop();
    const target = event.target instanceof Element ? event.target : null;
    const item = target?.closest("button") ? null : [...this.#list.children].find((each) => each.contains(target));
    if (event.button !== 0 || !(item instanceof HTMLElement)) return;
    const start = { x: event.clientX, y: event.clientY };
    this.#press = { pointer: event.pointerId, start, ...start, item, isTouch: event.pointerType === "touch" };
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
    if (!press) return;
    this.#isActive = true;
    // On the list: what is dragged is put elsewhere in it.
    this.#list.setPointerCapture(press.pointer);
    if (press.isTouch) navigator.vibrate?.(10);
    press.item.classList.add("is-lifted");
    this.#follow();
  }

  /** Each frame: scrolls near an edge, and changes places with what is under the pointer now. */
  #follow() {
    const press = this.#press;
    if (!press || !this.#isActive) return;
    this.#list.scrollTop += scrollOf(press.y, this.#list.getBoundingClientRect());
    const place = [...this.#list.children].find((each) => each !== press.item && isInside(each.getBoundingClientRect(), press));
    if (place) this.#onMove(press.item, place);
    // It goes with the pointer, from wherever it is in the list by now.
    const before = press.item.getBoundingClientRect();
    const [x, y] = (press.item.style.translate || "0px 0px").split(" ").map(Number.parseFloat);
    press.item.style.translate = `${x + press.x - before.left - before.width / 2}px ${(y || 0) + press.y - before.top - before.height / 2}px`;
    this.#frame = requestAnimationFrame(() => this.#follow());
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (event.pointerId === this.#press?.pointer) this.stop();
  }
}

/** @param {DOMRect} box @param {{x: number, y: number}} point */
const isInside = ({ left, right, top, bottom }, { x, y }) => x >= left && x < right && y >= top && y < bottom;
