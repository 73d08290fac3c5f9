// A calm full-area message: what is the matter, what can be done.

import { element, textButton } from "./dom.js";
import { icon } from "./icons.js";
import { serverTag } from "./language.js";

/**
 * @param {{icon: Parameters<typeof icon>[0], title: string, text?: string, words?: string, action?: string, onAction?: () => void,
 *   isWholePage?: boolean}} content the title of a whole page is its first heading; words: the server's own, in its language
 */
export function messagePanel({ icon: name, title, text = "", words = "", action, onAction, isWholePage = false }) {
  const panel = element(
    "section", { class: "message" },
    element("span", { class: "message-icon" }, icon(name)),
    element(isWholePage ? "h1" : "h2", { text: title }),
    text ? element("p", { text }) : null,
    words ? element("p", { class: "message-words", lang: serverTag, dir: "auto", text: words }) : null,
  );
  if (action && onAction) {
    const button = textButton(action, "is-primary");
    button.addEventListener("click", onAction);
    panel.append(button);
  }
  return panel;
}
