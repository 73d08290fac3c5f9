// What was given to which program, the newest first.

import { element, textButton } from "../dom.js";
import { formatBytes, formatMoment } from "../format.js";
import { strings } from "../strings.js";
import { fetchRecordItems, fetchRecords } from "./access-api.js";

/** @typedef {import("./access-api.js").AccessRecord} AccessRecord */

export class AccessLog {
  #list = element("ol", { class: "records" });
  #more = textButton(strings.access.more);
  #empty = element("p", { class: "access-note", text: strings.access.noRecords });
  root = element("section", { class: "access-card", "aria-labelledby": "records-title" }, element("h2", { id: "records-title", text: strings.access.records }), this.#empty, this.#list, this.#more);
  /** @type {number|null} */
  #next = null;
  /** Grows with each question for records: only the answer to the latest is shown. */
  #turn = 0;
  #onFailure;

  /** @param {(error: unknown) => void} onFailure */
  constructor(onFailure) {
    this.#onFailure = onFailure;
    this.#more.hidden = true;
    // Before they are here it is not known that there are none.
    this.#empty.hidden = true;
    this.#more.addEventListener("click", () => this.#append(this.#next));
  }

  /** From the newest on. */
  async load() {
    await this.#append(null);
  }

  /** @param {number|null} before */
  async #append(before) {
    const turn = (this.#turn += 1);
    // A second press would append the same records again.
    this.#more.disabled = true;
    try {
      const { records, next } = await fetchRecords(before);
      // What was asked for later has what has happened since, and older records follow that.
      if (turn !== this.#turn) return;
      const rows = records.map((each) => this.#row(each));
      if (before === null) this.#list.replaceChildren(...rows);
      else this.#list.append(...rows);
      this.#next = next;
      this.#more.textContent = strings.access.more;
      this.#more.hidden = next === null;
      this.#empty.hidden = this.#list.childElementCount > 0;
    } catch (error) {
      // Without any, there would be nothing to press that asks for them again.
      if (turn === this.#turn && this.#list.childElementCount === 0) {
        this.#more.textContent = strings.retry;
        this.#more.hidden = false;
      }
      this.#onFailure(error);
    } finally {
      if (turn === this.#turn) this.#more.disabled = false;
    }
  }

  /** @param {AccessRecord} record */
  #row(record) {
    const time = element("time", { class: "access-note", datetime: record.time, text: formatMoment(record.time, { dateStyle: "medium", timeStyle: "short" }) });
    const text = element("span", { dir: "auto", text: sentenceOf(record) });
    if (record.event !== "picked" || record.itemCount === 0) return element("li", {}, time, text);
    const names = element("ul", { class: "record-items" });
    const details = element("details", {}, element("summary", {}, text), names);
    details.addEventListener("toggle", () => { if (details.open && names.childElementCount === 0) this.#name(record, names); });
    return element("li", {}, time, details);
  }

  /** @param {AccessRecord} record @param {HTMLUListElement} names */
  async #name(record, names) {
    try {
      const items = await fetchRecordItems(record.id);
      const rest = record.itemCount - items.length;
      names.replaceChildren(
        ...items.map(({ filename, localIdentifier }) => element("li", { dir: "auto", text: filename || localIdentifier })),
        ...(rest > 0 ? [element("li", { text: strings.andMore(rest) })] : []),
      );
    } catch (error) {
      this.#onFailure(error);
    }
  }
}

/** @param {AccessRecord} record */
function sentenceOf({ event, client, title, itemCount, byteTotal }) {
  const words = strings.access.events;
  switch (event) {
    case "picked": return words.picked(client, itemCount, formatBytes(byteTotal));
    case "granted": return words.granted(client, title ?? "");
    case "grant-revoked": return words.grantRevoked(client, title ?? "");
    case "client-added": return words.added(client);
    default: return words.revoked(client);
  }
}
