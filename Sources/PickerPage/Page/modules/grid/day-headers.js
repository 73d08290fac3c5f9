// What stands above the photos of a day or a month: its date, and a circle that selects all of it.

import { element } from "../dom.js";
import { formatSection } from "../format.js";
import { icon } from "../icons.js";
import { strings } from "../strings.js";
import { lastNotAbove, placeOf } from "./grid-layout.js";

/** @typedef {import("./grid-layout.js").GridLayout} GridLayout */
/** @typedef {import("./sections.js").DatedSection} DatedSection */

/** Height of the line above photos: as high as a finger needs it. */
export const headerHeight = 44;
/** A header with less room writes its date in short. */
const roomForLongDate = 260;

/** Sends "choose" with the section whose header was pressed. */
export class DayHeaders extends EventTarget {
  root = element("div", { class: "grid-days" });
  /** @type {DatedSection[]} */
  #sections = [];
  /** @type {number[]} */
  #starts = [];
  /** @type {Map<number, HTMLButtonElement>} by the place of the section */
  #buttons = new Map();
  /** @type {HTMLButtonElement[]} */
  #spare = [];

  constructor() {
    super();
    this.root.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      const section = button ? this.#sections[Number(button.dataset.section)] : undefined;
      if (section) this.dispatchEvent(new CustomEvent("choose", { detail: section }));
    });
  }

  get sections() { return this.#sections; }

  /** @param {DatedSection[]} sections */
  use(sections) {
    this.#sections = sections;
    this.#starts = sections.map(({ start }) => start);
    for (const place of [...this.#buttons.keys()]) this.#drop(place);
  }

  /** @param {number} index @returns {DatedSection|undefined} */
  at(index) {
    return this.#sections[lastNotAbove(this.#starts, index)];
  }

  /**
   * The headers of what is on the screen, and no others.
   * @param {GridLayout} layout
   * @param {{first: number, last: number, shift: number}} range shift: pixels of the layout above where they are placed
   * @param {(section: DatedSection) => boolean} isSelected
   */
  render(layout, { first, last, shift }, isSelected) {
    const isEmpty = this.#sections.length === 0 || last < first;
    const [from, to] = isEmpty ? [0, -1] : [lastNotAbove(this.#starts, first), lastNotAbove(this.#starts, last)];
    for (const place of [...this.#buttons.keys()]) if (place < from || place > to) this.#drop(place);
    for (let place = from; place <= to; place += 1) this.#render(layout, place, shift, isSelected(this.#sections[place]));
  }

  /** @param {GridLayout} layout @param {number} place @param {number} shift @param {boolean} isSelected */
  #render(layout, place, shift, isSelected) {
    const section = this.#sections[place];
    const button = this.#buttons.get(place) ?? this.#make(place);
    const { x, y } = placeOf(layout, section.start);
    const width = Math.min(section.count, layout.columns) * layout.pitch - layout.gap;
    const isShort = width < roomForLongDate;
    const key = `${section.date} ${isShort}`;
    if (button.dataset.shown !== key) {
      button.dataset.shown = key;
      const text = section.date === null ? strings.noDate : formatSection(section.date, isShort);
      button.replaceChildren(element("span", { class: "day-check", "aria-hidden": "true" }, icon("check")), element("span", { class: "day-date", text }));
      const spoken = section.date === null ? strings.noDate : formatSection(section.date, false);
      button.setAttribute("aria-label", strings.selectSection(spoken));
    }
    button.setAttribute("aria-pressed", String(isSelected));
    const style = button.style;
    style.insetInlineStart = `${x}px`;
    style.top = `${y - shift - headerHeight}px`;
    style.width = `${Math.max(width, headerHeight)}px`;
  }

  /** @param {number} place */
  #make(place) {
    const button = this.#spare.pop() ?? element("button", { type: "button", class: "day-header" });
    button.dataset.section = String(place);
    this.#buttons.set(place, button);
    // Tab goes through them as they are read.
    const next = [...this.root.children].find((each) => each instanceof HTMLElement && Number(each.dataset.section) > place);
    this.root.insertBefore(button, next ?? null);
    return button;
  }

  /** @param {number} place */
  #drop(place) {
    const button = this.#buttons.get(place);
    if (!button) return;
    button.remove();
    button.dataset.shown = "";
    this.#buttons.delete(place);
    this.#spare.push(button);
  }
}
