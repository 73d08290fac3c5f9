// The page in English. Every sentence is here, whole: words of other languages come in another order.

import { formatCount, plurals } from "../format.js";

/** @typedef {import("../strings.js").MediaFilter} MediaFilter */

const many = plurals("en");
const nouns = {
  image: { one: "# photo", other: "# photos" },
  video: { one: "# video", other: "# videos" },
  any: { one: "# item", other: "# items" },
};
const rows = {
  image: { one: "# photo in a row", other: "# photos in a row" },
  video: { one: "# video in a row", other: "# videos in a row" },
  any: { one: "# item in a row", other: "# items in a row" },
};

/** Before anything is chosen, "items" says too little. */
const invitations = {
  image: { one: "Choose a photo", exactly: "Choose # photos", most: "Choose up to # photos", least: "Choose at least # photos", any: "Choose photos" },
  video: { one: "Choose a video", exactly: "Choose # videos", most: "Choose up to # videos", least: "Choose at least # videos", any: "Choose videos" },
  any: {
    one: "Choose a photo or video", exactly: "Choose # photos or videos", most: "Choose up to # photos or videos",
    least: "Choose at least # photos or videos", any: "Choose photos or videos",
  },
};

export const english = {
  /** @param {number} count @param {MediaFilter} filter */
  things: (count, filter) => many(count, nouns[filter]),
  appName: "Picker",
  back: "Back",
  photos: "Photos",
  albums: "Albums",
  notInAlbum: "Not in an album",
  collectedAlbums: "Collected by kind",
  views: "Views",
  library: "Library",
  libraries: "Libraries",
  /** @param {string} title of a library */
  unavailable: (title) => `${title} (cannot be reached)`,
  events: "Events",
  folders: "Folders",
  help: "Help",
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
  language: "Language",
  languageOfBrowser: "The browser's",

  /** @param {string} title */
  gridLabel: (title) => `Photos in ${title}`,
  /** @param {string} name @param {string} kind @param {string} date */
  cellLabel: (name, kind, date) => [name, kind, date].filter(Boolean).join(", "),
  kinds: { image: "", video: "video", audio: "audio", unknown: "file" },

  search: "Search",
  kindsOfPhotos: "Kinds of photos",
  all: "All",
  kindNames: { photos: "Photos", videos: "Videos", live: "Live", raw: "RAW", favorites: "Favourites", screenshots: "Screenshots", stacks: "One per burst" },
  nothingFound: "Nothing found",
  /** @param {string} text */
  nothingFoundHint: (text) => (text ? `No photo has “${text}” in its name, album, title, keywords, camera or date.` : "There are no photos of this kind."),
  showAll: "Show all photos",

  newestFirst: "Newest first",
  oldestFirst: "Oldest first",
  noDate: "No date",
  /** @param {string} date */
  selectSection: (date) => `Select all of ${date}`,
  timeline: "Timeline",
  live: "Live",
  raw: "RAW",
  signs: { panorama: "Panorama", burst: "Burst", hdr: "HDR", edited: "Edited" },
  fileIsOffline: "Offline",
  /** @param {number} count */
  columns: (count) => many(count, { one: "# photo in a row", other: "# photos in a row" }),

  // The large view
  /** @param {number} place from 1 @param {number|null} total */
  placeOf: (place, total) => (total === null ? formatCount(place) : `${formatCount(place)} of ${formatCount(total)}`),
  /** @param {string} percent */
  zoomToPixels: (percent) => `Enlarged to ${percent}. Show at full size`,
  /** @param {string} percent */
  zoomToFit: (percent) => `Enlarged to ${percent}. Show the whole photo`,
  playLive: "Play the Live Photo",
  play: "Play",
  pause: "Pause",
  mute: "Mute",
  unmute: "Turn the sound on",
  fullScreen: "Full screen",
  videoPosition: "Position in the video",
  videoControls: "Video controls",
  /** @param {string} position @param {string} length */
  timeOf: (position, length) => `${position} / ${length}`,

  // The selection bar
  /** @param {number|null} limit @param {number} minimum @param {MediaFilter} filter */
  invitation: (limit, minimum, filter) => {
    const { one, exactly, most, least, any } = invitations[filter];
    if (limit === 1) return one;
    if (limit !== null) return many(limit, { other: minimum === limit ? exactly : most });
    return minimum > 1 ? many(minimum, { other: least }) : any;
  },
  /** @param {number} count @param {number|null} limit */
  countOf: (count, limit) => (limit === null ? `${formatCount(count)} selected` : `${formatCount(count)} of ${formatCount(limit)}`),
  /**
   * The button while too few are selected.
   * @param {number} count @param {number} minimum
   */
  doneOf: (count, minimum) => `Done (${formatCount(count)}/${formatCount(minimum)})`,
  /** @param {number} missing */
  missing: (missing) => many(missing, { other: "Choose # more to finish" }),
  /** @param {number} limit @param {MediaFilter} filter */
  atLimit: (limit, filter) => `You can choose up to ${many(limit, nouns[filter])}. Deselect one to choose another.`,
  /** @param {number} added @param {number} left @param {number} limit */
  leftOut: (added, left, limit) => `${formatCount(added)} added, ${formatCount(left)} left out: the limit is ${formatCount(limit)}.`,
  /** @param {number} count */
  announceCount: (count) => (count === 0 ? "Nothing selected" : `${formatCount(count)} selected`),
  showSelection: "Show what is selected",
  /** @param {number} count @param {MediaFilter} filter */
  photosInARow: (count, filter) => many(count, rows[filter]),
  /** @param {number} count */
  andMore: (count) => many(count, { one: "and # more", other: "and # more" }),
  /** @param {string} name */
  deselectNamed: (name) => `Deselect ${name}`,
  /** @param {string} name */
  moveEarlier: (name) => `Move ${name} forward`,
  /** @param {string} name */
  moveLater: (name) => `Move ${name} back`,
  goneFromLibrary: "No longer in the library",
  /** @param {string[]} names the first of them @param {number} count of all */
  goneFiles: (names, count) => {
    const list = names.map((name) => `“${name}”`).join(", ");
    if (count > names.length) return `${list} and ${formatCount(count - names.length)} more are no longer in the library.`;
    return count === 1 ? `${list} is no longer in the library.` : `${list} are no longer in the library.`;
  },
  /** @param {number} count */
  deselectGone: (count) => many(count, { one: "Deselect it", other: "Deselect them" }),
  cleared: "Selection cleared",
  restored: "Selection restored",
  /** @param {string} title */
  selectAlbum: (title) => `Select all of ${title}, or none`,
  collecting: "Selecting…",
  /** @param {number} count */
  copied: (count) => many(count, { one: "# path copied", other: "# paths copied" }),
  /** @param {number} count of names with line breaks or other control characters, or that are not UTF-8 */
  quotedPaths: (count) => many(count, { one: "# of them is written as a shell reads it, $'…': its name is not plain text.", other: "# of them are written as a shell reads them, $'…': their names are not plain text." }),
  copyByHand: "The browser does not let this page copy. Select the text here and copy it.",
  copyPlace: "Copy the place",
  placeCopied: "Place copied",
  openPlace: "Open in a map program",

  // States
  reading: "Reading your photos…",
  /** @param {import("../types.js").IndexState} index */
  readingProgress: ({ done, total }) => {
    if (!done) return "";
    return total === null ? `${formatCount(done)} so far` : `${formatCount(done)} of ${formatCount(total)}`;
  },
  readingHint: "They appear here as they are found.",
  read: "All photos are read",
  emptySoFar: "Nothing was found here so far",
  readingFailed: "The photos could not all be read",
  emptyLibrary: "No photos in this folder",
  emptyLibraryHint: "Picker shows JPEG, PNG, HEIC, AVIF and RAW photos and MP4, MOV, MKV, WebM and AVI videos. Put some in the folder and they appear here.",
  leftOutFiles: "Files that are not shown",
  noAlbums: "No albums",
  noAlbumsHint: "Folders inside this one appear here as albums.",
  emptyAlbum: "This album is empty",
  emptyAlbumHint: "Nothing here matches what may be picked.",
  goneAlbum: "This album is no longer here",
  goneAlbumHint: "Its folder was moved, renamed or deleted.",
  failed: "This could not be loaded",
  offline: "Picker is not answering",
  offlineHint: "It may have been closed, or is just being started again.",
  offlineBanner: "Picker is not answering. Trying again…",
  noReason: "The server gave no reason.",
  /** @type {Record<string, string>} what the storage says, when it is more than that something failed */
  refusals: {
    OFFLINE: "The photos cannot be reached", BUSY: "The photos are busy right now", RATE_LIMITED: "Too much was asked at once",
    STOPPED: "The connection to the photos ended", SIGN_IN_REQUIRED: "Sign in where the photos are",
    CONSENT_REQUIRED: "Agree to this where the photos are", NETWORK_NOT_ALLOWED: "The network may not be used for this",
    NO_SPACE: "The storage is full", QUOTA: "The share of the storage is used up", ACCESS_DENIED: "The storage does not allow this",
  },
  /**
   * What else the server refuses, by the reason that it names and by its status: it speaks English, so its own sentences are
   * shown here. Every other language has all of them.
   * @type {Record<string, string>}
   */
  reasons: {},
  /** @type {Record<string, string>} */
  statuses: {},
  /** @param {string} first without a full stop @param {string} second a whole sentence, or nothing */
  sentences: (first, second) => [first, second].filter(Boolean).join(". "),
  /** @param {number} seconds */
  tryAgainIn: (seconds) => many(seconds < 120 ? seconds : Math.ceil(seconds / 60), seconds < 120 ? { one: "Try again in # second.", other: "Try again in # seconds." } : { one: "Try again in # minute.", other: "Try again in # minutes." }),
  closePage: "You can close this page",
  keepPage: "Keep this page open",
  sending: "The files are on their way to the program that asked.",
  notSent: "The program that asked did not get all of the files.",
  timeIsOver: "The time to pick is over",
  /** @param {number} count @param {MediaFilter} filter */
  picked: (count, filter) => many(count, {
    image: { one: "# photo was handed over.", other: "# photos were handed over." },
    video: { one: "# video was handed over.", other: "# videos were handed over." },
    any: { one: "# item was handed over.", other: "# items were handed over." },
  }[filter]),
  cancelled: "Nothing was picked.",
  /** Of a session of another program. */
  endedFor: {
    cancelled: "The program that asked gets nothing.",
    expired: "There was too much time in between. Let the program ask again.",
    closed: "The program that asked has withdrawn its request, or Picker was closed.",
  },
  expired: "This link is no longer valid. Start picking again from the program that asked.",
  closed: "Picker was closed in the terminal.",

  // The albums that Picker makes itself, by what they hold
  smartAlbums: {
    cameraRoll: "Camera Roll", favorites: "Favourites", videos: "Videos", livePhotos: "Live Photos", raw: "RAW", panoramas: "Panoramas",
    screenshots: "Screenshots", selfies: "Selfies", bursts: "Bursts", sloMo: "Slo-mo", timelapses: "Time-lapse",
    recentlyAdded: "Recently Added", hidden: "Hidden",
  },

  // Signing in
  signInToPick: "A program asks you for photos. Once this browser is signed in, this page goes on by itself.",
  whoAsks: "Who asks for photos",
  /** @param {MediaFilter} filter */
  asksFor: (filter) => `asks for ${{ image: "photos", video: "videos", any: "photos or videos" }[filter]}, and gets only what you pick.`,
  /** @param {number} count */
  selectedElsewhere: (count) => many(count, {
    one: "# is selected in another library: what you select here takes its place when you press Done.",
    other: "# are selected in another library: what you select here takes their place when you press Done.",
  }),
  signInTitle: "Open the link from the terminal",
  signInText: "The terminal that started Picker printed a link to this page. It signs one browser in, within ten minutes: a link that was already used does not open again.",
  signInHint: "No link left? picker ctl link prints a new one, or picker pick when it is started again.",
  linkUsed: "This link was used already, or is more than ten minutes old.",
  keepsNothing: "This browser does not let this page keep anything. Allow it to store data here, and sign in again.",
  password: "Password",
  signInWithPassword: "Sign in",
  passwordWrong: "This is not the password.",
  /** @param {number} seconds */
  tooManyPasswords: (seconds) => `Too many wrong passwords: wait ${seconds} seconds, or use a link.`,
  signOut: "Sign out",
  signedInBrowsers: "Signed-in browsers",
  thisBrowser: "This browser",
  unnamedBrowser: "A browser without a name",
  /** @param {string} since @param {string} used */
  signedInSince: (since, used) => `since ${since}, last used ${used}`,

  // What programs may see
  access: {
    title: "Programs",
    open: "What programs may see",
    programs: "Programs and what they may see",
    none: "No programs",
    noneHint: "A program that may ask you for photos is added in a terminal: picker clients add NAME",
    nothing: "It sees nothing but what you pick when it asks.",
    /** @param {string} date */
    since: (date) => `since ${date}`,
    revoke: "Revoke",
    /** @param {string} title @param {string} program */
    revokeNamed: (title, program) => `Revoke ${title} from ${program}`,
    /** @param {string} title */
    revoked: (title) => `${title} is revoked`,
    grant: "Grant",
    chooseAlbum: "Choose an album",
    /** @param {string} program */
    albumFor: (program) => `Album for ${program}`,
    /** @param {string} program */
    granted: (program) => `${program} may see it now`,
    grantChosen: (/** @type {number} */ count) => many(count, { one: "Grant the selected item", other: "Grant the # selected items" }),
    grantSelected: "Grant to a program",
    records: "What was given",
    noRecords: "Nothing was given so far.",
    more: "Show more",
    events: {
      picked: (/** @type {string} */ program, /** @type {number} */ count, /** @type {string} */ bytes) => many(count, { one: `You picked # item (${bytes}) for ${program}`, other: `You picked # items (${bytes}) for ${program}` }),
      /** @param {string} program @param {string} title */
      granted: (program, title) => `You granted ${title} to ${program}`,
      /** @param {string} program @param {string} title */
      grantRevoked: (program, title) => `You revoked ${title} from ${program}`,
      /** @param {string} program */
      added: (program) => `You added ${program}`,
      /** @param {string} program */
      revoked: (program) => `You revoked ${program}`,
    },
  },

  // Details
  detail: {
    name: "Name", folder: "In", size: "Size", dimensions: "Dimensions", date: "Taken", camera: "Camera", lens: "Lens",
    exposure: "Exposure", duration: "Duration", type: "Type", location: "Place", files: "Files", edited: "Edited",
  },
  /** @param {string} name */
  withoutEdits: (name) => `Without the edits it is ${name}`,
  editsApart: "The edits are in a file of their own; this is the photo without them",
  /** @param {string} pixels @param {string} megapixels */
  dimensions: (pixels, megapixels) => `${pixels} · ${megapixels} MP`,
  photoNotFound: "The photo that was open here was not found.",
  noPreview: "The picture came, but this browser cannot show it.",
  cannotPlay: "This browser cannot play this video. It can be picked all the same.",

  /** @type {[string, string][]} what fingers do, where there is neither a mouse nor keys */
  gestures: [
    ["Press and hold, then draw", "Select several photos"],
    ["Two fingers", "Larger photos, or more of them"],
    ["The handle at the edge", "Go to another month"],
    ["Swipe, in the large view", "The next photo"],
    ["Swipe down, in the large view", "Back to all photos"],
    ["Double tap, or two fingers, in the large view", "Enlarge"],
    ["Press and hold, in the large view", "Play a Live Photo"],
    ["Press and hold, in the selection", "Move a photo, where the order matters"],
  ],
  /** @type {[string, string][]} keys, and what they do */
  shortcuts: [
    ["Arrow keys", "Move"],
    ["Space", "Select or deselect"],
    ["Shift + arrow keys", "Select a range"],
    ["Shift + click, or drag", "Select a range"],
    ["Ctrl + A", "Select all, up to the limit"],
    ["Enter", "Open the large view"],
    ["/", "Search"],
    ["Home, End, Page Up, Page Down", "Jump"],
    ["Esc", "Close the large view, then clear the selection, then go back"],
    ["Arrow keys, Page Up, Page Down", "A month or a year on, on the timeline"],
    ["+, −, or Ctrl + wheel", "Larger photos, or more of them"],
    ["+, −, 0, 1", "Enlarge, reduce, whole photo, full size, in the large view"],
    ["I", "Details, in the large view"],
    ["P", "Play or pause a video, a Live Photo or an image that moves"],
    ["Press and hold", "Play a Live Photo, in the large view"],
    ["?", "This help"],
  ],
};
