// The bar at the foot of the page: how much is selected, and how to finish.

import { element, iconButton, textButton } from "../dom.js";
import { formatBytes } from "../format.js";
import { icon } from "../icons.js";
import { strings } from "../strings.js";
import { SelectionTray } from "./selection-tray.js";

/** @typedef {import("./selection.js").Selection} Selection */

/** Sends "done", "cancel", "copy", "grant" and "clear". */
export class SelectionBar extends HTMLElement {
  #count = element("button", { type: "button", class: "bar-count", "aria-haspopup": "dialog" });
  #bytes = element("span", { class: "bar-bytes" });
  #clear = iconButton(strings.clear, icon("close"), "bar-clear");
  #cancel = textButton(strings.cancel, "is-quiet");
  #grant = textButton(strings.access.grantSelected, "is-quiet bar-grant");
  #label = element("span");
  /** What floats above the bar has to know how high it is: on a narrow screen it may have two lines. */
  #observer = new ResizeObserver(() => document.documentElement.style.setProperty("--bar-space", `${this.offsetHeight}px`));
  #finish;
  #selection;
  #mode;
  #isBusy = false;

  /** @param {Selection} selection @param {"pick"|"browse"} mode @param {boolean} hasFiles whether photos have paths that programs open */
  constructor(selection, mode, hasFiles) {
    super();
    this.#selection = selection;
    this.#mode = mode;
    this.#finish = textButton("", "is-primary");
    this.#finish.hidden = mode === "browse" && !hasFiles;
    this.#finish.append(...(mode === "browse" ? [icon("copy")] : []), this.#label);
    this.#count.addEventListener("click", () => new SelectionTray(selection).open());
    this.#clear.addEventListener("click", () => this.dispatchEvent(new Event("clear")));
    this.#cancel.addEventListener("click", () => this.dispatchEvent(new Event("cancel")));
    this.#grant.addEventListener("click", () => this.dispatchEvent(new Event("grant")));
    this.#finish.addEventListener("click", () => this.dispatchEvent(new Event(mode === "pick" ? "done" : "copy")));
    selection.addEventListener("change", () => this.#render());
  }

  connectedCallback() {
    this.#observer.observe(this);
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", strings.selected);
    this.append(
      this.#clear,
      element("span", { class: "bar-text" }, this.#count, this.#bytes),
      element("span", { class: "bar-actions" }, this.#mode === "pick" ? this.#cancel : this.#grant, this.#finish),
    );
    this.#render();
  }

  /**
   * While the server decides, nothing can be pressed twice, whatever is selected meanwhile.
   * @param {boolean} isBusy
   */
  setBusy(isBusy) {
    this.#isBusy = isBusy;
    this.#cancel.disabled = isBusy;
    this.#finish.disabled = isBusy || !this.#selection.isEnough;
  }

  #render() {
    const { count, config } = this.#selection;
    const { selectionLimit, minimum, mediaFilter } = config;
    const missing = Math.max(0, minimum - count);
    this.hidden = this.#mode === "browse" && count === 0;
    this.#clear.hidden = count === 0;
    this.#count.textContent = count === 0 ? strings.invitation(selectionLimit, minimum, mediaFilter) : strings.countOf(count, selectionLimit);
    this.#count.disabled = count === 0;
    this.#count.title = count === 0 ? "" : strings.showSelection;
    this.#count.classList.toggle("is-invitation", count === 0);
    this.#count.classList.toggle("is-full", count > 0 && this.#selection.isAtLimit);
    this.#label.textContent = this.#mode === "browse" ? strings.copyPaths : missing > 0 && minimum > 1 ? strings.doneOf(count, minimum) : strings.done;
    const rest = missing > 0 ? element("span", { class: "bar-missing", text: ` · ${strings.missing(missing)}` }) : "";
    this.#bytes.replaceChildren(...(count === 0 ? [] : [this.#selection.runs.length > 0 ? "" : formatBytes(this.#selection.byteTotal), rest]));
    this.setBusy(this.#isBusy);
  }
}

customElements.define("selection-bar", SelectionBar);
