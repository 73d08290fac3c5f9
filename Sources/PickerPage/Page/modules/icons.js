// Line icons on a 24 px grid, drawn with the colour of the text around them.

const paths = {
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5.5 12.5l4.2 4.2 8.8-9.2",
  help: "M9.2 9.2a2.9 2.9 0 1 1 4.2 2.6c-.9.5-1.4 1.1-1.4 2.2M12 17.4v.1",
  search: "M10.8 17.3a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.6 15.6L20 20",
  info: "M12 11v6M12 7.4v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18",
  expand: "M14 5h5v5M19 5l-6 6M10 19H5v-5M5 19l6-6",
  newest: "M7 5v14M3.5 15.5L7 19l3.5-3.5M13 6h8M13 11h6M13 16h4",
  oldest: "M7 19V5M3.5 8.5L7 5l3.5 3.5M13 8h4M13 13h6M13 18h8",
  live: "M12 14.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4M12 17.6a5.6 5.6 0 1 0 0-11.2 5.6 5.6 0 0 0 0 11.2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18",
  pause: "M9 6v12M15 6v12",
  sound: "M4 9.5v5h3.2L12 18.5v-13L7.2 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11",
  silent: "M4 9.5v5h3.2L12 18.5v-13L7.2 9.5zM15.5 9.5l5 5M20.5 9.5l-5 5",
  play: "M8 5.5v13l10.5-6.5z",
  photo: "M4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5zM3.5 16.5l4.8-4.8 4.2 4.2 2.7-2.7 5.3 5M15.5 9.5v.1",
  broken: "M4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5zM12 8.5v4.2M12 15.6v.1",
  folder: "M3 7.5A1.5 1.5 0 0 1 4.5 6h4.6l2 2.2h8.4A1.5 1.5 0 0 1 21 9.7v7.8a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5z",
  offline: "M3 3l18 18M5 12.6a10 10 0 0 1 4-2.4M2 9a14.5 14.5 0 0 1 4.6-2.9M19 12.6a10 10 0 0 0-3.3-2.1M22 9A14.5 14.5 0 0 0 10.7 5.1M8.5 16.1a5 5 0 0 1 6.3-.3M12 19.5v.1",
  key: "M14.5 14a4.5 4.5 0 1 0-4.2-2.9L4 17.4V20h3.2v-2h2v-2h1.6l1.4-1.4a4.5 4.5 0 0 0 2.3-.6M15.8 8.2v.1",
  copy: "M9 9h9.5A1.5 1.5 0 0 1 20 10.5V19a1.5 1.5 0 0 1-1.5 1.5H10A1.5 1.5 0 0 1 8.5 19V9.5M5.5 15H5A1.5 1.5 0 0 1 3.5 13.5V5A1.5 1.5 0 0 1 5 3.5h8.5A1.5 1.5 0 0 1 15 5v.5",
};

/**
 * @param {keyof typeof paths} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(namespace, "path");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}
