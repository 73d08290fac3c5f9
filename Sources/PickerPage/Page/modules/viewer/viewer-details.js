// What is known about one photo, beside it.

import { announce } from "../announcer.js";
import { fetchDetails } from "../api.js";
import { element, iconButton } from "../dom.js";
import { formatBytes, formatCount, formatDate, formatDecimal, formatDuration, formatExposureTime, formatType } from "../format.js";
import { icon } from "../icons.js";
import { copyText } from "../picking/copy-paths.js";
import { strings } from "../strings.js";

/** @typedef {import("../types.js").Asset} Asset */
/** @typedef {import("../types.js").AssetDetails} AssetDetails */

export class DetailsPanel {
  /** The keyboard leads there, to scroll what is longer than the screen: not every browser does that by itself. */
  root = element("aside", { class: "details", hidden: true, tabindex: 0, "aria-label": strings.details });
  /** @type {AbortController|null} */
  #request = null;

  /**
   * Shows what the list knows at once and the rest when it comes.
   * @param {Asset} asset
   */
  async show(asset) {
    this.clear();
    this.#render(asset);
    const request = (this.#request = new AbortController());
    const details = await fetchDetails(asset.localIdentifier, request.signal).catch(() => null);
    if (details && !request.signal.aborted) this.#render({ ...asset, ...details });
  }

  clear() {
    this.#request?.abort();
    this.#request = null;
  }

  /** @param {AssetDetails} asset */
  #render(asset) {
    const list = element("dl");
    for (const [term, value] of rows(asset)) {
      if (value) list.append(element("div", {}, element("dt", { text: term }), element("dd", {}, value)));
    }
    this.root.replaceChildren(element("h2", { text: strings.details }), list);
  }
}

/** @param {AssetDetails} asset @returns {[string, string|HTMLElement|null][]} */
function rows(asset) {
  const names = strings.detail;
  const { pixelWidth: width, pixelHeight: height } = asset;
  const megapixels = (width * height) / 1e6;
  const size = width > 0 && height > 0 ? `${formatCount(width)} × ${formatCount(height)}` : "";
  const files = asset.representations ?? [];
  return [
    [names.date, formatDate(asset.creationDate, { dateStyle: "full", timeStyle: "short" })],
    [names.location, place(asset.location)],
    [names.name, named(asset.filename)],
    [names.folder, named(asset.relativePath.split("/").slice(0, -1).join(" / "))],
    [names.dimensions, size && (megapixels >= 1 ? strings.dimensions(size, formatDecimal(megapixels, 1)) : size)],
    [names.duration, asset.duration ? formatDuration(asset.duration) : ""],
    [names.size, asset.byteSize > 0 ? formatBytes(asset.byteSize) : ""],
    [names.type, formatType(asset.uniformTypeIdentifier)],
    [names.camera, cameraName(asset.camera)],
    [names.lens, asset.camera?.lens ?? ""],
    [names.exposure, exposure(asset.camera)],
    [names.edited, edits(asset)],
    [names.files, files.length > 1 ? named(files.map((file) => file.filename).join(", ")) : null],
  ];
}

/**
 * A name of a file is read in its own direction, whatever that of the page is.
 * @param {string} name
 */
const named = (name) => (name === "" ? null : element("bdi", { text: name }));

/**
 * What is shown of a photo that was edited, and what there is besides.
 * @param {AssetDetails} asset
 */
function edits({ hasAdjustments, representations = [] }) {
  if (!hasAdjustments) return "";
  if (!representations.some(({ role }) => role === "edited")) return strings.editsApart;
  const before = representations.find(({ role }) => role === "photo" || role === "video" || role === "raw");
  return before ? strings.withoutEdits(before.filename) : strings.signs.edited;
}

/**
 * A place that this computer's own map program opens, if it has one: no one else is asked.
 * @param {AssetDetails["location"]} location
 */
function place(location) {
  if (!location) return null;
  const [latitude, longitude] = [location.latitude.toFixed(5), location.longitude.toFixed(5)];
  const copy = iconButton(strings.copyPlace, icon("copy"), "details-copy");
  copy.addEventListener("click", () => copyText(`${latitude}, ${longitude}`, { title: strings.copyPlace, copied: strings.placeCopied }, announce));
  const link = element("a", { href: `geo:${latitude},${longitude}`, title: strings.openPlace, text: `${latitude}, ${longitude}` });
  return element("span", { class: "details-place" }, link, copy);
}

/**
 * Many cameras repeat the maker in the model: "Canon Canon EOS 40D".
 * @param {AssetDetails["camera"]} camera
 */
function cameraName(camera) {
  const make = camera?.make?.trim() ?? "";
  const model = camera?.model?.trim() ?? "";
  const isRepeated = make !== "" && model.toLowerCase().startsWith(make.split(" ")[0].toLowerCase());
  return isRepeated ? model : `${make} ${model}`.trim();
}

/** @param {AssetDetails["camera"]} camera */
function exposure(camera) {
  if (!camera) return "";
  const { exposureTime, fNumber, isoSpeed, focalLength } = camera;
  return [
    exposureTime ? formatExposureTime(exposureTime) : "",
    fNumber ? `f/${Math.round(fNumber * 10) / 10}` : "",
    isoSpeed ? `ISO ${isoSpeed}` : "",
    focalLength ? `${Math.round(focalLength * 10) / 10} mm` : "",
  ].filter(Boolean).join(" · ");
}
