// The browsers that are signed in, each with a button that signs it out.

import { endSignIn, fetchSignIns } from "../api.js";
import { element, textButton } from "../dom.js";
import { reasonOf } from "../failure.js";
import { formatMoment } from "../format.js";
import { signOut } from "./sign-in.js";
import { strings } from "../strings.js";

/** @typedef {import("./sign-in.js").SignedInBrowser} SignedInBrowser */

/** @param {string} time ISO 8601 */
const shown = (time) => formatMoment(time, { dateStyle: "medium", timeStyle: "short" });

export class SignedInBrowsers {
  #heading = element("h3", { id: "browsers-title", tabindex: -1, text: strings.signedInBrowsers });
  #list = element("ul");
  root = element("section", { class: "browsers", "aria-labelledby": "browsers-title" }, this.#heading, this.#list);

  /** Asks the server who is signed in. */
  async load() {
    try {
      this.#list.replaceChildren(...(await fetchSignIns()).map((each) => this.#row(each)));
    } catch (error) {
      this.#list.replaceChildren(element("li", { text: reasonOf(error) }));
    }
  }

  /** @param {SignedInBrowser} browser */
  #row(browser) {
    const name = browser.isThis ? strings.thisBrowser : browser.browser || strings.unnamedBrowser;
    const since = element("span", { class: "browser-since", text: strings.signedInSince(shown(browser.created), shown(browser.used)) });
    const end = textButton(strings.signOut);
    end.setAttribute("aria-label", `${strings.signOut}: ${name}`);
    end.addEventListener("click", async () => {
      if (browser.isThis) return signOut();
      end.disabled = true;
      // It may have gone by itself: the list says so.
      await endSignIn(browser.id).catch(() => null);
      await this.load();
      // What was pressed is gone, and the button beside it signs out another one. Who went on meanwhile stays there.
      if (document.activeElement?.contains(this.root) ?? true) this.#heading.focus();
    });
    return element("li", {}, element("div", {}, element("span", { class: "browser-name", dir: "auto", title: browser.isThis ? null : browser.browser, text: name }), since), end);
  }
}
