// The language of the page: the reader's choice, or the first of the browser's that there is.

import { preference } from "./preferences.js";

/**
 * @typedef {{tag: string, name: string, direction: "ltr"|"rtl", format: string}} Language
 * format: whose numbers and dates it uses, and which plurals
 */

/** In which the server and its backends speak. */
export const serverTag = "en";

/** @type {Language[]} the first one is for readers whose language there is none of */
export const languages = [
  { tag: "en", name: "English", direction: "ltr", format: "en" },
  { tag: "zh-Hans", name: "简体中文", direction: "ltr", format: "zh-Hans" },
];

/**
 * For tests: English between brackets, from right to left. What has no brackets was not in the catalogue.
 * @type {Language}
 */
export const pseudo = { tag: "en-XB", name: "", direction: "rtl", format: "en" };

/** @param {string} tag */
const primary = (tag) => tag.toLowerCase().split("-")[0];

/**
 * Where the system has no language, Chromium names one that is no tag, and that no format takes: "en-US@posix".
 * @param {string} tag
 */
function isTag(tag) {
  try {
    Intl.NumberFormat.supportedLocalesOf(tag);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string[]} wanted language tags, the best first
 * @returns {Language} with the region of the reader's own tag, which says how dates are written
 */
export function languageFor(wanted) {
  for (const tag of wanted) {
    if (tag === pseudo.tag) return pseudo;
    const language = languages.find((each) => primary(each.tag) === primary(tag));
    // Numbers and dates of British English for who reads that; but one script for Chinese.
    if (language) return { ...language, format: primary(tag) === "zh" || !isTag(tag) ? language.format : tag };
  }
  return languages[0];
}

export const language = languageFor([preference("language"), ...navigator.languages].filter(Boolean));

/** Says it to the browser, which chooses fonts, hyphens and voices by it. */
export function applyLanguage() {
  document.documentElement.lang = language.tag;
  document.documentElement.dir = language.direction;
}
