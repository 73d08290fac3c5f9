// <photo-picker>: lets the reader of a page pick photos of their own from Picker. For pages of other programs.
//
//   <script type="module" src="PICKER/picker.js"></script>
//   <photo-picker start="/photo-session">Add photos</photo-picker>
//
// PICKER is where Picker is served, such as https://photos.example.
//
// `start` is an address of the page's own server: a POST to it creates a session with the program's token, and answers with the
// session, of which `id` and `pickerUri` are read. The token never comes to the page. The events "pick", "cancel" and "error"
// bubble; the detail of "pick" is {sessionId, itemIds, files, missing}, that of "cancel" {sessionId, reason}. With the attribute `files`, `files` has what was picked as File
// objects, which come from the picking page, and `missing` the identifiers of those whose files did not come; without it, both are empty, and the page's server downloads them.

const closedMilliseconds = 500;
const style = styleSheet(`
  :host { display: inline-block; }
  :host([hidden]) { display: none; }
  button { font: inherit; color: inherit; cursor: pointer; min-height: 44px; padding: 0 1.1em; border: 1px solid currentcolor; border-radius: 22px; background: transparent; }
  button:disabled { cursor: default; opacity: 0.5; }
  button:focus-visible { outline: 3px solid currentcolor; outline-offset: 2px; }
`);

/**
 * Not an element: the Content-Security-Policy of a page may forbid styles in it.
 * @param {string} text
 * @returns {CSSStyleSheet|null} null where a browser makes none, as Safari before 16.4; the button is the browser's own there
 */
function styleSheet(text) {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  } catch {
    return null;
  }
}

export class PhotoPicker extends HTMLElement {
  #button = document.createElement("button");
  /** @type {Window|null} */
  #popup = null;
  /** @type {{id: string, origin: string}|null} */
  #session = null;
  #timer = 0;
  /** Whether the button had the keyboard when it was pressed. */
  #hadFocus = false;
  /** @type {{itemIds: string[], files: File[], missing: string[]}|null} what was picked, while its files come; null before */
  #picked = null;
  /** @param {MessageEvent} event */
  #heard = (event) => this.#hear(event);

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    if (style) root.adoptedStyleSheets = [style];
    this.#button.type = "button";
    this.#button.part.add("button");
    this.#button.append(document.createElement("slot"));
    this.#button.addEventListener("click", () => this.open());
    root.append(this.#button);
  }

  disconnectedCallback() {
    this.close();
  }

  /** Opens the picking page; to be called while a click or a key press is handled, or the browser stops it. */
  async open() {
    if (this.#popup && !this.#popup.closed) return this.#popup.focus();
    this.close();
    // A window that is opened after the answer has come is taken for an advertisement.
    const popup = window.open("about:blank", "", "popup,width=1100,height=820");
    if (!popup) return this.#fail(new Error("The browser did not open a window: allow popups for this page."));
    this.#popup = popup;
    this.#hadFocus = this.shadowRoot?.activeElement === this.#button;
    this.#button.disabled = true;
    this.#timer = window.setInterval(() => { if (popup.closed) this.#left(); }, closedMilliseconds);
    try {
      const session = await this.#start();
      const address = new URL(session.pickerUri);
      if (address.protocol !== "https:" && address.protocol !== "http:") throw new Error("The session has no address of a page.");
      // It was ended meanwhile, by `close`, and perhaps begun once more.
      if (this.#popup !== popup) return;
      if (popup.closed) return this.#closed(session.id);
      this.#session = { id: session.id, origin: address.origin };
      window.addEventListener("message", this.#heard);
      popup.location.replace(`${session.pickerUri}/autoclose`);
    } catch (error) {
      if (this.#popup !== popup) return;
      popup.close();
      this.#fail(error);
    }
  }

  /** Ends the picking, if there is any, without an event. */
  close() {
    window.removeEventListener("message", this.#heard);
    clearInterval(this.#timer);
    this.#popup?.close();
    this.#popup = null;
    this.#session = null;
    this.#picked = null;
    this.#button.disabled = false;
    // A button that is disabled loses the keyboard. Who went on in the page meanwhile stays there.
    if (this.#hadFocus && document.activeElement === document.body) this.#button.focus({ preventScroll: true });
    this.#hadFocus = false;
  }

  /** @returns {Promise<{id: string, pickerUri: string}>} */
  async #start() {
    const response = await fetch(this.getAttribute("start") ?? "", { method: "POST", credentials: "same-origin" });
    if (!response.ok) throw new Error(`The server answered ${response.status} when photos were asked for.`);
    const session = await response.json();
    if (typeof session?.id !== "string" || typeof session.pickerUri !== "string") throw new Error("The server answered with no session.");
    return session;
  }

  /** @param {MessageEvent} event */
  #hear(event) {
    const session = this.#session;
    // Other windows may say what they like: only this one, at its origin, about this session counts.
    if (!session || event.source !== this.#popup || event.origin !== session.origin) return;
    const { source, type, sessionId, itemIds, isNews, file, itemId, message } = event.data ?? {};
    if (source !== "picker" || sessionId !== session.id) return;
    if (this.#picked) this.#take(type, sessionId, file, itemId, message);
    else if (type !== "picked") this.#cancel(sessionId, type === "cancelled" || type === "expired" ? type : "closed", isNews === true);
    else if (!this.hasAttribute("files")) this.#end("pick", { sessionId, itemIds: Array.isArray(itemIds) ? itemIds : [], files: [], missing: [] });
    else {
      this.#picked = { itemIds: Array.isArray(itemIds) ? itemIds : [], files: [], missing: [] };
      this.#popup?.postMessage({ source: "photo-picker", type: "files", sessionId }, session.origin);
    }
  }

  /** @param {string} type @param {string} sessionId @param {unknown} file @param {unknown} itemId @param {unknown} message */
  #take(type, sessionId, file, itemId, message) {
    if (type === "file" && file instanceof File) this.#picked?.files.push(file);
    else if (type === "missing" && typeof itemId === "string") this.#picked?.missing.push(itemId);
    else if (type === "end") this.#end("pick", { sessionId, ...this.#picked });
    else if (type === "failed") this.#fail(new Error(`The photos did not come: ${message}`));
  }

  /** The window is closed. While its session is still being made there is nothing to say of it, and the button opens another one. */
  #left() {
    clearInterval(this.#timer);
    if (this.#session) this.#closed(this.#session.id);
    else this.#button.disabled = false;
  }

  /** @param {string} sessionId */
  #closed(sessionId) {
    if (this.#picked) this.#fail(new Error("The window was closed before all photos had come."));
    else this.#cancel(sessionId, "closed", false);
  }

  /** @param {string} sessionId @param {string} reason @param {boolean} staysOpen the window says what happened, and its reader closes it */
  #cancel(sessionId, reason, staysOpen) {
    if (staysOpen) this.#popup = null;
    this.#end("cancel", { sessionId, reason });
  }

  /** @param {string} name @param {object} detail */
  #end(name, detail) {
    this.close();
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#end("error", { error });
  }
}

if (!customElements.get("photo-picker")) customElements.define("photo-picker", PhotoPicker);
