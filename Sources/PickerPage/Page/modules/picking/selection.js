// What is picked so far. No element, no request: the rules of selecting and nothing else.

import { countOf, covers, isSameListing, isWithin, offsetIn, overlap, wireOf, without } from "./runs.js";

/** @typedef {import("../types.js").Asset} Asset */
/** @typedef {import("../types.js").SessionConfig} SessionConfig */
/** @typedef {import("./runs.js").KeptRun} KeptRun */
/** @typedef {import("./runs.js").Listing} Listing */
/** @typedef {import("./runs.js").Place} Place */
/** @typedef {import("./runs.js").Run} Run */
/** @typedef {{added: Asset[], leftOut: number}} Addition what was taken, and how many the limit kept out */
/** @typedef {{asset: Asset, place: Place|undefined}} Picked */

/** An ordered set of assets and runs under a limit. Sends "change" after each change. */
export class Selection extends EventTarget {
  /** @type {Map<string|Run, Picked|Run>} by identifier, and runs by themselves; insertion order is the order of picking */
  #parts = new Map();
  /** @type {Run[]} */
  #runs = [];
  #count = 0;
  /** @type {Set<string>} what the library has no more, as far as it is known */
  #gone = new Set();
  /** @type {SessionConfig} */
  config;

  /** @param {SessionConfig} config */
  constructor(config) {
    super();
    this.config = config;
  }

  get count() { return this.#count; }
  /** Of what is selected one by one. */
  get ids() { return [...this.#parts.keys()].flatMap((key) => (typeof key === "string" ? [key] : [])); }
  /** What is selected one by one. */
  get assets() { return [...this.#parts.values()].flatMap((part) => ("asset" in part ? [part.asset] : [])); }
  /** What of these the library has no more. */
  get gone() { return this.assets.filter(({ localIdentifier }) => this.#gone.has(localIdentifier)); }
  get runs() { return this.#runs; }
  /** In the order of picking. @returns {(Asset|Run)[]} */
  get parts() { return [...this.#parts.values()].map((part) => ("asset" in part ? part.asset : part)); }
  /** Of what is selected one by one: how large the files of runs are is not known. */
  get byteTotal() { return this.assets.reduce((sum, asset) => sum + asset.byteSize, 0); }
  get isAtLimit() { return this.room <= 0; }
  get isEnough() { return this.count >= Math.max(1, this.config.minimum); }
  /** How many more fit; Infinity without a limit. */
  get room() { return (this.config.selectionLimit ?? Infinity) - this.count; }
  /** As the session takes it. */
  get document() {
    if (this.#runs.length === 0) return { assets: this.ids };
    return { parts: [...this.#parts].map(([key, part]) => (typeof key === "string" ? { asset: key } : wireOf(/** @type {Run} */ (part)))) };
  }

  /** @param {string} id @param {Place} [place] where it is looked at: runs are places of a list */
  has(id, place) { return this.#parts.has(id) || this.#runs.some((run) => covers(run, id, place)); }

  /**
   * Place in the order of picking, from 1; 0 when not selected.
   * @param {string} id @param {Place} [place]
   */
  position(id, place) {
    if (!this.has(id, place)) return 0;
    let before = 0;
    for (const [key, part] of this.#parts) {
      if (key === id) return before + 1;
      if ("asset" in part) before += 1;
      else if (covers(part, id, place)) return before + Math.max(0, offsetIn(part, place)) + 1;
      else before += countOf(part);
    }
    return 0;
  }

  /**
   * Takes as many as fit, in order; those already selected keep their place and cost nothing.
   * @param {Asset[]} assets @param {(number: number) => Place|undefined} [placeOf] where each was looked at
   * @returns {Addition}
   */
  add(assets, placeOf = () => undefined) {
    /** @type {Asset[]} */
    const added = [];
    let leftOut = 0;
    assets.forEach((asset, number) => {
      const place = placeOf(number);
      if (this.has(asset.localIdentifier, place)) return;
      if (this.isAtLimit) {
        leftOut += 1;
        return;
      }
      this.#parts.set(asset.localIdentifier, { asset, place });
      this.#count += 1;
      added.push(asset);
    });
    if (added.length > 0) this.#changed();
    return { added, leftOut };
  }

  /**
   * Adds a run. What of it is selected already keeps its place, as far as it is known to be in it.
   * @param {Run} wanted
   * @returns {{pieces: Run[], replaced: Run[]}} the pieces that were added, and the runs in whose place they are
   */
  addRun(wanted) {
    const replaced = this.#runs.filter((run) => isWithin(run, wanted));
    for (const run of replaced) this.#parts.delete(run);
    this.#runs = this.#runs.filter((run) => this.#parts.has(run));
    const pieces = without(wanted, this.#runs).map((piece) => ({ ...piece, except: new Set(piece.except) }));
    for (const [id, part] of this.#parts) {
      if (typeof id !== "string" || !("asset" in part)) continue;
      for (const piece of pieces) if (covers(piece, id, part.place)) piece.except.add(id);
    }
    for (const piece of pieces) this.#parts.set(piece, piece);
    this.#runs = [...this.#runs, ...pieces];
    this.#recount();
    this.#changed();
    return { pieces, replaced };
  }

  /** @param {Run[]} runs pieces that were added @param {Run[]} [replaced] runs that come back into their place */
  removeRuns(runs, replaced = []) {
    if (runs.length === 0) return;
    for (const run of runs) this.#parts.delete(run);
    for (const run of replaced) this.#parts.set(run, run);
    this.#runs = [...this.#runs.filter((run) => this.#parts.has(run)), ...replaced];
    this.#recount();
    this.#changed();
  }

  /** @param {Run} range whether runs have each place of it */
  isCovered(range) { return this.#runs.reduce((sum, run) => sum + overlap(run, range), 0) === range.length; }

  /**
   * Takes a range out that is wholly selected by runs without exceptions.
   * @param {Run} range
   * @returns {boolean} false when it is not
   */
  removeRange(range) {
    const touched = new Set(this.#runs.filter((run) => overlap(run, range) > 0));
    if (!this.isCovered(range) || [...touched].some((run) => run.except.size > 0)) return false;
    /** @type {[string|Run, Picked|Run][]} */
    const parts = [];
    for (const [key, part] of this.#parts) {
      if ("asset" in part || !touched.has(part)) parts.push([key, part]);
      else for (const piece of without(part, [range])) parts.push([piece, piece]);
    }
    this.#parts = new Map(parts);
    this.#runs = parts.flatMap(([, part]) => ("asset" in part ? [] : [part]));
    this.#recount();
    this.#changed();
    return true;
  }

  /**
   * Takes runs as the session has them now: the library has changed.
   * @param {KeptRun[]} runs of the parts as they are; those of which nothing is left are not among them
   */
  moveRuns(runs) {
    const kept = new Map(runs.map(({ part, run }) => [part, run]));
    let hasMoved = runs.length !== this.#runs.length;
    [...this.#parts.values()].forEach((part, place) => {
      if ("asset" in part) return;
      const now = kept.get(place);
      if (!now) return void this.#parts.delete(part);
      if (now.first !== part.first || now.length !== part.length || now.except.size !== part.except.size) hasMoved = true;
      Object.assign(part, { first: now.first, length: now.length, ends: now.ends, except: now.except });
    });
    this.#runs = this.#runs.filter((run) => this.#parts.has(run));
    if (!hasMoved) return;
    this.#recount();
    this.#changed();
  }

  /**
   * Takes what the library has no more. It stays selected until its reader deselects it.
   * @param {string[]} ids all that is known to be gone
   * @returns {boolean} whether more is gone than was known
   */
  markGone(ids) {
    const before = this.#gone;
    this.#gone = new Set(ids);
    const hasMore = this.gone.some(({ localIdentifier }) => !before.has(localIdentifier));
    if (hasMore || before.size !== this.#gone.size) this.#changed();
    return hasMore;
  }

  removeGone() {
    return this.remove(this.gone.map(({ localIdentifier }) => localIdentifier));
  }

  /** Where photos were looked at says nothing any more: the library has changed. */
  forgetPlaces() {
    for (const part of this.#parts.values()) {
      if ("asset" in part) part.place = undefined;
      else part.total = null;
    }
  }

  /**
   * How many a list has, by which it is known whether a run is all of it.
   * @param {Listing} listing @param {number|null} total
   */
  learnTotal(listing, total) {
    for (const run of this.#runs) if (isSameListing(run.listing, listing)) run.total = total;
  }

  /**
   * Deselecting always works.
   * @param {string[]} ids @param {(number: number) => Place|undefined} [placeOf] where each was looked at
   */
  remove(ids, placeOf = () => undefined) {
    const removed = ids.filter((id, number) => this.#remove(id, placeOf(number)));
    this.#runs.filter((run) => countOf(run) <= 0).forEach((run) => this.#parts.delete(run));
    this.#runs = this.#runs.filter((run) => this.#parts.has(run));
    this.#recount();
    if (removed.length > 0) this.#changed();
    return removed;
  }

  /** @param {string} id @param {Place|undefined} place */
  #remove(id, place) {
    let isRemoved = this.#parts.delete(id);
    for (const run of this.#runs) {
      if (!covers(run, id, place)) continue;
      run.except.add(id);
      isRemoved = true;
    }
    return isRemoved;
  }

  /**
   * Selects or deselects one. With a limit of one, another choice replaces the first.
   * @param {Asset} asset @param {Place} [place] where it is looked at
   * @returns {boolean} false when the limit refused it
   */
  toggle(asset, place) {
    const id = asset.localIdentifier;
    if (this.has(id, place)) {
      this.remove([id], () => place);
      return true;
    }
    if (this.config.selectionLimit === 1) this.#empty();
    return this.add([asset], () => place).leftOut === 0;
  }

  /**
   * Gives one another place in the order of picking.
   * @param {string} id @param {number} step places to go: -1 for the one before, 1 for the next
   */
  move(id, step) {
    const parts = [...this.#parts];
    const from = parts.findIndex(([key]) => key === id);
    const to = from + step;
    if (step === 0 || from < 0 || to < 0 || to >= parts.length) return;
    parts.splice(to, 0, ...parts.splice(from, 1));
    this.#parts = new Map(parts);
    this.#changed();
  }

  /**
   * Gives one the place of another in the order of picking; what is between them moves up.
   * @param {string} id @param {string} other
   */
  moveTo(id, other) {
    const keys = [...this.#parts.keys()];
    const [from, to] = [keys.indexOf(id), keys.indexOf(other)];
    if (from >= 0 && to >= 0) this.move(id, to - from);
  }

  /** @returns {(Asset|Run)[]} what was selected, for an undo */
  clear() {
    const before = this.parts;
    this.#empty();
    if (before.length > 0) this.#changed();
    return before;
  }

  /** @param {(Asset|Run)[]} parts what was selected before */
  restore(parts) {
    this.#empty();
    for (const part of parts) {
      if ("localIdentifier" in part) this.#parts.set(part.localIdentifier, { asset: part, place: undefined });
      else this.#parts.set(part, part);
    }
    this.#runs = parts.flatMap((part) => ("localIdentifier" in part ? [] : [part]));
    this.#recount();
    this.#changed();
  }

  /**
   * Brings back what was selected before. What was selected since comes after it, as far as it fits.
   * @param {(Asset|Run)[]} parts what was selected before
   * @returns {number} how many the limit kept out
   */
  bringBack(parts) {
    const since = [...this.#parts.values()];
    this.restore(parts);
    let leftOut = 0;
    for (const part of since) {
      if (!("asset" in part)) {
        if (countOf(part) <= this.room) this.addRun(part);
        else leftOut += countOf(part);
      } else if (!this.has(part.asset.localIdentifier, part.place)) {
        if (this.isAtLimit) leftOut += 1;
        else this.#parts.set(part.asset.localIdentifier, part);
        this.#recount();
      }
    }
    this.#changed();
    return leftOut;
  }

  /**
   * Takes newer descriptions of assets that are selected: the file may have been edited meanwhile.
   * @param {Asset[]} assets
   */
  update(assets) {
    let changed = false;
    for (const asset of assets) {
      const known = this.#parts.get(asset.localIdentifier);
      if (!known || !("asset" in known) || known.asset.version === asset.version) continue;
      known.asset = asset;
      changed = true;
    }
    if (changed) this.#changed();
  }

  #empty() {
    this.#parts.clear();
    this.#runs = [];
    this.#count = 0;
  }

  #recount() {
    this.#count = this.#runs.reduce((sum, run) => sum + countOf(run), this.#parts.size - this.#runs.length);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
