// How large the photos of the grid are: pinch, Ctrl and wheel, + and −.

import { prefer, preference } from "../preferences.js";

/** Edges of cells near these, in CSS pixels, from many to few. */
const targets = [52, 72, 96, 128, 188, 264, 372];
const usual = { narrow: 3, wide: 4 };
/** So much of a wheel's or a pinch's way is one step. */
const wheelStep = 80;
const pinchStep = 1.3;

/**
 * @param {boolean} isNarrow
 * @returns {number} place in `targets`
 */
const base = (isNarrow) => (isNarrow ? usual.narrow : usual.wide);

/**
 * The wish for `layoutFor`.
 * @param {boolean} isNarrow a phone
 */
export function wishFor(isNarrow) {
  const level = Math.max(0, Math.min(targets.length - 1, base(isNarrow) + preference("density")));
  return { target: targets[level], gap: 2 };
}

/**
 * @param {number} step 1 for larger photos, -1 for more of them
 * @param {boolean} isNarrow
 * @returns {boolean} false at the end
 */
export function changeDensity(step, isNarrow) {
  const level = base(isNarrow) + preference("density");
  const next = Math.max(0, Math.min(targets.length - 1, level + step));
  if (next === level) return false;
  prefer("density", next - base(isNarrow));
  return true;
}

/**
 * Reports steps of density that fingers and the wheel ask for.
 * @param {HTMLElement} root @param {(step: number) => void} onStep
 */
export function listenForDensity(root, onStep) {
  let wheel = 0;
  root.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    wheel += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
    const steps = Math.trunc(wheel / wheelStep);
    // A wheel that turns fast still goes step by step.
    if (steps !== 0) onStep(-Math.sign(steps));
    wheel -= steps * wheelStep;
  }, { passive: false });
  // From where the fingers were put down: a browser with much to do reports one move for a whole pinch.
  let distance = 0;
  for (const name of ["touchstart", "touchend", "touchcancel"]) {
    root.addEventListener(name, (event) => { distance = spread(/** @type {TouchEvent} */ (event).touches); }, { passive: true });
  }
  root.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2) return;
    // The page itself is not enlarged by it.
    event.preventDefault();
    const now = spread(event.touches);
    if (distance === 0) distance = now;
    if (now === 0 || distance === 0) return;
    const steps = Math.trunc(Math.log(now / distance) / Math.log(pinchStep));
    for (let step = 0; step < Math.abs(steps); step += 1) onStep(Math.sign(steps));
    distance *= pinchStep ** steps;
  }, { passive: false });
}

/**
 * @param {TouchList} touches
 * @returns {number} CSS pixels between two fingers, 0 for fewer or more of them
 */
function spread(touches) {
  if (touches.length !== 2) return 0;
  const [first, second] = touches;
  return Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
}
