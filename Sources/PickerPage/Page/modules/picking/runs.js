// Photos that follow each other in a list, selected without a list of them: where they begin, how many, and which of them
// are not meant. No element, no request.

/** @typedef {import("../types.js").Asset} Asset */

/**
 * A list as the server can give it again: a collection, what it is narrowed to, and from which end.
 * @typedef {object} Listing
 * @property {string} collection
 * @property {string|null} kind
 * @property {string} text
 * @property {boolean} isReversed
 * @property {boolean} isEverything whether it has all photos that there are
 */

/** @typedef {{listing: Listing, index: number}} Place of an asset in a list */

/**
 * @typedef {object} Run
 * @property {Listing} listing
 * @property {number} first index of its first photo
 * @property {number} length with the exceptions among them
 * @property {number|null} total how many the list has; null when not known
 * @property {[string, string]|null} ends the photos at both ends, by which it is found again when the library changes
 * @property {Set<string>} except
 */

/** @param {Listing} listing */
const nameOf = ({ collection, kind, text }) => JSON.stringify([collection, kind, text]);

/** @param {Listing} one @param {Listing} other */
export const isSameListing = (one, other) => one.isReversed === other.isReversed && nameOf(one) === nameOf(other);

/** @param {Run} run */
export const countOf = ({ length, except }) => length - except.size;

/** @param {Run} run */
const isOfEverything = ({ listing, first, length, total }) => listing.isEverything && first === 0 && length === total;

/**
 * Where in its list a run has what is at a place, from 0; -1 when it has it not, or when that cannot be told.
 * @param {Run} run @param {Place|undefined} place
 */
export function offsetIn({ listing, first, length, total }, place) {
  if (!place || nameOf(place.listing) !== nameOf(listing)) return -1;
  const isMirrored = place.listing.isReversed !== listing.isReversed;
  if (isMirrored && total === null) return -1;
  const offset = (isMirrored ? Number(total) - 1 - place.index : place.index) - first;
  return offset >= 0 && offset < length ? offset : -1;
}

/**
 * Whether a run selects an asset.
 * @param {Run} run @param {string} id @param {Place|undefined} place where it is looked at
 */
export const covers = (run, id, place) => !run.except.has(id) && (isOfEverything(run) || offsetIn(run, place) >= 0);

/**
 * What of a run no other run of the same list has.
 * @param {Run} run @param {Run[]} others @returns {Run[]}
 */
export function without(run, others) {
  let pieces = [run];
  for (const other of others) {
    if (!isSameListing(run.listing, other.listing)) continue;
    pieces = pieces.flatMap((piece) => cut(piece, other));
  }
  return pieces;
}

/** @param {Run} run @param {Run} other @returns {number} how many places both have */
export function overlap(run, other) {
  if (!isSameListing(run.listing, other.listing)) return 0;
  return Math.max(0, Math.min(run.first + run.length, other.first + other.length) - Math.max(run.first, other.first));
}

/** @param {Run} piece @param {Run} other @returns {Run[]} */
function cut(piece, other) {
  const [end, otherEnd] = [piece.first + piece.length, other.first + other.length];
  if (otherEnd <= piece.first || other.first >= end) return [piece];
  const spans = [[piece.first, other.first], [otherEnd, end]].filter(([from, to]) => from < to);
  // What is at the new ends is not known here: the server says it. What is taken out of one piece is not in the other.
  return spans.map(([from, to]) => ({ ...piece, first: from, length: to - from, ends: null, except: new Set(piece.except) }));
}

/** @param {Run} run @param {Run} other whether it lies in the other one */
export const isWithin = (run, other) => isSameListing(run.listing, other.listing) && run.first >= other.first && run.first + run.length <= other.first + other.length;

/** @param {Run} run as the session takes it */
export function wireOf({ listing, first, length, ends, except }) {
  const { collection, kind, text, isReversed } = listing;
  return {
    collection, offset: first, count: length, ...(kind ? { kind } : {}), ...(text ? { text } : {}), ...(isReversed ? { order: "reversed" } : {}),
    ...(ends ? { first: ends[0], last: ends[1] } : {}), ...(except.size > 0 ? { except: [...except] } : {}),
  };
}

/** @typedef {{run: Run, part: number}} KeptRun as the session has it now, and its place among the parts that it was sent with */

/** @typedef {{collection: string, offset: number|null, count: number, kind: string|null, text: string|null, order: string, first: string|null, last: string|null, except: string[]}} RunDocument */
/** @typedef {RunDocument & {part: number}} KeptRunDocument part: the place of what it was sent as */

/**
 * @param {RunDocument} document @param {string|null} everything the collection that has all photos
 * @returns {Run}
 */
export function runOf({ collection, offset, count, kind, text, order, first, last, except }, everything) {
  return {
    listing: { collection, kind: kind ?? null, text: text ?? "", isReversed: order === "reversed", isEverything: collection === everything && !kind && !text },
    first: offset ?? 0, length: count, total: null, ends: first && last ? [first, last] : null, except: new Set(except),
  };
}
