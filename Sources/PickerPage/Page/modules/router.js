// Where the reader is, in the address after the #, so that back, forward and reload work.

/** @typedef {{kind: string|null, text: string}} Narrowing photos of one kind, or that some words find; null and "" are all */
/** @typedef {{album: string|null, asset: string|null, isAlbums: boolean} & Narrowing} Route all photos when it names no album; or the albums */

/** Safari takes a hundred addresses in half a minute, others two hundred in ten seconds. After that they take none, nor a step back. */
const followMilliseconds = 400;
/** When the address last followed what is shown, and the timer of the next time. */
const followed = { time: -Infinity, timer: 0 };
/** A browser takes a moment for a step back. Who presses twice in it means one: the second may lead out of the page. */
const longestStepMilliseconds = 1000;
let leftTime = -Infinity;

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
 * The same step, elsewhere.
 * @param {Partial<Route>} route @param {number|null} [place] where in its list the photo is that the route names
 */
export function redirect(route, place = null) {
  replace(route, place);
  dispatchEvent(new Event("routechange"));
}

/**
 * The address of what is shown already, from photo to photo in the viewer: a key that is held goes through dozens in a second.
 * @param {Partial<Route>} route @param {number} place where in its list the photo is that the route names
 */
export function follow(route, place) {
  clearTimeout(followed.timer);
  const write = () => {
    followed.time = performance.now();
    replace(route, place);
  };
  const wait = followed.time + followMilliseconds - performance.now();
  if (wait <= 0) write();
  else followed.timer = window.setTimeout(write, wait);
}

/** @param {Partial<Route>} route @param {number|null} place */
function replace(route, place) {
  history.replaceState({ ...history.state, place }, "", hashOf(route));
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
  clearTimeout(followed.timer);
  if (!history.state?.isStep) return redirect(parent);
  const now = performance.now();
  if (now - leftTime < longestStepMilliseconds) return;
  leftTime = now;
  addEventListener("popstate", () => { leftTime = -Infinity; }, { once: true });
  history.back();
}

/** @param {(route: Route) => void} listener */
export function onRoute(listener) {
  const report = () => {
    // What is to follow belongs to the step that is left.
    clearTimeout(followed.timer);
    listener(parseRoute(location.hash));
  };
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
