// What the viewer shows: a quick picture first, the sharp one when it comes, a video, or the reason.

import { imageUrl, originalUrl } from "./api.js";
import { element } from "./dom.js";
import { formatReason, formatType } from "./format.js";
import { icon } from "./icons.js";
import { loadImage } from "./image-loader.js";
import { strings } from "./strings.js";

/** @import { ApiError } from "./api.js" */
/** @import { Asset } from "./types.js" */
/** @import { Ticket } from "./image-loader.js" */

/** A finger that goes this far sideways means the next photo. */
const swipeDistance = 60;
/** Larger than any screen; what is beyond is only memory. */
const largestEdge = 4096;
/** Small pictures are shown larger than they are, but not as a blur that fills the screen. */
const largestUpscale = 2;

export class ViewerStage {
  root = element("div", { class: "stage" });
  /** @type {(direction: number) => void} */
  onSwipe = () => {};
  /** @type {Ticket[]} */
  #tickets = [];
  #turn = 0;

  constructor() {
    let startX = 0;
    this.root.addEventListener("pointerdown", (event) => { startX = event.clientX; });
    this.root.addEventListener("pointerup", (event) => {
      const distance = event.clientX - startX;
      if (event.pointerType === "touch" && Math.abs(distance) > swipeDistance) this.onSwipe(distance < 0 ? 1 : -1);
    });
  }

  /** What fills the stage on this screen, in device pixels. */
  get size() {
    const scale = window.devicePixelRatio;
    const edge = (/** @type {number} */ css) => Math.max(64, Math.min(largestEdge, Math.ceil(css * scale)));
    return { width: edge(this.root.clientWidth), height: edge(this.root.clientHeight), mode: /** @type {const} */ ("fit") };
  }

  /** @param {Asset} asset @param {() => void} onComplete */
  show(asset, onComplete) {
    this.clear();
    if (asset.mediaType === "video" || asset.mediaType === "audio") this.#showVideo(asset);
    else this.#showImage(asset, onComplete);
  }

  clear() {
    this.#turn += 1;
    for (const ticket of this.#tickets) ticket.cancel();
    this.#tickets = [];
    // A video that is only taken out of the page goes on loading.
    const video = this.root.querySelector("video");
    if (video) {
      video.pause();
      video.removeAttribute("src");
      video.load();
    }
    this.root.replaceChildren();
    this.root.classList.remove("is-loading");
  }

  /** @param {string} url */
  preload(url) {
    this.#tickets.push(loadImage(url, { onImage: () => {}, onError: () => {} }, 300));
  }

  /** @param {Asset} asset @param {() => void} onComplete */
  #showImage(asset, onComplete) {
    const turn = this.#turn;
    let isFinal = false;
    this.root.classList.add("is-loading");
    /** @param {string} url @param {boolean} final */
    const place = async (url, final) => {
      const image = element("img", { alt: asset.filename, class: final ? "is-final" : "is-degraded", draggable: "false", src: url });
      // Both pictures get one frame, so the sharp one lands exactly on the quick one; a stamp stays a stamp in it.
      if (asset.pixelWidth > 0 && asset.pixelHeight > 0) {
        image.style.maxWidth = `${asset.pixelWidth * largestUpscale}px`;
        image.style.maxHeight = `${asset.pixelHeight * largestUpscale}px`;
      }
      await image.decode().catch(() => {});
      if (turn !== this.#turn || (isFinal && !final)) return;
      isFinal = final;
      this.root.replaceChildren(image);
      if (final) this.root.classList.remove("is-loading");
      if (final) onComplete();
    };
    this.#tickets.push(
      loadImage(imageUrl(asset, this.size), { onImage: (url) => place(url, true), onError: (error) => this.#showReason(asset, formatReason(error.message, asset.filename)) }, 0),
      // Asked for last and therefore first in the queue.
      loadImage(imageUrl(asset, { ...this.size, fast: true }), { onImage: (url) => place(url, false), onError: () => {} }, 0),
    );
  }

  /** @param {Asset} asset */
  #showVideo(asset) {
    const video = element("video", { controls: true, playsinline: true, preload: "metadata", "aria-label": asset.filename, poster: imageUrl(asset, this.size), src: originalUrl(asset) });
    video.addEventListener("error", () => {
      if (video.isConnected && video.hasAttribute("src")) this.#showReason(asset, strings.cannotPlay);
    });
    this.root.append(video);
  }

  /** @param {Asset} asset @param {string} reason */
  #showReason(asset, reason) {
    this.root.classList.remove("is-loading");
    this.root.replaceChildren(
      element("div", { class: "stage-reason" },
        icon(asset.mediaType === "video" ? "play" : "broken"),
        element("strong", { text: asset.filename }),
        element("span", { class: "stage-type", text: formatType(asset.uniformTypeIdentifier) }),
        element("p", { text: reason || strings.noReason })),
    );
  }
}
