// The page while a session is open: which view the address names, and what selecting, keys and the server
// do to it.

import { AlbumsView } from "./albums-view.js";
import { announce } from "./announcer.js";
import { fetchCollections } from "./api.js";
import { formatCount } from "./format.js";
import { handleGridKey } from "./grid-keys.js";
import { GridView } from "./grid-view.js";
import { PageHeader } from "./header.js";
import { HelpDialog } from "./help-dialog.js";
import { messagePanel } from "./message-panel.js";
import { Picking } from "./picking.js";
import { go, hashOf, leave, onRoute, parseRoute, redirect } from "./router.js";
import { strings } from "./strings.js";
import { element, isTyping } from "./dom.js";
import { PhotoViewer } from "./viewer.js";

/** @import { Selection } from "./selection.js" */
/** @import { Route } from "./router.js" */
/** @import { Collections, Session } from "./types.js" */

export class PickerPage {
  #header = new PageHeader();
  #main = element("main", { id: "main" });
  #help = new HelpDialog();
  /** @type {Collections} */
  #library = { collections: [], cameraRoll: null };
  /** @type {Map<string, {top: number, focus: number}>} where the reader was in each album */
  #places = new Map();
  /** @type {GridView|AlbumsView|null} */
  #view = null;
  #key = "";
  #session;
  #selection;

  /** @param {Session} session @param {Selection} selection */
  constructor(session, selection) {
    this.#session = session;
    this.#selection = selection;
    this.picking = new Picking(selection, announce);
    this.#viewer = new PhotoViewer(selection, this.picking);
    this.#shell = element("div", { class: "shell" }, this.#header.root, this.#main);
    this.root = element("div", { class: "page" }, this.#shell, this.#viewer, this.#help.root);
    this.#header.addEventListener("back", () => this.#back());
    this.#header.addEventListener("help", () => this.#help.open());
    this.#viewer.addEventListener("close", () => leave({ album: parseRoute(location.hash).album }));
    this.#viewer.addEventListener("move", (event) => this.#moved(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener("keydown", (event) => this.#pressed(event));
  }

  #viewer;
  #shell;

  /** Loads the albums and shows what the address names. */
  async start() {
    this.#library = await fetchCollections();
    onRoute((route) => this.#show(route));
  }

  /** The library changed on disk: everything follows quietly, selection and place stay. */
  async refresh() {
    this.#library = await fetchCollections();
    if (this.#view instanceof AlbumsView) this.#view.update(this.#library);
    if (this.#view instanceof GridView) await this.#view.refresh();
    this.#describe();
  }

  /** @param {Route} route */
  #show(route) {
    const key = hashOf({ album: route.album });
    if (key !== this.#key || !this.#view) this.#showView(route, key);
    if (route.asset !== null && this.#view instanceof GridView) this.#openViewer(this.#view, route.asset);
    else this.#closeViewer();
  }

  /** @param {Route} route @param {string} key */
  #showView(route, key) {
    const isFirst = this.#view === null;
    this.#remember();
    this.#key = key;
    const collection = this.#library.collections.find((each) => each.localIdentifier === route.album);
    if (route.album !== null && !collection) {
      this.#view = null;
      this.#main.replaceChildren(messagePanel({ icon: "folder", title: strings.goneAlbum, text: strings.goneAlbumHint, action: strings.albums, onAction: () => redirect({}) }));
    } else if (!collection || this.#isFolder(collection.localIdentifier)) {
      this.#view = new AlbumsView(this.#library, collection?.localIdentifier ?? null);
      this.#main.replaceChildren(this.#view);
    } else this.#showGrid(new GridView(collection, this.#selection, this.picking), key);
    this.#describe();
    if (!isFirst && !(this.#view instanceof GridView)) this.#header.focus();
  }

  /** @param {GridView} grid @param {string} key */
  #showGrid(grid, key) {
    this.#view = grid;
    const place = this.#places.get(key) ?? { top: 0, focus: 0 };
    // The canvas has its height only when the first window said how many there are.
    grid.addEventListener("count", () => {
      if (this.#viewer.isOpen) return;
      grid.focusCell(place.focus);
      grid.scrollTop = place.top;
    }, { once: true });
    grid.addEventListener("count", () => this.#describe());
    grid.addEventListener("open", (event) => {
      const asset = grid.source.at(/** @type {CustomEvent} */ (event).detail);
      if (asset) go({ album: grid.collection.localIdentifier, asset: asset.localIdentifier });
    });
    grid.addEventListener("failure", (event) => dispatchEvent(new CustomEvent("requestfailure", { detail: /** @type {CustomEvent} */ (event).detail })));
    this.#main.replaceChildren(grid);
  }

  #remember() {
    if (this.#view instanceof GridView) this.#places.set(this.#key, { top: this.#view.scrollTop, focus: this.#view.focusIndex });
  }

  /** @param {string} id */
  #isFolder(id) {
    const collection = this.#library.collections.find((each) => each.localIdentifier === id);
    return collection?.type === "folder" && this.#library.collections.some((each) => each.parent === id);
  }

  #describe() {
    const { album } = parseRoute(location.hash);
    const collection = this.#library.collections.find((each) => each.localIdentifier === album);
    const count = this.#view instanceof GridView ? this.#view.source.total ?? collection?.estimatedAssetCount ?? null : null;
    this.#header.show({
      title: collection?.title ?? (album === null ? this.#session.library.title : strings.albums),
      note: count === null ? "" : formatCount(count),
      hasBack: album !== null,
    });
  }

  /** @param {GridView} grid @param {string} id */
  async #openViewer(grid, id) {
    let index = grid.source.indexOf(id);
    if (index < 0) {
      // A reload on a photo: look for it from the start, as far as patience goes.
      const most = 5000;
      await grid.source.walk(0, most, () => grid.source.indexOf(id) < 0);
      index = grid.source.indexOf(id);
    }
    if (parseRoute(location.hash).asset !== id || this.#view !== grid) return;
    if (index < 0) return leave({ album: grid.collection.localIdentifier });
    this.#shell.inert = true;
    this.#viewer.open(grid.source, index);
  }

  #closeViewer() {
    if (!this.#viewer.isOpen) return;
    const index = this.#viewer.index;
    this.#viewer.close();
    this.#shell.inert = false;
    if (this.#view instanceof GridView) this.#view.focusCell(index);
  }

  /** @param {{localIdentifier: string}} asset */
  #moved(asset) {
    redirect({ album: parseRoute(location.hash).album, asset: asset.localIdentifier });
  }

  #back() {
    const { album } = parseRoute(location.hash);
    const parent = this.#library.collections.find((each) => each.localIdentifier === album)?.parent ?? null;
    leave({ album: parent });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.defaultPrevented || isTyping(event) || document.querySelector("dialog[open]")) return;
    // A press on empty ground or on a button that went away leaves the focus nowhere; keys go to the photos then.
    const isNowhere = document.activeElement === document.body;
    if (event.key === "?") this.#help.open();
    else if (this.#viewer.isOpen) this.#viewer.handleKey(event);
    else if (isNowhere && event.key !== "Escape" && this.#view instanceof GridView) handleGridKey(this.#view, event);
    else if (event.key === "Escape" && this.#selection.count > 0) this.picking.clear();
    else if (event.key === "Escape" && parseRoute(location.hash).album !== null) this.#back();
  }
}
