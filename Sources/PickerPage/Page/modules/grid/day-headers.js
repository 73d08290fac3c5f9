// What stands above the photos of a day or a month: its date, and a circle that selects all of it.

import { element } from "../dom.js";
import { sectionForms } from "../format.js";
import { icon } from "../icons.js";
import { strings } from "../strings.js";
import { lastNotAbove, placeOf } from "./grid-layout.js";

/** @typedef {import("./grid-layout.js").GridLayout} GridLayout */
/** @typedef {import("./sections.js").DatedSection} DatedSection */

/** Height of the line above photos: as high as a finger needs it. */
export const headerHeight = 44;
/** Of a header, beside its date: what is at its sides, and the circle with its distance. */
const sides = 12;
const check = 30;
/** Wednesdays, in months with long names and with two digits: of dates, the longest to write. */
const longDates = ["2028-09-20", "2028-12-20"];

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
  /** @type {Map<number, string>} what each shows, by the place of the section: frame by frame, most show what they did */
  #shown = new Map();
  /** @type {Map<string, {forms: string[], widths: number[]}>} by date, in pixels */
  #measured = new Map();
  /** @type {Map<number, number[]>} widths of the longest dates, by the length of a day or a month */
  #longest = new Map();
  #ruler = document.createElement("canvas").getContext("2d");
  #font = "";

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
    this.#measured.clear();
    this.#longest.clear();
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
   * @param {{isSelected: (section: DatedSection) => boolean, hasChecks: boolean}} state whether circles are shown, and which are full
   */
  render(layout, { first, last, shift }, { isSelected, hasChecks }) {
    const isEmpty = this.#sections.length === 0 || last < first;
    const [from, to] = isEmpty ? [0, -1] : [lastNotAbove(this.#starts, first), lastNotAbove(this.#starts, last)];
    for (const place of [...this.#buttons.keys()]) if (place < from || place > to) this.#drop(place);
    for (let place = from; place <= to; place += 1) this.#render(layout, place, shift, { isSelected: isSelected(this.#sections[place]), hasChecks });
  }

  /** @param {GridLayout} layout @param {number} place @param {number} shift @param {{isSelected: boolean, hasChecks: boolean}} state */
  #render(layout, place, shift, { isSelected, hasChecks }) {
    const section = this.#sections[place];
    const button = this.#buttons.get(place) ?? this.#make(place);
    const { x, y } = placeOf(layout, section.start);
    const next = this.#sections[place + 1];
    const after = next ? placeOf(layout, next.start) : undefined;
    // Up to the next header, or to where the row would end.
    const room = (after?.y === y ? after.x : layout.columns * layout.pitch) - layout.gap - x;
    const { forms, widths } = this.#measure(section.date);
    const fitting = widths.findIndex((width) => width <= room - sides - (hasChecks ? check : 0));
    const text = forms[fitting < 0 ? forms.length - 1 : fitting];
    const top = y - shift - headerHeight;
    const width = Math.min(section.count, layout.columns) * layout.pitch - layout.gap;
    const key = `${section.date} ${text} ${isSelected} ${x} ${top} ${width} ${room}`;
    if (this.#shown.get(place) === key) return;
    this.#shown.set(place, key);
    if (button.dataset.text !== text) {
      button.dataset.text = text;
      button.replaceChildren(element("span", { class: "day-check", "aria-hidden": "true" }, icon("check")), element("span", { class: "day-date", text }));
    }
    button.setAttribute("aria-label", strings.selectSection(forms[0]));
    button.setAttribute("aria-pressed", String(isSelected));
    const style = button.style;
    style.insetInlineStart = `${x}px`;
    style.top = `${top}px`;
    style.minWidth = `${Math.max(width, headerHeight)}px`;
    style.maxWidth = `${Math.max(room, headerHeight)}px`;
  }

  /**
   * The ways to write a date, and how wide each is.
   * @param {string|null} date
   */
  #measure(date) {
    const known = this.#measured.get(date ?? "");
    if (known) return known;
    const forms = date === null ? [strings.noDate] : sectionForms(date);
    // With as much room as its neighbours, each is written as they are: as if it were the longest there is.
    const longest = date === null ? [] : this.#longestWidths(date.length);
    const measured = { forms, widths: forms.map((text, place) => Math.max(this.#width(text), longest[place] ?? 0)) };
    this.#measured.set(date ?? "", measured);
    return measured;
  }

  /**
   * Of the longest dates, in each way to write them.
   * @param {number} length of the date as it comes: that of a day, or of a month
   */
  #longestWidths(length) {
    const known = this.#longest.get(length);
    if (known) return known;
    const all = longDates.map((date) => sectionForms(date.slice(0, length)).map((text) => this.#width(text)));
    const widths = all[0].map((_, place) => Math.max(...all.map((each) => each[place])));
    this.#longest.set(length, widths);
    return widths;
  }

  /** @param {string} text @returns {number} in pixels */
  #width(text) {
    if (this.#ruler) this.#ruler.font = this.#font ||= getComputedStyle(this.root).font;
    return Math.ceil(this.#ruler?.measureText(text).width ?? 0);
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
    this.#buttons.delete(place);
    this.#shown.delete(place);
    this.#spare.push(button);
  }
}
