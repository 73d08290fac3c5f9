// Every sentence of the page in one place, so that a translation is one more file like this one.

import { formatCount } from "./format.js";

/** @typedef {"image"|"video"|"any"} MediaFilter */

const nouns = {
  image: { one: "photo", many: "photos" },
  video: { one: "video", many: "videos" },
  any: { one: "item", many: "items" },
};

/** For whoever reads it before choosing, "items" says too little. */
const choices = { ...nouns, any: { one: "photo or video", many: "photos or videos" } };

/**
 * @param {number} count
 * @param {MediaFilter} [filter]
 */
const things = (count, filter = "any") => `${formatCount(count)} ${count === 1 ? nouns[filter].one : nouns[filter].many}`;

export const strings = {
  things,
  appName: "Picker",
  back: "Back",
  albums: "Albums",
  events: "Events",
  folders: "Folders",
  help: "Keyboard and mouse",
  close: "Close",
  retry: "Try again",
  undo: "Undo",
  cancel: "Cancel",
  done: "Done",
  clear: "Clear selection",
  copyPaths: "Copy paths",
  loading: "Loading…",
  previous: "Previous",
  next: "Next",
  details: "Details",
  select: "Select",
  selected: "Selected",
  folder: "Folder",
  message: "Message",

  /** @param {string} title @param {number|null} count */
  albumLabel: (title, count) => (count === null ? title : `${title}, ${things(count)}`),
  /** @param {string} title */
  gridLabel: (title) => `Photos in ${title}`,
  /** @param {string} name @param {string} kind @param {string} date */
  cellLabel: (name, kind, date) => [name, kind, date].filter(Boolean).join(", "),
  kinds: { image: "", video: "video", audio: "audio", unknown: "file" },

  // The selection bar
  /** @param {number|null} limit @param {number} minimum @param {MediaFilter} filter */
  invitation: (limit, minimum, filter) => {
    const { one, many } = choices[filter];
    if (limit === 1) return `Choose a ${one}`;
    if (limit !== null) return `Choose ${minimum === limit ? "" : "up to "}${formatCount(limit)} ${many}`;
    return minimum > 1 ? `Choose at least ${formatCount(minimum)} ${many}` : `Choose ${many}`;
  },
  /** @param {number} count @param {number|null} limit */
  countOf: (count, limit) => (limit === null ? `${formatCount(count)} selected` : `${formatCount(count)} of ${formatCount(limit)}`),
  /** @param {number} missing */
  missing: (missing) => `Choose ${formatCount(missing)} more to finish`,
  /** @param {number} limit @param {MediaFilter} filter */
  atLimit: (limit, filter) => `You can choose up to ${things(limit, filter)}. Deselect one to choose another.`,
  /** @param {number} added @param {number} left @param {number} limit */
  leftOut: (added, left, limit) => `${formatCount(added)} added, ${formatCount(left)} left out: the limit is ${formatCount(limit)}.`,
  /** @param {number} count */
  announceCount: (count) => (count === 0 ? "Nothing selected" : `${formatCount(count)} selected`),
  cleared: "Selection cleared",
  restored: "Selection restored",
  collecting: "Selecting…",
  /** @param {number} count */
  copied: (count) => `${count === 1 ? "1 path" : `${formatCount(count)} paths`} copied`,
  copyByHand: "The browser does not let this page copy. Select the paths here and copy them.",

  // States
  emptyLibrary: "No photos in this folder",
  emptyLibraryHint: "Picker shows JPEG, PNG, HEIC, AVIF and RAW photos and MP4, MOV, MKV, WebM and AVI videos. Put some in the folder and they appear here.",
  emptyAlbum: "This album is empty",
  emptyAlbumHint: "Nothing here matches what may be picked.",
  goneAlbum: "This album is no longer here",
  goneAlbumHint: "Its folder was moved, renamed or deleted.",
  failed: "This could not be loaded",
  offline: "Picker is not answering",
  offlineHint: "The terminal that started it may have been closed. What you selected is kept on this page.",
  offlineBanner: "Picker is not answering. Trying again…",
  noReason: "The server gave no reason.",
  closePage: "You can close this page",
  picked: (/** @type {number} */ count, /** @type {MediaFilter} */ filter) => `${things(count, filter)} ${count === 1 ? "was" : "were"} handed over.`,
  cancelled: "Nothing was picked.",
  expired: "This link is no longer valid. Start picking again from the program that asked.",
  closed: "Picker was closed in the terminal.",

  // Details
  detail: {
    name: "Name", folder: "In", size: "Size", dimensions: "Dimensions", date: "Taken", camera: "Camera", lens: "Lens",
    exposure: "Exposure", duration: "Duration", type: "Type", location: "Place", files: "Files",
  },
  noPreview: "The picture came, but this browser cannot show it.",
  cannotPlay: "This browser cannot play this video. It can be picked all the same.",

  shortcuts: [
    ["Arrow keys", "Move"],
    ["Space", "Select or deselect"],
    ["Shift + arrow keys", "Select a range"],
    ["Shift + click", "Select a range"],
    ["Ctrl + A", "Select all, up to the limit"],
    ["Enter", "Open the large view"],
    ["Home, End, Page Up, Page Down", "Jump"],
    ["Esc", "Go back, then clear the selection"],
    ["I", "Details, in the large view"],
    ["?", "This help"],
  ],
};
