// The keys, or what fingers do, the language of the page, and the browsers that are signed in.

import { closeOnBackdrop, element, iconButton } from "./dom.js";
import { icon } from "./icons.js";
import { languages } from "./language.js";
import { prefer, preference } from "./preferences.js";
import { SignedInBrowsers } from "./owner/signed-in-browsers.js";
import { strings } from "./strings.js";

export class HelpDialog {
  #browsers = new SignedInBrowsers();
  root = element("dialog", { class: "dialog", "aria-labelledby": "help-title" });

  constructor() {
    const close = iconButton(strings.close, icon("close"));
    const list = element("dl", { class: "shortcuts" });
    // A phone has no keys to speak of.
    const isTouched = matchMedia("(hover: none)").matches;
    for (const [keys, meaning] of isTouched ? strings.gestures : strings.shortcuts) list.append(element("div", {}, element("dt", { text: keys }), element("dd", { text: meaning })));
    this.root.append(element("header", {}, element("h2", { id: "help-title", text: strings.help }), close), list, languageChoice(), this.#browsers.root);
    close.addEventListener("click", () => this.root.close());
    closeOnBackdrop(this.root);
  }

  open() {
    if (this.root.open) return;
    this.root.showModal();
    this.#browsers.load();
  }
}

/** The page starts again in the language that is chosen; what is selected is kept by the session. */
function languageChoice() {
  const chosen = preference("language");
  const choice = element("select", {}, element("option", { value: "", text: strings.languageOfBrowser }));
  for (const { tag, name } of languages) choice.append(element("option", { value: tag, lang: tag, text: name, selected: tag === chosen }));
  choice.addEventListener("change", () => {
    prefer("language", choice.value);
    location.reload();
  });
  return element("label", { class: "language" }, element("span", { text: strings.language }), choice);
}
