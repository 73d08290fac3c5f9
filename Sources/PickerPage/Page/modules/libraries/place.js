// What the page is for, as its address says: which library of the server, and which program's session.

const address = /^\/pick\/([\w-]+)(\/autoclose)?$/.exec(location.pathname);

/** The session of another program that the page is for; null when it is the server's own. */
export const clientSession = address ? address[1] : null;

/** Whether that program wants the page closed when it is done. */
export const closesItself = address?.[2] !== undefined;

/** Pages with a path of their own name the library in their query, the page of a library in its path. */
const hasOwnPath = clientSession !== null || location.pathname === "/access";
const named = hasOwnPath ? new URLSearchParams(location.search).get("library") : /^\/library\/([^/]+)$/.exec(location.pathname)?.[1];

/** The key of the library that the page's address names; null when it names none, which means the first. */
export const libraryOfPage = named && /^[\w.-]+$/.test(named) ? named : null;

/** What all of the owner is below. */
export const ownerRoot = "/picker/v1";
/** Where what is of the library itself is: images, files. */
export const libraryRoot = libraryOfPage === null ? ownerRoot : `${ownerRoot}/libraries/${libraryOfPage}`;

/** Where what the page shows is. */
export const pageRoot = clientSession === null ? libraryRoot : `${libraryRoot}/sessions/${clientSession}`;

/**
 * The address of this kind of page for another library.
 * @param {string|null} key null: the first, which has the plain addresses that people know
 */
export function addressFor(key) {
  if (hasOwnPath) return key === null ? location.pathname : `${location.pathname}?library=${encodeURIComponent(key)}`;
  return homeOf(key);
}

/** @param {string|null} key where one looks around in a library */
export const homeOf = (key) => (key === null ? "/" : `/library/${encodeURIComponent(key)}`);

/** @param {string|null} key where one sees what programs may see of a library */
export const accessTo = (key) => (key === null ? "/access" : `/access?library=${encodeURIComponent(key)}`);
