// Elements without markup strings: nothing that a file name contains can ever become HTML.

/**
 * Makes an element. `text` becomes its text, `false` and `null` attributes are left out, `true` ones are empty.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string|number|boolean|null|undefined>} [attributes]
 * @param {...(Node|string|null|undefined)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "text") made.textContent = String(value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child != null) made.append(child);
  return made;
}

/**
 * A button that shows an icon and says its name to assistive technology and as a tooltip.
 * @param {string} label
 * @param {SVGElement} icon
 * @param {string} [className]
 */
export function iconButton(label, icon, className = "") {
  return element("button", { type: "button", class: `icon-button ${className}`.trim(), "aria-label": label, title: label }, icon);
}

/**
 * @param {string} text
 * @param {string} [className]
 */
export function textButton(text, className = "") {
  return element("button", { type: "button", class: `button ${className}`.trim(), text });
}

/**
 * A press beside the dialog closes it: one that begins and ends there. What lies between its contents is the dialog, too, and who
 * selects text with the mouse may let go outside.
 * @param {HTMLDialogElement} dialog
 */
export function closeOnBackdrop(dialog) {
  const isBeside = (/** @type {MouseEvent} */ { target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
  };
  let hasBegun = false;
  dialog.addEventListener("pointerdown", (event) => { hasBegun = isBeside(event); });
  dialog.addEventListener("click", (event) => { if (hasBegun && isBeside(event)) dialog.close(); });
}

/** Whether one can point at something without pressing it: with a mouse, and not with a finger. */
export const hovers = matchMedia("(hover: hover)");

/** Says in the document whether the keyboard was used last: focus that the page gives by itself is shown only then. */
export function followKeyboard() {
  const root = document.documentElement;
  addEventListener("keydown", (event) => { if (!["Control", "Shift", "Alt", "Meta"].includes(event.key)) root.classList.add("has-keyboard"); }, true);
  addEventListener("pointerdown", () => root.classList.remove("has-keyboard"), true);
}

/** What a slider of the browser does something with. */
const sliderKeys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"];

/**
 * Whether a key press is meant for a field or a slider of the browser and not for the page.
 * @param {KeyboardEvent} event
 */
export function isTyping(event) {
  const target = event.target;
  if (target instanceof HTMLInputElement && target.type === "range") return sliderKeys.includes(event.key);
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
