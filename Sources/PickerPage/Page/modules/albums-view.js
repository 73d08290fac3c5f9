// The albums as cards: the camera roll large and first, then smart albums, albums, events and folders.

import { element } from "./dom.js";
import { formatCount } from "./format.js";
import { icon } from "./icons.js";
import { loadImage, thumbnailSize } from "./image-loader.js";
import { messagePanel } from "./message-panel.js";
import { go, hashOf, parseRoute } from "./router.js";
import { strings } from "./strings.js";

/** @import { Ticket } from "./image-loader.js" */
/** @import { Collection, Collections } from "./types.js" */

/** A card's poster and the request behind it, kept while the card is the same. */
class Poster {
  root = element("span", { class: "poster" });
  #ticket = /** @type {Ticket|null} */ (null);

  /** @param {Collection} collection */
  constructor(collection) {
    this.collection = collection;
    this.root.append(icon(collection.type === "folder" ? "folder" : "photo"));
  }

  load() {
    const { posterUrl } = this.collection;
    if (this.#ticket || !posterUrl) return;
    const pixels = thumbnailSize(this.root.clientWidth || 200);
    this.#ticket = loadImage(`${posterUrl}${posterUrl.includes("?") ? "&" : "?"}w=${pixels}&h=${pixels}`, {
      onImage: (url) => this.root.replaceChildren(element("img", { alt: "", src: url, draggable: "false" })),
      // An album without a poster keeps its icon; that is a state, not a failure.
      onError: () => {},
    });
  }

  cancel() {
    this.#ticket?.cancel();
  }
}

export class AlbumsView extends HTMLElement {
  /** @type {Poster[]} */
  #posters = [];
  #observer = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) this.#posters.find((poster) => poster.root === entry.target)?.load();
  }, { rootMargin: "200px" });

  /** @param {Collections} library @param {string|null} parent shows the folders inside this one */
  constructor(library, parent) {
    super();
    this.library = library;
    this.parent = parent;
    this.addEventListener("click", (event) => this.#clicked(event));
  }

  connectedCallback() {
    this.#render();
  }

  disconnectedCallback() {
    this.#clear();
  }

  /** @param {Collections} library */
  update(library) {
    if (JSON.stringify(library) === JSON.stringify(this.library)) return;
    this.library = library;
    const focused = document.activeElement instanceof HTMLElement && this.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    this.#clear();
    this.#render();
    if (focused) for (const card of this.querySelectorAll("a")) if (card.getAttribute("href") === focused) card.focus();
  }

  /**
   * A plain press is a step that Back undoes; with a modifier it is the browser's own, a new tab for example.
   * @param {MouseEvent} event
   */
  #clicked(event) {
    const card = event.target instanceof Element ? event.target.closest("a") : null;
    if (!card || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(parseRoute(card.hash));
  }

  #clear() {
    this.#observer.disconnect();
    for (const poster of this.#posters) poster.cancel();
    this.#posters = [];
  }

  #render() {
    const all = this.library.collections.filter((collection) => collection.parent === this.parent);
    const roll = all.find((collection) => collection.localIdentifier === this.library.cameraRoll);
    const isEmpty = this.parent === null && (all.length === 0 || all.every((collection) => collection.estimatedAssetCount === 0 && collection.type !== "folder"));
    if (isEmpty) return this.replaceChildren(messagePanel({ icon: "photo", title: strings.emptyLibrary, text: strings.emptyLibraryHint }));
    const rest = all.filter((collection) => collection !== roll);
    const smart = rest.filter((collection) => collection.type === "smartAlbum");
    this.replaceChildren(
      ...this.#section("", [...(roll ? [roll] : []), ...smart], roll),
      ...this.#section(strings.albums, rest.filter((collection) => collection.type === "album")),
      ...this.#section(strings.events, rest.filter((collection) => collection.type === "event")),
      ...this.#section(strings.folders, rest.filter((collection) => collection.type === "folder")),
    );
    for (const poster of this.#posters) this.#observer.observe(poster.root);
  }

  /** @param {string} title @param {Collection[]} collections @param {Collection} [large] */
  #section(title, collections, large) {
    if (collections.length === 0) return [];
    const list = element("ul", { class: "cards" }, ...collections.map((collection) => element("li", { class: collection === large ? "is-large" : null }, this.#card(collection))));
    return [element("section", { class: "shelf" }, title ? element("h2", { text: title }) : null, list)];
  }

  /** @param {Collection} collection */
  #card(collection) {
    const poster = new Poster(collection);
    this.#posters.push(poster);
    const { title, estimatedAssetCount: count, type } = collection;
    const caption = type === "folder" ? strings.folder : count === null ? "" : formatCount(count);
    return element(
      "a",
      { class: "card", href: hashOf({ album: collection.localIdentifier }), "aria-label": strings.albumLabel(title, type === "folder" ? null : count) },
      poster.root,
      element("span", { class: "card-title", text: title }),
      element("span", { class: "card-count", text: caption }),
    );
  }
}

customElements.define("albums-view", AlbumsView);
