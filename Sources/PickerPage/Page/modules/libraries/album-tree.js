// What albums and folders are in each other, and what a folder shows of what is inside.

/** @typedef {import("../types.js").Collection} Collection */
/** @typedef {import("../types.js").Collections} Collections */
/**
 * Albums: by the folder that they are in, and title.
 * @typedef {{children: Map<string|null, Collection[]>, albums: Map<string, Collection>, hasVideos: boolean}} Tree
 */

/**
 * Thousands of albums are asked one by one for what is in them.
 * @type {WeakMap<Collections, Tree>}
 */
const trees = new WeakMap();

/** @param {string|null} parent @param {string} title */
const keyIn = (parent, title) => `${parent ?? ""}/${title}`;

/**
 * Whether one is inside of itself, as what a server says may be: it is shown with those that are in nothing.
 * @param {Map<string, Collection>} named @param {Collection} collection
 */
function isInItself(named, collection) {
  const seen = new Set([collection]);
  for (let at = named.get(collection.parent ?? ""); at; at = named.get(at.parent ?? "")) {
    if (seen.has(at)) return at === collection;
    seen.add(at);
  }
  return false;
}

/** @param {Collections} library */
function treeOf(library) {
  const known = trees.get(library);
  if (known) return known;
  /** @type {Tree} */
  const tree = { children: new Map(), albums: new Map(), hasVideos: false };
  const named = new Map(library.collections.map((each) => [each.localIdentifier, each]));
  for (const collection of library.collections) {
    const { type, title } = collection;
    const parent = isInItself(named, collection) ? null : collection.parent;
    const among = tree.children.get(parent);
    if (among) among.push(collection);
    else tree.children.set(parent, [collection]);
    if (collection.subtype === "videos" && collection.estimatedAssetCount !== 0) tree.hasVideos = true;
    if (type === "album") tree.albums.set(keyIn(parent, title), collection);
  }
  trees.set(library, tree);
  return tree;
}

/**
 * Whether the library has an album of videos, and some in it.
 * @param {Collections} library
 */
export const hasVideos = (library) => treeOf(library).hasVideos;

/** @param {Collections} library @param {string|null} parent */
export const childrenOf = (library, parent) => treeOf(library).children.get(parent) ?? [];

/**
 * The album of what is in a folder itself, where there is something: both are listed, and are one to people.
 * @param {Collections} library @param {Collection} folder
 */
export const ownOf = (library, { type, title, parent }) => (type === "folder" ? treeOf(library).albums.get(keyIn(parent, title)) : undefined);

/**
 * The pictures of a card. A folder shows four of the albums inside it, however deep, or one when there are fewer.
 * @param {Collections} library @param {Collection} collection
 */
export function postersOf(library, collection) {
  if (collection.posterUrl) return [collection.posterUrl];
  /** @type {string[]} */
  const urls = [ownOf(library, collection)?.posterUrl ?? []].flat();
  for (let level = childrenOf(library, collection.localIdentifier); level.length > 0 && urls.length < 4;) {
    urls.push(...level.flatMap((each) => each.posterUrl ?? []));
    level = level.flatMap((each) => (each.type === "folder" ? childrenOf(library, each.localIdentifier) : []));
  }
  return urls.slice(0, urls.length >= 4 ? 4 : 1);
}

/**
 * How many photos are in a collection; in a folder, in all that is inside.
 * @param {Collections} library @param {Collection} collection
 * @returns {number|null} null when it is not known
 */
export function countOf(library, collection) {
  if (collection.type !== "folder") return collection.estimatedAssetCount;
  const counts = childrenOf(library, collection.localIdentifier).map((each) => countOf(library, each));
  const own = ownOf(library, collection);
  if (own) counts.push(own.estimatedAssetCount);
  return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
}
