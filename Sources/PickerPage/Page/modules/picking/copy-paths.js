// Text for the clipboard: browsing has no program that waits for a choice, so that is where the choice goes.

import { closeOnBackdrop, element, iconButton } from "../dom.js";
import { icon } from "../icons.js";
import { strings } from "../strings.js";

/**
 * The path as `picker pick` prints it.
 * @param {string} root absolute path of the library's folder @param {string} path inside it
 */
const absolutePath = (root, path) => (root.endsWith("/") ? root : `${root}/`) + path;

/** What would end a line, or could not be seen in it. */
const control = /[\p{Cc}\u2028\u2029]/u;

/**
 * The path on a line of its own. A name with control characters, a line break among them, or one that is not UTF-8 is written as shells
 * write it, `$'…'`: otherwise it would be other lines, or another name. No path begins like that, so it can be told apart.
 * @param {string} root absolute path of the library's folder
 * @param {{relativePath: string, relativePathBase64?: string}} asset
 */
export function pathLine(root, { relativePath, relativePathBase64 }) {
  const path = absolutePath(root, relativePath);
  if (relativePathBase64) return `$'${escaped(absolutePath(root, ""))}${escapedBytes(Uint8Array.from(atob(relativePathBase64), (byte) => byte.charCodeAt(0)))}'`;
  return control.test(path) ? `$'${escaped(path)}'` : path;
}

/** @param {string} text */
const escaped = (text) => text.replace(/['\\\p{Cc}\u2028\u2029]/gu, (character) => escapedBytes(new TextEncoder().encode(character)));

/** @param {Uint8Array} bytes */
const escapedBytes = (bytes) => [...bytes].map(escapedByte).join("");

/** @param {number} byte */
function escapedByte(byte) {
  const character = String.fromCharCode(byte);
  if (character === "\n") return "\\n";
  if (character === "'" || character === "\\") return `\\${character}`;
  // Octal numbers have three digits, so what follows is never taken for one more.
  return byte >= 0x20 && byte < 0x7f ? character : `\\${byte.toString(8).padStart(3, "0")}`;
}

/** @param {string[]} lines @param {(message: string) => void} say */
export function copyPaths(lines, say) {
  const quoted = lines.filter((line) => line.startsWith("$'")).length;
  const copied = [strings.copied(lines.length), ...(quoted > 0 ? [strings.quotedPaths(quoted)] : [])];
  return copyText(lines.join("\n"), { title: strings.copyPaths, copied: strings.sentences(copied[0], copied[1] ?? "") }, say);
}

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
  const dialog = element("dialog", { class: "dialog", "aria-label": title }, element("header", {}, element("h2", { text: title }), close), element("p", { text: strings.copyByHand }), field);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  closeOnBackdrop(dialog);
  document.body.append(dialog);
  dialog.showModal();
  // In Safari, to select what is in a field does not lead the keyboard there, and the press that copies would copy nothing.
  field.focus();
  field.select();
}
