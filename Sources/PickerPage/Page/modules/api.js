// The calls that the page makes, one function each. Everything that can fail throws an ApiError.

import { libraryRoot, ownerRoot, pageRoot as root } from "./libraries/place.js";
import { queryOf } from "./router.js";
import { pageHeader, withTicket } from "./owner/sign-in.js";
import { strings } from "./strings.js";

/** @typedef {import("./types.js").AssetDetails} AssetDetails */
/** @typedef {import("./types.js").AssetPage} AssetPage */
/** @typedef {import("./types.js").Collection} Collection */
/** @typedef {import("./types.js").Collections} Collections */
/** @typedef {import("./types.js").Session} Session */

/** A refusal by the server, or `status` OFFLINE when there was no answer at all. */
export class ApiError extends Error {
  /**
   * @param {number} code the HTTP status, 0 when there was no answer
   * @param {string} status
   * @param {string} message one line that a person can read
   * @param {number|null} retryAfter seconds to wait before it is asked again, null when not known
   * @param {string} reason what distinguishes refusals of one status, "" when nothing does
   * @param {Record<string, string>} about what the reason is about, by name
   */
  constructor(code, status, message, retryAfter = null, reason = "", about = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
    this.reason = reason;
    this.about = about;
  }

  /** Whether Picker itself gave no answer; with an HTTP status, OFFLINE is what it says of the photos. */
  get isOffline() {
    return this.code === 0 && this.status === "OFFLINE";
  }
}

/**
 * True when the server gave no answer at all, because it ended or cannot be reached.
 * @param {unknown} error
 */
export const isOffline = (error) => error instanceof ApiError && error.isOffline;

/**
 * What can be shown of whatever was thrown.
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * @param {string} path
 * @param {RequestInit & {headers?: Record<string, string>}} [options]
 */
async function request(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...options, headers: { ...pageHeader(), ...options.headers } });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, "OFFLINE", strings.offline);
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

/**
 * The answer to a request, whole.
 * @param {"json"|"blob"} kind @param {string} path @param {RequestInit & {headers?: Record<string, string>}} [options]
 */
async function answer(kind, path, options = {}) {
  return whole(kind, await request(path, options), options.signal);
}

/**
 * What an answer says, whole.
 * @param {"json"|"blob"} kind @param {Response} response @param {AbortSignal|null} [signal]
 */
async function whole(kind, response, signal) {
  try {
    return await response[kind]();
  } catch (error) {
    if (signal?.aborted) throw error;
    // The line broke in the middle of it, or what is in between answered in a format of its own.
    throw new ApiError(0, "OFFLINE", strings.offline);
  }
}

/** @param {Response} response */
async function errorOf(response) {
  // A proxy in between answers in its own format, so a body that is not ours is not an error of its own.
  const body = await response.json().catch(() => null);
  const error = body?.error ?? {};
  const wait = Number(response.headers.get("Retry-After")) || null;
  const detail = error.details?.[0] ?? {};
  const message = error.message ?? `${response.status} ${response.statusText}`;
  return new ApiError(response.status, error.status ?? "UNKNOWN", message, wait, detail.reason ?? "", detail.metadata ?? {});
}

/** @param {string} path @param {AbortSignal} [signal] */
export const get = (path, signal) => answer("json", root + path, { signal, headers: { Accept: "application/json" } });

/** @param {string} path @param {unknown} body @param {RequestInit} [options] */
export async function post(path, body, options = {}) {
  const headers = { "Content-Type": "application/json" };
  return answer("json", root + path, { ...options, method: "POST", headers, body: JSON.stringify(body) });
}

/** @param {string} path */
export const remove = (path) => request(root + path, { method: "DELETE" });

// Encoders differ in whether they write null or leave a key out; the page knows only null.

/** @returns {Promise<Session>} */
export async function fetchSession() {
  const session = await get("/session");
  const index = { state: "ready", done: null, total: null, message: null, ...session.index };
  const givesOriginals = session.mode === "pick" && session.config.representationMode === "current";
  return { client: null, ...session, config: { selectionLimit: null, ...session.config, givesOriginals }, selection: session.selection ?? [], index };
}

/** @returns {Promise<import("./types.js").Library[]>} all that the server has, the first of them first */
export async function fetchLibraries() {
  const { libraries } = await answer("json", `${ownerRoot}/libraries`, { headers: { Accept: "application/json" } });
  return libraries;
}

/** What is not known of a collection. */
const unknownOfCollection = { estimatedAssetCount: null, parent: null, posterUrl: null };

/** @returns {Promise<Collections>} */
export async function fetchCollections() {
  const { collections, cameraRoll = null, ownAlbum = null } = await get("/collections");
  // Its photos are in no folder that anyone made; the name of the library would say that it is all of it.
  const named = (/** @type {import("./types.js").Collection} */ each) => (each.localIdentifier === ownAlbum ? { ...each, title: strings.notInAlbum } : each);
  return { collections: collections.map((/** @type {import("./types.js").Collection} */ each) => ({ ...unknownOfCollection, ...named(each) })), cameraRoll, ownAlbum };
}

/** @returns {Promise<import("./types.js").Collection>} the collection that has all photos, which is known sooner than the others */
const fetchCameraRoll = async () => ({ ...unknownOfCollection, ...await get("/camera-roll") });

/** @typedef {{all: Promise<Collections>, roll: Promise<Collection>}} Answers of the server */

/**
 * Asks which collections there are, and for the one that has all photos, which is known sooner where there are very many.
 * @returns {Answers}
 */
export function askForCollections() {
  const answers = { all: fetchCollections(), roll: fetchCameraRoll() };
  // Where no page is opened after all, no one waits for them.
  for (const answer of [answers.all, answers.roll]) answer.catch(() => {});
  return answers;
}

/**
 * @param {string} collection
 * @param {{offset: number, limit: number, isReversed: boolean}} range at most 500; reversed is from the end of the default order
 * @param {import("./router.js").Narrowing} narrowing
 * @param {AbortSignal} [signal]
 * @returns {Promise<AssetPage>}
 */
export async function fetchAssets(collection, { offset, limit, isReversed }, narrowing, signal) {
  const order = isReversed ? "&order=reversed" : "";
  const wish = queryOf(narrowing);
  const page = await get(`/collections/${encodeURIComponent(collection)}/assets?offset=${offset}&limit=${limit}${order}${wish && `&${wish}`}`, signal);
  return { ...page, total: page.total ?? null, next: page.next ?? null, assets: page.assets.map(complete) };
}

/**
 * @param {string} collection @param {import("./router.js").Narrowing} narrowing @param {AbortSignal} signal
 * @returns {Promise<import("./types.js").DayCounts>} in the default order
 */
export function fetchDays(collection, narrowing, signal) {
  const wish = queryOf(narrowing);
  return get(`/collections/${encodeURIComponent(collection)}/days${wish && `?${wish}`}`, signal);
}

/** @param {string} id @param {AbortSignal} [signal] @returns {Promise<AssetDetails>} */
export const fetchDetails = async (id, signal) => complete(await get(`/assets/${encodeURIComponent(id)}`, signal));

/**
 * @template {object} Kind
 * @param {Kind} asset
 */
const complete = (asset) => ({ creationDate: null, duration: null, mediaSubtypes: [], placeholder: null, ...asset });

/**
 * What of the library is not shown, and why.
 * @param {AbortSignal} signal
 * @returns {Promise<{library: string[]}>} one line each in the server's language
 */
export const fetchProblems = (signal) => get("/problems", signal);

/** @typedef {import("./picking/runs.js").RunDocument} RunDocument */
/** @typedef {import("./picking/runs.js").KeptRunDocument} KeptRunDocument */

/**
 * A page of what is selected, in the order picked.
 * @param {number} offset
 * @returns {Promise<{total: number, assets: import("./types.js").Asset[], runs: {after: number, run: RunDocument}[], next: number|null}>}
 */
export async function fetchSelection(offset) {
  const page = await get(`/session/selection?offset=${offset}`);
  return { ...page, next: page.next ?? null, assets: page.assets.map(complete) };
}

/** A request that outlives its page may be this large. */
const mostBytesAtEnd = 60_000;

/**
 * Whether a browser sends this even if its page goes away meanwhile. Firefox before 133 does with nothing.
 * @param {object} body
 */
const outlivesPage = (body) => "keepalive" in Request.prototype && new Blob([JSON.stringify(body)]).size < mostBytesAtEnd;

/**
 * @param {object} selection as a document, in the order picked
 * @param {AbortSignal} signal
 * @param {boolean} isLast the page is going away
 * @returns {Promise<{state: string, runs: KeptRunDocument[], gone: string[]}>} runs: where they are now; gone: what the library has no more
 */
export function keepSelection(selection, signal, isLast) {
  const keepalive = isLast && outlivesPage(selection);
  return post("/session/selection", selection, keepalive ? { keepalive } : { signal });
}

/** @param {object} selection as a document, in the order picked @param {AbortSignal} signal @returns {Promise<{state: string}>} */
export const finishSession = (selection, signal) => post("/session/done", selection, { signal });

/**
 * The file of a photo that was picked, as the program that asked for it may have it.
 * @param {number} number its place in what was picked, from 0
 * @returns {Promise<{blob: Blob, disposition: string}>} whole; disposition: the header that names it, "" if there is none
 */
export async function fetchPicked(number) {
  const response = await request(`${root}/items/${number}`);
  return { blob: await whole("blob", response), disposition: response.headers.get("Content-Disposition") ?? "" };
}

/** @param {AbortSignal} signal @returns {Promise<{state: string}>} */
export const cancelSession = (signal) => post("/session/cancel", {}, { signal });

/**
 * The bytes of an image, or why there are none.
 * @param {string} url
 * @param {AbortSignal} signal
 * @param {number} urgency of RFC 9218: 0 is the most urgent, 7 the least
 * @returns {Promise<Blob>}
 */
export const fetchImage = (url, signal, urgency) => answer("blob", url, { signal, headers: { Priority: `u=${urgency}` } });

/**
 * @param {{localIdentifier: string, version: string}} asset
 * @param {{width: number, height: number, mode: "fit"|"fill", fast?: boolean, part?: import("./viewer/zoom.js").Part}} size in device pixels
 */
export function imageUrl(asset, { width, height, mode, fast = false, part }) {
  const query = new URLSearchParams({ w: String(width), h: String(height), mode, v: asset.version });
  if (fast) query.set("quality", "fast");
  if (part) query.set("part", [part.x, part.y, part.width, part.height].join());
  return `${libraryRoot}/assets/${encodeURIComponent(asset.localIdentifier)}/image?${query}`;
}

/** @param {{localIdentifier: string}} asset */
export const originalUrl = (asset) => withTicket(`${libraryRoot}/assets/${encodeURIComponent(asset.localIdentifier)}/original`);

/**
 * Succeeds when a file is to be had, and says otherwise why it is not: a browser that is to play it does not know.
 * @param {string} url
 */
async function checkFile(url) {
  const response = await request(url);
  // Its bytes are not wanted here.
  await response.body?.cancel();
}

/** @param {{localIdentifier: string}} asset */
export const checkOriginal = (asset) => checkFile(originalUrl(asset));

/**
 * The video of a Live Photo.
 * @param {{localIdentifier: string}} asset
 */
export const pairedVideoUrl = (asset) => withTicket(`${libraryRoot}/assets/${encodeURIComponent(asset.localIdentifier)}/original?role=pairedVideo`);

/** @param {{localIdentifier: string}} asset */
export const checkPairedVideo = (asset) => checkFile(pairedVideoUrl(asset));

export const eventsUrl = () => withTicket(`${root}/events`);

/** @returns {Promise<import("./owner/sign-in.js").SignedInBrowser[]>} the newest first */
export const fetchSignIns = async () => (await answer("json", `${ownerRoot}/owner/sign-ins`)).signIns;

/** @param {number} id */
export const endSignIn = (id) => request(`${ownerRoot}/owner/sign-ins/${id}`, { method: "DELETE" });
