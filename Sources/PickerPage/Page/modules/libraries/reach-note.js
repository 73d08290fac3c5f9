// What stands above the photos while where they are cannot be reached, or lets no one in any more: what is the matter, and what to
// do. It goes by itself when what failed succeeds.

import { announce } from "../announcer.js";
import { ApiError } from "../api.js";
import { element, textButton } from "../dom.js";
import { failureOf } from "../failure.js";
import { icon } from "../icons.js";
import { serverTag } from "../language.js";
import { strings } from "../strings.js";

/** @typedef {() => Promise<unknown>} Again asks for what failed once more */

const pauseMilliseconds = 5000;

/**
 * Whether all photos of a library share the reason.
 * @param {unknown} error
 */
export const isAboutReach = (error) => error instanceof ApiError && !error.isOffline && ["OFFLINE", "SIGN_IN_REQUIRED"].includes(error.status);

/**
 * @param {ApiError} error
 * @param {Again} again
 */
export const reportUnreached = (error, again) => dispatchEvent(new CustomEvent("unreached", { detail: { error, again } }));

/** Sends "reached" when the photos can be reached again. */
export class ReachNote extends EventTarget {
  root = element("aside", { class: "reach", "aria-label": strings.message, hidden: true });
  #text = element("p", { role: "status" });
  #sign = element("span", { class: "reach-sign", "aria-hidden": "true" });
  /** @type {Again|null} */
  #again = null;
  #timer = 0;
  #said = "";
  #isOver = false;

  constructor() {
    super();
    const retry = textButton(strings.retry);
    retry.addEventListener("click", () => this.#tryAgain());
    this.root.append(this.#sign, this.#text, retry);
    addEventListener("unreached", (event) => {
      const { error, again } = /** @type {CustomEvent<{error: ApiError, again: Again}>} */ (event).detail;
      this.#show(error, again);
    });
  }

  /** Asks for nothing more: the session is over, and its server may be gone. */
  stop() {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  /** @param {unknown} error @param {Again} again */
  #show(error, again) {
    if (this.#isOver) return;
    const { icon: name, title, text, words } = failureOf(error);
    const said = [title, text, words].join(" ");
    // Each photo on the screen says it; who listens hears it once.
    if (said !== this.#said) {
      this.#sign.replaceChildren(icon(name === "offline" ? "offline" : "key"));
      const more = words ? element("span", { class: "reach-words", lang: serverTag, dir: "auto", text: words }) : element("span", { class: "reach-words", text });
      this.#text.replaceChildren(element("strong", { text: title }), " ", more);
    }
    this.#said = said;
    this.#again = again;
    // What was hidden is not read to those who hear the page; what changes in it then is.
    if (this.root.hidden) announce(title, { isQuiet: true });
    this.root.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#tryAgain(), pauseMilliseconds);
  }

  async #tryAgain() {
    const again = this.#again;
    if (!again || this.#isOver) return;
    clearTimeout(this.#timer);
    try {
      await again();
    } catch (error) {
      if (this.#isOver) return;
      // That Picker itself does not answer is said elsewhere, and says nothing of the photos.
      if (isAboutReach(error)) return this.#show(error, again);
      if (error instanceof ApiError && error.isOffline) return void (this.#timer = window.setTimeout(() => this.#tryAgain(), pauseMilliseconds));
    }
    if (this.#isOver) return;
    this.#again = null;
    this.#said = "";
    this.root.hidden = true;
    this.#text.replaceChildren();
    this.dispatchEvent(new Event("reached"));
  }
}
