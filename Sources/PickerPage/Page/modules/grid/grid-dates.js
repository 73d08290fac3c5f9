// The dates of a grid: headers above its photos and the timeline beside it, both by what the server counted.

import { fetchDays } from "../api.js";
import { hovers } from "../dom.js";
import { pauseBefore } from "../failure.js";
import { DayHeaders, headerHeight } from "./day-headers.js";
import { firstBelow, heightOf, withSections } from "./grid-layout.js";
import { isWithin } from "../picking/runs.js";
import { sectionsOf } from "./sections.js";
import { Timeline } from "./timeline.js";

/** @typedef {import("./grid-layout.js").GridLayout} GridLayout */
/** @typedef {import("./grid-view.js").GridView} GridView */
/** @typedef {import("./sections.js").DatedSection} DatedSection */
/** @typedef {import("../types.js").DayCounts} DayCounts */

/** Cells that are smaller than this stand under months instead of days. */
const dayCell = 90;
/** With fewer screens than this there is nothing to jump to. */
const screensOfTimeline = 2;

export class GridDates {
  #grid;
  #isReversed;
  #headers = new DayHeaders();
  #timeline = new Timeline();
  #controller = new AbortController();
  /** @type {DayCounts|null} */
  #counts = null;
  #used = "";
  /** Where the timeline scrolled to: what was asked for is shown there, although it need not be the first of its row. */
  #top = -1;
  #isGoing = false;
  /** The number of the latest question for days, and of the latest whose answer was taken. */
  #asked = 0;
  #taken = 0;
  /** How often days were refused since the last ones that came. */
  #refusals = 0;
  /** @type {Map<DatedSection, boolean>} which are selected as a whole, until the selection changes */
  #selected = new Map();

  /** @param {GridView} grid @param {boolean} isReversed */
  constructor(grid, isReversed) {
    this.#grid = grid;
    this.#isReversed = isReversed;
    this.roots = [this.#timeline.root, this.#headers.root];
    this.#headers.addEventListener("choose", (event) => {
      const { start, count } = /** @type {CustomEvent<DatedSection>} */ (event).detail;
      grid.picking.toggleRange(grid.source, start, start + count - 1);
    });
    this.#timeline.addEventListener("go", (event) => {
      this.#isGoing = true;
      grid.showFirst(/** @type {CustomEvent<number>} */ (event).detail);
      this.#isGoing = false;
      this.#top = grid.tall.top;
    });
    grid.addEventListener("scroll", () => this.#timeline.wake(), { passive: true });
  }

  /** Counts of another state of the library say nothing about what is listed. */
  get #isKnown() { return this.#counts !== null && this.#counts.total === this.#grid.source.total && this.#counts.total > 0; }
  /** Whether the layout has to be made again to show what is known. */
  get isBehind() { return this.#isKnown !== (this.#used !== ""); }

  /** Asks the server; without an answer the grid goes on without dates. */
  async load() {
    const turn = (this.#asked += 1);
    /** @type {DayCounts|null} */
    let counts = null;
    try {
      counts = await fetchDays(this.#grid.collection.localIdentifier, this.#grid.narrowing, this.#controller.signal);
      this.#refusals = 0;
    } catch (error) {
      this.#lookAgain(error);
    }
    // One that was asked later was answered sooner: these are of an older state of the library.
    if (turn < this.#taken) return;
    this.#taken = turn;
    this.#counts = counts;
    if (counts !== null) this.#used = "";
  }

  /**
   * What was refused for the moment is asked for again: nothing else would bring dates.
   * @param {unknown} error
   */
  #lookAgain(error) {
    const pause = pauseBefore(error, (this.#refusals += 1));
    const turn = this.#asked;
    if (pause === null) return;
    setTimeout(() => { if (!this.#controller.signal.aborted && turn === this.#asked) this.#grid.loadDates(); }, pause);
  }

  dispose() { this.#controller.abort(); }

  /**
   * The layout with headers, as far as days are known.
   * @param {GridLayout} flat
   * @returns {GridLayout}
   */
  layout(flat) {
    const counts = this.#isKnown ? this.#counts : null;
    const isMonthly = flat.cell < dayCell;
    const key = counts ? `${isMonthly}` : "";
    if (key !== this.#used || !counts) {
      this.#used = key;
      this.#selected.clear();
      this.#headers.use(counts ? sectionsOf(counts, { isReversed: this.#isReversed, isMonthly }) : []);
    }
    const layout = counts ? withSections(flat, this.#headers.sections, headerHeight) : flat;
    const total = counts?.total ?? 0;
    const height = this.#grid.clientHeight;
    // It takes room from the photos, which are smaller then and fewer screens: what is there stays until there are clearly fewer.
    const fewest = this.#timeline.root.hidden ? screensOfTimeline : 0.75 * screensOfTimeline;
    const isLong = counts !== null && heightOf(layout, total) > fewest * height;
    this.#timeline.use(isLong ? sectionsOf(counts, { isReversed: this.#isReversed, isMonthly: true }) : [], total, height);
    this.#grid.classList.toggle("has-timeline", !this.#timeline.root.hidden);
    return layout;
  }

  /** What is selected, or listed, is not what it was. */
  forgetSelected() { this.#selected.clear(); }

  /**
   * @param {GridLayout} layout @param {{first: number, last: number}} range what has cells now
   * @param {number} top of the screen
   */
  render(layout, range, top) {
    const { tall: { shift }, source } = this.#grid;
    const hasChecks = this.#grid.isSelecting || hovers.matches;
    this.#headers.render(layout, { ...range, shift }, { isSelected: (section) => this.#isSelected(section), hasChecks });
    if (top === this.#top || this.#isGoing) return;
    // Who comes back to the same place has scrolled there.
    this.#top = -1;
    this.#timeline.show(firstBelow(layout, top, source.total ?? 0));
  }

  /** @param {DatedSection} section */
  #isSelected(section) {
    const known = this.#selected.get(section);
    if (known !== undefined) return known;
    const { selection, source } = this.#grid;
    const isRun = selection.runs.some((run) => run.except.size === 0 && isWithin(source.run(section.start, section.start + section.count - 1), run));
    let isSelected = selection.count >= section.count && (isRun || source.at(section.start) !== undefined);
    for (let index = section.start; isSelected && !isRun && index < section.start + section.count; index += 1) {
      const asset = source.at(index);
      isSelected = asset === undefined || selection.has(asset.localIdentifier, source.placeOf(index));
    }
    this.#selected.set(section, isSelected);
    return isSelected;
  }
}
