// A calm full-area message: what is the matter, what can be done.

import { element, textButton } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @param {{icon: Parameters<typeof icon>[0], title: string, text?: string, action?: string, onAction?: () => void,
 *   isWholePage?: boolean}} content the title of a whole page is its first heading
 */
export function messagePanel({ icon: name, title, text = "", action, onAction, isWholePage = false }) {
  const panel = element("section", { class: "message" }, element("span", { class: "message-icon" }, icon(name)), element(isWholePage ? "h1" : "h2", { text: title }), text ? element("p", { text }) : null);
  if (action && onAction) {
    const button = textButton(action, "is-primary");
    button.addEventListener("click", onAction);
    panel.append(button);
  }
  return panel;
}
