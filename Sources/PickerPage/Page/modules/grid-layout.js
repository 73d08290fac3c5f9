// Where cells lie: arithmetic on rows and columns, without elements.

/**
 * @typedef {object} GridLayout
 * @property {number} columns
 * @property {number} cell edge of a square cell in CSS pixels
 * @property {number} gap
 * @property {number} pitch from one row to the next
 */

/**
 * As many columns as give cells near `target`, never fewer than three.
 * @param {number} width
 * @param {{target: number, gap: number}} wish
 * @returns {GridLayout}
 */
export function layoutFor(width, { target, gap }) {
  const columns = Math.max(3, Math.round((width + gap) / (target + gap)));
  const cell = Math.max(40, Math.floor((width - gap * (columns - 1)) / columns));
  return { columns, cell, gap, pitch: cell + gap };
}

/** @param {GridLayout} layout @param {number} count */
export function heightOf(layout, count) {
  const rows = Math.ceil(count / layout.columns);
  return rows === 0 ? 0 : rows * layout.pitch - layout.gap;
}

/** @param {GridLayout} layout @param {number} index */
export const rowOf = (layout, index) => Math.floor(index / layout.columns);

/** @param {GridLayout} layout @param {number} index */
export function placeOf(layout, index) {
  return { x: (index % layout.columns) * layout.pitch, y: rowOf(layout, index) * layout.pitch };
}

/**
 * First and last index of the rows that touch a stretch of the canvas, and `overscan` rows around it.
 * @param {GridLayout} layout
 * @param {{top: number, height: number, count: number, overscan: number}} view
 */
export function rangeInView(layout, { top, height, count, overscan }) {
  const firstRow = Math.max(0, Math.floor(top / layout.pitch) - overscan);
  const lastRow = Math.floor((top + height) / layout.pitch) + overscan;
  return { first: firstRow * layout.columns, last: Math.min(count, (lastRow + 1) * layout.columns) - 1 };
}

/**
 * Where a key moves the focus, or null for a key that does not move it.
 * @param {GridLayout} layout
 * @param {string} key
 * @param {{index: number, count: number, rowsInView: number, isRightToLeft?: boolean}} from
 */
export function moveBy(layout, key, { index, count, rowsInView, isRightToLeft = false }) {
  const inline = isRightToLeft ? -1 : 1;
  const page = Math.max(1, rowsInView - 1) * layout.columns;
  /** @type {Record<string, number>} */
  const targets = {
    ArrowLeft: index - inline, ArrowRight: index + inline,
    ArrowUp: index - layout.columns, ArrowDown: index + layout.columns,
    PageUp: index - page, PageDown: index + page,
    Home: 0, End: count - 1,
  };
  if (!(key in targets)) return null;
  const target = targets[key];
  // The last row may be short: down from the row above it ends on the last cell instead of nowhere.
  const isVertical = key === "ArrowDown" || key === "PageDown" || key === "PageUp";
  if (target >= 0 && target < count) return target;
  if (key === "ArrowDown" && rowOf(layout, index) === rowOf(layout, count - 1)) return index;
  if (isVertical) return target < 0 ? index % layout.columns : count - 1;
  return index;
}
