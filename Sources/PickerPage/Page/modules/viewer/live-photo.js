// The video of a Live Photo, over its picture for as long as it is pressed; or once, by its badge.

import { announce } from "../announcer.js";
import { ApiError, checkPairedVideo, pairedVideoUrl } from "../api.js";
import { element } from "../dom.js";
import { icon } from "../icons.js";
import { strings } from "../strings.js";

/** @typedef {import("../types.js").Asset} Asset */

/** @param {Asset} asset */
export const isLivePhoto = (asset) => asset.mediaType === "image" && asset.mediaSubtypes.includes("livePhoto");

export class LivePhoto {
  #asset;
  #frame;
  /** @type {HTMLVideoElement|null} while it plays */
  #video = null;
  button = element("button", { type: "button", class: "live-badge", "aria-pressed": "false", title: strings.playLive, "aria-label": strings.playLive }, icon("live"), element("span", { text: strings.live }));

  /** @param {Asset} asset @param {HTMLElement} frame of the picture, which the video covers */
  constructor(asset, frame) {
    this.#asset = asset;
    this.#frame = frame;
    this.button.addEventListener("click", () => this.toggle());
    // The badge lies over the stage, where presses mean other things.
    for (const name of ["pointerdown", "dblclick"]) this.button.addEventListener(name, (event) => event.stopPropagation());
  }

  toggle() {
    if (this.#video) this.stop();
    else this.play();
  }

  play() {
    if (this.#video) return;
    const video = element("video", { class: "live-video", playsinline: true, "aria-label": this.#asset.filename, src: pairedVideoUrl(this.#asset) });
    this.#video = video;
    this.button.setAttribute("aria-pressed", "true");
    video.addEventListener("ended", () => this.stop());
    video.addEventListener("error", () => { if (this.#video === video) this.#fail(); });
    // Until there is something to see, the picture is what one sees.
    video.addEventListener("playing", () => video.classList.add("is-playing"));
    this.#frame.append(video);
    // A finger that holds is not yet a press to a browser, and without one there is no sound.
    video.play().catch(() => {
      if (this.#video !== video) return;
      video.muted = true;
      video.play().catch(() => {});
    });
  }

  stop() {
    const video = this.#video;
    this.#video = null;
    this.button.setAttribute("aria-pressed", "false");
    if (!video) return;
    video.pause();
    // One that is only taken out of the page goes on loading.
    video.removeAttribute("src");
    video.load();
    video.remove();
  }

  /** Says why it does not play: to a browser, a file that is not to be had is the same as one that it cannot read. */
  async #fail() {
    this.stop();
    const error = await checkPairedVideo(this.#asset).then(() => null, (reason) => reason);
    // Who went on to another photo hears nothing of this one.
    if (!this.button.isConnected) return;
    if (error instanceof ApiError) dispatchEvent(new CustomEvent("requestfailure", { detail: error }));
    else announce(strings.cannotPlay);
  }
}
