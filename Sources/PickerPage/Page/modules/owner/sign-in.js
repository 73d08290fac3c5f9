// What this browser has besides its cookie, which goes to every port of a host: a second secret, in storage that is for this
// address alone.

/** @typedef {{proof: string, ticket: string}} Secrets */

const place = "picker.sign-in";

/** @returns {Secrets|null} null: this browser did not sign in here, or may keep nothing */
function secrets() {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? "null");
    return typeof kept?.proof === "string" && typeof kept.ticket === "string" ? kept : null;
  } catch {
    return null;
  }
}

/** The header that every request of the page has. Other sites cannot make a browser send it. */
export const pageHeader = () => ({ "X-Picker": secrets()?.proof ?? "1" });

/**
 * An address that the browser itself opens for the page, where no header can be added: a video, the events.
 * @param {string} path
 */
export function withTicket(path) {
  const ticket = secrets()?.ticket;
  return ticket ? `${path}${path.includes("?") ? "&" : "?"}ticket=${encodeURIComponent(ticket)}` : path;
}

/** Milliseconds for an answer. */
const longestWait = 8000;

/** @returns {Promise<{signedIn: boolean, hasPassword: boolean}|null>} null: no answer */
export async function signInState() {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), longestWait);
  try {
    const answer = await fetch("/signin/state", { headers: pageHeader(), signal: patience.signal });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Trades the code of a link, or a password.
 * @param {{code: string}|{password: string}} entry
 * @returns {Promise<{isSignedIn: boolean, isKept: boolean, secondsToWait: number}>} not kept: this browser may keep nothing, and is signed out
 */
export async function signIn(entry) {
  const answer = await fetch("/signin", { method: "POST", headers: { "Content-Type": "application/json", "X-Picker": "1" }, body: JSON.stringify(entry) });
  if (!answer.ok && answer.status !== 401 && answer.status !== 429) throw new Error(`${answer.status} ${answer.statusText}`);
  const isKept = !answer.ok || keep(JSON.stringify(await answer.json()));
  return { isSignedIn: answer.ok && isKept, isKept, secondsToWait: answer.status === 429 ? Number(answer.headers.get("Retry-After")) : 0 };
}

/** @param {string} secrets @returns {boolean} false when this browser may keep nothing */
function keep(secrets) {
  try {
    localStorage.setItem(place, secrets);
    return true;
  } catch {
    return false;
  }
}

/** Forgets this browser's sign-in, here and, if it was good, on the server; then the page that signs in is shown. */
export async function signOut() {
  await fetch("/signin/out", { method: "POST", headers: pageHeader() }).catch(() => null);
  try {
    localStorage.removeItem(place);
  } catch {
    // A browser that may keep nothing has nothing to forget.
  }
  location.reload();
}

/** @typedef {{id: number, method: "link"|"password", browser: string, created: string, used: string, isThis: boolean}} SignedInBrowser */
