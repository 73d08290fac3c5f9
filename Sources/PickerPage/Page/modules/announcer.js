// What the page has to say: to screen readers always, on the screen when it is more than a count.

import { element, hovers, textButton } from "./dom.js";
import { strings } from "./strings.js";

/** @typedef {{isQuiet?: boolean, action?: string, onAction?: () => void}} Options */

const spoken = element("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
const toast = element("div", { class: "toast", role: "region", "aria-label": strings.message, hidden: true });
let timer = 0;

/** Puts the live region and the toast into the page, once. */
export function installAnnouncer() {
  document.body.append(spoken, toast);
}

/**
 * @param {string} message
 * @param {Options} [options] quiet messages are only spoken
 */
export function announce(message, options = {}) {
  const { isQuiet = false, action, onAction } = options;
  // The same sentence twice is spoken twice only when the region was empty in between.
  spoken.textContent = "";
  requestAnimationFrame(() => { spoken.textContent = message; });
  if (isQuiet) {
    // What was on the screen is answered by now, unless it offers something to press.
    if (!toast.querySelector("button")) toast.hidden = true;
    return;
  }
  toast.replaceChildren(element("span", { text: message }));
  if (action && onAction) {
    const button = textButton(action, "toast-action");
    button.addEventListener("click", () => {
      toast.hidden = true;
      onAction();
    });
    toast.append(button);
  }
  toast.hidden = false;
  hideAfter(action ? 8000 : 4500);
}

/** @param {number} milliseconds */
function hideAfter(milliseconds) {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    // What the keyboard or the mouse is on is about to be pressed.
    if (toast.matches(":focus-within") || (hovers.matches && toast.matches(":hover"))) hideAfter(milliseconds);
    else toast.hidden = true;
  }, milliseconds);
}
