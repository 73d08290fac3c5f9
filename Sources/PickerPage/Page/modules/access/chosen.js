// What was selected on the page of photos, on its way to the page on which it is granted.

import { libraryOfPage } from "../libraries/place.js";

// Two libraries may call different photos the same.
const key = `picker.chosen.${libraryOfPage ?? ""}`;

/** @param {string[]} assets local identifiers */
export function keepChosen(assets) {
  sessionStorage.setItem(key, JSON.stringify(assets));
}

/** @returns {string[]} each time the same, until the window is closed or something else is chosen */
export function chosenAssets() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

export const forgetChosen = () => sessionStorage.removeItem(key);
