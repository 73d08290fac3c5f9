// Starts the page on which the owner sees what programs may see, and what was given to them.

import { announce, installAnnouncer } from "./modules/announcer.js";
import { ApiError, fetchCollections } from "./modules/api.js";
import { AccessLog } from "./modules/access/access-log.js";
import { fetchPrograms } from "./modules/access/access-api.js";
import { ProgramList } from "./modules/access/program-list.js";
import { chosenAssets } from "./modules/access/chosen.js";
import { element } from "./modules/dom.js";
import { failureOf, isSignedOut, reasonOf } from "./modules/failure.js";
import { icon } from "./modules/icons.js";
import { applyLanguage } from "./modules/language.js";
import { isAboutReach, ReachNote, reportUnreached } from "./modules/libraries/reach-note.js";
import { knownLibraries, libraryLinks, librarySwitch } from "./modules/libraries/libraries.js";
import { messagePanel } from "./modules/message-panel.js";
import { signOut } from "./modules/owner/sign-in.js";
import { homeOf, libraryOfPage } from "./modules/libraries/place.js";
import { strings } from "./modules/strings.js";

const reach = new ReachNote();

async function start() {
  try {
    const [libraries, programs, { albums, problem }] = await Promise.all([knownLibraries(), fetchPrograms(), fetchAlbums()]);
    const log = new AccessLog(failed);
    const list = new ProgramList(programs, { albums, chosen: chosenAssets(), onChange: () => log.load(), onFailure: failed });
    document.body.replaceChildren(head(librarySwitch(libraries)), reach.root, element("main", { class: "access" }, list.root, log.root));
    installAnnouncer();
    if (problem) failed(problem);
    await log.load();
  } catch (error) {
    await showFailure(error);
  }
}

/**
 * What can be granted only the library knows, and it may be away. What programs may see is known all the same, and can be taken back.
 * @returns {Promise<{albums: import("./modules/types.js").Collection[], problem: ApiError|null}>}
 */
async function fetchAlbums() {
  try {
    return { albums: (await fetchCollections()).collections.filter(({ type }) => type !== "folder"), problem: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.isOffline || isSignedOut(error)) throw error;
    return { albums: [], problem: error };
  }
}

/** @param {HTMLElement|null} libraries the way to what programs may see of others, where there are some */
function head(libraries) {
  const back = element("a", { href: homeOf(libraryOfPage), class: "icon-button", "aria-label": strings.back, title: strings.back }, icon("back"));
  return element("header", { class: "page-header" }, back, element("div", { class: "header-text" }, element("h1", { text: strings.access.title }), libraries));
}

/** @param {unknown} error */
function failed(error) {
  if (isSignedOut(error)) signOut();
  else if (error instanceof ApiError && isAboutReach(error)) reportUnreached(error, fetchCollections);
  else announce(reasonOf(error));
}

/** @param {unknown} error */
async function showFailure(error) {
  if (isSignedOut(error)) return signOut();
  const panel = messagePanel({ ...failureOf(error), action: strings.retry, onAction: start, isWholePage: true });
  const elsewhere = libraryLinks(await knownLibraries());
  if (elsewhere) panel.append(elsewhere);
  document.body.replaceChildren(element("main", {}, panel));
}

applyLanguage();
document.title = `${strings.access.title} – ${strings.appName}`;
reach.addEventListener("reached", start);
start();
