// One square of the grid: placeholder, thumbnail or the reason why there is none.

import { imageUrl } from "./api.js";
import { element } from "./dom.js";
import { formatDate, formatDuration, formatReason, formatType } from "./format.js";
import { icon } from "./icons.js";
import { loadImage } from "./image-loader.js";
import { placeholderCanvas } from "./placeholder.js";
import { strings } from "./strings.js";

/** @import { Ticket } from "./image-loader.js" */
/** @import { Asset } from "./types.js" */
/** @typedef {{position: number, isOrdered: boolean, isFocused: boolean, isBlocked: boolean}} CellState
 * position in the selection, 0 when not selected; blocked when the limit keeps it out */

export class GridCell {
  /** @type {Asset|undefined} */
  asset;
  index;
  #frame = element("span", { class: "cell-frame" });
  #check = element("span", { class: "cell-check", "aria-hidden": "true" });
  #ticket = /** @type {Ticket|null} */ (null);
  #shown = "";
  #mark = "";

  /** @param {number} index */
  constructor(index) {
    this.index = index;
    this.#check.append(icon("check"));
    const open = element("span", { class: "cell-open", "aria-hidden": "true" }, icon("expand"));
    this.root = element("div", { class: "cell is-waiting", role: "option", "aria-selected": "false", tabindex: -1 }, this.#frame, this.#check, open);
    this.root.dataset.index = String(index);
  }

  /** @param {{x: number, y: number}} place @param {number} edge */
  move({ x, y }, edge) {
    const style = this.root.style;
    style.insetInlineStart = `${x}px`;
    style.top = `${y}px`;
    style.width = style.height = `${edge}px`;
  }

  /**
   * Shows this asset; the picture is asked for again only when asset, version or size changed.
   * @param {Asset|undefined} asset @param {number} pixels edge of the thumbnail @param {number|null} total null when not known
   */
  show(asset, pixels, total) {
    this.root.setAttribute("aria-posinset", String(this.index + 1));
    this.root.setAttribute("aria-setsize", String(total ?? -1));
    const key = asset ? `${asset.localIdentifier} ${asset.version} ${pixels}` : "";
    if (key === this.#shown) return;
    const isSamePicture = asset && this.asset?.localIdentifier === asset.localIdentifier && this.asset.version === asset.version;
    this.#shown = key;
    this.asset = asset;
    if (!asset) return this.#empty();
    this.root.setAttribute("aria-label", labelOf(asset));
    this.root.title = asset.filename;
    this.#request(asset, pixels, Boolean(isSamePicture));
  }

  /** @param {CellState} state */
  mark({ position, isOrdered, isFocused, isBlocked }) {
    this.root.tabIndex = isFocused ? 0 : -1;
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

  /** Asks again for a picture that did not come. */
  retry() {
    if (!this.root.classList.contains("is-failed")) return;
    this.#shown = "";
  }

  dispose() {
    this.#ticket?.cancel();
    this.root.remove();
  }

  #empty() {
    this.#ticket?.cancel();
    this.#frame.replaceChildren();
    this.root.className = "cell is-waiting";
    this.root.removeAttribute("aria-label");
    this.root.title = "";
  }

  /** @param {Asset} asset @param {number} pixels @param {boolean} keepsPicture */
  #request(asset, pixels, keepsPicture) {
    const previous = this.#ticket;
    // A resized window asks for a sharper picture of the same photo; the old one stays until that is here.
    if (!keepsPicture) {
      previous?.cancel();
      this.#frame.replaceChildren(...placeholder(asset), ...badges(asset));
    }
    this.root.classList.remove("is-failed");
    this.root.classList.toggle("is-waiting", !keepsPicture);
    this.#ticket = loadImage(imageUrl(asset, { width: pixels, height: pixels, mode: "fill" }), {
      onImage: (url) => this.#showImage(asset, url, previous),
      onError: (error) => this.#showReason(asset, formatReason(error.message, asset.filename) || strings.noReason),
    });
  }

  /** @param {Asset} asset @param {string} url @param {Ticket|null} previous */
  async #showImage(asset, url, previous) {
    // What fades in from a placeholder would pass through the background.
    const isInstant = this.#frame.querySelector("canvas") !== null;
    const image = element("img", { alt: "", class: isInstant ? "is-instant" : null, draggable: "false", src: url });
    try {
      await image.decode();
    } catch {
      if (this.asset === asset && image.src === url) this.#showReason(asset, strings.noPreview);
      return;
    }
    if (this.asset !== asset) return;
    this.root.classList.remove("is-waiting");
    this.#frame.replaceChildren(image, ...badges(asset));
    previous?.cancel();
  }

  /** @param {Asset} asset @param {string} reason */
  #showReason(asset, reason) {
    if (this.asset !== asset) return;
    this.root.classList.remove("is-waiting");
    this.root.classList.add("is-failed");
    this.root.title = `${asset.filename}: ${reason}`;
    this.#frame.replaceChildren(
      icon(asset.mediaType === "video" ? "play" : "broken"),
      element("span", { class: "cell-name", text: asset.filename }),
      element("span", { class: "cell-type", text: formatType(asset.uniformTypeIdentifier) }),
      element("span", { class: "cell-reason", text: reason }),
    );
  }
}

/** @param {Asset} asset */
function labelOf(asset) {
  return strings.cellLabel(asset.filename, strings.kinds[asset.mediaType], formatDate(asset.creationDate, { dateStyle: "long" }));
}

/** @param {Asset} asset */
function placeholder(asset) {
  const canvas = asset.placeholder && placeholderCanvas(asset.placeholder);
  return canvas ? [canvas] : [];
}

/** @param {Asset} asset */
function badges(asset) {
  if (asset.mediaType !== "video") return [];
  const length = asset.duration === null ? "" : formatDuration(asset.duration);
  return [element("span", { class: "cell-badge" }, icon("play"), length)];
}
