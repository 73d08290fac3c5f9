// Says in the reader's language what the sign-in page says in English.

import { applyLanguage } from "./modules/language.js";
import { strings } from "./modules/strings.js";

/** @type {Record<string, string>} by the attribute of the elements */
const texts = { title: strings.signInTitle, text: strings.signInText, hint: strings.signInHint };

applyLanguage();
document.title = `${strings.signInTitle} – ${strings.appName}`;
for (const part of document.querySelectorAll("[data-text]")) {
  if (part instanceof HTMLElement) part.textContent = texts[part.dataset.text ?? ""];
}
