// Says in the reader's language what the sign-in page says in English, and goes on when this browser is signed in.

import { applyLanguage } from "./modules/language.js";
import { clientSession } from "./modules/client-session.js";
import { strings } from "./modules/strings.js";

/** The link is opened in another window, as a rule. */
const lookAgainMilliseconds = 2000;

/** @type {Record<string, string>} by the attribute of the elements */
const texts = { title: strings.signInTitle, text: strings.signInText, hint: strings.signInHint };

async function goOnWhenSignedIn() {
  if (document.hidden) return;
  const answer = await fetch("/signin/state").catch(() => null);
  if (answer?.ok && (await answer.json()).signedIn) location.reload();
}

applyLanguage();
document.title = `${strings.signInTitle} – ${strings.appName}`;
for (const part of document.querySelectorAll("[data-text]")) {
  if (part instanceof HTMLElement) part.textContent = texts[part.dataset.text ?? ""];
}
if (clientSession !== null) {
  const reason = document.querySelector("[data-text=hint]");
  if (reason) reason.textContent = strings.signInToPick;
  setInterval(goOnWhenSignedIn, lookAgainMilliseconds);
  document.addEventListener("visibilitychange", goOnWhenSignedIn);
}
