// The years and months of a collection beside it, each as long as it has photos: a press, a drag or a key goes there.

import { element } from "../dom.js";
import { formatDate, formatSection } from "../format.js";
import { strings } from "../strings.js";
import { lastNotAbove } from "./grid-layout.js";
import { yearsOn } from "./sections.js";

/** @typedef {import("./sections.js").DatedSection} DatedSection */

/** Room for the label of a year. */
const room = 22;
const restMilliseconds = 1600;

/** Sends "go" with the index of the asset to show first. */
export class Timeline extends EventTarget {
  #years = element("div", { class: "timeline-years", "aria-hidden": "true" });
  #label = element("span", { class: "timeline-label", "aria-hidden": "true" });
  #handle = element("div", { class: "timeline-handle" }, this.#label);
  #track = element("div", { class: "timeline-track", role: "slider", tabindex: 0, "aria-orientation": "vertical", "aria-label": strings.timeline, "aria-valuemin": 0 }, this.#years, this.#handle);
  root = element("div", { class: "timeline", hidden: true }, this.#track);
  /** @type {DatedSection[]} */
  #months = [];
  /** @type {number[]} */
  #starts = [];
  #total = 0;
  #index = 0;
  #height = 0;
  #isDragging = false;
  #timer = 0;
  /** The month that was written last, and how. */
  #written = { date: "", text: strings.noDate };

  constructor() {
    super();
    this.#track.addEventListener("pointerdown", (event) => this.#down(event));
    this.#track.addEventListener("pointermove", (event) => { if (this.#isDragging) this.#goTo(event.clientY); });
    for (const end of ["pointerup", "pointercancel"]) this.#track.addEventListener(end, () => this.#drag(false));
    this.#track.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /**
   * @param {DatedSection[]} months in the order that is shown @param {number} total
   * @param {number} height of the part of the screen that it stands beside
   */
  use(months, total, height) {
    this.#months = months;
    this.#starts = months.map(({ start }) => start);
    this.#total = total;
    this.#height = Math.max(0, height - 24);
    this.root.hidden = months.length < 2;
    this.#track.style.height = `${this.#height}px`;
    this.#track.setAttribute("aria-valuemax", String(Math.max(0, total - 1)));
    const years = yearsOn(months, Math.max(1, total), { height: this.#height, room });
    this.#years.replaceChildren(...years.map(({ year, top }) => {
      const label = element("span", { class: "timeline-year", text: formatDate(`${year}-01-01T12:00:00`, { year: "numeric" }) });
      label.style.top = `${top}px`;
      return label;
    }));
    this.show(this.#index);
  }

  /**
   * What is first on the screen now.
   * @param {number} index
   */
  show(index) {
    this.#index = Math.max(0, Math.min(index, this.#total - 1));
    if (this.root.hidden) return;
    this.#handle.style.top = `${(this.#index / Math.max(1, this.#total - 1)) * this.#height}px`;
    this.#track.setAttribute("aria-valuenow", String(this.#index));
    const text = this.#textAt(this.#index);
    if (text === this.#label.textContent) return;
    this.#label.textContent = text;
    this.#track.setAttribute("aria-valuetext", text);
  }

  /** On small screens it is there while one scrolls, and a moment longer. */
  wake() {
    this.root.classList.add("is-awake");
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.root.classList.toggle("is-awake", this.#isDragging), restMilliseconds);
  }

  /** @param {number} index */
  #textAt(index) {
    const date = this.#months[lastNotAbove(this.#starts, index)]?.date ?? "";
    // Frame by frame it is the same month.
    if (date !== this.#written.date) this.#written = { date, text: date ? formatSection(date) : strings.noDate };
    return this.#written.text;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    this.#track.setPointerCapture(event.pointerId);
    this.#drag(true);
    this.#goTo(event.clientY);
  }

  /** @param {boolean} isDragging */
  #drag(isDragging) {
    this.#isDragging = isDragging;
    this.root.classList.toggle("is-dragging", isDragging);
    this.wake();
  }

  /** @param {number} clientY */
  #goTo(clientY) {
    const { top, height } = this.#track.getBoundingClientRect();
    // The pixel at each end is the end: of a million photos each pixel has two thousand.
    const part = Math.max(0, Math.min(1, (clientY - top - 1) / Math.max(1, height - 2)));
    this.#go(Math.round(part * (this.#total - 1)));
  }

  /** @param {number} index */
  #go(index) {
    this.show(index);
    this.dispatchEvent(new CustomEvent("go", { detail: this.#index }));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const place = lastNotAbove(this.#starts, this.#index);
    const month = (/** @type {number} */ step) => this.#starts[Math.max(0, Math.min(this.#starts.length - 1, place + step))];
    const year = (/** @type {number} */ step) => {
      const current = this.#months[place]?.date?.slice(0, 4);
      let other = place;
      while (this.#months[other] && this.#months[other].date?.slice(0, 4) === current) other += step;
      return this.#starts[Math.max(0, Math.min(this.#starts.length - 1, other))];
    };
    /** @type {Record<string, () => number>} */
    const keys = {
      ArrowDown: () => month(1), ArrowRight: () => month(1), ArrowUp: () => month(-1), ArrowLeft: () => month(-1),
      PageDown: () => year(1), PageUp: () => year(-1), Home: () => 0, End: () => this.#total - 1,
    };
    if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#go(keys[event.key]());
  }
}
