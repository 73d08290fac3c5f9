// What is picked so far. No element, no request: the rules of selecting and nothing else.

/** @typedef {import("../types.js").Asset} Asset */
/** @typedef {import("../types.js").SessionConfig} SessionConfig */
/** @typedef {{added: Asset[], leftOut: number}} Addition what was taken, and how many the limit kept out */

/** An ordered set of assets under a limit. Sends "change" after each change. */
export class Selection extends EventTarget {
  /** @type {Map<string, Asset>} insertion order is the order of picking */
  #assets = new Map();
  /** @type {SessionConfig} */
  config;

  /** @param {SessionConfig} config */
  constructor(config) {
    super();
    this.config = config;
  }

  get count() { return this.#assets.size; }
  get ids() { return [...this.#assets.keys()]; }
  get assets() { return [...this.#assets.values()]; }
  get byteTotal() { return this.assets.reduce((sum, asset) => sum + asset.byteSize, 0); }
  get isAtLimit() { return this.room <= 0; }
  get isEnough() { return this.count >= Math.max(1, this.config.minimum); }
  /** How many more fit; Infinity without a limit. */
  get room() { return (this.config.selectionLimit ?? Infinity) - this.count; }

  /** @param {string} id */
  has(id) { return this.#assets.has(id); }

  /**
   * Place in the order of picking, from 1; 0 when not selected.
   * @param {string} id
   */
  position(id) {
    return this.#assets.has(id) ? this.ids.indexOf(id) + 1 : 0;
  }

  /**
   * Takes as many as fit, in order; those already selected keep their place and cost nothing.
   * @param {Asset[]} assets
   * @returns {Addition}
   */
  add(assets) {
    /** @type {Asset[]} */
    const added = [];
    let leftOut = 0;
    for (const asset of assets) {
      if (this.has(asset.localIdentifier)) continue;
      if (this.isAtLimit) {
        leftOut += 1;
        continue;
      }
      this.#assets.set(asset.localIdentifier, asset);
      added.push(asset);
    }
    if (added.length > 0) this.#changed();
    return { added, leftOut };
  }

  /**
   * Deselecting always works.
   * @param {string[]} ids
   */
  remove(ids) {
    const removed = ids.filter((id) => this.#assets.delete(id));
    if (removed.length > 0) this.#changed();
    return removed;
  }

  /**
   * Selects or deselects one. With a limit of one, another choice replaces the first.
   * @param {Asset} asset
   * @returns {boolean} false when the limit refused it
   */
  toggle(asset) {
    const id = asset.localIdentifier;
    if (this.has(id)) {
      this.remove([id]);
      return true;
    }
    if (this.config.selectionLimit === 1) this.#assets.clear();
    return this.add([asset]).leftOut === 0;
  }

  /**
   * Gives one another place in the order of picking.
   * @param {string} id @param {number} step -1 for earlier, 1 for later
   */
  move(id, step) {
    const assets = this.assets;
    const from = assets.findIndex((asset) => asset.localIdentifier === id);
    const to = from + step;
    if (from < 0 || to < 0 || to >= assets.length) return;
    assets.splice(to, 0, ...assets.splice(from, 1));
    this.#assets = new Map(assets.map((asset) => [asset.localIdentifier, asset]));
    this.#changed();
  }

  /** @returns {Asset[]} what was selected, for an undo */
  clear() {
    const before = this.assets;
    this.#assets.clear();
    if (before.length > 0) this.#changed();
    return before;
  }

  /**
   * Takes newer descriptions of assets that are selected: the file may have been edited meanwhile.
   * @param {Asset[]} assets
   */
  update(assets) {
    let changed = false;
    for (const asset of assets) {
      const known = this.#assets.get(asset.localIdentifier);
      if (!known || known.version === asset.version) continue;
      this.#assets.set(asset.localIdentifier, asset);
      changed = true;
    }
    if (changed) this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * One press of Shift that grows and shrinks: what it selected itself it may deselect again, what was
 * selected before it stays.
 */
export class RangeGesture {
  /** @type {Set<string>} */
  #own = new Set();
  #selection;

  /** @param {Selection} selection */
  constructor(selection) {
    this.#selection = selection;
  }

  /** @param {Asset[]} range from the anchor to where the focus is now @returns {Addition} */
  cover(range) {
    const wanted = new Set(range.map((asset) => asset.localIdentifier));
    this.#selection.remove([...this.#own].filter((id) => !wanted.has(id)));
    const result = this.#selection.add(range);
    this.#own = new Set([...this.#own].filter((id) => wanted.has(id)));
    for (const asset of result.added) this.#own.add(asset.localIdentifier);
    return result;
  }
}
