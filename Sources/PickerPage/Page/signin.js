// The page that signs in: by the code of the link that led here, or by a password. Says it in the reader's language.

import { clientSession } from "./modules/libraries/place.js";
import { applyLanguage } from "./modules/language.js";
import { signIn, signInState } from "./modules/owner/sign-in.js";
import { strings } from "./modules/strings.js";

/** The link is opened in another window, as a rule. */
const lookAgainMilliseconds = 2000;

/** @type {Record<string, string>} by the attribute of the elements */
const texts = {
  title: strings.signInTitle, text: strings.signInText, hint: clientSession === null ? strings.signInHint : strings.signInToPick,
  password: strings.password, enter: strings.signInWithPassword,
};

const code = new URLSearchParams(location.search).get("code");
const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
const field = /** @type {HTMLInputElement} */ (document.querySelector("#password"));
const note = /** @type {HTMLElement} */ (document.querySelector("[role=alert]"));

/** To where the sign-in was asked for. The code does not stay in the history of the tab. */
function goOn() {
  if (location.pathname === "/signin") location.replace("/");
  else location.reload();
}

async function goOnWhenSignedIn() {
  if (document.hidden) return;
  const state = await signInState();
  if (state?.signedIn) goOn();
}

async function start() {
  const state = await signInState();
  // A link that was opened before does not sign out who is signed in, nor is one used up.
  if (state?.signedIn) return goOn();
  if (code !== null) {
    const link = location.href;
    history.replaceState(null, "", "/signin");
    const answer = await signIn({ code }).catch((error) => {
      // It was not used: who loads the page again tries it again.
      history.replaceState(null, "", link);
      throw error;
    });
    if (answer.isSignedIn) return goOn();
    note.textContent = answer.isKept ? strings.linkUsed : strings.keepsNothing;
  }
  show(state);
  document.body.hidden = false;
}

/** @param {Awaited<ReturnType<typeof signInState>>} state */
function show(state) {
  if (state !== null) {
    if (note.textContent === strings.offline) note.textContent = "";
    form.hidden = !state.hasPassword;
    return;
  }
  // Whether there is a password to sign in with is not known yet.
  if (!note.textContent) note.textContent = strings.offline;
  window.setTimeout(lookAgain, lookAgainMilliseconds);
}

async function lookAgain() {
  const state = document.hidden ? null : await signInState();
  if (state?.signedIn) return goOn();
  show(state);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  button.disabled = true;
  note.textContent = "";
  try {
    const answer = await signIn({ password: field.value });
    if (answer.isSignedIn) return goOn();
    const refusal = answer.secondsToWait > 0 ? strings.tooManyPasswords(answer.secondsToWait) : strings.passwordWrong;
    note.textContent = answer.isKept ? refusal : strings.keepsNothing;
    field.focus();
    field.select();
  } catch {
    note.textContent = strings.offline;
  } finally {
    button.disabled = false;
  }
});

applyLanguage();
document.title = `${strings.signInTitle} – ${strings.appName}`;
for (const part of document.querySelectorAll("[data-text]")) {
  if (part instanceof HTMLElement) part.textContent = texts[part.dataset.text ?? ""];
}
start().catch(() => {
  note.textContent = strings.offline;
  document.body.hidden = false;
});
if (clientSession !== null) {
  setInterval(goOnWhenSignedIn, lookAgainMilliseconds);
  document.addEventListener("visibilitychange", goOnWhenSignedIn);
}
