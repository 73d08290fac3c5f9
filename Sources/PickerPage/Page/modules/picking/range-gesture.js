// One press of Shift, or one stroke over the grid, that grows and shrinks.

/** @typedef {import("../types.js").Asset} Asset */
/** @typedef {import("./runs.js").Place} Place */
/** @typedef {import("./runs.js").Run} Run */
/** @typedef {import("./selection.js").Addition} Addition */
/** @typedef {import("./selection.js").Selection} Selection */

/** What it selected itself it may deselect again, what was selected before it stays. */
export class RangeGesture {
  /** @type {Set<string>} */
  #own = new Set();
  /** @type {Run[]} */
  #ownRuns = [];
  /** @type {Run[]} selected before, in whose place those are */
  #replaced = [];
  #selection;

  /** @param {Selection} selection */
  constructor(selection) {
    this.#selection = selection;
  }

  /**
   * @param {Asset[]} range from the anchor to where the focus is now @param {(number: number) => Place|undefined} [placeOf] where each is
   * @returns {Addition}
   */
  cover(range, placeOf) {
    this.#removeRuns();
    const wanted = new Set(range.map((asset) => asset.localIdentifier));
    this.#selection.remove([...this.#own].filter((id) => !wanted.has(id)));
    const result = this.#selection.add(range, placeOf);
    this.#own = new Set([...this.#own].filter((id) => wanted.has(id)));
    for (const asset of result.added) this.#own.add(asset.localIdentifier);
    return result;
  }

  /** @param {Run} run from the anchor to where the focus is now */
  coverRun(run) {
    this.#removeRuns();
    this.#selection.remove([...this.#own]);
    this.#own.clear();
    ({ pieces: this.#ownRuns, replaced: this.#replaced } = this.#selection.addRun(run));
  }

  #removeRuns() {
    this.#selection.removeRuns(this.#ownRuns, this.#replaced);
    this.#ownRuns = this.#replaced = [];
  }
}
