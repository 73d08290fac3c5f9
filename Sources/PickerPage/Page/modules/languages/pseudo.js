// English between brackets, for tests: what has none was not in the catalogue.

/** @param {string} text */
const marked = (text) => (text === "" ? "" : `⟦${text}⟧`);

/**
 * @template Kind
 * @param {Kind} catalogue
 * @returns {Kind}
 */
export function pseudoOf(catalogue) {
  /** @param {unknown} value @returns {unknown} */
  const translate = (value) => {
    if (typeof value === "string") return marked(value);
    if (typeof value === "function") return (/** @type {unknown[]} */ ...given) => marked(value(...given));
    if (Array.isArray(value)) return value.map(translate);
    return Object.fromEntries(Object.entries(/** @type {object} */ (value)).map(([name, each]) => [name, translate(each)]));
  };
  return /** @type {Kind} */ (translate(catalogue));
}
