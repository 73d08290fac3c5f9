// The libraries of this server: which one the page is for, and the way to the others.

import { fetchLibraries } from "../api.js";
import { element } from "../dom.js";
import { icon } from "../icons.js";
import { addressFor, libraryOfPage } from "./place.js";
import { strings } from "../strings.js";

/** @typedef {import("../types.js").Library} Library */

/**
 * The first has the plain address, which people know.
 * @param {Library[]} libraries @param {string} key
 */
const addressOf = (libraries, key) => addressFor(libraries[0].key === key ? null : key);

/** @param {Library} library */
const nameOf = ({ title, state }) => (state === "unavailable" ? strings.unavailable(title) : title);

/**
 * Asks which libraries there are; a failure is no reason to show nothing of this one.
 * @returns {Promise<Library[]>}
 */
export const knownLibraries = () => fetchLibraries().catch(() => []);

/**
 * A menu of the libraries, which goes to the one that is chosen.
 * @param {Library[]} libraries
 * @returns {HTMLElement|null} null when there is no other
 */
export function librarySwitch(libraries) {
  if (libraries.length < 2) return null;
  const current = libraryOfPage ?? libraries[0].key;
  const menu = element("select", { "aria-label": strings.library });
  for (const library of libraries) menu.append(new Option(nameOf(library), library.key, false, library.key === current));
  menu.addEventListener("change", () => location.assign(addressOf(libraries, menu.value)));
  // Back shows this page again, and the menu must say so.
  addEventListener("pageshow", () => { menu.value = current; });
  return element("label", { class: "library-switch" }, menu, icon("forward"));
}

/**
 * Links to the libraries that can be shown while this one cannot.
 * @param {Library[]} libraries
 * @returns {HTMLElement|null} null when there is none
 */
export function libraryLinks(libraries) {
  const current = libraryOfPage ?? libraries[0]?.key;
  const others = libraries.filter(({ key, state }) => key !== current && state !== "unavailable");
  if (others.length === 0) return null;
  const links = others.map(({ key, title }) => element("a", { class: "button", href: addressOf(libraries, key), text: title, dir: "auto" }));
  return element("nav", { class: "library-links", "aria-label": strings.libraries }, ...links);
}
