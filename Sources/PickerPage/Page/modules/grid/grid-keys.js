// The keyboard of the grid, as a multi-selectable listbox has it.

import { moveBy } from "./grid-layout.js";

/** @typedef {import("./grid-view.js").GridView} GridView */

/** Who holds one of these a moment longer wants what it does once, and not the opposite, or what comes next, after that. */
const onceKeys = [" ", "Enter"];

/** @param {GridView} grid @param {KeyboardEvent} event */
export function handleGridKey(grid, event) {
  if (event.altKey || event.isComposing) return;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== "a") return;
    event.preventDefault();
    grid.picking.selectAll(grid.source);
    return;
  }
  if (act(grid, event) || move(grid, event)) event.preventDefault();
}

/** @param {GridView} grid @param {KeyboardEvent} event */
function act(grid, event) {
  if (event.repeat && onceKeys.includes(event.key)) return true;
  const index = grid.focusIndex;
  if (event.key === " ") {
    const asset = grid.source.at(index);
    if (event.shiftKey) grid.picking.extend(grid.source, index);
    else if (asset) grid.picking.toggle(asset, grid.source, index);
    return true;
  }
  if (event.key === "+" || event.key === "=" || event.key === "-") {
    grid.changeDensity(event.key === "-" ? -1 : 1);
    return true;
  }
  if (event.key === "Enter") {
    grid.dispatchEvent(new CustomEvent("open", { detail: index }));
    return true;
  }
  return false;
}

/** @param {GridView} grid @param {KeyboardEvent} event */
function move(grid, event) {
  const isRightToLeft = getComputedStyle(grid).direction === "rtl";
  const { source, rowsInView, focusIndex } = grid;
  const index = moveBy(grid.layout, event.key, { index: focusIndex, count: source.total ?? source.count, rowsInView, isRightToLeft });
  if (index === null) return false;
  if (event.shiftKey) grid.picking.beginAt(focusIndex);
  else grid.picking.setAnchor(index);
  grid.focusCell(index);
  if (event.shiftKey) grid.picking.extend(source, index);
  return true;
}
