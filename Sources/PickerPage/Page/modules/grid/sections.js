// The days of a collection, as the server counts them: what stands above photos, and where years begin on the timeline.

/** @typedef {import("../types.js").DayCounts} DayCounts */
/** @typedef {{start: number, count: number, date: string|null}} DatedSection date: 2024-05-01, or 2024-05; null when it is not known */

/**
 * One section for each day, or month, in the order that is shown.
 * @param {DayCounts} counts @param {{isReversed: boolean, isMonthly: boolean}} how
 * @returns {DatedSection[]}
 */
export function sectionsOf({ days, counts }, { isReversed, isMonthly }) {
  /** @type {DatedSection[]} */
  const sections = [];
  let start = 0;
  for (let step = 0; step < days.length; step += 1) {
    const place = isReversed ? days.length - 1 - step : step;
    const date = (isMonthly ? days[place]?.slice(0, 7) : days[place]) ?? null;
    const last = sections.at(-1);
    if (last && last.date === date) last.count += counts[place];
    else sections.push({ start, count: counts[place], date });
    start += counts[place];
  }
  return sections;
}

/**
 * Labels for a timeline of this height: as many as there is room for, where each year begins.
 * @param {DatedSection[]} months @param {number} total @param {{height: number, room: number}} track
 * @returns {{year: string, top: number}[]} top: pixels
 */
export function yearsOn(months, total, { height, room }) {
  /** @type {{year: string, top: number}[]} */
  const years = [];
  let previous = "";
  for (const { date, start } of months) {
    const year = date?.slice(0, 4) ?? "";
    if (year === previous || year === "") continue;
    previous = year;
    const top = (start / total) * height;
    const last = years.at(-1);
    if ((!last || top - last.top >= room) && top <= height - room) years.push({ year, top });
  }
  return years;
}
