// The months that are on the screen, for those who see it: each photo says its own day.

import { element } from "../dom.js";
import { formatMonths } from "../format.js";
import { hasHeaderNear } from "./grid-layout.js";

/** With what is around it. */
const height = 48;

export class MonthsBubble {
  root = element("div", { class: "grid-months", "aria-hidden": "true" });

  /**
   * @param {import("./grid-layout.js").GridLayout} layout
   * @param {{top: number, height: number}} place of the screen @param {{first: number, last: number}} seen what is on it
   * @param {import("./asset-source.js").AssetSource} source
   */
  render(layout, place, { first, last }, source) {
    // At the top the newest photos speak for themselves.
    const isNeeded = place.top >= layout.pitch / 2 && !hasHeaderNear(layout, place.top, height);
    const text = isNeeded ? formatMonths(source.at(first)?.creationDate, source.at(last)?.creationDate) : "";
    if (this.root.hidden !== (text === "")) this.root.hidden = text === "";
    if (text !== "" && text !== this.root.textContent) this.root.textContent = text;
  }
}
