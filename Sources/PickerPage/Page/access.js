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
import { messagePanel } from "./modules/message-panel.js";
import { strings } from "./modules/strings.js";

async function start() {
  try {
    const [programs, { collections }] = await Promise.all([fetchPrograms(), fetchCollections()]);
    const log = new AccessLog(failed);
    const list = new ProgramList(programs, { albums: collections.filter(({ type }) => type !== "folder"), chosen: takeChosen(), onChange: () => log.load(), onFailure: failed });
    document.body.replaceChildren(head(), element("main", { class: "access" }, list.root, log.root));
    installAnnouncer();
    await log.load();
  } catch (error) {
    showFailure(error);
  }
}

function head() {
  const back = element("a", { href: "/", class: "icon-button", "aria-label": strings.back, title: strings.back }, icon("back"));
  return element("header", { class: "page-header" }, back, element("div", { class: "header-text" }, element("h1", { text: strings.access.title })));
}

/** @param {unknown} error */
function failed(error) {
  if (error instanceof ApiError && error.code === 401) location.reload();
  else announce(isOffline(error) ? strings.offline : reasonOf(error));
}

/** @param {unknown} error */
function showFailure(error) {
  if (error instanceof ApiError && error.code === 401) return location.reload();
  const what = isOffline(error) ? /** @type {const} */ ({ icon: "offline", title: strings.offline, text: strings.offlineHint }) : failureOf(error);
  document.body.replaceChildren(element("main", {}, messagePanel({ ...what, action: strings.retry, onAction: start, isWholePage: true })));
}

applyLanguage();
document.title = `${strings.access.title} – ${strings.appName}`;
start();
