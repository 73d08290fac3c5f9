// Lists of the server as sources of photos, and what is selected as photos again, where each of them is needed.

import { fetchAssets } from "../api.js";
import { AssetSource } from "../grid/asset-source.js";
import { countOf } from "./runs.js";

/** @typedef {import("../types.js").Asset} Asset */
/** @typedef {import("./runs.js").Listing} Listing */

/** @param {Listing} listing */
export function sourceOf(listing) {
  const { collection, kind, text, isReversed } = listing;
  const narrowing = { kind: /** @type {import("../router.js").Narrowing["kind"]} */ (kind), text };
  return new AssetSource((offset, limit, signal) => fetchAssets(collection, { offset, limit, isReversed }, narrowing, signal), listing);
}

/**
 * Each photo of a selection, in the order of picking.
 * @param {import("./selection.js").Selection} selection
 * @returns {Promise<Asset[]>}
 */
export async function selectedAssets(selection) {
  /** @type {Map<string, Asset>} */
  const all = new Map();
  for (const part of selection.parts) {
    if ("localIdentifier" in part) all.set(part.localIdentifier, part);
    else for (const asset of await assetsOf(part)) if (!all.has(asset.localIdentifier)) all.set(asset.localIdentifier, asset);
  }
  return [...all.values()];
}

/** @param {import("./runs.js").Run} run */
async function assetsOf(run) {
  const source = sourceOf(run.listing);
  /** @type {unknown} */
  let failure = null;
  source.addEventListener("failure", (event) => { failure = /** @type {CustomEvent} */ (event).detail; });
  /** @type {Asset[]} */
  const found = [];
  await source.enumerate(run.first, run.first + run.length - 1, (assets) => {
    found.push(...assets.filter((asset) => !run.except.has(asset.localIdentifier)));
    return failure === null;
  });
  source.dispose();
  if (failure !== null || found.length !== countOf(run)) throw failure ?? new Error("the library changed");
  return found;
}
