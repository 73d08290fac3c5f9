// Below the albums: how many files of which kinds are not shown, so that no one misses them without a word.

import { fetchProblems } from "../api.js";
import { element } from "../dom.js";
import { serverWords } from "../failure.js";
import { serverTag } from "../language.js";
import { strings } from "../strings.js";

/** A note that is there as soon as it is known that there is something to say. */
export class LeftOutNote {
  root = element("section", { class: "left-out", "aria-label": strings.leftOutFiles, hidden: true });
  #controller = new AbortController();

  /** A failure is no reason to say anything. */
  async load() {
    const problems = await fetchProblems(this.#controller.signal).catch(() => null);
    if (!problems) return;
    this.root.replaceChildren(...problems.library.flatMap((line) => {
      const { text, words } = serverWords(line);
      return words === undefined ? [element("p", { text })] : [element("p", { text: strings.leftOutFiles }), element("p", { lang: serverTag, dir: "auto", text: words })];
    }));
    this.root.hidden = problems.library.length === 0;
  }

  dispose() { this.#controller.abort(); }
}
