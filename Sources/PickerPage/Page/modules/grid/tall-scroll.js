// Scrolling over more pixels than browsers let an element have: Firefox ends at 17.9 million, Chromium at 33.5. What is
// taller gets an element of fewer, over which its part on the screen is moved: small steps go as far as the wheel and the
// finger say, a jump of the scroll bar goes to the same fraction of the whole.

/** Far below what any browser allows, far above what one scrolls in a sitting. */
const mostPixels = 8_000_000;
/** A jump, not a step: more screens in one event than wheels and fingers make. */
const screensOfJump = 4;

export class TallScroll {
  #scroller;
  #canvas;
  #most;
  #height = 0;
  #last = 0;
  /** Pixels of the whole above the element. */
  shift = 0;

  /** @param {HTMLElement} scroller @param {HTMLElement} canvas what it scrolls @param {number} [most] the height that may have */
  constructor(scroller, canvas, most = mostPixels) {
    this.#scroller = scroller;
    this.#canvas = canvas;
    this.#most = most;
    scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
  }

  /** Of the whole, in pixels. */
  get height() { return this.#height; }
  set height(height) {
    if (height === this.#height) return;
    const top = this.top;
    this.#height = height;
    this.#canvas.style.height = `${Math.min(height, this.#most)}px`;
    if (this.#isTall || this.shift > 0) this.#place(top);
  }

  /** What is at the upper edge of the screen, in pixels of the whole. */
  get top() { return this.#scroller.scrollTop + this.shift; }
  set top(top) {
    if (this.#isTall) this.#place(top);
    else this.#scroller.scrollTop = top;
    this.#last = this.#scroller.scrollTop;
  }

  #scrolled() {
    const now = this.#scroller.scrollTop;
    const step = Math.abs(now - this.#last);
    this.#last = now;
    if (!this.#isTall) return;
    if (step > screensOfJump * this.#scroller.clientHeight) this.#place((now / this.#farthest) * this.#farthestOfAll);
    else if ((now < this.#margin && this.shift > 0) || (now > this.#farthest - this.#margin && this.shift < this.#mostShift)) this.#place(this.top);
  }

  get #isTall() { return this.#height > this.#most; }
  get #mostShift() { return Math.max(0, this.#height - this.#most); }
  /** The most that the element, and the whole, can be scrolled by. */
  get #farthest() { return Math.max(1, this.#scroller.scrollHeight - this.#scroller.clientHeight); }
  get #farthestOfAll() { return this.#farthest + this.#mostShift; }
  /** Nearer to an end of the element than this, the element is moved, unless the whole ends there, too. */
  get #margin() { return this.#most / 16; }

  /**
   * Moves the element so that there is room to scroll both ways, and the ends are where they are.
   * @param {number} wanted
   */
  #place(wanted) {
    const top = Math.max(0, Math.min(wanted, this.#farthestOfAll));
    const left = this.#farthestOfAll - top;
    const room = 2 * this.#margin;
    const fraction = (top / this.#farthestOfAll) * this.#farthest;
    const place = Math.max(Math.min(top, room), Math.min(fraction, this.#farthest - Math.min(left, room)));
    // What is not tall has nothing above it: the most is 0 then.
    this.shift = Math.max(0, Math.min(this.#mostShift, Math.round(top - place)));
    this.#scroller.scrollTop = top - this.shift;
    this.#last = this.#scroller.scrollTop;
  }
}
