// Where the reader is, in the address after the #, so that back, forward and reload work.

/** @typedef {{kind: string|null, text: string}} Narrowing photos of one kind, or that some words find; null and "" are all */
/** @typedef {{album: string|null, asset: string|null, isAlbums: boolean} & Narrowing} Route all photos when it names no album; or the albums */

/** @param {string} hash @returns {Route} */
export function parseRoute(hash) {
  const [place, query = ""] = hash.split("?", 2);
  const match = /^#album\/([^/]+)(?:\/asset\/([^/]+))?$/.exec(place);
  const part = (/** @type {number} */ number) => (match?.[number] ? safeDecode(match[number]) : null);
  const wish = new URLSearchParams(query);
  return { album: part(1), asset: part(2), isAlbums: place === "#albums", kind: wish.get("kind") || null, text: wish.get("text") ?? "" };
}

/**
 * Of an address or a place.
 * @param {Narrowing} narrowing
 */
export const isNarrowed = ({ kind, text }) => kind !== null || text !== "";

/** @param {Partial<Route>} route */
export function hashOf({ album = null, asset = null, isAlbums = false, kind = null, text = "" }) {
  if (album === null && isAlbums) return "#albums";
  const place = album === null ? "#" : `#album/${encodeURIComponent(album)}`;
  const wish = queryOf({ kind, text });
  return `${place}${album === null || asset === null ? "" : `/asset/${encodeURIComponent(asset)}`}${wish && `?${wish}`}`;
}

/**
 * As a query, of an address of the page and of a request for assets alike.
 * @param {Narrowing} narrowing
 */
export function queryOf({ kind, text }) {
  const query = new URLSearchParams();
  if (kind !== null) query.set("kind", kind);
  if (text !== "") query.set("text", text);
  return query.toString();
}

/**
 * A plain press of a link is a step that Back undoes; with a modifier it is the browser's own, a new tab for example.
 * @param {MouseEvent} event
 */
export function followLink(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(parseRoute(link.hash));
}

/**
 * A step that "back" undoes.
 * @param {Partial<Route>} route @param {number|null} [place] where in its list the photo is that the route names
 */
export function go(route, place = null) {
  // A link to where one is already is no step, as in any page: Back would do nothing that one sees.
  if (hashOf(route) === (location.hash || "#")) return redirect(route, place);
  history.pushState({ isStep: true, place }, "", hashOf(route));
  dispatchEvent(new Event("routechange"));
}

/**
 * The same step, elsewhere: from photo to photo in the viewer.
 * @param {Partial<Route>} route @param {number|null} [place] where in its list the photo is that the route names
 */
export function redirect(route, place = null) {
  history.replaceState({ ...history.state, place }, "", hashOf(route));
  dispatchEvent(new Event("routechange"));
}

/**
 * Where in its list the photo of the address was, also after a reload; null when that is not known.
 * @returns {number|null}
 */
export const placeOfStep = () => history.state?.place ?? null;

/**
 * Back to where a step of ours came from; a page opened on a deep link goes to `parent` instead.
 * @param {Partial<Route>} parent
 */
export function leave(parent) {
  if (history.state?.isStep) history.back();
  else redirect(parent);
}

/** @param {(route: Route) => void} listener */
export function onRoute(listener) {
  const report = () => listener(parseRoute(location.hash));
  addEventListener("popstate", report);
  addEventListener("routechange", report);
  report();
}

/** @param {string} text */
function safeDecode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
