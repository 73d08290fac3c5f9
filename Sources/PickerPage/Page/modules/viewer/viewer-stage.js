// What the viewer shows: a quick image first, the sharp one when it comes, a sharper one when that is enlarged; a video,
// or the reason.

import { ApiError, checkOriginal, fetchImage, imageUrl, originalUrl } from "../api.js";
import { element } from "../dom.js";
import { pauseBefore, reasonOf } from "../failure.js";
import { formatType } from "../format.js";
import { icon } from "../icons.js";
import { loadImage, urgency } from "../image-loader.js";
import { isAboutReach, reportUnreached } from "../libraries/reach-note.js";
import { withTicket } from "../owner/sign-in.js";
import { strings } from "../strings.js";
import { isLivePhoto, LivePhoto } from "./live-photo.js";
import { isMovingImage, MovingImage } from "./moving-image.js";
import { Picture, quality } from "./picture.js";
import { StageGestures } from "./stage-gestures.js";
import { VideoControls } from "./video-controls.js";
import { zoomStep } from "./zoom.js";

/** @typedef {import("../types.js").Asset} Asset */
/** @typedef {import("../image-loader.js").Ticket} Ticket */
/** @typedef {import("./picture.js").Quality} Quality */

/** Larger than any screen; what is beyond is only memory. */
const largestEdge = 4096;
/** Longest edges of what is asked for when a photo is enlarged: few, so that caches are hit. */
const edges = [2048, 3072, 4096, 6144, 8192, 12288, 16384];
/** No whole image of more pixels is asked for, which would be much memory for what is not seen: of larger ones, a part. */
const mostPixels = 16e6;
/** Of what is seen of a part, on each side; and what its edges are multiples of. */
const aroundPart = 0.25;
const stepOfPart = 256;
/** Zooming passes many sizes; the one where it rests is asked for. */
const restMilliseconds = 180;

export class ViewerStage {
  root = element("div", { class: "stage" });
  /** @type {(direction: number) => void} */
  onStep = () => {};
  onClose = () => {};
  /** What is shown became larger or smaller. */
  onZoom = () => {};
  /** @type {Ticket[]} */
  #tickets = [];
  /** @type {Ticket|null} what was asked for because the photo is enlarged */
  #sharper = null;
  /** @type {Picture|null} */
  #picture = null;
  /** @type {VideoControls|null} */
  #controls = null;
  /** @type {LivePhoto|null} */
  #live = null;
  /** @type {MovingImage|null} */
  #moving = null;
  /** @type {Asset|null} */
  #asset = null;
  #onComplete = () => {};
  /** Where the photos are cannot be reached, or Picker does not answer, so that something of this one is missing. */
  #isUnreached = false;
  #turn = 0;
  #timer = 0;
  #repetitions = 0;

  constructor() {
    new StageGestures(this.root, {
      isZoomed: () => this.isZoomed,
      zoomBy: (factor, point) => this.#change((zoom) => zoom.by(factor, point)),
      toggleZoom: (point) => this.#change((zoom) => zoom.toggle(point)),
      panBy: (x, y) => this.#change((zoom) => zoom.panBy(x, y)),
      drag: (x, y) => this.#picture?.render(x, y),
      step: (direction) => this.onStep(direction),
      close: () => this.onClose(),
      hold: (isHeld) => (isHeld ? this.#live?.play() : this.#live?.stop()),
    });
    new ResizeObserver(() => {
      this.#picture?.resize();
      this.#zoomed();
    }).observe(this.root);
  }

  /** What fills the stage on this screen, in device pixels. */
  get size() {
    const scale = window.devicePixelRatio;
    const edge = (/** @type {number} */ css) => Math.max(64, Math.min(largestEdge, Math.ceil(css * scale)));
    return { width: edge(this.root.clientWidth), height: edge(this.root.clientHeight), mode: /** @type {const} */ ("fit") };
  }

  get isZoomed() { return this.#picture?.zoom?.isFitted === false; }
  /** Screen pixels for a pixel of the photo; null when there is no photo. */
  get ratio() { return this.#picture?.zoom?.ratio ?? null; }

  /** @param {Asset} asset @param {() => void} onComplete */
  show(asset, onComplete) {
    this.clear();
    this.#repetitions = 0;
    this.#asset = asset;
    this.#onComplete = onComplete;
    if (asset.mediaType === "video" || asset.mediaType === "audio") this.#showVideo(asset);
    else this.#showImage(asset);
    this.onZoom();
  }

  clear() {
    this.#turn += 1;
    clearTimeout(this.#timer);
    for (const ticket of this.#tickets) ticket.cancel();
    this.#tickets = [];
    this.#sharper?.cancel();
    this.#sharper = null;
    // A video that is only taken out of the page goes on loading.
    const video = this.root.querySelector("video");
    if (video) {
      video.pause();
      video.removeAttribute("src");
      video.load();
    }
    this.#controls?.root.remove();
    this.#controls = null;
    this.#live?.stop();
    this.#live = null;
    this.#moving = null;
    this.#picture = null;
    this.#asset = null;
    this.#isUnreached = false;
    this.root.replaceChildren();
    this.root.classList.remove("is-loading", "is-zoomed");
  }

  /** Asks once more for what could not be reached. */
  retry() {
    if (this.#asset && this.#isUnreached) this.show(this.#asset, this.#onComplete);
  }

  /** @param {"in"|"out"|"fit"|"actual"|"toggle"} how */
  zoom(how) {
    this.#change((zoom) => {
      if (how === "in") zoom.by(zoomStep);
      else if (how === "out") zoom.by(1 / zoomStep);
      else if (how === "toggle") zoom.toggle();
      else zoom.to(how === "fit" ? zoom.fit : zoom.actual);
    });
  }

  /**
   * Moves the view over a photo that is enlarged.
   * @param {number} across -1, 0 or 1 @param {number} down
   * @returns {boolean} false when there is nothing more in that direction
   */
  pan(across, down) {
    let hasMoved = false;
    this.#change((zoom) => { hasMoved = zoom.panBy(-across * this.root.clientWidth / 4, -down * this.root.clientHeight / 4); });
    return hasMoved;
  }

  togglePlaying() {
    this.#controls?.toggle();
    this.#live?.toggle();
    this.#moving?.toggle();
  }

  /** @param {(zoom: import("./zoom.js").Zoom) => void} change */
  #change(change) {
    const picture = this.#picture;
    if (!picture?.zoom) return;
    change(picture.zoom);
    picture.render();
    this.#zoomed();
  }

  #zoomed() {
    this.root.classList.toggle("is-zoomed", this.isZoomed);
    this.onZoom();
    this.#sharpen();
  }

  /** Asks for an image with the pixels that the screen shows now. */
  #sharpen() {
    this.#sharper?.cancel();
    this.#sharper = null;
    const [asset, picture] = [this.#asset, this.#picture];
    if (!asset || !picture?.zoom || picture.edge === 0) return;
    const { pixelWidth: width, pixelHeight: height } = asset;
    const longest = Math.max(width, height);
    const shown = picture.zoom.edge;
    const wanted = Math.min(longest, edges.find((edge) => edge >= shown) ?? longest);
    if (shown <= picture.edge * 1.02 || wanted <= picture.edge) return;
    if (width * height * (wanted / longest) ** 2 > mostPixels) return this.#sharpenPart(asset, picture, picture.zoom);
    const size = { width: wanted, height: wanted, mode: /** @type {const} */ ("fit") };
    const turn = this.#turn;
    const onImage = (/** @type {string} */ url) => this.#place(picture, asset, url, turn, quality.sharper);
    // What is there stays when the sharper one does not come.
    const ticket = loadImage(imageUrl(asset, size), { onImage, onError: () => {} }, restMilliseconds, urgency.opened);
    this.#sharper = ticket;
  }

  /**
   * Asks for what is on the screen of a photo that is too large to have whole.
   * @param {Asset} asset @param {Picture} picture @param {import("./zoom.js").Zoom} zoom
   */
  #sharpenPart(asset, picture, zoom) {
    const density = Math.min(1, zoom.ratio);
    if (picture.hasSharp(density)) return;
    const whole = { width: asset.pixelWidth, height: asset.pixelHeight };
    const part = zoom.part(aroundPart, stepOfPart);
    const edge = (/** @type {number} */ pixels) => Math.max(1, Math.ceil(pixels * density));
    const size = { width: edge(part.width), height: edge(part.height), mode: /** @type {const} */ ("fit"), part };
    const turn = this.#turn;
    const onImage = async (/** @type {string} */ url) => {
      const image = element("img", { alt: "", class: "stage-part", draggable: "false", src: url });
      await image.decode().catch(() => {});
      if (turn === this.#turn && image.naturalWidth > 0) picture.placePart(image, part, whole);
    };
    this.#sharper = loadImage(imageUrl(asset, size), { onImage, onError: () => {} }, restMilliseconds, urgency.opened);
  }

  /**
   * @param {Picture} picture @param {Asset} asset @param {string} url @param {number} turn @param {Quality} kind
   * @returns {Promise<boolean>} false when the browser cannot show it: what was there before stays
   */
  async #place(picture, asset, url, turn, kind) {
    const image = element("img", { alt: asset.filename, class: kind.name, draggable: "false", src: url });
    await image.decode().catch(() => {});
    const isShown = image.naturalWidth > 0;
    if (isShown && turn === this.#turn) picture.place(image, kind);
    return isShown;
  }

  /** @param {string} url */
  preload(url) {
    this.#tickets.push(loadImage(url, { onImage: () => {}, onError: () => {} }, 300, urgency.next));
  }

  /** @param {Asset} asset */
  #showImage(asset) {
    const turn = this.#turn;
    const picture = (this.#picture = new Picture(this.root, { width: asset.pixelWidth, height: asset.pixelHeight }));
    this.root.classList.add("is-loading");
    this.root.append(picture.root);
    if (isLivePhoto(asset)) {
      this.#live = new LivePhoto(asset, picture.root);
      this.root.append(this.#live.button);
    }
    /** @param {string} url */
    const placeFinal = async (url) => {
      const isShown = await this.#place(picture, asset, url, turn, quality.final);
      if (turn !== this.#turn) return;
      if (!isShown) return this.#showReason(asset, strings.noPreview);
      this.root.classList.remove("is-loading");
      this.#zoomed();
      this.#onComplete();
      if (!isMovingImage(asset)) return;
      this.#moving = new MovingImage(asset, picture, () => this.#zoomed());
      this.root.append(this.#moving.button);
    };
    const placeQuick = (/** @type {string} */ url) => this.#place(picture, asset, url, turn, quality.degraded);
    /** @type {ApiError|null} */
    let quickError = null;
    const failQuick = (/** @type {ApiError} */ error) => {
      quickError = error;
      if (this.#isUnreached) this.#showFailure(asset, error);
    };
    const fail = (/** @type {ApiError} */ error) => {
      this.#reportReach(asset, error);
      // What came stays in sight, or comes: why nothing sharper does stands above it.
      if (this.#isUnreached && !quickError) this.root.classList.remove("is-loading");
      else this.#showFailure(asset, error);
      this.#repeat(asset, error);
    };
    this.#tickets.push(
      loadImage(imageUrl(asset, this.size), { onImage: placeFinal, onError: fail }, 0),
      // Asked for last and therefore first in the queue.
      loadImage(imageUrl(asset, { ...this.size, fast: true }), { onImage: placeQuick, onError: failQuick }, 0),
    );
  }

  /**
   * Shows it once more, a little later, where it was refused for the moment.
   * @param {Asset} asset @param {ApiError} error
   */
  #repeat(asset, error) {
    const repetition = this.#repetitions + 1;
    const pause = pauseBefore(error, repetition);
    if (pause === null) return;
    this.#timer = window.setTimeout(() => {
      if (this.#asset !== asset) return;
      this.show(asset, this.#onComplete);
      this.#repetitions = repetition;
    }, pause);
  }

  /** @param {Asset} asset */
  #showVideo(asset) {
    const video = element("video", { playsinline: true, preload: "metadata", "aria-label": asset.filename, poster: withTicket(imageUrl(asset, this.size)), src: originalUrl(asset) });
    video.addEventListener("error", () => {
      if (video.isConnected && video.hasAttribute("src")) this.#explain(asset);
    });
    // On a slow line it stands still until enough of it has come. One that is left says that it pauses when the next photo is there.
    const wait = (/** @type {boolean} */ isWaiting) => () => { if (video.isConnected) this.root.classList.toggle("is-loading", isWaiting); };
    video.addEventListener("waiting", wait(true));
    for (const name of ["playing", "canplay", "pause"]) video.addEventListener(name, wait(false));
    this.#controls = new VideoControls(video, asset.duration);
    this.root.append(video);
    this.root.after(this.#controls.root);
  }

  /**
   * Says why a video does not play: to a browser, one that is not to be had is the same as one that it cannot read.
   * @param {Asset} asset
   */
  async #explain(asset) {
    const turn = this.#turn;
    const error = await checkOriginal(asset).then(() => null, (reason) => reason);
    if (turn !== this.#turn) return;
    if (!(error instanceof ApiError)) return this.#showReason(asset, strings.cannotPlay);
    this.#reportReach(asset, error, () => checkOriginal(asset));
    this.#showFailure(asset, error);
    this.#repeat(asset, error);
  }

  /** @param {Asset} asset @param {ApiError} error */
  #showFailure(asset, error) {
    this.#showReason(asset, reasonOf(error, asset.filename), isAboutReach(error) || error.isOffline ? "offline" : "broken");
  }

  /** @param {Asset} asset @param {ApiError} error @param {() => Promise<unknown>} [again] asks for what failed once more */
  #reportReach(asset, error, again = () => fetchImage(imageUrl(asset, this.size), new AbortController().signal, urgency.next)) {
    // When Picker itself answers again, what is missing is asked for again, too.
    this.#isUnreached = isAboutReach(error) || error.isOffline;
    if (isAboutReach(error)) reportUnreached(error, again);
  }

  /** @param {Asset} asset @param {string} reason @param {"offline"|"broken"} [sign] */
  #showReason(asset, reason, sign = "broken") {
    this.#controls?.root.remove();
    this.#live?.stop();
    this.#live = null;
    this.#moving = null;
    this.#picture = null;
    this.onZoom();
    this.root.classList.remove("is-loading", "is-zoomed");
    this.root.replaceChildren(
      element("div", { class: "stage-reason" },
        icon(sign === "broken" && asset.mediaType === "video" ? "play" : sign),
        element("strong", { dir: "auto", text: asset.filename }),
        element("span", { class: "stage-type", text: formatType(asset.uniformTypeIdentifier) }),
        element("p", { text: reason || strings.noReason })),
    );
  }
}
