// One photo as large as the window, with its neighbours a key away.

import { announce } from "../announcer.js";
import { imageUrl } from "../api.js";
import { element, iconButton, textButton } from "../dom.js";
import { formatCount, formatPercent } from "../format.js";
import { icon } from "../icons.js";
import { strings } from "../strings.js";
import { placeNow } from "./place-now.js";
import { DetailsPanel } from "./viewer-details.js";
import { ViewerStage } from "./viewer-stage.js";

/** @typedef {import("../grid/asset-source.js").AssetSource} AssetSource */
/** @typedef {import("../picking/picking.js").Picking} Picking */
/** @typedef {import("../picking/selection.js").Selection} Selection */
/** @typedef {import("../types.js").Asset} Asset */

/** @type {Record<string, Parameters<ViewerStage["zoom"]>[0]>} */
const zoomKeys = { "+": "in", "=": "in", "-": "out", "0": "fit", "1": "actual" };
/** Who holds one of these a moment longer wants what it does once, and not the opposite after that. */
const onceKeys = [" ", "i", "p"];
/** What browsers scroll with: in details that are higher than the screen, that is what they are for. */
const scrollKeys = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "];

/** Sends "close", and "move" with the asset that is shown now. */
export class PhotoViewer extends HTMLElement {
  #stage = new ViewerStage();
  #details = new DetailsPanel();
  #title = element("span", { class: "viewer-title", id: "viewer-title", dir: "auto" });
  #place = element("span", { class: "viewer-place" });
  #close = iconButton(strings.back, icon("back"));
  #zoom = textButton("", "viewer-zoom");
  #info = iconButton(strings.details, icon("info"));
  #select = textButton(strings.select, "viewer-select");
  #previous = iconButton(strings.previous, icon("back"), "viewer-step is-previous");
  #next = iconButton(strings.next, icon("forward"), "viewer-step is-next");
  #selection;
  #picking;
  /** @type {AssetSource|null} */
  #source = null;
  /** @type {Asset|undefined} */
  #asset;
  index = 0;
  /** Where the photo is that is shown: `index` is ahead of it while the next one is on its way. */
  #shownIndex = 0;

  /** @param {Selection} selection @param {Picking} picking */
  constructor(selection, picking) {
    super();
    this.#selection = selection;
    this.#picking = picking;
  }

  connectedCallback() {
    this.hidden = true;
    this.tabIndex = -1;
    for (const [name, value] of Object.entries({ role: "dialog", "aria-modal": "false", "aria-labelledby": "viewer-title" })) this.setAttribute(name, value);
    const bar = element("header", { class: "viewer-bar" }, this.#close, element("span", { class: "viewer-name" }, this.#title, this.#place), this.#zoom, this.#info, this.#select);
    this.append(bar, element("div", { class: "viewer-body" }, element("div", { class: "viewer-middle" }, this.#previous, this.#stage.root, this.#next), this.#details.root));
    this.#close.addEventListener("click", () => this.dispatchEvent(new Event("close")));
    this.#info.addEventListener("click", () => this.#toggleDetails());
    this.#select.addEventListener("click", () => this.#toggle());
    this.#previous.addEventListener("click", () => this.step(-1));
    this.#next.addEventListener("click", () => this.step(1));
    this.#zoom.addEventListener("click", () => this.#stage.zoom("toggle"));
    this.#stage.onStep = (direction) => this.step(direction * this.#inline);
    this.#stage.onClose = () => this.dispatchEvent(new Event("close"));
    this.#stage.onZoom = () => this.#renderZoom();
    this.#selection.addEventListener("change", () => this.#renderSelection());
    this.#info.setAttribute("aria-pressed", "false");
  }

  /** 1 where the next photo is on the right. */
  get #inline() { return getComputedStyle(this).direction === "rtl" ? -1 : 1; }

  get isOpen() { return !this.hidden; }

  /** @param {AssetSource} source @param {number} index */
  async open(source, index) {
    const wasHidden = this.hidden;
    this.hidden = false;
    this.#source = source;
    this.index = index;
    if (wasHidden) this.focus({ preventScroll: true });
    const isComing = source.ensure(index, index);
    // What the list knows already is shown at once.
    if (!source.at(index)) await isComing;
    if (this.index !== index || !this.isOpen) return;
    const asset = source.at(index);
    if (asset) this.#show(asset);
    // It could not be fetched, which is said: the next step leads there again, and not past it.
    else if (this.#asset) this.index = this.#shownIndex;
  }

  close() {
    // A video that fills the screen is left with it, as by Back: nothing of it would be on the screen.
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    this.hidden = true;
    this.#asset = undefined;
    this.#source = null;
    this.#stage.clear();
    this.#details.clear();
  }

  /**
   * The library has changed: what could not be reached is asked for once more, and what is shown has its new place. Where it is gone,
   * that is said, and the next one is shown.
   */
  async follow() {
    this.#stage.retry();
    const [source, asset] = [this.#source, this.#asset];
    if (!source || !asset) return;
    const place = await placeNow(source, asset.localIdentifier, this.index);
    // Who went on meanwhile is somewhere else.
    if (this.#source !== source || this.#asset !== asset || place === "unknown") return;
    if (place !== "gone") {
      this.index = place;
      return this.#show(source.at(place));
    }
    announce(strings.goneFiles([asset.filename], 1));
    if (source.count === 0) return this.dispatchEvent(new Event("close"));
    await this.open(source, Math.min(this.index, source.count - 1));
    if (this.#asset && this.#asset !== asset) this.dispatchEvent(new CustomEvent("move", { detail: this.#asset }));
  }

  /** @param {number} direction */
  async step(direction) {
    await this.#goTo(this.index + direction);
  }

  /** @param {number} index */
  async #goTo(index) {
    const source = this.#source;
    if (!source || index === this.index || index < 0 || index >= source.count) return;
    await this.open(source, index);
    // Who pressed on meanwhile is led to where that ends, and what is shown is still the photo from before.
    const asset = this.#asset;
    if (!asset || this.index !== index) return;
    this.dispatchEvent(new CustomEvent("move", { detail: asset }));
    // The keyboard stays where it was, so that screen readers have nothing to read by themselves.
    announce(strings.cellLabel(asset.filename, strings.kinds[asset.mediaType], strings.placeOf(index + 1, source.total)), { isQuiet: true });
  }

  /** @param {Asset|undefined} asset */
  #show(asset) {
    const source = this.#source;
    if (!asset || !source) return;
    const isSame = this.#asset?.localIdentifier === asset.localIdentifier && this.#asset.version === asset.version;
    this.#asset = asset;
    this.#shownIndex = this.index;
    this.#title.textContent = asset.filename;
    this.#place.textContent = strings.placeOf(this.index + 1, source.total);
    this.#previous.disabled = this.index === 0;
    this.#next.disabled = source.total !== null && this.index >= source.total - 1;
    this.#renderSelection();
    if (isSame) return;
    this.#stage.show(asset, () => this.#preload());
    if (!this.#details.root.hidden) this.#details.show(asset);
  }

  /** The next photo is asked for when this one is complete, never before. */
  #preload() {
    const next = this.#source?.at(this.index + 1);
    if (next?.mediaType === "image") this.#stage.preload(imageUrl(next, this.#stage.size));
  }

  #renderSelection() {
    const asset = this.#asset;
    if (!asset) return;
    const position = this.#selection.position(asset.localIdentifier, this.#source?.placeOf(this.#shownIndex));
    const number = position > 0 && this.#selection.config.ordered ? ` ${formatCount(position)}` : "";
    this.#select.replaceChildren(element("span", { class: "viewer-check" }, icon("check")), position > 0 ? strings.selected + number : strings.select);
    this.#select.setAttribute("aria-pressed", String(position > 0));
    this.#select.classList.toggle("is-selected", position > 0);
  }

  #renderZoom() {
    const { ratio, isZoomed } = this.#stage;
    this.#zoom.hidden = ratio === null;
    const percent = formatPercent(ratio ?? 1);
    this.#zoom.textContent = percent;
    this.#zoom.setAttribute("aria-label", isZoomed ? strings.zoomToFit(percent) : strings.zoomToPixels(percent));
    this.#zoom.title = isZoomed ? strings.zoomToFit(percent) : strings.zoomToPixels(percent);
  }

  #toggle() {
    if (this.#asset && this.#source) this.#picking.toggle(this.#asset, this.#source, this.#shownIndex);
  }

  #toggleDetails() {
    const opens = this.#details.root.hidden;
    this.#details.root.hidden = !opens;
    this.#info.setAttribute("aria-pressed", String(opens));
    if (opens && this.#asset) this.#details.show(this.#asset);
  }

  /**
   * The keys of the large view, wherever on the page the focus is.
   * @param {KeyboardEvent} event
   */
  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Node && this.#details.root.contains(event.target) && scrollKeys.includes(event.key)) return;
    if (event.repeat && onceKeys.includes(event.key.toLowerCase())) return;
    const isOnButton = event.target instanceof HTMLButtonElement;
    const inline = this.#inline;
    const stage = this.#stage;
    const last = (this.#source?.total ?? 0) - 1;
    if (event.key === "Escape") this.dispatchEvent(new Event("close"));
    else if (event.key === "ArrowLeft") stage.pan(-1, 0) || this.step(-inline);
    else if (event.key === "ArrowRight") stage.pan(1, 0) || this.step(inline);
    else if (event.key === "ArrowUp") stage.pan(0, -1);
    else if (event.key === "ArrowDown") stage.pan(0, 1);
    else if (event.key === "Home") this.#goTo(0);
    else if (event.key === "End") this.#goTo(last);
    else if (event.key in zoomKeys) stage.zoom(zoomKeys[event.key]);
    else if (event.key === " " && !isOnButton) this.#toggle();
    else if (event.key.toLowerCase() === "i") this.#toggleDetails();
    else if (event.key.toLowerCase() === "p") stage.togglePlaying();
    else return;
    event.preventDefault();
  }
}

customElements.define("photo-viewer", PhotoViewer);
