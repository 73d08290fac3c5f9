// Browsing has no program that waits for a choice, so the choice goes to the clipboard.

import { element, iconButton } from "./dom.js";
import { closeOnBackdrop } from "./help-dialog.js";
import { icon } from "./icons.js";
import { strings } from "./strings.js";

/** @param {string[]} paths @param {(message: string) => void} say */
export async function copyPaths(paths, say) {
  const text = paths.join("\n");
  try {
    await navigator.clipboard.writeText(text);
    say(strings.copied(paths.length));
  } catch {
    // Pages that are not on a loopback address or HTTPS have no clipboard.
    showByHand(text);
  }
}

/** @param {string} text */
function showByHand(text) {
  const field = element("textarea", { readonly: true, rows: 8, "aria-label": strings.copyPaths, text });
  const close = iconButton(strings.close, icon("close"));
  const dialog = element("dialog", { class: "dialog" }, element("header", {}, element("h2", { text: strings.copyPaths }), close), element("p", { text: strings.copyByHand }), field);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  closeOnBackdrop(dialog);
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}
