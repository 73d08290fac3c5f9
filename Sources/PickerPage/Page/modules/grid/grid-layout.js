// Where cells are: arithmetic on rows and columns, without elements.

/**
 * @typedef {object} GridLayout
 * @property {number} columns
 * @property {number} cell edge of a square cell in CSS pixels
 * @property {number} gap
 * @property {number} pitch from one row to the next
 * @property {Bands} [bands] none: rows follow each other without headers
 */

/**
 * Rows below one line of headers: those of one day, or one row that several short days share. Between two bands a row may
 * end early, so that the next one begins where lines begin.
 * @typedef {object} Bands
 * @property {number[]} starts index of the first asset of each
 * @property {number[]} tops where its first row is
 * @property {number} header height of the line above it
 */

/** @typedef {{start: number, count: number}} Section assets of one header */

/**
 * As many columns as give cells near `target`, never fewer than two.
 * @param {number} width
 * @param {{target: number, gap: number}} wish
 * @returns {GridLayout}
 */
export function layoutFor(width, { target, gap }) {
  const columns = Math.max(2, Math.round((width + gap) / (target + gap)));
  const cell = Math.max(24, Math.floor((width - gap * (columns - 1)) / columns));
  return { columns, cell, gap, pitch: cell + gap };
}

/**
 * Puts headers above sections. Short ones share a row as long as they fit, so that a photo a day fills rows, too.
 * @param {GridLayout} layout @param {Section[]} sections without gaps, from the first asset on @param {number} header height
 * @returns {GridLayout}
 */
export function withSections(layout, sections, header) {
  /** @type {Bands} */
  const bands = { starts: [], tops: [], header };
  let [start, end, top] = [0, 0, 0];
  const close = () => {
    if (end === start) return;
    bands.starts.push(start);
    bands.tops.push(top + header);
    top += header + Math.ceil((end - start) / layout.columns) * layout.pitch;
    start = end;
  };
  for (const section of sections) {
    if (end - start + section.count > layout.columns) close();
    end = section.start + section.count;
  }
  close();
  return { ...layout, bands };
}

/**
 * The last of some ascending numbers that is not above a value; the first one when all are.
 * @param {number[]} numbers @param {number} value
 */
export function lastNotAbove(numbers, value) {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (numbers[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** @param {GridLayout} layout @param {number} number @param {number} count of all assets */
function bandOf({ bands }, number, count) {
  if (!bands || bands.starts.length === 0) return { number: 0, start: 0, end: count, top: 0, isLast: true };
  const isLast = number >= bands.starts.length - 1;
  return { number, start: bands.starts[number], end: isLast ? count : bands.starts[number + 1], top: bands.tops[number], isLast };
}

/** @param {GridLayout} layout @param {number} index @param {number} [count] */
const bandWith = (layout, index, count = Infinity) => bandOf(layout, layout.bands ? lastNotAbove(layout.bands.starts, index) : 0, count);

/** @param {GridLayout} layout @param {number} y @param {number} count */
const bandAt = (layout, y, count) => bandOf(layout, layout.bands ? lastNotAbove(layout.bands.tops, y + layout.bands.header) : 0, count);

/** @param {GridLayout} layout @param {number} count */
export function heightOf(layout, count) {
  if (count === 0) return 0;
  const last = bandWith(layout, count - 1, count);
  return last.top + Math.ceil((last.end - last.start) / layout.columns) * layout.pitch - layout.gap;
}

/** @param {GridLayout} layout @param {number} index */
export function placeOf(layout, index) {
  const { start, top } = bandWith(layout, index);
  const place = index - start;
  return { x: (place % layout.columns) * layout.pitch, y: top + Math.floor(place / layout.columns) * layout.pitch };
}

/**
 * The cell at a place of the canvas; between cells and beside them the nearest one.
 * @param {GridLayout} layout
 * @param {{x: number, y: number, count: number}} place `x` from where lines begin
 * @returns {number} -1 when there is none
 */
export function indexAt(layout, { x, y, count }) {
  const { start, end, top } = bandAt(layout, y, count);
  const column = Math.max(0, Math.min(layout.columns - 1, Math.floor(x / layout.pitch)));
  const row = Math.max(0, Math.floor((y - top) / layout.pitch));
  return Math.min(end - 1, start + row * layout.columns + column);
}

/**
 * First and last index of the rows that touch a stretch of the canvas, and `overscan` rows around it.
 * @param {GridLayout} layout
 * @param {{top: number, height: number, count: number, overscan: number}} view
 */
export function rangeInView(layout, { top, height, count, overscan }) {
  if (count === 0) return { first: 0, last: -1 };
  const [from, to] = [top - overscan * layout.pitch, top + height + overscan * layout.pitch];
  const above = bandAt(layout, from, count);
  const below = bandAt(layout, to, count);
  const first = above.start + Math.max(0, Math.floor((from - above.top) / layout.pitch)) * layout.columns;
  const last = below.start + (Math.max(0, Math.floor((to - below.top) / layout.pitch)) + 1) * layout.columns;
  return { first: Math.min(first, above.end), last: Math.min(count, below.end, last) - 1 };
}

/**
 * The first asset whose row is whole below a place of the canvas, or the last one.
 * @param {GridLayout} layout @param {number} y @param {number} count
 */
export function firstBelow(layout, y, count) {
  const { start, end, top, isLast } = bandAt(layout, y, count);
  const index = start + Math.max(0, Math.ceil((y - top) / layout.pitch)) * layout.columns;
  return index < end || isLast ? Math.min(index, count - 1) : end;
}

/**
 * Whether a header stands within some pixels of a place, where it says what there is.
 * @param {GridLayout} layout @param {number} y @param {number} distance
 */
export function hasHeaderNear({ bands }, y, distance) {
  if (!bands || bands.tops.length === 0) return false;
  const top = bands.tops[lastNotAbove(bands.tops, y + distance + bands.header)];
  return top > y && top - bands.header <= y + distance;
}

/**
 * A row up or down in the same column, or in the last one of a shorter row.
 * @param {GridLayout} layout @param {number} index @param {number} step 1 or -1 @param {number} count
 */
function rowBeside(layout, index, step, count) {
  const band = bandWith(layout, index, count);
  const rowStart = band.start + Math.floor((index - band.start) / layout.columns) * layout.columns;
  const column = index - rowStart;
  const next = rowStart + step * layout.columns;
  if (next >= band.start && next < band.end) return Math.min(next + column, band.end - 1);
  const other = step > 0 ? band.number + 1 : band.number - 1;
  if (other < 0 || (step > 0 && band.isLast)) return index;
  const { start, end } = bandOf(layout, other, count);
  const row = step > 0 ? 0 : Math.floor((end - start - 1) / layout.columns);
  return Math.min(start + row * layout.columns + column, end - 1);
}

/**
 * Where a key moves the focus, or null for a key that does not move it.
 * @param {GridLayout} layout
 * @param {string} key
 * @param {{index: number, count: number, rowsInView: number, isRightToLeft?: boolean}} from
 */
export function moveBy(layout, key, { index, count, rowsInView, isRightToLeft = false }) {
  const inline = isRightToLeft ? -1 : 1;
  const clamp = (/** @type {number} */ target) => Math.max(0, Math.min(count - 1, target));
  const rows = (/** @type {number} */ number) => {
    let target = index;
    for (let step = 0; step < Math.abs(number); step += 1) target = rowBeside(layout, target, Math.sign(number), count);
    return target;
  };
  const page = Math.max(1, rowsInView - 1);
  switch (key) {
    case "ArrowLeft": return clamp(index - inline);
    case "ArrowRight": return clamp(index + inline);
    case "ArrowUp": return rows(-1);
    case "ArrowDown": return rows(1);
    case "PageUp": return rows(-page);
    case "PageDown": return rows(page);
    case "Home": return 0;
    case "End": return count - 1;
    default: return null;
  }
}
