// The head of the page: where the reader is, the way back and the help.

import { element, iconButton } from "./dom.js";
import { icon } from "./icons.js";
import { strings } from "./strings.js";

/** Sends "back" and "help". */
export class PageHeader extends EventTarget {
  #back = iconButton(strings.back, icon("back"));
  #title = element("h1", { tabindex: -1 });
  #note = element("span", { class: "header-note" });

  constructor() {
    super();
    const help = iconButton(strings.help, icon("help"), "header-help");
    this.root = element("header", { class: "page-header" }, this.#back, element("div", { class: "header-text" }, this.#title, this.#note), help);
    this.#back.addEventListener("click", () => this.dispatchEvent(new Event("back")));
    help.addEventListener("click", () => this.dispatchEvent(new Event("help")));
  }

  /** @param {{title: string, note: string, hasBack: boolean}} content */
  show({ title, note, hasBack }) {
    this.#title.textContent = title;
    this.#note.textContent = note;
    this.#back.hidden = !hasBack;
    this.root.classList.toggle("is-home", !hasBack);
    document.title = hasBack ? `${title} – ${strings.appName}` : strings.appName;
  }

  /** After a step, screen readers read the new heading. */
  focus() {
    this.#title.focus({ preventScroll: true });
  }
}
