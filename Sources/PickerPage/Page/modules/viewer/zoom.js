// How large a picture is shown and which part of it: arithmetic, without elements.

/** @typedef {{width: number, height: number}} Size */
/** @typedef {{x: number, y: number}} Point from the middle of the stage, in CSS pixels */
/** @typedef {{x: number, y: number, width: number, height: number}} Part of a photo, in its pixels */

/** So many times the size that fits can always be reached, also with small photos. */
const mostOfFit = 4;
/** So many screen pixels for a pixel of the photo are enough to see each of them. */
const mostOfActual = 4;
/** One press of + or −. */
export const zoomStep = 1.5;

/** A picture that fits its stage, or a part of it. The scale is in CSS pixels for a pixel of the photo. */
export class Zoom {
  #picture;
  #stage;
  #pixelRatio;
  scale;
  /** Where the middle of the picture is. */
  x = 0;
  y = 0;

  /** @param {Size} picture in pixels of the photo @param {Size} stage in CSS pixels @param {number} pixelRatio screen pixels in a CSS pixel */
  constructor(picture, stage, pixelRatio) {
    this.#picture = picture;
    this.#stage = stage;
    this.#pixelRatio = pixelRatio;
    this.scale = this.fit;
  }

  /** The whole picture; one that is smaller than the stage is shown pixel for pixel. */
  get fit() {
    const { width, height } = this.#picture;
    return Math.max(1e-6, Math.min(this.#stage.width / width, this.#stage.height / height, this.actual));
  }

  /** A pixel of the photo on each pixel of the screen. */
  get actual() { return 1 / this.#pixelRatio; }
  get most() { return Math.max(mostOfActual * this.actual, mostOfFit * this.fit); }
  get isFitted() { return this.scale <= this.fit * 1.001; }
  /** 1 when a pixel of the photo is one of the screen. */
  get ratio() { return this.scale * this.#pixelRatio; }
  /** In CSS pixels. */
  get size() { return { width: this.#picture.width * this.scale, height: this.#picture.height * this.scale }; }
  /**
   * The part of the photo that is on the stage, and what is around it, between multiples of a step, so that a small move
   * needs no other one.
   * @param {number} around of what is seen, on each side @param {number} step
   * @returns {Part}
   */
  part(around, step) {
    const along = (/** @type {number} */ whole, /** @type {number} */ stage, /** @type {number} */ middle) => {
      const seen = stage / this.scale;
      const start = whole / 2 - seen / 2 - middle / this.scale;
      const from = Math.max(0, Math.floor((start - around * seen) / step) * step);
      const to = Math.min(whole, Math.ceil((start + (1 + around) * seen) / step) * step);
      return [from, Math.max(1, to - from)];
    };
    const [x, width] = along(this.#picture.width, this.#stage.width, this.x);
    const [y, height] = along(this.#picture.height, this.#stage.height, this.y);
    return { x, y, width, height };
  }

  /**
   * Whether all of the photo that is on the stage is within a part.
   * @param {Part} part
   */
  isWithin({ x, y, width, height }) {
    const seen = this.part(0, 1);
    return seen.x >= x && seen.y >= y && seen.x + seen.width <= x + width && seen.y + seen.height <= y + height;
  }

  /** The longest edge that is on the screen, or would be if it were large enough, in screen pixels. */
  get edge() { return Math.max(this.#picture.width, this.#picture.height) * this.ratio; }

  /**
   * What is under the point stays there, as far as the edges let it.
   * @param {number} scale @param {Point} [point]
   */
  to(scale, point = { x: 0, y: 0 }) {
    const bounded = Math.min(this.most, Math.max(this.fit, scale));
    const factor = bounded / this.scale;
    this.x = point.x - (point.x - this.x) * factor;
    this.y = point.y - (point.y - this.y) * factor;
    this.scale = bounded;
    this.#clamp();
  }

  /** @param {number} factor @param {Point} [point] */
  by(factor, point) {
    this.to(this.scale * factor, point);
  }

  /**
   * Between the whole picture and its own pixels; one that is shown by its own pixels becomes larger.
   * @param {Point} [point]
   */
  toggle(point) {
    if (!this.isFitted) this.to(this.fit);
    else this.to(this.actual > this.fit * 1.2 ? this.actual : this.fit * 2.5, point);
  }

  /**
   * @param {number} x @param {number} y
   * @returns {boolean} false when the edges are reached already
   */
  panBy(x, y) {
    const before = { x: this.x, y: this.y };
    this.x += x;
    this.y += y;
    this.#clamp();
    return Math.abs(this.x - before.x) >= 1 || Math.abs(this.y - before.y) >= 1;
  }

  /**
   * The window changed: what fitted fits again, and what was enlarged stays as large.
   * @param {Size} stage @param {number} pixelRatio
   */
  resize(stage, pixelRatio) {
    const wasFitted = this.isFitted;
    this.#stage = stage;
    this.#pixelRatio = pixelRatio;
    this.to(wasFitted ? this.fit : this.scale);
  }

  #clamp() {
    const { width, height } = this.size;
    const across = Math.max(0, (width - this.#stage.width) / 2);
    const down = Math.max(0, (height - this.#stage.height) / 2);
    this.x = Math.min(across, Math.max(-across, this.x));
    this.y = Math.min(down, Math.max(-down, this.y));
  }
}
