// An image that moves, in the place of its first frame: by itself unless its reader wants less motion, and as its button says.

import { announce } from "../announcer.js";
import { originalUrl } from "../api.js";
import { element } from "../dom.js";
import { strings } from "../strings.js";
import { quality } from "./picture.js";
import { show } from "./video-controls.js";

/** @typedef {import("../types.js").Asset} Asset */

const wantsLessMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {Asset} asset */
export const isMovingImage = (asset) => asset.mediaSubtypes.includes("animated");

export class MovingImage {
  #asset;
  #picture;
  #onPlaced;
  /** @type {HTMLImageElement|null} the file itself, once it was asked for */
  #moving = null;
  /** @type {HTMLImageElement|null} what it is in the place of, while it moves */
  #still = null;
  #isWanted = false;
  button = element("button", { type: "button", class: "live-badge" });

  /** @param {Asset} asset @param {import("./picture.js").Picture} picture that shows its first frame @param {() => void} onPlaced another of the two is shown */
  constructor(asset, picture, onPlaced) {
    this.#asset = asset;
    this.#picture = picture;
    this.#onPlaced = onPlaced;
    this.button.addEventListener("click", () => this.toggle());
    // It lies over the stage, where presses mean other things.
    for (const name of ["pointerdown", "dblclick"]) this.button.addEventListener(name, (event) => event.stopPropagation());
    this.#render();
    if (!wantsLessMotion.matches) this.#move(false);
  }

  toggle() {
    if (this.#isWanted) this.#stop();
    else this.#move(true);
  }

  /** @param {boolean} isPressed whether its reader waits for it, and is told if it cannot be shown */
  async #move(isPressed) {
    this.#isWanted = true;
    this.#render();
    this.#moving ??= element("img", { alt: this.#asset.filename, class: `${quality.sharper.name} is-moving`, draggable: "false", src: originalUrl(this.#asset) });
    const image = this.#moving;
    const isShown = await image.decode().then(() => true, () => false);
    // It was stopped, or left, or is there already.
    if (!this.#isWanted || this.#still || !this.button.isConnected) return;
    if (isShown) {
      this.#still = this.#picture.image;
      this.#picture.place(image, quality.sharper);
      // A sharper frame that is on its way would take the place of what moves.
      return this.#onPlaced();
    }
    this.button.remove();
    if (isPressed) announce(strings.noPreview);
  }

  #stop() {
    this.#isWanted = false;
    this.#render();
    if (!this.#still) return;
    this.#picture.place(this.#still, quality.sharper);
    this.#still = null;
    this.#onPlaced();
  }

  #render() {
    show(this.button, this.#isWanted ? strings.pause : strings.play, this.#isWanted ? "pause" : "play");
  }
}
