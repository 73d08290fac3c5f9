// What people look for among all photos: a box for words and a chip for each kind of photo there is.

import { element } from "../dom.js";
import { icon } from "../icons.js";
import { strings } from "../strings.js";

/** @typedef {import("../router.js").Narrowing} Narrowing */
/** @typedef {import("../types.js").Collections} Collections */
/** @typedef {import("../types.js").LibraryFacts} LibraryFacts */

/** Who types gets photos when the fingers rest, not for every letter. */
const restMilliseconds = 300;
/** So long they rest in a word that is not chosen yet, where its letters are searched for at all. */
const restInWordMilliseconds = 1000;
/** The code of a key that chooses among words: Safari says of the last one that nothing is chosen any more. */
const choosingKey = 229;

/** @type {Record<string, string>} the album that holds a kind, where the library has such albums */
const albumOf = { live: "livePhotos", raw: "raw", favorites: "favorites", screenshots: "screenshots", videos: "videos", stacks: "bursts" };

/**
 * The kinds worth offering: those that the server can find and that there are. Where albums gather photos by what they are,
 * one that has none is not listed.
 * @param {LibraryFacts} facts @param {Collections} library
 */
export function kindsWorthOffering({ kinds }, { collections }) {
  const albums = collections.filter(({ type, subtype }) => type === "smartAlbum" && subtype !== "cameraRoll");
  const exists = (/** @type {string} */ kind) => albums.length === 0 || albums.some(({ subtype, estimatedAssetCount }) => subtype === albumOf[kind] && estimatedAssetCount !== 0);
  // Photos are all there is where there are no videos.
  return kinds.filter((kind) => exists(kind === "photos" ? "videos" : kind));
}

/** Sends "narrow", with the wish as `detail`, and "leave" when the photos are to get the keyboard. */
export class NarrowBar extends EventTarget {
  #field = element("input", { type: "search", "aria-label": strings.search, placeholder: strings.search, enterkeyhint: "search", maxlength: 120, autocomplete: "off", spellcheck: "false" });
  #search = element("label", { class: "narrow-search" }, icon("search"), this.#field);
  #chips = element("div", { class: "narrow-chips", role: "group", "aria-label": strings.kindsOfPhotos });
  root = element("div", { class: "narrow-bar", role: "search", hidden: true }, this.#search, this.#chips);
  #timer = 0;
  /** @type {Narrowing} */
  #shown = { kind: null, text: "" };

  constructor() {
    super();
    // Letters that are to become a word, as one writes Chinese, find nothing: the word is searched for when it is chosen.
    this.#field.addEventListener("input", (event) => this.#typed(event instanceof InputEvent && event.isComposing));
    this.#field.addEventListener("compositionend", () => this.#typed(false));
    this.#field.addEventListener("keydown", (event) => this.#pressed(event));
    this.#chips.addEventListener("click", (event) => {
      const chip = event.target instanceof Element ? event.target.closest("button") : null;
      if (chip) this.#send(chip.dataset.kind || null);
    });
  }

  get hasFocus() { return this.root.contains(document.activeElement); }

  /**
   * @param {Narrowing|null} narrowing what is shown; null where nothing can be narrowed
   * @param {string[]} kinds that are offered @param {boolean} isSearchable
   */
  show(narrowing, kinds, isSearchable) {
    this.root.hidden = narrowing === null || (kinds.length === 0 && !isSearchable);
    if (narrowing === null) {
      // What was being typed is left with the photos, and must not lead back to them.
      clearTimeout(this.#timer);
      this.#field.value = this.#shown.text;
      return;
    }
    this.#search.hidden = !isSearchable;
    // What is being typed is newer than what is shown.
    if (narrowing.text !== this.#shown.text && narrowing.text !== this.#field.value.trim()) this.#field.value = narrowing.text;
    this.#shown = narrowing;
    // One that is chosen stays although its last photo has gone: it says what is shown.
    const offered = narrowing.kind === null || kinds.includes(narrowing.kind) ? kinds : [...kinds, narrowing.kind];
    this.#renderChips(offered.length === 0 ? [] : ["", ...offered]);
  }

  focusSearch() {
    if (this.root.hidden || this.#search.hidden) return false;
    // In Safari, to select what is in a field does not lead the keyboard there.
    this.#field.focus();
    this.#field.select();
    return true;
  }

  /** @param {string[]} kinds the first, "", is all of them */
  #renderChips(kinds) {
    const before = [...this.#chips.children].map((chip) => /** @type {HTMLElement} */ (chip).dataset.kind);
    if (before.join() !== kinds.join() || before.length !== kinds.length) {
      const focused = document.activeElement instanceof HTMLElement && this.#chips.contains(document.activeElement) ? document.activeElement.dataset.kind : undefined;
      this.#chips.replaceChildren(...kinds.map((kind) => element("button", { type: "button", class: "chip", "data-kind": kind }, element("span", { text: kind === "" ? strings.all : nameOf(kind) }))));
      for (const chip of this.#chips.querySelectorAll("button")) if (chip.dataset.kind === focused) chip.focus();
    }
    for (const chip of this.#chips.querySelectorAll("button")) chip.setAttribute("aria-pressed", String(chip.dataset.kind === (this.#shown.kind ?? "")));
  }

  /** @param {boolean} isComposing */
  #typed(isComposing) {
    clearTimeout(this.#timer);
    // To keyboards on a screen every word is chosen, in any language, when a blank ends it: who writes the last one waits for its photos.
    if (isComposing && !matchMedia("(pointer: coarse)").matches) return;
    const rest = isComposing ? restInWordMilliseconds : restMilliseconds;
    // Emptied: there is nothing to wait for.
    this.#timer = window.setTimeout(() => this.#send(), this.#field.value === "" ? 0 : rest);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    // Who writes Chinese chooses among words with these keys first.
    if (event.isComposing || event.keyCode === choosingKey) return;
    if (event.key === "Escape") {
      event.preventDefault();
      // Who holds it a moment longer wants what was typed away, and not to leave.
      if (event.repeat) return;
      const isEmpty = this.#field.value === "";
      this.#field.value = "";
      this.#send();
      if (isEmpty) this.dispatchEvent(new Event("leave"));
    } else if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      this.#send();
      this.dispatchEvent(new Event("leave"));
    }
  }

  /** @param {string|null} kind */
  #send(kind = this.#shown.kind) {
    clearTimeout(this.#timer);
    const wish = { kind, text: this.#field.value.trim() };
    if (wish.kind === this.#shown.kind && wish.text === this.#shown.text) return;
    this.dispatchEvent(new CustomEvent("narrow", { detail: wish }));
  }
}

/** @param {string} kind */
const nameOf = (kind) => /** @type {Record<string, string|undefined>} */ (strings.kindNames)[kind] ?? kind;
