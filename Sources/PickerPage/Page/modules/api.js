// The calls that the page makes, one function each. Everything that can fail throws an ApiError.

/** @import { AssetDetails, AssetPage, Collections, Session } from "./types.js" */

const root = "/picker/v1";

/** A refusal by the server, or `status` OFFLINE when there was no answer at all. */
export class ApiError extends Error {
  /**
   * @param {number} code the HTTP status, 0 when there was no answer
   * @param {string} status
   * @param {string} message one line that a person can read
   */
  constructor(code, status, message) {
    super(message);
    this.code = code;
    this.status = status;
  }

  get isOffline() {
    return this.status === "OFFLINE";
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function request(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...options });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, "OFFLINE", "Picker is not answering.");
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** @param {Response} response */
async function errorOf(response) {
  // A proxy in between answers in its own format, so a body that is not ours is not an error of its own.
  const body = await response.json().catch(() => null);
  const error = body?.error ?? {};
  return new ApiError(response.status, error.status ?? "UNKNOWN", error.message ?? `${response.status} ${response.statusText}`);
}

/** @param {string} path @param {AbortSignal} [signal] */
const get = async (path, signal) => (await request(root + path, { signal, headers: { Accept: "application/json" } })).json();

/** @param {string} path @param {unknown} body */
async function post(path, body) {
  // The extra header makes every post a request that other origins cannot send without asking first.
  const headers = { "Content-Type": "application/json", "X-Picker": "1" };
  return (await request(root + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

// Encoders differ in whether they write null or leave a key out; the page knows only null.

/** @returns {Promise<Session>} */
export async function fetchSession() {
  const session = await get("/session");
  return { ...session, config: { selectionLimit: null, ...session.config }, selection: session.selection ?? [] };
}

/** @returns {Promise<Collections>} */
export async function fetchCollections() {
  const { collections, cameraRoll = null } = await get("/collections");
  const missing = { estimatedAssetCount: null, parent: null, posterUrl: null };
  return { collections: collections.map((/** @type {object} */ each) => ({ ...missing, ...each })), cameraRoll };
}

/**
 * @param {string} collection
 * @param {number} offset
 * @param {number} limit at most 500
 * @param {AbortSignal} [signal]
 * @returns {Promise<AssetPage>}
 */
export async function fetchAssets(collection, offset, limit, signal) {
  const page = await get(`/collections/${encodeURIComponent(collection)}/assets?offset=${offset}&limit=${limit}`, signal);
  return { ...page, total: page.total ?? null, next: page.next ?? null, assets: page.assets.map(complete) };
}

/** @param {string} id @param {AbortSignal} [signal] @returns {Promise<AssetDetails>} */
export const fetchDetails = async (id, signal) => complete(await get(`/assets/${encodeURIComponent(id)}`, signal));

/**
 * @template {object} Kind
 * @param {Kind} asset
 */
const complete = (asset) => ({ creationDate: null, duration: null, mediaSubtypes: [], placeholder: null, ...asset });

/** @param {string[]} assets local identifiers in the order picked @returns {Promise<{state: string}>} */
export const finishSession = (assets) => post("/session/done", { assets });

/** @returns {Promise<{state: string}>} */
export const cancelSession = () => post("/session/cancel", {});

/**
 * The bytes of an image, or why there are none.
 * @param {string} url
 * @param {AbortSignal} signal
 */
export const fetchImage = async (url, signal) => (await request(url, { signal })).blob();

/**
 * @param {{localIdentifier: string, version: string}} asset
 * @param {{width: number, height: number, mode: "fit"|"fill", fast?: boolean}} size in device pixels
 */
export function imageUrl(asset, { width, height, mode, fast = false }) {
  const query = new URLSearchParams({ w: String(width), h: String(height), mode, v: asset.version });
  if (fast) query.set("quality", "fast");
  return `${root}/assets/${encodeURIComponent(asset.localIdentifier)}/image?${query}`;
}

/** @param {{localIdentifier: string}} asset */
export const originalUrl = (asset) => `${root}/assets/${encodeURIComponent(asset.localIdentifier)}/original`;

export const eventsUrl = `${root}/events`;
