// One photo on the stage: the images of it that came so far, in one frame that is zoomed and moved.

import { element } from "../dom.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./zoom.js").Part} Part */
/** @typedef {import("./zoom.js").Size} Size */
/** @typedef {{name: string, rank: number}} Quality its classes, and what it may take the place of */

/** The quick image, the one for this screen, and the one for what is enlarged. */
export const quality = {
  degraded: { name: "is-degraded", rank: 0 },
  final: { name: "is-final", rank: 1 },
  sharper: { name: "is-final is-sharper", rank: 2 },
};

export class Picture {
  root = element("div", { class: "stage-picture" });
  /** @type {Zoom|null} null until it is known how large the photo is */
  zoom = null;
  /** Longest edge of the image that is shown, in pixels; 0 until it is one that is sharp. */
  edge = 0;
  /** @type {{part: Part, density: number, root: HTMLImageElement}|null} the sharp part over it; density: its pixels for a pixel of the photo */
  #sharp = null;
  #rank = -1;
  #wasDragged = false;
  #stage;

  /** @param {HTMLElement} stage @param {Size} size in pixels of the photo, 0 when it is not known */
  constructor(stage, size) {
    this.#stage = stage;
    if (size.width > 0 && size.height > 0) this.#measured(size);
    this.render();
  }

  /**
   * Shows an image in the place of those before, unless it comes late.
   * @param {HTMLImageElement} image that is decoded @param {Quality} kind
   */
  place(image, { rank }) {
    if (rank < this.#rank) return;
    this.#rank = rank;
    const size = { width: image.naturalWidth, height: image.naturalHeight };
    const edge = Math.max(size.width, size.height);
    if (rank > 0) this.edge = edge;
    if (!this.zoom && edge > 0) this.#measured(size);
    // The video of a Live Photo may be playing over it.
    this.image?.remove();
    this.root.prepend(image);
    this.render();
  }

  /**
   * Whether what is on the stage is covered by a part that is sharp enough.
   * @param {number} density
   */
  hasSharp(density) {
    return this.#sharp !== null && this.#sharp.density >= density * 0.98 && this.zoom?.isWithin(this.#sharp.part) === true;
  }

  /**
   * Shows a part of the photo over it, where that has more pixels than what is there.
   * @param {HTMLImageElement} image that is decoded @param {Part} part @param {Size} whole in pixels of the photo
   */
  placePart(image, part, whole) {
    const density = image.naturalWidth / part.width;
    if (density <= this.edge / Math.max(whole.width, whole.height)) return;
    const { style } = image;
    [style.left, style.top] = [`${(part.x / whole.width) * 100}%`, `${(part.y / whole.height) * 100}%`];
    [style.width, style.height] = [`${(part.width / whole.width) * 100}%`, `${(part.height / whole.height) * 100}%`];
    this.#sharp?.root.remove();
    this.#sharp = { part, density, root: image };
    // The video of a Live Photo is over that, too.
    this.image?.after(image);
  }

  /** @param {Size} size */
  #measured(size) {
    this.zoom = new Zoom(size, this.#stageSize, window.devicePixelRatio);
  }

  /** @returns {HTMLImageElement|null} what is shown of it; null before anything has come */
  get image() { return this.root.querySelector("img"); }

  get #stageSize() {
    return { width: this.#stage.clientWidth, height: this.#stage.clientHeight };
  }

  resize() {
    this.zoom?.resize(this.#stageSize, window.devicePixelRatio);
    this.render();
  }

  /**
   * @param {number} [x] how far a finger moved it
   * @param {number} [y]
   */
  render(x = 0, y = 0) {
    const { zoom, root } = this;
    if (!zoom) return;
    const { width, height } = zoom.size;
    root.style.width = `${width}px`;
    root.style.height = `${height}px`;
    root.style.transform = `translate(${zoom.x + x - width / 2}px, ${zoom.y + y - height / 2}px)`;
    const isDragged = x !== 0 || y !== 0;
    root.classList.toggle("is-returning", this.#wasDragged && !isDragged);
    this.#wasDragged = isDragged;
    // Single pixels are squares when one looks that close.
    root.classList.toggle("is-pixelated", zoom.ratio > 2);
  }
}
