// Numbers, sizes and dates the way the reader's language writes them.

import { language } from "./language.js";

const count = new Intl.NumberFormat(language.format);
const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];

/** @param {number} value */
export const formatCount = (value) => count.format(value);

/**
 * @param {number} value
 * @param {number} digits after the point
 */
export const formatDecimal = (value, digits) => new Intl.NumberFormat(language.format, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

/** @typedef {Partial<Record<Intl.LDMLPluralRule, string>> & {other: string}} Forms sentences by plural; # stands for the number */

/**
 * Chooses among whole sentences by how many there are, as a language does.
 * @param {string} tag of that language
 * @returns {(count: number, forms: Forms) => string}
 */
export function plurals(tag) {
  const rules = new Intl.PluralRules(tag);
  return (value, forms) => (forms[rules.select(value)] ?? forms.other).replaceAll("#", formatCount(value));
}

/** @param {number} ratio 1 is 100 % */
export const formatPercent = (ratio) => new Intl.NumberFormat(language.format, { style: "percent", maximumFractionDigits: ratio < 0.01 ? 1 : 0 }).format(ratio);

/**
 * Decimal units, as file managers on Linux show them.
 * @param {number} bytes
 */
export function formatBytes(bytes) {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const maximumFractionDigits = unit > 0 && value < 99.95 ? 1 : 0;
  return new Intl.NumberFormat(language.format, {
    style: "unit", unit: units[unit], unitDisplay: unit === 0 ? "long" : "short", maximumFractionDigits,
  }).format(value);
}

/**
 * To make one takes a hundred times as long as to use it, and the grid uses them for each photo that scrolls by.
 * @type {Map<string, Intl.DateTimeFormat>}
 */
const dateFormats = new Map();

/** @param {Intl.DateTimeFormatOptions} options */
function dateFormat(options) {
  const key = JSON.stringify(options);
  const known = dateFormats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(language.format, { timeZone: "UTC", ...options });
  dateFormats.set(key, made);
  return made;
}

/**
 * The clock that hung on the wall where the photo was taken: the offset is dropped, not converted.
 * @param {string|null|undefined} iso
 * @param {Intl.DateTimeFormatOptions} options
 */
export function formatDate(iso, options) {
  if (!iso) return "";
  const wallClock = new Date(`${iso.slice(0, 19)}Z`);
  if (Number.isNaN(wallClock.getTime())) return "";
  return dateFormat(options).format(wallClock);
}

/** Most days that are remembered as they are written. */
const mostDays = 1000;
/** @type {Map<string, string>} */
const days = new Map();

/**
 * The day of a photo, in full: each photo that scrolls by says its own, and most are of a day that was just written.
 * @param {string|null|undefined} iso
 */
export function formatDay(iso) {
  const key = iso?.slice(0, 10) ?? "";
  const known = days.get(key);
  if (known !== undefined) return known;
  if (days.size >= mostDays) days.clear();
  const text = formatDate(iso, { dateStyle: "long" });
  days.set(key, text);
  return text;
}

/**
 * When something happened here, by the reader's own clock.
 * @param {string} iso @param {Intl.DateTimeFormatOptions} options
 */
export const formatMoment = (iso, options) => new Intl.DateTimeFormat(language.format, options).format(new Date(iso));

/** Of the last that was asked for: while one scrolls, it is the same frame by frame. */
let lastMonths = { key: "", text: "" };

/**
 * "June – July 2024", or one month.
 * @param {string|null|undefined} one ISO 8601 @param {string|null|undefined} other before or after it
 */
export function formatMonths(one, other) {
  const key = `${one?.slice(0, 7)} ${other?.slice(0, 7)}`;
  if (key !== lastMonths.key) lastMonths = { key, text: monthsText(one, other) };
  return lastMonths.text;
}

/** @param {string|null|undefined} one @param {string|null|undefined} other */
function monthsText(one, other) {
  const times = [one, other].flatMap((iso) => (iso ? [Date.parse(`${iso.slice(0, 19)}Z`)] : [])).filter((time) => !Number.isNaN(time));
  if (times.length === 0) return "";
  return dateFormat({ month: "long", year: "numeric" }).formatRange(Math.min(...times), Math.max(...times));
}

/** @type {Record<"day"|"month", Intl.DateTimeFormatOptions[]>} ways to write it, from the longest to the shortest */
const lengths = {
  day: [
    { weekday: "long", year: "numeric", month: "long", day: "numeric" }, { weekday: "short", year: "numeric", month: "short", day: "numeric" },
    { year: "numeric", month: "short", day: "numeric" }, { month: "short", day: "numeric" },
    { month: "numeric", day: "numeric" },
  ],
  month: [{ year: "numeric", month: "long" }, { year: "numeric", month: "short" }, { year: "numeric", month: "numeric" }],
};

/**
 * A day, or a month: 2024-05-01 or 2024-05. All ways to write it, from the longest to the shortest.
 * @param {string} date
 */
export function sectionForms(date) {
  const isMonth = date.length === 7;
  return lengths[isMonth ? "month" : "day"].map((options) => formatDate(`${date}${isMonth ? "-01" : ""}T12:00:00`, options));
}

/**
 * The same in full.
 * @param {string} date
 */
export const formatSection = (date) => sectionForms(date)[0];

/** @param {number} seconds */
export function formatDuration(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/**
 * "1/250 s", "2 s".
 * @param {number} seconds
 */
export function formatExposureTime(seconds) {
  if (seconds <= 0) return "";
  return seconds < 0.4 ? `1/${Math.round(1 / seconds)} s` : `${Math.round(seconds * 10) / 10} s`;
}

/**
 * The server's line as a sentence of its own. A file name at its start is left out where the name is shown anyway,
 * and never changed.
 * @param {string} message
 * @param {string} [filename]
 */
export function formatReason(message, filename = "") {
  const isNamed = filename !== "" && message.startsWith(filename);
  const rest = isNamed ? message.slice(filename.length).replace(/^(:| is)? */, "") : message;
  return /^[a-z]+[ ,:;]/.test(rest) ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest;
}

/**
 * The short name of a uniform type identifier: "public.heic" is "HEIC".
 * @param {string} identifier
 */
export function formatType(identifier) {
  const last = identifier.split(".").pop() ?? identifier;
  return last.replace(/-(image|movie|video|raw)$/, "").replace(/-(?=[^-]*$)/, " ").toUpperCase();
}
