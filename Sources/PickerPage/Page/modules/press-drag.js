// A press that becomes a drag: with the mouse as soon as it moves, with a finger after it rested for a moment; one that moves earlier
// scrolls. Near the edges what is dragged over scrolls along.

/** A mouse that moves less than this only clicks. */
const dragDistance = 6;
/** A finger that moves less than this rests. */
const restDistance = 10;
/** So near to the edge it scrolls along, the faster the nearer. */
const edge = 64;
const mostPixelsPerFrame = 24;

/** @typedef {{x: number, y: number}} Point */

/**
 * What a drag does with what is held: what `take` gave.
 * @template Held
 * @typedef {object} Dragging
 * @property {(event: PointerEvent) => Held|null} take what is pressed; null: nothing that may be dragged
 * @property {(held: Held) => boolean} begin whether it can be dragged now
 * @property {(held: Held, point: Point) => void} follow each frame
 * @property {(held: Held) => void} [end] whether or not it began
 */

/** @template Held */
export class PressDrag {
  #element;
  #restMilliseconds;
  #dragging;
  /** @type {{pointer: number, start: Point, x: number, y: number, held: Held, isTouch: boolean}|null} */
  #press = null;
  #isActive = false;
  #timer = 0;
  #frame = 0;

  /**
   * @param {HTMLElement} element that is pressed
   * @param {number} restMilliseconds how long a finger rests before it drags
   * @param {Dragging<Held>} dragging
   */
  constructor(element, restMilliseconds, dragging) {
    this.#element = element;
    this.#restMilliseconds = restMilliseconds;
    this.#dragging = dragging;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#moved(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", (event) => this.#up(event));
    // Only a listener that is there from the start can keep the browser from scrolling.
    element.addEventListener("touchmove", (event) => { if (this.#isActive) event.preventDefault(); }, { passive: false });
    element.addEventListener("contextmenu", (event) => { if (this.#press?.isTouch) event.preventDefault(); });
  }

  /** Ends what is going on; what it did stays. */
  stop() {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    if (this.#press) this.#dragging.end?.(this.#press.held);
    this.#press = null;
    this.#isActive = false;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const isSecond = this.#press !== null && event.pointerId !== this.#press.pointer;
    this.stop();
    // A second finger zooms.
    const held = isSecond ? null : this.#dragging.take(event);
    if (held === null) return;
    const start = { x: event.clientX, y: event.clientY };
    this.#press = { pointer: event.pointerId, start, ...start, held, isTouch: event.pointerType === "touch" };
    if (this.#press.isTouch) this.#timer = window.setTimeout(() => this.#begin(), this.#restMilliseconds);
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointer) return;
    // It was let go somewhere else, before it was a drag.
    if (event.buttons === 0) return this.stop();
    press.x = event.clientX;
    press.y = event.clientY;
    if (this.#isActive) return;
    const distance = Math.hypot(press.x - press.start.x, press.y - press.start.y);
    if (press.isTouch && distance > restDistance) this.stop();
    else if (!press.isTouch && distance > dragDistance) this.#begin();
  }

  #begin() {
    const press = this.#press;
    if (!press || !this.#dragging.begin(press.held)) return;
    this.#isActive = true;
    // On the element: what is dragged may be put elsewhere in it.
    this.#element.setPointerCapture(press.pointer);
    if (press.isTouch) navigator.vibrate?.(10);
    this.#follow();
  }

  #follow() {
    const press = this.#press;
    if (!press || !this.#isActive) return;
    this.#dragging.follow(press.held, press);
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
 * How far something scrolls in a frame while the pointer is there.
 * @param {number} y @param {{top: number, bottom: number}} box
 */
export function scrollOf(y, { top, bottom }) {
  const above = Math.max(0, Math.min(edge, top + edge - y));
  const below = Math.max(0, Math.min(edge, y - (bottom - edge)));
  return Math.round(((below - above) / edge) * mostPixelsPerFrame);
}
