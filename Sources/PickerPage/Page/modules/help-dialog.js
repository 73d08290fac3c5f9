// The keys, for those who press "?".

import { element, iconButton } from "./dom.js";
import { icon } from "./icons.js";
import { strings } from "./strings.js";

export class HelpDialog {
  root = element("dialog", { class: "dialog", "aria-labelledby": "help-title" });

  constructor() {
    const close = iconButton(strings.close, icon("close"));
    const list = element("dl", { class: "shortcuts" });
    for (const [keys, meaning] of strings.shortcuts) list.append(element("div", {}, element("dt", { text: keys }), element("dd", { text: meaning })));
    this.root.append(element("header", {}, element("h2", { id: "help-title", text: strings.help }), close), list);
    close.addEventListener("click", () => this.root.close());
    closeOnBackdrop(this.root);
  }

  open() {
    if (!this.root.open) this.root.showModal();
  }
}

/**
 * A press beside the dialog closes it.
 * @param {HTMLDialogElement} dialog
 */
export function closeOnBackdrop(dialog) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}
