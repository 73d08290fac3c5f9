// One square of the grid: placeholder, thumbnail or the reason why there is none.

import { fetchImage, imageUrl } from "../api.js";
import { element } from "../dom.js";
import { pauseBefore, reasonOf } from "../failure.js";
import { formatDay, formatDuration, formatType } from "../format.js";
import { icon } from "../icons.js";
import { loadImage, urgency } from "../image-loader.js";
import { isAboutReach, reportUnreached } from "../libraries/reach-note.js";
import { placeholderElement } from "./placeholder.js";
import { strings } from "../strings.js";

/** @typedef {import("../api.js").ApiError} ApiError */
/** @typedef {import("../image-loader.js").Ticket} Ticket */
/** @typedef {import("../types.js").Asset} Asset */
/** @typedef {{position: number, isOrdered: boolean, isFocused: boolean, isBlocked: boolean}} CellState
 * position in the selection, 0 when not selected; blocked when the limit keeps it out */

export class GridCell {
  /** @type {Asset|undefined} */
  asset;
  index = -1;
  /** Whether it is on the screen, and not only near it: its image comes first then. */
  isInView = true;
  #frame = element("span", { class: "cell-frame" });
  #check = element("span", { class: "cell-check", "aria-hidden": "true" });
  #ticket = /** @type {Ticket|null} */ (null);
  /** Of the image that is shown: the same, or one of another size that stays until what is asked for is here. */
  #shownBy = /** @type {Ticket|null} */ (null);
  /** Whether the one that was asked for did not come, and one of another size is shown. */
  #isBehind = false;
  #namesFormat;
  #repetitions = 0;
  #timer = 0;
  #shown = "";
  #mark = "";
  #place = "";
  #set = "";
  #isFocused = false;

  /** @param {boolean} [namesFormat] whether files go as they are to a program that may not read each format */
  constructor(namesFormat = false) {
    this.#namesFormat = namesFormat;
    this.#check.append(icon("check"));
    const open = element("span", { class: "cell-open", "aria-hidden": "true" }, icon("expand"));
    this.root = element("div", { class: "cell is-unknown is-waiting", role: "option", "aria-selected": "false", tabindex: -1 }, this.#frame, this.#check, open);
  }

  /**
   * Stands for this place from now on, with nothing of what it showed elsewhere.
   * @param {number} index
   */
  use(index) {
    this.index = index;
    this.root.dataset.index = String(index);
    this.root.setAttribute("aria-posinset", String(index + 1));
    this.#shown = this.#mark = "";
    this.asset = undefined;
    this.#empty();
  }

  /** @param {{x: number, y: number}} place @param {number} edge */
  move({ x, y }, edge) {
    // For each cell and each frame: what is as it was is left alone.
    const place = `${x} ${y} ${edge}`;
    if (place === this.#place) return;
    this.#place = place;
    const style = this.root.style;
    style.insetInlineStart = `${x}px`;
    style.top = `${y}px`;
    style.width = style.height = `${edge}px`;
  }

  /**
   * Shows this asset; the image is asked for again only when asset, version or size changed.
   * @param {Asset|undefined} asset @param {number} pixels edge of the thumbnail @param {number|null} total null when not known
   */
  show(asset, pixels, total) {
    const set = String(total ?? -1);
    if (set !== this.#set) this.root.setAttribute("aria-setsize", (this.#set = set));
    const key = asset ? `${asset.localIdentifier} ${asset.version} ${pixels}` : "";
    if (key === this.#shown) return;
    // The reason in the place of one that failed goes when it is asked for again.
    const isThere = !this.root.classList.contains("is-failed");
    const isSameImage = asset && isThere && this.asset?.localIdentifier === asset.localIdentifier && this.asset.version === asset.version;
    this.#shown = key;
    this.asset = asset;
    if (!asset) return this.#empty();
    this.root.classList.remove("is-unknown");
    this.root.setAttribute("aria-label", labelOf(asset));
    // The place in the order is a part of the label.
    this.#mark = "";
    this.#repetitions = 0;
    this.#request(asset, pixels, Boolean(isSameImage));
  }

  /** @param {CellState} state */
  mark({ position, isOrdered, isFocused, isBlocked }) {
    // Browsers look at styles to say what it is, so it is remembered.
    if (isFocused !== this.#isFocused) this.root.tabIndex = (this.#isFocused = isFocused) ? 0 : -1;
    const text = position > 0 && isOrdered ? String(position) : "";
    const mark = `${position > 0} ${text} ${isBlocked}`;
    if (mark === this.#mark) return;
    this.#mark = mark;
    this.root.setAttribute("aria-selected", String(position > 0));
    this.root.setAttribute("aria-disabled", String(isBlocked));
    this.root.classList.toggle("is-selected", position > 0);
    this.#check.replaceChildren(text === "" ? icon("check") : element("span", { class: "cell-number", text }));
    if (this.asset) this.root.setAttribute("aria-label", labelOf(this.asset) + (text && `, ${text}`));
  }

  /** Asks again for an image that did not come. */
  retry() {
    if (this.#isBehind || this.root.classList.contains("is-failed")) this.#shown = "";
  }

  /** Leaves the page, and may be used again. */
  dispose() {
    this.#cancel();
    this.asset = undefined;
    this.root.remove();
  }

  #cancel() {
    clearTimeout(this.#timer);
    this.#ticket?.cancel();
    this.#shownBy?.cancel();
    this.#ticket = this.#shownBy = null;
  }

  #empty() {
    this.#cancel();
    this.#frame.replaceChildren();
    this.root.className = "cell is-unknown is-waiting";
    this.root.removeAttribute("aria-label");
    this.root.title = "";
  }

  /** @param {Asset} asset @param {number} pixels @param {boolean} keepsImage */
  #request(asset, pixels, keepsImage) {
    clearTimeout(this.#timer);
    this.root.title = asset.filename;
    this.#isBehind = false;
    // A resized window asks for a sharper image of the same photo; the old one stays until that is here.
    if (keepsImage) {
      if (this.#ticket !== this.#shownBy) this.#ticket?.cancel();
    } else {
      this.#cancel();
      this.#frame.replaceChildren(...this.#placeholder(asset), ...badges(asset, this.#namesFormat));
    }
    this.root.classList.remove("is-failed");
    this.root.classList.toggle("is-waiting", !keepsImage);
    const address = imageUrl(asset, { width: pixels, height: pixels, mode: "fill" });
    const ticket = loadImage(address, {
      isInView: () => this.isInView,
      onImage: (url) => this.#showImage(asset, url, ticket),
      onError: (error) => {
        // The photo in another size says more than why it did not come in this one.
        this.#isBehind = this.#shownBy !== null;
        if (!this.#isBehind) this.#explain(asset, error);
        if (isAboutReach(error)) return reportUnreached(error, () => fetchImage(address, new AbortController().signal, urgency.next));
        this.#repeat(asset, pixels, error);
      },
    });
    this.#ticket = ticket;
  }

  /** @param {Asset} asset @param {number} pixels @param {ApiError} error */
  #repeat(asset, pixels, error) {
    const pause = pauseBefore(error, this.#repetitions + 1);
    if (pause === null) return;
    this.#repetitions += 1;
    this.#timer = window.setTimeout(() => { if (this.asset === asset) this.#request(asset, pixels, this.#isBehind); }, pause);
  }

  /** @param {Asset} asset */
  #placeholder(asset) {
    const preview = asset.placeholder && placeholderElement(asset.placeholder);
    return preview ? [preview] : [];
  }

  /** @param {Asset} asset @param {string} url @param {Ticket} ticket that it came by */
  async #showImage(asset, url, ticket) {
    // What fades in from a placeholder would pass through the background.
    const isInstant = this.#frame.querySelector(".cell-preview") !== null;
    const image = element("img", { alt: "", class: isInstant ? "is-instant" : null, draggable: "false", src: url });
    try {
      await image.decode();
    } catch {
      if (this.#ticket !== ticket) return;
      this.#isBehind = this.#shownBy !== null;
      if (!this.#isBehind) this.#showReason(asset, strings.noPreview);
      return;
    }
    // Another photo, or another size, is wanted by now.
    if (this.#ticket !== ticket) return;
    this.root.classList.remove("is-waiting");
    this.#frame.replaceChildren(image, ...badges(asset, this.#namesFormat));
    if (this.#shownBy !== ticket) this.#shownBy?.cancel();
    this.#shownBy = ticket;
  }

  /**
   * Where its photos are cannot be reached, what is known of it stays, and the reason is said once, above all of them.
   * @param {Asset} asset @param {ApiError} error
   */
  #explain(asset, error) {
    const reason = reasonOf(error, asset.filename);
    const preview = isAboutReach(error) ? this.#placeholder(asset) : [];
    if (preview.length === 0) return this.#showReason(asset, reason, isAboutReach(error) ? "offline" : "broken");
    if (this.asset !== asset) return;
    this.root.classList.remove("is-waiting");
    this.root.classList.add("is-failed");
    this.root.title = `${asset.filename}: ${reason}`;
    this.#frame.replaceChildren(...preview, element("span", { class: "cell-badges" }, badge(icon("offline"), strings.fileIsOffline)));
  }

  /** @param {Asset} asset @param {string} reason @param {"offline"|"broken"} [sign] */
  #showReason(asset, reason, sign = "broken") {
    if (this.asset !== asset) return;
    this.root.classList.remove("is-waiting");
    this.root.classList.add("is-failed");
    this.root.title = `${asset.filename}: ${reason}`;
    this.#frame.replaceChildren(
      icon(sign === "broken" && asset.mediaType === "video" ? "play" : sign),
      element("span", { class: "cell-name", dir: "auto", text: asset.filename }),
      element("span", { class: "cell-type", text: formatType(asset.uniformTypeIdentifier) }),
      element("span", { class: "cell-reason", text: reason }),
    );
  }
}

/** @param {Asset} asset */
function labelOf(asset) {
  const kind = asset.mediaSubtypes.includes("livePhoto") ? strings.live : asset.mediaSubtypes.includes("raw") ? strings.raw : strings.kinds[asset.mediaType];
  return strings.cellLabel(asset.filename, kind, formatDay(asset.creationDate));
}

/** Formats that many programs do not read. */
const rare = ["public.heic", "public.heif", "public.heics", "public.avif", "public.jpeg-xl"];
/** What a thumbnail does not show of a photo, the most important first: there is room for few. */
const signs = /** @type {const} */ (["panorama", "burst", "hdr"]);

/**
 * What a thumbnail does not show: a video and its length, that a photo moves, that a RAW file belongs to it, that it is wider, one of
 * many, brighter or edited, that its file has a format that matters here, or cannot be reached now.
 * @param {Asset} asset @param {boolean} namesFormat
 */
function badges(asset, namesFormat) {
  const isLive = asset.mediaSubtypes.includes("livePhoto");
  const isRaw = asset.mediaSubtypes.includes("raw");
  const made = [];
  if (asset.mediaType === "video") made.push(badge(icon("play"), asset.duration === null ? "" : formatDuration(asset.duration)));
  if (isLive) made.push(badge(icon("live"), strings.live));
  if (isRaw) made.push(badge(null, strings.raw));
  if (namesFormat && rare.includes(asset.uniformTypeIdentifier)) made.push(badge(null, formatType(asset.uniformTypeIdentifier)));
  for (const sign of signs) if (asset.mediaSubtypes.includes(sign)) made.push(badge(null, strings.signs[sign]));
  if (asset.hasAdjustments) made.push(badge(null, strings.signs.edited));
  if (asset.availability === "offline") made.push(badge(null, strings.fileIsOffline));
  return made.length === 0 ? [] : [element("span", { class: "cell-badges" }, ...made)];
}

/** @param {SVGElement|null} sign @param {string} text */
const badge = (sign, text) => element("span", { class: "cell-badge" }, sign, text && element("span", { text }));

/**
 * Reading order is the order in the document, whichever way it was scrolled.
 * @param {Element} canvas what holds the cells
 * @param {number} index of a cell that is to be put in
 * @returns {ChildNode|null} the node that it comes before; null: it is the last
 */
export function following(canvas, index) {
  let child = canvas.lastElementChild;
  while (child instanceof HTMLElement && Number(child.dataset.index) > index) child = child.previousElementSibling;
  return child ? child.nextSibling : canvas.firstChild;
}
