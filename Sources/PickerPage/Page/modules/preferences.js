// What the reader chose about how the page looks, kept in this browser.

/** @typedef {{order: "newest"|"oldest", density: number, language: string}} Preferences density: 0 is the usual, larger is larger photos */

/** @type {Preferences} */
const usual = { order: "newest", density: 0, language: "" };
const prefix = "picker.";
/**
 * What was chosen since the page was opened, for browsers that keep nothing.
 * @type {Partial<Preferences>}
 */
const chosen = {};

/**
 * @template {keyof Preferences} Name
 * @param {Name} name
 * @returns {Preferences[Name]}
 */
export function preference(name) {
  const now = chosen[name];
  if (now !== undefined) return now;
  try {
    const text = localStorage.getItem(prefix + name);
    const value = text === null ? usual[name] : JSON.parse(text);
    return typeof value === typeof usual[name] ? value : usual[name];
  } catch {
    // No storage, or something else wrote there.
    return usual[name];
  }
}

/**
 * @template {keyof Preferences} Name
 * @param {Name} name @param {Preferences[Name]} value
 */
export function prefer(name, value) {
  chosen[name] = value;
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // It counts until the page is left.
  }
}
