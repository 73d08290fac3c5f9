// Starts the page: asks what session this is, shows it, and sees it to its end.

import { announce, installAnnouncer } from "./modules/announcer.js";
import { ApiError, askForCollections, cancelSession, fetchCollections, fetchSession, finishSession, isOffline } from "./modules/api.js";
import { reportEnd } from "./modules/client-session.js";
import { copyPaths, pathLine } from "./modules/picking/copy-paths.js";
import { reportGone } from "./modules/picking/gone.js";
import { element, followKeyboard } from "./modules/dom.js";
import { failureOf, isRefusal, isSignedOut, pauseBefore, reasonOf } from "./modules/failure.js";
import { keepChosen } from "./modules/access/chosen.js";
import { applyLanguage } from "./modules/language.js";
import { icon } from "./modules/icons.js";
import { holdImages, releaseImages, restartImages } from "./modules/image-loader.js";
import { knownLibraries, libraryLinks } from "./modules/libraries/libraries.js";
import { isAboutReach, ReachNote, reportUnreached } from "./modules/libraries/reach-note.js";
import { LiveUpdates } from "./modules/live-updates.js";
import { messagePanel } from "./modules/message-panel.js";
import { PickerPage } from "./modules/picker-page.js";
import { accessTo, libraryOfPage } from "./modules/libraries/place.js";
import { SelectionBar } from "./modules/picking/selection-bar.js";
import { selectedAssets } from "./modules/picking/listed.js";
import { withPatience } from "./modules/picking/patience.js";
import { SelectionKeeper } from "./modules/picking/selection-keeper.js";
import { Selection } from "./modules/picking/selection.js";
import { signOut } from "./modules/owner/sign-in.js";
import { strings } from "./modules/strings.js";

/** @typedef {import("./modules/types.js").Session} Session */

/** What was away when the page was opened is looked for again after so long, or when it was said that it may be there. */
const lookAgainMilliseconds = 3000;

const updates = new LiveUpdates();
/** @type {SelectionKeeper|null} */
let keeper = null;
let isOver = false;
const reach = new ReachNote();
const banner = element("aside", { class: "banner", "aria-label": strings.message, hidden: true, text: strings.offlineBanner });

/**
 * All that the server has.
 * @type {Promise<import("./modules/types.js").Library[]>}
 */
let libraries = Promise.resolve([]);

async function start() {
  document.body.replaceChildren(element("div", { class: "starting", role: "status", "aria-label": strings.loading }));
  libraries = knownLibraries();
  // What the page will ask for in any case, before it is known what for.
  const answers = askForCollections();
  try {
    const session = await fetchSession();
    if (session.state === "pending") await open(session, answers);
    else end(session.state, session.selection, session, session.state !== "picked");
  } catch (error) {
    await showFailure(error, start);
  }
}

/** @param {Session} session @param {import("./modules/api.js").Answers} answers */
async function open(session, answers) {
  const selection = new Selection(session.config);
  const page = new PickerPage(session, selection, await libraries);
  const bar = new SelectionBar(selection, session.mode, session.library.hasFiles);
  keeper = new SelectionKeeper(selection, () => showEndElsewhere(session), () => page.cameraRoll);
  if (session.selectedElsewhere > 0) keeper.hold();
  const isLoaded = page.load(answers);
  await Promise.all([isLoaded, keeper.start(isLoaded)]);
  document.body.replaceChildren(banner, reach.root, ...asker(session), page.root, bar);
  page.start();
  installAnnouncer();
  bar.addEventListener("clear", () => page.picking.clear());
  bar.addEventListener("copy", async () => {
    const chosen = await eachOf(selection);
    if (chosen) copyPaths(chosen.map((asset) => pathLine(session.library.root, asset)), announce);
  });
  bar.addEventListener("grant", async () => {
    const chosen = await eachOf(selection);
    if (!chosen) return;
    try {
      keepChosen(chosen.map((asset) => asset.localIdentifier));
    } catch (error) {
      // A browser keeps some megabytes, which some hundred thousand photos exceed.
      return failed(error);
    }
    location.assign(accessTo(libraryOfPage));
  });
  bar.addEventListener("done", () => {
    // What is selected now is handed over, whatever is pressed until the answer is here.
    const chosen = { ids: selection.ids, count: selection.count, hasRuns: selection.runs.length > 0 };
    const wish = selection.document;
    keeper?.release();
    decide(bar, session, (signal) => finishSession(wish, signal), () => finish(chosen, session), (error) => reportGone(error, selection));
  });
  bar.addEventListener("cancel", () => decide(bar, session, cancelSession, () => end("cancelled", [], session)));
  follow(page, session);
}

/**
 * What is selected, photo by photo; null when it could not be read, which is said.
 * @param {Selection} selection
 */
async function eachOf(selection) {
  if (selection.runs.length > 0) announce(strings.collecting);
  return selectedAssets(selection).catch((error) => {
    failed(error);
    return null;
  });
}

/**
 * @param {{ids: string[], count: number, hasRuns: boolean}} chosen what was handed over; ids: without those of runs
 * @param {Session} session
 */
async function finish({ ids, count, hasRuns }, session) {
  // What the photos of runs are is known to the session; a page that waits for them has one that is still there.
  const isAsked = hasRuns && session.client?.origin;
  const latest = isAsked ? await fetchSession().catch(() => null) : null;
  end("picked", latest?.selection ?? ids, session, false, latest ? latest.selection.length : count);
}

/** @param {PickerPage} page @param {Session} session */
function follow(page, session) {
  let refusals = 0;
  const refresh = async () => {
    if (isOver) return;
    try {
      const latest = await page.refresh();
      refusals = 0;
      // It ended while this page was in the background, or could not reach the server, and heard nothing of it.
      if (latest.state !== "pending") return end(latest.state, latest.selection, session, latest.state !== "picked");
    } catch (error) {
      if (await failedOf(session, error)) return;
      // Nothing else may change for long, and what has changed would not be seen until then.
      const pause = pauseBefore(error, (refusals += 1));
      if (pause !== null) setTimeout(refresh, pause);
    }
    keeper?.refresh();
  };
  updates.addEventListener("libraryChanged", refresh);
  reach.addEventListener("reached", refresh);
  updates.addEventListener("lost", () => {
    showOffline();
    // The line also breaks when the sign-in was ended elsewhere, or the request withdrawn: a stream does not say why.
    fetchSession().catch((error) => failedOf(session, error));
  });
  // A server that was started again may know neither this browser nor the session: that does not pass, as what else it refuses may.
  updates.addEventListener("refused", () => fetchSession().catch((error) => (isSignedOut(error) || isRefusal(error) ? failedOf(session, error) : null)));
  updates.addEventListener("found", () => {
    banner.hidden = true;
    // What was on its way when the network went may never come, and keeps the others waiting.
    restartImages();
    keeper?.resume();
    refresh();
  });
  updates.addEventListener("closed", async () => {
    // Done or Cancel on another page of the session, or Ctrl-C in the terminal of `pick`: the session knows.
    const latest = await fetchSession().catch(() => null);
    end(latest && latest.state !== "pending" ? latest.state : "closed", latest?.selection ?? [], session);
  });
  addEventListener("unhandledrejection", (event) => {
    if (!(event.reason instanceof ApiError)) return;
    event.preventDefault();
    failed(event.reason);
  });
  // What is read between the first answers and the first event is in no event.
  updates.start(session.index.state === "reading");
}

/**
 * @param {SelectionBar} bar @param {Session} session @param {(signal: AbortSignal) => Promise<unknown>} ask @param {() => void} onEnd
 * @param {(error: unknown) => boolean} isReported whether it has been said why it was refused
 */
async function decide(bar, session, ask, onEnd, isReported = () => false) {
  // `pick` ends as soon as it has answered: what the page still asked for then would find no one.
  bar.setBusy(true);
  holdImages();
  updates.pause();
  keeper?.pause();
  try {
    await withPatience(ask, showOffline);
    onEnd();
  } catch (error) {
    // Where it has ended meanwhile, nothing goes on: another line would be opened to a server that may be gone.
    if (isOver || (isRefusal(error) && await showEndElsewhere(session))) return;
    bar.setBusy(false);
    releaseImages();
    updates.resume();
    // Where it was said meanwhile that Picker does not answer, the line finds out that it does.
    if (!banner.hidden) updates.doubt();
    keeper?.resume();
    // It may have been refused because the library changed under what is selected.
    keeper?.refresh();
    if (!isReported(error)) failed(error);
  }
}

/**
 * Shows the end of a session that has ended without this page: its time is over, its program was revoked, or has withdrawn it.
 * @param {Session} session
 * @returns {Promise<boolean>} false while it goes on, or nothing is known of it
 */
async function showEndElsewhere(session) {
  /** @type {Session|null} */
  const latest = await fetchSession().catch((error) => (error instanceof ApiError && error.code === 404 ? null : session));
  if (latest?.state === "pending") return false;
  end(latest?.state ?? "closed", latest?.selection ?? [], session, true);
  return true;
}

/**
 * What is refused may be so because the session has ended, or is gone.
 * @param {Session} session @param {unknown} error
 * @returns {Promise<boolean>} whether it was that
 */
async function failedOf(session, error) {
  if (isRefusal(error) && await showEndElsewhere(session)) return true;
  failed(error);
  return false;
}

/** @param {unknown} error */
function failed(error) {
  if (isSignedOut(error)) signOut();
  else if (isOffline(error)) {
    showOffline();
    updates.doubt();
  } else if (error instanceof ApiError && isAboutReach(error)) reportUnreached(error, fetchCollections);
  else announce(reasonOf(error));
}

/** Picker does not answer. What was hidden is not read to those who hear the page, so that it is said, too. */
function showOffline() {
  if (!banner.hidden) return;
  banner.hidden = false;
  announce(strings.offlineBanner, { isQuiet: true });
}

/**
 * Who asks, in the program's own words as the owner was told them.
 * @param {Session} session
 */
function asker({ client, config, selectedElsewhere }) {
  if (client === null) return [];
  const name = element("strong", { dir: "auto", text: client.name });
  const origin = client.origin ? element("span", { class: "asker-origin", dir: "ltr", text: client.origin }) : null;
  const elsewhere = selectedElsewhere > 0 ? ` ${strings.selectedElsewhere(selectedElsewhere)}` : null;
  return [element("aside", { class: "asker", "aria-label": strings.whoAsks }, icon("photo"), element("p", {}, name, " ", origin, " ", strings.asksFor(config.mediaFilter), elsewhere))];
}

/**
 * @param {Session["state"]|"closed"} state
 * @param {string[]} ids what was picked
 * @param {Session} session
 * @param {boolean} [isNews] it ended without its reader, who is to read why
 * @param {number} [count] how many were picked
 */
function end(state, ids, session, isNews = false, count = ids.length) {
  // It may be heard of in two ways at a time.
  if (isOver) return;
  isOver = true;
  updates.pause();
  keeper?.pause();
  reach.stop();
  holdImages();
  const text = state === "picked" ? strings.picked(count, session.config.mediaFilter) : (session.client ? strings.endedFor : strings)[state === "pending" ? "closed" : state];
  const title = state === "expired" ? strings.timeIsOver : strings.closePage;
  const panel = messagePanel({ icon: state === "picked" ? "check" : "close", title, text, isWholePage: true });
  panel.classList.add("is-final", `is-${state}`);
  document.body.replaceChildren(element("main", {}, panel));
  document.title = title;
  panel.tabIndex = -1;
  panel.focus();
  // Whether this page has to stay open changes, and those who hear it are in it already.
  panel.setAttribute("aria-live", "polite");
  reportEnd(session.client, state === "pending" ? "closed" : state, ids, isNews, (sending) => {
    const said = sending === "sending" ? { title: strings.keepPage, text: strings.sending } : { title, text: sending === "sent" ? text : strings.notSent };
    document.title = said.title;
    panel.querySelector("h1")?.replaceChildren(said.title);
    panel.querySelector("p")?.replaceChildren(said.text);
  });
}

/** @param {unknown} error @param {() => void} retry */
async function showFailure(error, retry) {
  if (isSignedOut(error)) return signOut();
  const panel = messagePanel({ ...failureOf(error), action: strings.retry, onAction: retry, isWholePage: true });
  const elsewhere = libraryLinks(await libraries);
  if (elsewhere) panel.append(elsewhere);
  document.body.replaceChildren(element("main", {}, panel));
  if (mayPass(error)) goOnLater(panel, retry, error);
}

/**
 * Whether the photos, or Picker, may be there again without anything being done on this page.
 * @param {unknown} error
 */
const mayPass = (error) => isOffline(error) || isAboutReach(error) || pauseBefore(error, 1) !== null;

/**
 * Goes on by itself when what failed has passed. Until then the panel stays as it is, and the keyboard where it is.
 * @param {HTMLElement} panel @param {() => void} retry @param {unknown} error of the last time
 */
function goOnLater(panel, retry, error) {
  setTimeout(async () => {
    const isWanted = panel.isConnected && !document.hidden;
    const reason = isWanted ? await askForAll().then(() => null, (failure) => failure) : error;
    // It may have been pressed meanwhile.
    if (!panel.isConnected) return;
    if (mayPass(reason)) goOnLater(panel, retry, reason);
    else retry();
  }, Math.max(lookAgainMilliseconds, pauseBefore(error, 1) ?? 0));
}

/** What there has to be to show the page. */
async function askForAll() {
  await fetchSession();
  const { all, roll } = askForCollections();
  await Promise.race([all, roll.catch(() => all)]);
}

applyLanguage();
followKeyboard();
// What was asked for first may fail before there is a page to show.
addEventListener("requestfailure", (event) => failed(/** @type {CustomEvent<unknown>} */ (event).detail));
start();
