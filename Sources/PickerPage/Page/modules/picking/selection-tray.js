// What is selected, to look at: take one out again, or give it another place where the order matters.

import { announce } from "../announcer.js";
import { imageUrl } from "../api.js";
import { closeOnBackdrop, element, iconButton, textButton } from "../dom.js";
import { formatCount } from "../format.js";
import { icon } from "../icons.js";
import { loadImage, thumbnailSize } from "../image-loader.js";
import { strings } from "../strings.js";
import { goneText } from "./gone.js";
import { countOf } from "./runs.js";
import { TrayDrag } from "./tray-drag.js";

/** @typedef {import("../image-loader.js").Ticket} Ticket */
/** @typedef {import("../types.js").Asset} Asset */
/** @typedef {import("./runs.js").Run} Run */
/** @typedef {import("./selection.js").Selection} Selection */

/** Edge of a picture in CSS pixels. */
const edge = 96;
/** More than a person looks through; the grid shows the others. */
const mostShown = 200;

/** A dialog that follows the selection while it is open. */
export class SelectionTray {
  #selection;
  #title = element("h2", { id: "tray-title" });
  #runs = element("ul", { class: "tray-runs" });
  #list = element("ul", { class: "tray" });
  #rest = element("p", { class: "tray-rest" });
  /** What a press did, for those who hear the page: what is outside of a dialog that is open is not read to them. */
  #said = element("p", { class: "visually-hidden", role: "status" });
  #goneText = element("p");
  #deselectGone = textButton("", "is-quiet");
  #gone = element("div", { class: "tray-gone", role: "status" }, this.#goneText, this.#deselectGone);
  /** @type {Map<string, {root: HTMLLIElement, ticket: Ticket}>} by asset: what stays is not loaded again */
  #items = new Map();

  /** @param {Selection} selection */
  constructor(selection) {
    this.#selection = selection;
    const close = iconButton(strings.close, icon("close"));
    this.root = element("dialog", { class: "dialog tray-dialog", "aria-labelledby": "tray-title" }, element("header", {}, this.#title, close), this.#gone, this.#runs, this.#list, this.#rest, this.#said);
    close.addEventListener("click", () => this.root.close());
    this.#deselectGone.addEventListener("click", () => {
      selection.removeGone();
      // What had the keyboard is gone.
      close.focus();
    });
    closeOnBackdrop(this.root);
    const drag = selection.config.ordered ? new TrayDrag(this.#list, (item, place) => this.#drop(item, place)) : null;
    this.#list.classList.toggle("is-ordered", drag !== null);
    const follow = () => this.#render();
    this.root.addEventListener("close", () => {
      selection.removeEventListener("change", follow);
      drag?.stop();
      for (const { ticket } of this.#items.values()) ticket.cancel();
      this.root.remove();
    });
    selection.addEventListener("change", follow);
  }

  open() {
    document.body.append(this.root);
    this.#render();
    this.root.showModal();
  }

  #render() {
    const { count, assets, config, runs, gone } = this.#selection;
    if (count === 0) return this.root.close();
    const shown = assets.slice(0, mostShown);
    this.#title.textContent = strings.countOf(count, config.selectionLimit);
    this.#rest.textContent = strings.andMore(assets.length - shown.length);
    this.#rest.hidden = assets.length === shown.length;
    this.#runs.replaceChildren(...runs.map((run) => this.#run(run)));
    this.#runs.hidden = runs.length === 0;
    this.#gone.hidden = gone.length === 0;
    this.#goneText.textContent = gone.length === 0 ? "" : goneText(this.#selection);
    this.#deselectGone.textContent = strings.deselectGone(gone.length);
    const wanted = new Set(shown.map((asset) => asset.localIdentifier));
    for (const [id, { root, ticket }] of this.#items) {
      if (wanted.has(id)) continue;
      // The next one gets the keyboard, or the last.
      const next = root.contains(document.activeElement) ? root.nextElementSibling ?? root.previousElementSibling : null;
      if (next instanceof HTMLElement) next.querySelector("button")?.focus();
      ticket.cancel();
      root.remove();
      this.#items.delete(id);
    }
    shown.forEach((asset, place) => this.#place(asset, place));
    const lost = new Set(gone.map((asset) => asset.localIdentifier));
    for (const [id, { root }] of this.#items) root.classList.toggle("is-gone", lost.has(id));
  }

  /**
   * Photos that follow each other: too many to show each.
   * @param {Run} run
   */
  #run(run) {
    const text = strings.photosInARow(countOf(run), this.#selection.config.mediaFilter);
    const remove = iconButton(strings.deselectNamed(text), icon("close"), "tray-remove");
    remove.addEventListener("click", () => {
      this.#selection.removeRuns([run]);
      this.#sayCount();
      // What had the keyboard is gone.
      this.root.querySelector("button")?.focus();
    });
    return element("li", { class: "tray-run" }, icon("photo"), element("span", { text }), remove);
  }

  /** @param {Asset} asset @param {number} place from 0 */
  #place(asset, place) {
    const id = asset.localIdentifier;
    const item = this.#items.get(id) ?? this.#make(asset);
    this.#items.set(id, item);
    if (this.#list.children[place] !== item.root) {
      // What moves keeps the keyboard.
      const focused = item.root.contains(document.activeElement) ? document.activeElement : null;
      this.#list.insertBefore(item.root, this.#list.children[place] ?? null);
      if (focused instanceof HTMLElement) focused.focus();
    }
    const number = item.root.querySelector(".tray-number");
    if (number) number.textContent = formatCount(place + 1);
  }

  /** @param {Asset} asset */
  #make(asset) {
    const { localIdentifier: id, filename } = asset;
    const picture = element("span", { class: "tray-picture" }, icon(asset.mediaType === "video" ? "play" : "photo"));
    const remove = iconButton(strings.deselectNamed(filename), icon("close"), "tray-remove");
    remove.addEventListener("click", () => {
      this.#selection.remove([id]);
      this.#sayCount();
    });
    // Of one that is gone there may be no picture any more, so its name says which it was.
    const sign = element("span", { class: "tray-sign" }, icon("broken"), element("span", { class: "tray-name", dir: "auto", text: filename }), element("span", { text: strings.goneFromLibrary }));
    const root = element("li", { class: "tray-item" }, remove, picture, sign, ...(this.#selection.config.ordered ? this.#movers(id, filename) : []));
    const pixels = thumbnailSize(edge);
    const ticket = loadImage(imageUrl(asset, { width: pixels, height: pixels, mode: "fill" }), {
      onImage: (url) => picture.replaceChildren(element("img", { alt: filename, src: url, draggable: "false" })),
      onError: () => {},
    });
    return { root, ticket };
  }

  /** @param {Element} item @param {Element} place the item whose place it gets */
  #drop(item, place) {
    const idOf = (/** @type {Element} */ root) => [...this.#items].find(([, each]) => each.root === root)?.[0];
    const [id, other] = [idOf(item), idOf(place)];
    if (id !== undefined && other !== undefined) this.#selection.moveTo(id, other);
  }

  /** @param {string} id @param {string} filename */
  #movers(id, filename) {
    const earlier = iconButton(strings.moveEarlier(filename), icon("back"), "tray-move");
    const later = iconButton(strings.moveLater(filename), icon("forward"), "tray-move");
    for (const [button, step] of /** @type {const} */ ([[earlier, -1], [later, 1]])) {
      button.addEventListener("click", () => {
        this.#selection.move(id, step);
        this.#said.textContent = strings.cellLabel(filename, "", strings.placeOf(this.#selection.position(id), this.#selection.count));
      });
    }
    return [element("span", { class: "tray-order" }, earlier, element("span", { class: "tray-number" }), later)];
  }

  /** In the dialog, or on the page where that went with the last photo. */
  #sayCount() {
    const text = strings.announceCount(this.#selection.count);
    if (this.root.open) this.#said.textContent = text;
    else announce(text, { isQuiet: true });
  }
}
