// Wheel, mouse and fingers over the picture, as zooming, panning, the next photo and the way back.

/** @typedef {import("./zoom.js").Point} Point */
/**
 * @typedef {object} Actions
 * @property {() => boolean} isZoomed whether a drag moves the picture instead of leaving it
 * @property {(factor: number, point: Point) => void} zoomBy
 * @property {(point: Point) => void} toggleZoom
 * @property {(x: number, y: number) => void} panBy
 * @property {(x: number, y: number) => void} drag how far a finger moved a picture that fits; 0, 0 lets it go
 * @property {(direction: number) => void} step
 * @property {() => void} close
 * @property {(isHeld: boolean) => void} hold a press that stays, and its end
 */

/** A finger that goes this far means the next photo, or the way back. */
const swipeDistance = 60;
/** A finger that moves less than this stays where it is. */
const tapDistance = 12;
const doubleTapMilliseconds = 350;
const holdMilliseconds = 350;

export class StageGestures {
  #root;
  #actions;
  /** @type {Map<number, PointerEvent>} by pointer */
  #pointers = new Map();
  #start = { x: 0, y: 0 };
  /** Two fingers were down: what one of them does after that is no swipe. */
  #wasPinch = false;
  #wasZoomed = false;
  #lastTap = { time: -Infinity, x: 0, y: 0 };
  #holdTimer = 0;
  #isHeld = false;

  /** @param {HTMLElement} root @param {Actions} actions */
  constructor(root, actions) {
    this.#root = root;
    this.#actions = actions;
    root.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    root.addEventListener("dblclick", (event) => this.#doubleClicked(event));
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#moved(event));
    root.addEventListener("pointerup", (event) => this.#up(event, false));
    root.addEventListener("pointercancel", (event) => this.#up(event, true));
    // The browser's menu would come in the middle of a finger's hold.
    root.addEventListener("contextmenu", (event) => { if (this.#isHeld) event.preventDefault(); });
  }

  /** @param {{clientX: number, clientY: number}} event @returns {Point} */
  #point({ clientX, clientY }) {
    const box = this.#root.getBoundingClientRect();
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    // A line is about 16 pixels; a pinch on a touch pad comes as a wheel with Ctrl and small numbers.
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
    const speed = event.ctrlKey ? 0.01 : 0.0025;
    this.#actions.zoomBy(Math.exp(-Math.max(-200, Math.min(200, pixels)) * speed), this.#point(event));
  }

  /** @param {MouseEvent} event */
  #doubleClicked(event) {
    // Some browsers send it after a double tap, too.
    if (event.timeStamp - this.#lastTap.time > 1000) this.#actions.toggleZoom(this.#point(event));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    this.#pointers.set(event.pointerId, event);
    if (this.#pointers.size === 1) {
      this.#start = { x: event.clientX, y: event.clientY };
      this.#wasPinch = false;
      this.#wasZoomed = this.#actions.isZoomed();
      this.#holdTimer = window.setTimeout(() => {
        this.#isHeld = true;
        this.#actions.hold(true);
      }, holdMilliseconds);
    } else {
      this.#wasPinch = true;
      this.#endHold();
    }
    this.#actions.drag(0, 0);
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    // It was let go beside the stage, which does not hear of that.
    if (event.buttons === 0) return this.#up(event, true);
    const { x, y } = this.#distance(event);
    const hasMoved = Math.hypot(x, y) > tapDistance;
    if (hasMoved) this.#endHold();
    const other = [...this.#pointers.values()].find((each) => each.pointerId !== event.pointerId);
    this.#pointers.set(event.pointerId, event);
    // Not before it is a drag: a press of a video must stay one, and no hand is so steady that nothing moves.
    if (hasMoved && !this.#root.hasPointerCapture(event.pointerId)) this.#root.setPointerCapture(event.pointerId);
    if (other) this.#pinch(before, event, other);
    else if (this.#actions.isZoomed()) this.#actions.panBy(event.clientX - before.clientX, event.clientY - before.clientY);
    else if (event.pointerType === "touch" && !this.#wasPinch) this.#follow(event);
  }

  /** @param {PointerEvent} before @param {PointerEvent} event @param {PointerEvent} other */
  #pinch(before, event, other) {
    const distance = (/** @type {PointerEvent} */ from) => Math.max(1, Math.hypot(from.clientX - other.clientX, from.clientY - other.clientY));
    const middle = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 };
    this.#actions.panBy((event.clientX - before.clientX) / 2, (event.clientY - before.clientY) / 2);
    this.#actions.zoomBy(distance(event) / distance(before), this.#point(middle));
  }

  /**
   * The picture goes with the finger: sideways, or down on the way back.
   * @param {PointerEvent} event
   */
  #follow(event) {
    const { x, y } = this.#distance(event);
    if (Math.abs(x) > Math.abs(y)) this.#actions.drag(x, 0);
    else this.#actions.drag(0, Math.max(0, y));
  }

  /** @param {PointerEvent} event */
  #distance(event) {
    return { x: event.clientX - this.#start.x, y: event.clientY - this.#start.y };
  }

  /** @param {PointerEvent} event @param {boolean} isCancelled the browser took the finger for something else */
  #up(event, isCancelled) {
    if (!this.#pointers.delete(event.pointerId)) return;
    this.#actions.drag(0, 0);
    if (this.#endHold()) return;
    if (isCancelled || this.#wasPinch || event.pointerType !== "touch") return;
    const { x, y } = this.#distance(event);
    if (Math.hypot(x, y) <= tapDistance) this.#tapped(event);
    else if (this.#wasZoomed) return;
    else if (Math.abs(x) > swipeDistance && Math.abs(x) > Math.abs(y)) this.#actions.step(x < 0 ? 1 : -1);
    else if (y > swipeDistance && y > Math.abs(x)) this.#actions.close();
  }

  /** @returns {boolean} whether there was one */
  #endHold() {
    clearTimeout(this.#holdTimer);
    const wasHeld = this.#isHeld;
    this.#isHeld = false;
    if (wasHeld) this.#actions.hold(false);
    return wasHeld;
  }

  /** @param {PointerEvent} event */
  #tapped(event) {
    const { time, x, y } = this.#lastTap;
    const isSecond = event.timeStamp - time < doubleTapMilliseconds && Math.hypot(event.clientX - x, event.clientY - y) < 3 * tapDistance;
    this.#lastTap = { time: event.timeStamp, x: event.clientX, y: event.clientY };
    if (isSecond) this.#actions.toggleZoom(this.#point(event));
  }
}
