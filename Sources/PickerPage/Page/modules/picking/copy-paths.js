// Text for the clipboard: browsing has no program that waits for a choice, so that is where the choice goes.

import { element, iconButton } from "../dom.js";
import { closeOnBackdrop } from "../help-dialog.js";
import { icon } from "../icons.js";
import { strings } from "../strings.js";

/**
 * The path as `picker pick` prints it.
 * @param {string} root absolute path of the library's folder @param {string} path inside it
 */
export const absolutePath = (root, path) => (root.endsWith("/") ? root : `${root}/`) + path;

/** @param {string[]} paths @param {(message: string) => void} say */
export const copyPaths = (paths, say) => copyText(paths.join("\n"), { title: strings.copyPaths, copied: strings.copied(paths.length) }, say);

/** @param {string} text @param {{title: string, copied: string}} words what it is, and what is said afterwards @param {(message: string) => void} say */
export async function copyText(text, { title, copied }, say) {
  try {
    await navigator.clipboard.writeText(text);
    say(copied);
  } catch {
    // Pages that are not on a loopback address or HTTPS have no clipboard.
    showByHand(text, title);
  }
}

/** @param {string} text @param {string} title */
function showByHand(text, title) {
  const field = element("textarea", { readonly: true, rows: 8, "aria-label": title, text });
  const close = iconButton(strings.close, icon("close"));
  const dialog = element("dialog", { class: "dialog" }, element("header", {}, element("h2", { text: title }), close), element("p", { text: strings.copyByHand }), field);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  closeOnBackdrop(dialog);
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}
