// Starts the page on which the owner sees what programs may see, and what was given to them.

import { announce, installAnnouncer } from "./modules/announcer.js";
import { ApiError, fetchCollections, isOffline } from "./modules/api.js";
import { AccessLog } from "./modules/access/access-log.js";
import { fetchPrograms } from "./modules/access/access-api.js";
import { ProgramList } from "./modules/access/program-list.js";
import { takeChosen } from "./modules/access/chosen.js";
import { element } from "./modules/dom.js";
import { failureOf, reasonOf } from "./modules/failure.js";
import { icon } from "./modules/icons.js";
import { applyLanguage } from "./modules/language.js";
import { knownLibraries, libraryLinks, librarySwitch } from "./modules/libraries/libraries.js";
import { messagePanel } from "./modules/message-panel.js";
import { homeOf, libraryOfPage } from "./modules/libraries/place.js";
import { strings } from "./modules/strings.js";

async function start() {
  try {
    const [libraries, programs, { collections }] = await Promise.all([knownLibraries(), fetchPrograms(), fetchCollections()]);
    const log = new AccessLog(failed);
    const list = new ProgramList(programs, { albums: collections.filter(({ type }) => type !== "folder"), chosen: takeChosen(), onChange: () => log.load(), onFailure: failed });
    document.body.replaceChildren(head(librarySwitch(libraries)), element("main", { class: "access" }, list.root, log.root));
    installAnnouncer();
    await log.load();
  } catch (error) {
    await showFailure(error);
  }
}

/** @param {HTMLElement|null} libraries the way to what programs may see of others, where there are some */
function head(libraries) {
  const back = element("a", { href: homeOf(libraryOfPage), class: "icon-button", "aria-label": strings.back, title: strings.back }, icon("back"));
  return element("header", { class: "page-header" }, back, element("div", { class: "header-text" }, element("h1", { text: strings.access.title }), libraries));
}

/** @param {unknown} error */
function failed(error) {
  if (error instanceof ApiError && error.code === 401) location.reload();
  else announce(isOffline(error) ? strings.offline : reasonOf(error));
}

/** @param {unknown} error */
async function showFailure(error) {
  if (error instanceof ApiError && error.code === 401) return location.reload();
  const what = isOffline(error) ? /** @type {const} */ ({ icon: "offline", title: strings.offline, text: strings.offlineHint }) : failureOf(error);
  const panel = messagePanel({ ...what, action: strings.retry, onAction: start, isWholePage: true });
  const elsewhere = libraryLinks(await knownLibraries());
  if (elsewhere) panel.append(elsewhere);
  document.body.replaceChildren(element("main", {}, panel));
}

applyLanguage();
document.title = `${strings.access.title} – ${strings.appName}`;
start();
