// Starts the page: asks what session this is, shows it, and sees it to its end.

import { announce, installAnnouncer } from "./modules/announcer.js";
import { ApiError, cancelSession, fetchDetails, fetchSession, finishSession } from "./modules/api.js";
import { copyPaths } from "./modules/copy-paths.js";
import { element } from "./modules/dom.js";
import { formatReason } from "./modules/format.js";
import { LiveUpdates } from "./modules/live-updates.js";
import { messagePanel } from "./modules/message-panel.js";
import { PickerPage } from "./modules/picker-page.js";
import { SelectionBar } from "./modules/selection-bar.js";
import { Selection } from "./modules/selection.js";
import { strings } from "./modules/strings.js";

/** @import { Session } from "./modules/types.js" */

const updates = new LiveUpdates();
const banner = element("div", { class: "banner", role: "status", hidden: true, text: strings.offlineBanner });

async function start() {
  document.body.replaceChildren(element("div", { class: "starting", role: "status", "aria-label": strings.loading }));
  try {
    const session = await fetchSession();
    if (session.state === "pending") await open(session);
    else end(session.state, session.selection.length, session);
  } catch (error) {
    showFailure(error, start);
  }
}

/** @param {Session} session */
async function open(session) {
  const selection = new Selection(session.config);
  const page = new PickerPage(session, selection);
  const bar = new SelectionBar(selection, session.mode);
  await Promise.all([page.start(), restore(selection, session.selection)]);
  document.body.replaceChildren(banner, page.root, bar);
  installAnnouncer();
  bar.addEventListener("clear", () => page.picking.clear());
  bar.addEventListener("copy", () => copyPaths(selection.assets.map((asset) => asset.relativePath), announce));
  bar.addEventListener("done", () => decide(bar, () => finishSession(selection.ids), () => end("picked", selection.count, session)));
  bar.addEventListener("cancel", () => decide(bar, cancelSession, () => end("cancelled", 0, session)));
  follow(page, session);
}

/**
 * What an earlier page of this session, or the program that asked, had selected.
 * @param {Selection} selection
 * @param {string[]} ids
 */
async function restore(selection, ids) {
  const known = await Promise.all(ids.map((id) => fetchDetails(id).catch(() => null)));
  selection.add(known.flatMap((asset) => asset ?? []));
}

/** @param {PickerPage} page @param {Session} session */
function follow(page, session) {
  const refresh = () => page.refresh().catch(failed);
  updates.addEventListener("libraryChanged", refresh);
  updates.addEventListener("lost", () => { banner.hidden = false; });
  updates.addEventListener("found", () => {
    banner.hidden = true;
    refresh();
  });
  updates.addEventListener("closed", async () => {
    // Done or Cancel on another page of the session, or Ctrl-C in the terminal: the session knows.
    const latest = await fetchSession().catch(() => null);
    end(latest && latest.state !== "pending" ? latest.state : "closed", latest?.selection.length ?? 0, session);
  });
  addEventListener("requestfailure", (event) => failed(/** @type {CustomEvent} */ (event).detail));
  addEventListener("unhandledrejection", (event) => {
    if (!(event.reason instanceof ApiError)) return;
    event.preventDefault();
    failed(event.reason);
  });
  updates.start();
}

/** @param {SelectionBar} bar @param {() => Promise<unknown>} ask @param {() => void} onEnd */
async function decide(bar, ask, onEnd) {
  bar.setBusy(true);
  try {
    await ask();
    onEnd();
  } catch (error) {
    bar.setBusy(false);
    failed(error);
  }
}

/** @param {any} error */
function failed(error) {
  // The sign-in ended: the server shows the page that says how to get a new link.
  if (error.code === 401) location.reload();
  else if (error.isOffline) banner.hidden = false;
  else announce(formatReason(error.message));
}

/** @param {Session["state"]|"closed"} state @param {number} count @param {Session} session */
function end(state, count, session) {
  updates.end();
  const text = state === "picked" ? strings.picked(count, session.config.mediaFilter) : strings[state === "pending" ? "closed" : state];
  const panel = messagePanel({ icon: state === "picked" ? "check" : "close", title: strings.closePage, text, isWholePage: true });
  panel.classList.add("is-final", `is-${state}`);
  document.body.replaceChildren(element("main", {}, panel));
  document.title = strings.closePage;
  panel.tabIndex = -1;
  panel.focus();
}

/** @param {any} error @param {() => void} retry */
function showFailure(error, retry) {
  if (error.code === 401) return location.reload();
  const what = error.isOffline
    ? /** @type {const} */ ({ icon: "offline", title: strings.offline, text: strings.offlineHint })
    : /** @type {const} */ ({ icon: "broken", title: strings.failed, text: formatReason(String(error.message)) });
  const panel = messagePanel({ ...what, action: strings.retry, onAction: retry, isWholePage: true });
  document.body.replaceChildren(element("main", {}, panel));
}

start();
