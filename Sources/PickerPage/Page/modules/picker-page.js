// The page while a session is open: which view the address names, and what selecting, keys and the server
// do to it.

import { AlbumsView, captionOf, isEmptyLibrary, pickableCount, titleOf } from "./albums-view.js";
import { announce } from "./announcer.js";
import { fetchCollections, fetchSession } from "./api.js";
import { pauseBefore, serverWords } from "./failure.js";
import { handleGridKey } from "./grid/grid-keys.js";
import { failureNote, renewNote } from "./grid/grid-note.js";
import { GridView } from "./grid/grid-view.js";
import { kindsWorthOffering, NarrowBar } from "./grid/narrow-bar.js";
import { PageHeader } from "./header.js";
import { HelpDialog } from "./help-dialog.js";
import { librarySwitch } from "./libraries/libraries.js";
import { messagePanel } from "./message-panel.js";
import { Picking } from "./picking/picking.js";
import { prefer, preference } from "./preferences.js";
import { follow, go, hashOf, isNarrowed, leave, onRoute, parseRoute, placeOfStep, redirect } from "./router.js";
import { strings } from "./strings.js";
import { element, isTyping } from "./dom.js";
import { placeAgain } from "./viewer/place-now.js";
import { PhotoViewer } from "./viewer/viewer.js";

/** @typedef {import("./picking/selection.js").Selection} Selection */
/** @typedef {import("./router.js").Route} Route */
/** @typedef {import("./types.js").Collection} Collection */
/** @typedef {import("./types.js").Collections} Collections */
/** @typedef {import("./router.js").Narrowing} Narrowing */
/** @typedef {{kind: "grid"|"albums"|"gone"|"waiting", tab: "photos"|"albums"|null, collection: Collection|undefined, narrowing: Narrowing}} Place */
/** @typedef {import("./types.js").Session} Session */

/**
 * The camera roll has two addresses and one key.
 * @param {Place} place
 */
const keyOf = ({ kind, tab, collection, narrowing }) => `${kind} ${collection ? hashOf({ album: collection.localIdentifier, ...narrowing }) : tab}`;
/** @type {Narrowing} */
const everything = { kind: null, text: "" };

export class PickerPage {
  #header;
  #narrow = new NarrowBar();
  #main = element("main", { id: "main" });
  #help = new HelpDialog();
  /** @type {Collections} */
  #library = { collections: [], cameraRoll: null };
  /** Whether all albums are known; until then, the photos alone. */
  #isComplete = false;
  /** @type {unknown} why the albums did not come; null while they may */
  #failure = null;
  /** The number of the latest refresh that began, and of the latest whose session, and whose albums, were taken; how often these did not come. */
  #refreshes = { begun: 0, known: 0, taken: 0, missed: 0 };
  /** @type {Map<string, {top: number, focus: number}>} where the reader was in each album */
  #places = new Map();
  /** @type {GridView|AlbumsView|null} */
  #view = null;
  #key = "";
  /** @type {Place} */
  #place = { kind: "albums", tab: "photos", collection: undefined, narrowing: everything };
  /** @type {import("./types.js").IndexState} */
  #index;
  #session;
  #selection;
  #viewer;
  #shell;

  /** @param {Session} session @param {Selection} selection @param {import("./types.js").Library[]} libraries all that the server has */
  constructor(session, selection, libraries) {
    this.#header = new PageHeader(librarySwitch(libraries));
    this.#session = session;
    this.#index = session.index;
    this.#selection = selection;
    this.picking = new Picking(selection, announce);
    this.#viewer = new PhotoViewer(selection, this.picking);
    this.#shell = element("div", { class: "shell" }, this.#header.root, this.#narrow.root, this.#main);
    this.root = element("div", { class: "page" }, this.#shell, this.#viewer, this.#help.root);
    if (session.mode === "browse") this.#header.offerAccess();
    this.#header.addEventListener("back", () => this.#back());
    this.#header.addEventListener("order", () => this.#changeOrder());
    this.#header.addEventListener("choose", () => {
      if (this.#view instanceof GridView) this.#view.choose(!this.#view.isSelecting);
      this.#describe();
    });
    this.#header.addEventListener("help", () => this.#help.open());
    this.#narrow.addEventListener("narrow", (event) => this.#narrowTo(/** @type {CustomEvent<Narrowing>} */ (event).detail));
    this.#narrow.addEventListener("leave", () => { if (this.#view instanceof GridView) this.#view.focusCell(this.#view.focusIndex); });
    this.#viewer.addEventListener("close", () => leave({ ...parseRoute(location.hash), asset: null }));
    this.#viewer.addEventListener("move", (event) => this.#moved(/** @type {CustomEvent} */ (event).detail));
    // Who holds Escape a moment longer wants one thing closed, not what comes after it.
    document.addEventListener("keydown", (event) => { if (event.key !== "Escape" || !event.repeat) this.#pressed(event); });
  }

  /** The collection that has all photos. */
  get cameraRoll() { return this.#library.cameraRoll; }

  /**
   * All photos are shown as soon as they can be; a library with very many albums takes its time to count them.
   * @param {import("./api.js").Answers} answers
   */
  async load(answers) {
    const all = answers.all.then((library) => {
      // A change of the library may have brought newer ones.
      if (this.#isComplete) return;
      this.#library = library;
      this.#isComplete = true;
    });
    const roll = answers.roll.then((collection) => { if (!this.#isComplete) this.#library = { collections: [collection], cameraRoll: collection.localIdentifier }; });
    // Where that fails, the other one says why.
    await Promise.race([all, roll.catch(() => all)]);
    if (!this.#isComplete) all.then(() => this.#learned(), (error) => this.#missed(error));
  }

  /** @param {unknown} error why the albums do not come, which who looks at them reads in their place */
  #missed(error) {
    this.#failure = error;
    dispatchEvent(new CustomEvent("requestfailure", { detail: error }));
    if (this.#place.kind === "waiting") renewNote(this.#main, this.#waiting());
    const pause = pauseBefore(error, (this.#refreshes.missed += 1));
    if (pause !== null) setTimeout(() => { if (!this.#isComplete && this.root.isConnected) this.refresh().catch((reason) => this.#missed(reason)); }, pause);
  }

  /** What is there until the albums are, or why they did not come. */
  #waiting() {
    if (this.#failure === null) return element("div", { class: "starting", role: "status", "aria-label": strings.loading });
    return failureNote(this.#failure, () => {
      this.#failure = null;
      this.#main.replaceChildren(this.#waiting());
      this.refresh().catch((error) => this.#missed(error));
    });
  }

  /** All albums are known. */
  #learned() {
    // Nothing is shown before the page is in the document and has a size.
    if (this.#key === "") return;
    const route = parseRoute(location.hash);
    if (keyOf(this.#placeOf(route)) !== this.#key) this.#show(route);
    else this.#describe();
  }

  /** Shows what the address names, from now on. What is shown needs its size: call when `root` is in the document. */
  start() {
    onRoute((route) => { if (this.root.isConnected) this.#show(route); });
  }

  /**
   * The library changed on disk: everything follows quietly, selection and place stay.
   * @returns {Promise<Session>} as it is now; of one that has ended nothing is shown
   */
  async refresh() {
    const before = this.#index;
    const turn = (this.#refreshes.begun += 1);
    // What was read before the library was asked is in its answer.
    const latest = await fetchSession();
    if (latest.state !== "pending") return latest;
    // Another backend may serve by now. One that began later may have answered sooner: this is of an older state of the library then.
    if (turn > this.#refreshes.known) [this.#refreshes.known, this.#index, this.#session] = [turn, latest.index, { ...this.#session, library: latest.library }];
    this.#selection.forgetPlaces();
    const collections = await fetchCollections();
    if (turn > this.#refreshes.taken) [this.#refreshes.taken, this.#library] = [turn, collections];
    this.#isComplete = true;
    // The first photos of an empty library have come, or the album is gone.
    const route = parseRoute(location.hash);
    if (keyOf(this.#placeOf(route)) !== this.#key) this.#show(route);
    if (this.#view instanceof AlbumsView) this.#view.update(this.#library, this.#index);
    if (this.#view instanceof GridView) {
      this.#view.isReading = this.#index.state === "reading";
      await this.#view.refresh();
    }
    this.#viewer.follow();
    this.#describe();
    if (before.state !== this.#index.state) this.#announceIndex();
    return latest;
  }

  /**
   * What an address names. All photos are the camera roll's, or the empty library.
   * @param {Route} route @returns {Place}
   */
  #placeOf({ album, isAlbums, kind, text }) {
    const { collections, cameraRoll } = this.#library;
    const id = album ?? (isAlbums || isEmptyLibrary(this.#library) ? null : cameraRoll);
    const collection = collections.find((each) => each.localIdentifier === id);
    if (!this.#isComplete && id !== cameraRoll) return { kind: "waiting", tab: isAlbums ? "albums" : null, collection, narrowing: everything };
    if (album !== null && !collection) return { kind: "gone", tab: null, collection, narrowing: everything };
    const tab = collection ? (id === cameraRoll ? "photos" : null) : isAlbums ? "albums" : "photos";
    const narrowing = collection && tab === "photos" ? { kind, text } : everything;
    return { kind: !collection || this.#isFolder(collection.localIdentifier) ? "albums" : "grid", tab, collection, narrowing };
  }

  /** @param {Route} route */
  #show(route) {
    const place = this.#placeOf(route);
    const key = keyOf(place);
    if (key !== this.#key || !this.#view) this.#showView(place, key);
    if (route.asset !== null && this.#view instanceof GridView) this.#openViewer(this.#view, route.asset);
    else this.#closeViewer();
  }

  /** @param {Place} place @param {string} key */
  #showView(place, key) {
    const isFirst = this.#view === null;
    const before = this.#place.collection?.localIdentifier ?? "";
    this.#remember();
    this.#key = key;
    this.#place = place;
    const { kind, collection } = place;
    this.#view = null;
    if (kind === "waiting") this.#main.replaceChildren(this.#waiting());
    else if (kind === "gone") this.#main.replaceChildren(messagePanel({ icon: "folder", title: strings.goneAlbum, text: strings.goneAlbumHint, action: strings.albums, onAction: () => redirect({ isAlbums: true }) }));
    else if (kind === "grid" && collection) this.#showGrid(new GridView(collection, this.#selection, this.picking, place.narrowing, collection.localIdentifier === this.#library.cameraRoll), key);
    else {
      this.#view = new AlbumsView(this.#library, collection?.localIdentifier ?? null, this.#index, this.#session.config.mediaFilter, this.#session.mode === "pick");
      this.#view.addEventListener("choose", (event) => this.picking.toggleAlbum(/** @type {CustomEvent<Collection>} */ (event).detail));
      this.#main.replaceChildren(this.#view);
    }
    this.#describe();
    if (isFirst || this.#view instanceof GridView) return;
    if (!(this.#view instanceof AlbumsView && this.#view.focusCard(before))) this.#header.focus();
  }

  /** @param {GridView} grid @param {string} key */
  #showGrid(grid, key) {
    this.#view = grid;
    this.picking.setAnchor(0);
    grid.isReading = this.#index.state === "reading";
    const place = this.#places.get(key) ?? { top: 0, focus: 0 };
    const before = document.activeElement;
    // The canvas has its height only when the first window said how many there are.
    grid.addEventListener("count", () => {
      if (isNarrowed(grid.narrowing)) announce(this.#found(grid), { isQuiet: true });
      // Who types goes on typing, and who went elsewhere with the keyboard meanwhile stays there.
      if (this.#viewer.isOpen || this.#narrow.hasFocus) return;
      if ([before, document.body].includes(document.activeElement)) grid.focusCell(place.focus);
      grid.tall.top = place.top;
    }, { once: true });
    grid.addEventListener("widen", () => this.#narrowTo(everything));
    for (const name of ["count", "choosing"]) grid.addEventListener(name, () => this.#describe());
    grid.addEventListener("open", (event) => {
      const asset = grid.source.at(/** @type {CustomEvent} */ (event).detail);
      if (asset) go({ album: grid.collection.localIdentifier, asset: asset.localIdentifier, ...grid.narrowing }, /** @type {CustomEvent} */ (event).detail);
    });
    grid.addEventListener("failure", (event) => dispatchEvent(new CustomEvent("requestfailure", { detail: /** @type {CustomEvent} */ (event).detail })));
    this.#main.replaceChildren(grid);
  }

  #remember() {
    if (this.#view instanceof GridView) this.#places.set(this.#key, { top: this.#view.tall.top, focus: this.#view.focusIndex });
  }

  /** @param {string} id */
  #isFolder(id) {
    const collection = this.#library.collections.find((each) => each.localIdentifier === id);
    return collection?.type === "folder" && this.#library.collections.some((each) => each.parent === id);
  }

  #describe() {
    const { tab, kind, narrowing } = this.#place;
    const collection = this.#library.collections.find((each) => each.localIdentifier === this.#place.collection?.localIdentifier);
    const estimate = !collection || isNarrowed(narrowing) ? null : pickableCount(this.#library, collection, this.#session.config.mediaFilter);
    const count = this.#view instanceof GridView ? this.#view.source.total ?? estimate : null;
    const filter = narrowing.kind === "videos" ? "video" : this.#session.config.mediaFilter;
    const reading = [strings.reading, strings.readingProgress(this.#index)].join(" ").trim();
    this.#header.show({
      title: tab === null ? (collection ? titleOf(collection) : strings.albums) : this.#session.library.title,
      note: this.#index.state === "reading" ? reading : kind === "grid" ? captionOf(collection, count, filter) : "",
      tab,
    });
    this.#narrow.show(kind === "grid" && tab === "photos" ? narrowing : null, kindsWorthOffering(this.#session.library, this.#library), this.#session.library.isSearchable);
    this.#header.showOrder(this.#view instanceof GridView ? preference("order") : null);
    const canChoose = this.#view instanceof GridView && count !== 0 && this.#selection.count === 0;
    this.#header.offerChoosing(!canChoose ? null : this.#view instanceof GridView && this.#view.isSelecting ? "cancel" : "select");
  }

  /** @param {Narrowing} narrowing */
  #narrowTo(narrowing) {
    const { album } = parseRoute(location.hash);
    // One step, however often the wish changes; back is all photos again.
    if (!isNarrowed(narrowing)) leave({ album });
    else if (isNarrowed(this.#place.narrowing)) redirect({ album, ...narrowing });
    else go({ album, ...narrowing });
  }

  /** @param {GridView} grid */
  #found(grid) {
    const { total } = grid.source;
    return total === 0 ? strings.nothingFound : total === null ? "" : strings.things(total, grid.narrowing.kind === "videos" ? "video" : "image");
  }

  #changeOrder() {
    const order = preference("order") === "newest" ? "oldest" : "newest";
    prefer("order", order);
    // Places in the other order say nothing about this one.
    this.#places.clear();
    this.#view = null;
    this.#show(parseRoute(location.hash));
    announce(order === "newest" ? strings.newestFirst : strings.oldestFirst, { isQuiet: true });
  }

  #announceIndex() {
    const { state, message } = this.#index;
    if (state === "failed") announce(strings.sentences(strings.readingFailed, (message ? serverWords(message).text : strings.noReason)));
    else announce(state === "reading" ? strings.reading : strings.read, { isQuiet: true });
  }

  /** @param {GridView} grid @param {string} id */
  async #openViewer(grid, id) {
    const known = grid.source.indexOf(id);
    const place = known >= 0 ? known : await placeAgain(grid.source, id, placeOfStep());
    if (parseRoute(location.hash).asset !== id || this.#view !== grid) return;
    if (typeof place !== "number") {
      // Why it was refused has been said.
      if (place === "unknown") announce(strings.photoNotFound);
      return leave({ album: grid.collection.localIdentifier, ...grid.narrowing });
    }
    this.#shell.inert = true;
    this.#viewer.open(grid.source, place);
  }

  #closeViewer() {
    if (!this.#viewer.isOpen) return;
    const index = this.#viewer.index;
    this.#viewer.close();
    this.#shell.inert = false;
    if (this.#view instanceof GridView) this.#view.focusCell(index);
  }

  /** @param {{localIdentifier: string}} asset */
  #moved(asset) { follow({ ...parseRoute(location.hash), asset: asset.localIdentifier }, this.#viewer.index); }

  #back() {
    const parent = this.#place.collection?.parent ?? null;
    leave(parent === null ? { isAlbums: true } : { album: parent });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    // Where the session has ended, its page is gone.
    if (event.defaultPrevented || !this.root.isConnected || isTyping(event) || document.querySelector("dialog[open]")) return;
    // A press on empty ground or on a button that went away leaves the focus nowhere; keys go to the photos then.
    const isNowhere = document.activeElement === document.body;
    if (event.key === "?") this.#help.open();
    else if (this.#viewer.isOpen) this.#viewer.handleKey(event);
    else if (event.key === "/" && this.#narrow.focusSearch()) event.preventDefault();
    else if (isNowhere && event.key !== "Escape" && this.#view instanceof GridView) handleGridKey(this.#view, event);
    else if (event.key === "Escape" && this.#selection.count > 0) this.picking.clear();
    else if (event.key === "Escape" && isNarrowed(this.#place.narrowing)) this.#narrowTo(everything);
    else if (event.key === "Escape" && this.#place.tab === null) this.#back();
  }
}
