// Where the reader is, in the address after the #, so that back, forward and reload work.

/** @typedef {{album: string|null, asset: string|null}} Route */

/** @param {string} hash @returns {Route} */
export function parseRoute(hash) {
  const match = /^#album\/([^/]+)(?:\/asset\/([^/]+))?$/.exec(hash);
  const part = (/** @type {number} */ place) => (match?.[place] ? safeDecode(match[place]) : null);
  return { album: part(1), asset: part(2) };
}

/** @param {Partial<Route>} route */
export function hashOf({ album = null, asset = null }) {
  if (album === null) return "#";
  const place = `#album/${encodeURIComponent(album)}`;
  return asset === null ? place : `${place}/asset/${encodeURIComponent(asset)}`;
}

/**
 * A step that "back" undoes.
 * @param {Partial<Route>} route
 */
export function go(route) {
  history.pushState({ isStep: true }, "", hashOf(route));
  dispatchEvent(new Event("routechange"));
}

/**
 * The same step, elsewhere: from photo to photo in the viewer.
 * @param {Partial<Route>} route
 */
export function redirect(route) {
  history.replaceState(history.state, "", hashOf(route));
  dispatchEvent(new Event("routechange"));
}

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
  const tell = () => listener(parseRoute(location.hash));
  addEventListener("popstate", tell);
  addEventListener("routechange", tell);
  tell();
}

/** @param {string} text */
function safeDecode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
