// Programs, what each may see, and how more is granted or taken back.

import { announce } from "../announcer.js";
import { titleOf } from "../albums-view.js";
import { element, textButton } from "../dom.js";
import { isRefusal } from "../failure.js";
import { formatMoment } from "../format.js";
import { icon } from "../icons.js";
import { messagePanel } from "../message-panel.js";
import { strings } from "../strings.js";
import { fetchPrograms, grant, revoke } from "./access-api.js";
import { forgetChosen } from "./chosen.js";

/** @typedef {import("./access-api.js").Program} Program */
/** @typedef {import("./access-api.js").Grant} Grant */
/** @typedef {import("../types.js").Collection} Collection */

export class ProgramList {
  root = element("section", { class: "programs", "aria-label": strings.access.programs });
  #albums;
  #chosen;
  #onChange;
  #onFailure;
  /** Grows with each question for what programs may see: only the answer to the latest is shown. */
  #turn = 0;

  /** @param {Program[]} programs @param {{albums: Collection[], chosen: string[], onChange: () => void, onFailure: (error: unknown) => void}} context */
  constructor(programs, { albums, chosen, onChange, onFailure }) {
    this.#albums = albums;
    this.#chosen = chosen;
    this.#onChange = onChange;
    this.#onFailure = onFailure;
    this.#show(programs);
  }

  /** @param {Program[]} programs */
  #show(programs) {
    const none = () => messagePanel({ icon: "info", title: strings.access.none, text: strings.access.noneHint });
    this.root.replaceChildren(...(programs.length === 0 ? [none()] : programs.map((each) => this.#card(each))));
  }

  /** @param {Program} program */
  #card(program) {
    const heading = element("h2", { id: `program-${program.id}`, tabindex: -1, dir: "auto", text: program.name });
    const origin = program.origin ? element("p", { class: "access-note", dir: "ltr", text: program.origin }) : null;
    const sees = program.grants.length === 0
      ? element("p", { class: "access-note", text: strings.access.nothing })
      : element("ul", { class: "grants" }, ...program.grants.map((each) => this.#row(program, each)));
    return element("article", { class: "access-card", "aria-labelledby": heading.id }, heading, origin, sees, this.#offer(program));
  }

  /** @param {Program} program @param {Grant} given */
  #row(program, given) {
    const take = textButton(strings.access.revoke, "is-quiet");
    const title = this.#titleOf(given);
    take.setAttribute("aria-label", strings.access.revokeNamed(title, program.name));
    let isAsked = false;
    take.addEventListener("click", async () => {
      // A second press would be refused, and that would be said in the place of the way back.
      if (isAsked) return;
      isAsked = true;
      await this.#act(program, async () => {
        await revoke(given.id);
        const what = given.kind === "asset" ? { assets: [given.subject] } : { collection: given.subject };
        announce(strings.access.revoked(title), { action: strings.undo, onAction: () => this.#act(program, () => grant(program.id, what)) });
      });
      isAsked = false;
    });
    const since = element("span", { class: "access-note", text: strings.access.since(formatMoment(given.given, { dateStyle: "medium" })) });
    return element("li", {}, icon(given.kind === "asset" ? "photo" : "folder"), element("span", { class: "grant-text" }, element("span", { dir: "auto", text: title }), since), take);
  }

  /**
   * Albums that Picker makes itself have names in the reader's language.
   * @param {Grant} given
   */
  #titleOf(given) {
    const album = given.kind === "collection" ? this.#albums.find(({ localIdentifier }) => localIdentifier === given.subject) : undefined;
    return album ? titleOf(album) : given.title;
  }

  /**
   * What else can be granted.
   * @param {Program} program
   */
  #offer(program) {
    const seen = new Set(program.grants.map(({ subject }) => subject));
    const choice = element("select", { required: true, "aria-label": strings.access.albumFor(program.name) });
    // None is chosen by itself: the first is all photos.
    choice.append(element("option", { value: "", text: strings.access.chooseAlbum }));
    for (const album of this.#albums) {
      if (!seen.has(album.localIdentifier)) choice.append(element("option", { value: album.localIdentifier, text: titleOf(album) }));
    }
    const give = textButton(strings.access.grant);
    const form = element("form", { class: "offer", hidden: choice.options.length === 1 }, choice, give);
    give.type = "submit";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#give(program, { collection: choice.value });
    });
    return element("div", { class: "offers" }, form, this.#offerChosen(program, seen));
  }

  /** @param {Program} program @param {Set<string>} seen */
  #offerChosen(program, seen) {
    const assets = this.#chosen.filter((each) => !seen.has(each));
    if (assets.length === 0) return null;
    const give = textButton(strings.access.grantChosen(assets.length), "is-primary");
    give.addEventListener("click", () => this.#give(program, { assets }));
    return give;
  }

  /** @param {Program} program @param {{collection: string}|{assets: string[]}} what */
  #give(program, what) {
    return this.#act(program, async () => {
      const programs = await grant(program.id, what);
      // Not before: what was refused can be granted after a reload.
      if ("assets" in what) forgetChosen();
      announce(strings.access.granted(program.name), { isQuiet: true });
      return programs;
    });
  }

  /** @param {Program} program @param {() => Promise<Program[]|void>} act */
  async #act(program, act) {
    try {
      await act();
      await this.#follow(program);
    } catch (error) {
      this.#onFailure(error);
      // It was decided elsewhere, perhaps: what is shown is of before that. Why that does not come either needs no second message.
      if (isRefusal(error)) await this.#follow(program).catch(() => {});
    }
  }

  /** @param {Program} program in which the reader is */
  async #follow(program) {
    this.#onChange();
    const turn = (this.#turn += 1);
    const programs = await fetchPrograms();
    // What was revoked meanwhile is in this one still.
    if (turn !== this.#turn) return;
    this.#show(programs);
    // What was pressed is gone; its program is where the reader was.
    document.getElementById(`program-${program.id}`)?.focus();
  }
}
