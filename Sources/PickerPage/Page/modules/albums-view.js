// The albums as cards: smart albums, albums, events and folders. All photos have a tab of their own.

import { element, iconButton } from "./dom.js";
import { serverWords } from "./failure.js";
import { formatCount } from "./format.js";
import { icon } from "./icons.js";
import { loadImage, thumbnailSize } from "./image-loader.js";
import { childrenOf, countOf, hasVideos, ownOf, postersOf } from "./libraries/album-tree.js";
import { LeftOutNote } from "./libraries/left-out-note.js";
import { messagePanel } from "./message-panel.js";
import { followLink, hashOf } from "./router.js";
import { strings } from "./strings.js";

/** @typedef {import("./image-loader.js").Ticket} Ticket */
/** @typedef {import("./types.js").Collection} Collection */
/** @typedef {import("./types.js").Collections} Collections */
/** @typedef {import("./types.js").IndexState} IndexState */
/** @typedef {import("./strings.js").MediaFilter} MediaFilter */

/**
 * Whether there is nothing to show at all.
 * @param {Collections} library
 */
export const isEmptyLibrary = (library) => childrenOf(library, null).every((collection) => collection.estimatedAssetCount === 0 && collection.type !== "folder");

/**
 * The albums that Picker makes itself have a title in the reader's language.
 * @param {Collection} collection
 */
export const titleOf = ({ title, type, subtype = "" }) => (type === "smartAlbum" ? names[subtype] ?? title : title);

/** @type {Record<string, string|undefined>} */
const names = strings.smartAlbums;

/**
 * "473 photos". An album of videos has videos; all others count as photos, as people say it.
 * @param {Collection|undefined} collection @param {number|null} count @param {MediaFilter} filter
 */
export function captionOf(collection, count, filter) {
  const isVideo = filter === "video" || collection?.subtype === "videos";
  return count === null ? "" : strings.things(count, isVideo ? "video" : "image");
}

/**
 * How many a collection has of what may be picked. What is counted is everything: that says it where all of it may be, and where there
 * are no videos among photos.
 * @param {Collections} library @param {Collection} collection @param {MediaFilter} filter
 * @returns {number|null} null when it is not known
 */
export function pickableCount(library, collection, filter) {
  const isKnown = filter === "any" || (filter === "video" ? collection.subtype === "videos" : !hasVideos(library));
  return isKnown ? countOf(library, collection) : null;
}

/** A card's poster and its request, kept while the card is the same. */
class Poster {
  root = element("span", { class: "poster" });
  hasImage = false;
  hasFailed = false;
  #urls;
  /** @type {Ticket[]} */
  #tickets = [];
  /** @type {Set<number>} places of those that Picker gave no answer to */
  #missed = new Set();

  /** @param {Collection} collection @param {string[]} urls its own poster; or four of what is inside it */
  constructor(collection, urls) {
    this.collection = collection;
    this.#urls = urls;
    this.root.append(icon(collection.type === "folder" ? "folder" : "photo"));
    this.root.classList.toggle("is-mosaic", urls.length > 1);
  }

  /** @param {string[]} urls */
  isOf(urls) { return urls.length === this.#urls.length && urls.every((url, place) => url === this.#urls[place]); }

  load() {
    if (this.#tickets.length > 0) return;
    this.#tickets = this.#urls.map((_, place) => this.#ask(place));
  }

  /** Asks once more for what was not answered. */
  retry() {
    const missed = [...this.#missed];
    this.#missed.clear();
    for (const place of missed) {
      this.#tickets[place].cancel();
      this.#tickets[place] = this.#ask(place);
    }
  }

  /** @param {number} place */
  #ask(place) {
    const posterUrl = this.#urls[place];
    const pixels = thumbnailSize((this.root.clientWidth || 200) / (this.#urls.length > 1 ? 2 : 1));
    return loadImage(`${posterUrl}${posterUrl.includes("?") ? "&" : "?"}w=${pixels}&h=${pixels}`, {
      onImage: (url) => this.#show(url, place),
      // An album without a poster keeps its icon; that is a state, not a failure.
      onError: (error) => {
        this.hasFailed = true;
        if (error.isOffline) this.#missed.add(place);
      },
    });
  }

  /** @param {string} url @param {number} place */
  #show(url, place) {
    if (!this.hasImage) this.root.replaceChildren(...this.#urls.map(() => element("span")));
    this.hasImage = true;
    this.root.children[place].replaceWith(element("img", { alt: "", src: url, draggable: "false" }));
  }

  cancel() {
    for (const ticket of this.#tickets) ticket.cancel();
  }
}

/** Sends "choose" with a collection, when all of it is to be selected. */
export class AlbumsView extends HTMLElement {
  /** @type {Poster[]} */
  #posters = [];
  /** @type {Poster[]} of the cards before, while photos are read: they would flicker */
  #kept = [];
  #leftOut = new LeftOutNote();
  #observer = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) this.#posters.find((poster) => poster.root === entry.target)?.load();
  }, { rootMargin: "200px" });

  /** @param {Collections} library @param {string|null} parent shows the folders inside this one @param {IndexState} index @param {MediaFilter} filter @param {boolean} isPicking */
  constructor(library, parent, index, filter, isPicking) {
    super();
    this.isPicking = isPicking;
    this.filter = filter;
    this.library = library;
    this.index = index;
    this.parent = parent;
    this.addEventListener("click", followLink);
    this.addEventListener("keydown", (event) => this.#pressed(event));
  }

  connectedCallback() {
    this.#render();
    this.#leftOut.load();
  }

  disconnectedCallback() {
    this.#leftOut.dispose();
    this.#clear();
  }

  /**
   * Gives a card the keyboard: the one from which the reader comes back.
   * @param {string} id
   * @returns {boolean} false when it is not here
   */
  focusCard(id) {
    const card = this.#cardTo(hashOf({ album: id }));
    card?.focus();
    return card !== undefined;
  }

  /** @param {string} address of an album */
  #cardTo(address) { return [...this.querySelectorAll("a")].find((each) => each.getAttribute("href") === address); }

  /** @param {Collections} library @param {IndexState} index */
  update(library, index) {
    if (JSON.stringify([library, index]) === JSON.stringify([this.library, this.index])) return this.#posters.forEach((poster) => poster.retry());
    this.library = library;
    this.index = index;
    this.#leftOut.load();
    const before = this.#posters;
    this.#kept = index.state === "reading" ? before : [];
    const active = this.contains(document.activeElement) ? document.activeElement : null;
    const focused = active?.closest("li")?.querySelector("a")?.getAttribute("href") ?? null;
    this.#observer.disconnect();
    this.#posters = [];
    this.#render();
    this.#kept = [];
    const shown = new Set(this.#posters);
    for (const poster of before) if (!shown.has(poster)) poster.cancel();
    if (focused === null) return;
    const card = this.#cardTo(focused);
    // The card, or the button that selects all of it.
    const choice = active instanceof HTMLButtonElement ? card?.parentElement?.querySelector("button") : null;
    (choice ?? card)?.focus();
  }

  #clear() {
    this.#observer.disconnect();
    for (const poster of this.#posters) poster.cancel();
    this.#posters = [];
  }

  #render() {
    const leftOut = this.parent === null ? [this.#leftOut.root] : [];
    // Where nothing is shown, one wonders most what is there.
    if (this.parent === null && isEmptyLibrary(this.library)) return this.replaceChildren(this.#emptyPanel(), ...leftOut);
    const here = childrenOf(this.library, this.parent);
    const inFolders = new Set(here.flatMap((each) => ownOf(this.library, each) ?? []));
    const all = here.filter((collection) => !inFolders.has(collection) && !this.#isEverything(collection) && !this.#isTwice(collection));
    const folder = this.library.collections.find((each) => each.localIdentifier === this.parent);
    const own = folder && ownOf(this.library, folder);
    if (own) all.push(own);
    if (all.length === 0) return this.replaceChildren(messagePanel({ icon: "folder", title: strings.noAlbums, text: strings.noAlbumsHint }), ...leftOut);
    const of = (/** @type {Collection["type"]} */ type) => all.filter((collection) => collection.type === type);
    const albums = of("album");
    const isOwn = (/** @type {Collection} */ each) => each === own || each.localIdentifier === this.library.ownAlbum;
    this.replaceChildren(
      ...this.#chips(of("smartAlbum").filter(({ estimatedAssetCount }) => estimatedAssetCount !== 0)),
      ...this.#section(strings.albums, [...albums.filter((each) => !isOwn(each)), ...albums.filter(isOwn)]),
      ...this.#section(strings.events, of("event")),
      ...this.#section(strings.folders, of("folder")),
      ...leftOut,
    );
    for (const poster of this.#posters) this.#observer.observe(poster.root);
  }

  /**
   * All photos are a tab; where all of them came lately, or are in no album, the album of these would be that again.
   * @param {Collection} collection
   */
  #isEverything({ localIdentifier, subtype, estimatedAssetCount }) {
    const { collections, cameraRoll, ownAlbum } = this.library;
    const roll = collections.find((each) => each.localIdentifier === cameraRoll);
    const isSubset = subtype === "recentlyAdded" || localIdentifier === ownAlbum;
    return localIdentifier === roll?.localIdentifier || (isSubset && estimatedAssetCount === roll?.estimatedAssetCount);
  }

  /**
   * A folder of that name has the same photos: "Screenshots".
   * @param {Collection} collection
   */
  #isTwice({ type, title, estimatedAssetCount }) {
    const isSame = (/** @type {Collection} */ other) => other.type === "album" && other.title.toLowerCase() === title.toLowerCase();
    return type === "smartAlbum" && estimatedAssetCount !== null && this.library.collections.some((other) => isSame(other) && other.estimatedAssetCount === estimatedAssetCount);
  }

  #emptyPanel() {
    const { state, message } = this.index;
    if (state === "reading") return messagePanel({ icon: "photo", title: strings.reading, text: strings.readingHint });
    if (state === "failed") return messagePanel({ icon: "broken", title: strings.readingFailed, ...(message ? serverWords(message) : { text: strings.noReason }) });
    return messagePanel({ icon: "photo", title: strings.emptyLibrary, text: strings.emptyLibraryHint });
  }

  /** @param {string} title @param {Collection[]} collections */
  #section(title, collections) {
    if (collections.length === 0) return [];
    const list = element("ul", { class: "cards" }, ...collections.map((collection) => element("li", {}, this.#card(collection), this.#choice(collection))));
    return [element("section", { class: "shelf" }, title ? element("h2", { text: title }) : null, list)];
  }

  /**
   * What the library gathers by itself: a line of links, which leaves the screen to the albums that people made.
   * @param {Collection[]} collections
   */
  #chips(collections) {
    if (collections.length === 0) return [];
    const links = collections.map((collection) => {
      const count = pickableCount(this.library, collection, this.filter);
      const [title, caption] = [titleOf(collection), captionOf(collection, count, this.filter)];
      const text = element("span", {}, title, count === null ? null : element("span", { class: "chip-count", text: formatCount(count) }));
      return element("li", {}, element("a", { class: "chip", href: hashOf({ album: collection.localIdentifier }), "aria-label": [title, caption].filter(Boolean).join(", ") }, text));
    });
    return [element("nav", { class: "smart-albums", "aria-label": strings.collectedAlbums }, element("ul", {}, ...links))];
  }

  /**
   * Arrows lead from card to card, as they lie.
   * @param {KeyboardEvent} event
   */
  #pressed(event) {
    const from = event.target instanceof HTMLAnchorElement ? event.target : null;
    if (!from || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const links = [...this.querySelectorAll("a")];
    const place = links.indexOf(from);
    const inline = getComputedStyle(this).direction === "rtl" ? -1 : 1;
    /** @type {Record<string, () => HTMLAnchorElement|undefined>} */
    const keys = {
      ArrowRight: () => links[place + inline], ArrowLeft: () => links[place - inline], Home: () => links[0], End: () => links.at(-1),
      ArrowDown: () => beside(from, links.slice(place + 1)), ArrowUp: () => beside(from, links.slice(0, place).reverse()),
    };
    const to = keys[event.key];
    if (!to) return;
    event.preventDefault();
    to()?.focus();
  }

  /**
   * Selects a whole album.
   * @param {Collection} collection
   */
  #choice(collection) {
    if (!this.isPicking || collection.type === "folder" || collection.estimatedAssetCount === 0) return null;
    const button = iconButton(strings.selectAlbum(titleOf(collection)), icon("check"), "card-choice");
    button.addEventListener("click", () => this.dispatchEvent(new CustomEvent("choose", { detail: collection })));
    return button;
  }

  /** @param {Collection} collection */
  #card(collection) {
    const urls = postersOf(this.library, collection);
    // What is on its way stays so: on a slow line it would begin again each second, and never come.
    const isSame = (/** @type {Poster} */ each) => each.collection.localIdentifier === collection.localIdentifier && (each.hasImage || (!each.hasFailed && each.isOf(urls)));
    const poster = this.#kept.find(isSame) ?? new Poster(collection, urls);
    this.#posters.push(poster);
    const { type } = collection;
    // Of a folder's own photos, among the albums that are in it.
    const title = type === "album" && collection.parent !== this.parent ? strings.notInAlbum : titleOf(collection);
    const caption = captionOf(collection, pickableCount(this.library, collection, this.filter), this.filter) || (type === "folder" ? strings.folder : "");
    return element(
      "a",
      { class: "card", href: hashOf({ album: collection.localIdentifier }), "aria-label": [title, caption].filter(Boolean).join(", ") },
      poster.root,
      element("span", { class: "card-title", dir: "auto", text: title }),
      element("span", { class: "card-count", text: caption }),
    );
  }
}

/**
 * Of the next row the link that is nearest to one.
 * @param {HTMLAnchorElement} from @param {HTMLAnchorElement[]} others in the order in which they lie, from it on
 */
function beside(from, others) {
  const middle = (/** @type {Element} */ link) => { const { left, right } = link.getBoundingClientRect(); return (left + right) / 2; };
  const top = (/** @type {Element|undefined} */ link) => Math.round(link?.getBoundingClientRect().top ?? 0);
  const first = others.find((each) => top(each) !== top(from));
  const row = others.filter((each) => top(each) === top(first));
  return row.sort((one, other) => Math.abs(middle(one) - middle(from)) - Math.abs(middle(other) - middle(from)))[0];
}

customElements.define("albums-view", AlbumsView);
