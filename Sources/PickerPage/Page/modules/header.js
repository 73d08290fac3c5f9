// The head of the page: where the reader is, the way back and the help.

import { element, iconButton, textButton } from "./dom.js";
import { icon } from "./icons.js";
import { accessTo, libraryOfPage } from "./libraries/place.js";
import { followLink, hashOf } from "./router.js";
import { strings } from "./strings.js";

/** Sends "back", "order", "choose" and "help". */
export class PageHeader extends EventTarget {
  #back = iconButton(strings.back, icon("back"));
  #title = element("h1", { tabindex: -1, dir: "auto" });
  #order = iconButton(strings.newestFirst, icon("newest"), "header-order");
  #choose = textButton(strings.select, "header-choose");
  #note = element("span", { class: "header-note" });
  #libraries;

  #photos = element("a", { href: hashOf({}), text: strings.photos });
  #albums = element("a", { href: hashOf({ isAlbums: true }), text: strings.albums });
  #access = element("a", { href: accessTo(libraryOfPage), class: "icon-button header-access", "aria-label": strings.access.open, title: strings.access.open, hidden: true }, icon("key"));
  #tabs = element("nav", { class: "tabs", "aria-label": strings.views }, this.#photos, this.#albums);

  /** @param {HTMLElement|null} libraries the way to other libraries, where there are some */
  constructor(libraries) {
    super();
    this.#libraries = libraries;
    const help = iconButton(strings.help, icon("help"), "header-help");
    this.root = element("header", { class: "page-header" }, this.#back, element("div", { class: "header-text" }, this.#title, libraries, this.#note), this.#tabs, this.#choose, this.#order, this.#access, help);
    this.#tabs.addEventListener("click", followLink);
    this.#back.addEventListener("click", () => this.dispatchEvent(new Event("back")));
    this.#order.addEventListener("click", () => this.dispatchEvent(new Event("order")));
    this.#choose.addEventListener("click", () => this.dispatchEvent(new Event("choose")));
    help.addEventListener("click", () => this.dispatchEvent(new Event("help")));
  }

  /** @param {{title: string, note: string, tab: "photos"|"albums"|null}} content null where a way leads back */
  show({ title, note, tab }) {
    const hasBack = tab === null;
    this.#tabs.hidden = hasBack;
    for (const [link, name] of /** @type {const} */ ([[this.#photos, "photos"], [this.#albums, "albums"]])) {
      if (tab === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    this.#title.textContent = title;
    // The menu shows the same title.
    this.#title.classList.toggle("visually-hidden", !hasBack && this.#libraries !== null);
    if (this.#libraries) this.#libraries.hidden = hasBack;
    this.#note.textContent = note;
    this.#back.hidden = !hasBack;
    this.root.classList.toggle("is-home", !hasBack);
    document.title = hasBack ? `${title} – ${strings.appName}` : strings.appName;
  }

  /** @param {"newest"|"oldest"|null} order null where there is nothing to order */
  showOrder(order) {
    this.#order.hidden = order === null;
    if (order === null) return;
    const label = order === "newest" ? strings.newestFirst : strings.oldestFirst;
    this.#order.title = label;
    this.#order.setAttribute("aria-label", label);
    this.#order.replaceChildren(icon(order));
  }

  /**
   * The button with which a finger begins to select.
   * @param {"select"|"cancel"|null} offer null where there is nothing to select, or something is
   */
  offerChoosing(offer) {
    this.#choose.hidden = offer === null;
    this.#choose.textContent = offer === "cancel" ? strings.cancel : strings.select;
  }

  /** The owner who looks around may see what programs see. */
  offerAccess() {
    this.#access.hidden = false;
  }

  /** After a step, screen readers read the new heading. */
  focus() {
    this.#title.focus({ preventScroll: true });
  }
}
