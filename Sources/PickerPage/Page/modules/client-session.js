// The session of another program that this page is for, and how that program's own page hears of its end.

/** @typedef {import("./types.js").Client} Client */

const place = /^\/pick\/([\w-]+)(\/autoclose)?$/.exec(location.pathname);

/** Its identifier; null when the page is the server's own. */
export const clientSession = place ? place[1] : null;

const deliveryMilliseconds = 250;

/** Whether the program wants the page closed when it is done. */
const closesItself = place?.[2] !== undefined;

/**
 * Reports the end to the page that opened this one, if it is one of the program's: the browser delivers it to that origin alone.
 * @param {Client|null} client
 * @param {"picked"|"cancelled"|"expired"|"closed"} state
 * @param {string[]} itemIds what was picked, in order
 */
export function reportEnd(client, state, itemIds) {
  if (clientSession === null) return;
  if (client?.origin && window.opener) {
    window.opener.postMessage({ source: "picker", type: state, sessionId: clientSession, itemIds }, client.origin);
  }
  // A page that no script opened stays, and shows that it is done. A window that is gone is not heard.
  if (closesItself) setTimeout(() => window.close(), deliveryMilliseconds);
}
