// How fast one scrolls: of what passes the screen in a moment nothing is seen but its colours.

/** What crosses the screen in less than this passes. */
const milliseconds = 300;
/** Without a frame for so long, scrolling begins again. */
const pause = 250;

export class ScrollSpeed {
  #top = 0;
  #time = -pause;
  #wasFast = false;

  /**
   * Looks at one frame. One that is far from that before is a jump: the next one says whether it goes on.
   * @param {number} top of the screen, in pixels @param {number} height of the screen
   * @param {number} time of the frame
   * @returns {boolean} whether all on the screen only passes
   */
  isPassing(top, height, time) {
    const elapsed = time - this.#time;
    const isFast = elapsed > 0 && elapsed < pause && Math.abs(top - this.#top) * milliseconds > height * elapsed;
    const isPassing = isFast && this.#wasFast;
    [this.#top, this.#time, this.#wasFast] = [top, time, isFast];
    return isPassing;
  }
}
