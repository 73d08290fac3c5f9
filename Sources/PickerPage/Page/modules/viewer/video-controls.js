// The controls of a video, below it: nothing covers the picture, and all of it is the page's own language.

import { element, iconButton } from "../dom.js";
import { formatDuration } from "../format.js";
import { icon } from "../icons.js";
import { strings } from "../strings.js";

/** Play, where it is, the sound and the whole screen. */
export class VideoControls {
  #video;
  #known;
  #play = iconButton(strings.play, icon("play"), "video-play");
  #mute = iconButton(strings.mute, icon("sound"), "video-mute");
  #position = element("input", { class: "video-position", type: "range", min: 0, max: 1, step: "any", value: 0, "aria-label": strings.videoPosition });
  #time = element("span", { class: "video-time" });

  /** @param {HTMLVideoElement} video @param {number|null} known how long it is, in seconds, where its file does not say it to browsers */
  constructor(video, known) {
    this.#video = video;
    this.#known = known ?? 0;
    const full = iconButton(strings.fullScreen, icon("expand"), "video-full");
    full.hidden = !document.fullscreenEnabled;
    this.root = element("div", { class: "video-controls", role: "group", "aria-label": strings.videoControls }, this.#play, this.#position, this.#time, this.#mute, full);
    this.#play.addEventListener("click", () => this.toggle());
    this.#mute.addEventListener("click", () => { video.muted = !video.muted; });
    this.#position.addEventListener("input", () => { video.currentTime = Number(this.#position.value); });
    // With the controls, so that there is a way to pause and back.
    full.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : this.root.parentElement?.requestFullscreen())?.catch(() => {}));
    video.addEventListener("click", () => this.toggle());
    for (const name of ["play", "pause", "ended", "timeupdate", "durationchange", "volumechange", "seeked"]) video.addEventListener(name, () => this.#render());
    this.#render();
  }

  toggle() {
    // A refusal is a video that cannot be played, which has an event of its own.
    if (this.#video.paused) this.#video.play().catch(() => {});
    else this.#video.pause();
  }

  #render() {
    const { currentTime, duration, paused, muted } = this.#video;
    const length = Number.isFinite(duration) ? duration : this.#known;
    show(this.#play, paused ? strings.play : strings.pause, paused ? "play" : "pause");
    show(this.#mute, muted ? strings.unmute : strings.mute, muted ? "silent" : "sound");
    this.#position.max = String(length || 1);
    this.#position.value = String(currentTime);
    const text = length > 0 ? strings.timeOf(formatDuration(currentTime), formatDuration(length)) : formatDuration(currentTime);
    this.#position.setAttribute("aria-valuetext", text);
    this.#time.textContent = text;
  }
}

/**
 * Says and shows what a press of a button does now.
 * @param {HTMLButtonElement} button @param {string} label @param {Parameters<typeof icon>[0]} name
 */
export function show(button, label, name) {
  if (button.title === label) return;
  button.title = label;
  button.setAttribute("aria-label", label);
  button.replaceChildren(icon(name));
}
