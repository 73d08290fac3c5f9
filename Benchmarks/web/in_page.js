// In the page that is measured, before its own scripts: what is on the screen, frame by frame.

window.bench = (() => {
  const grid = () => document.querySelector("grid-view");

  /** Cells on the screen, at least in part: how many, how many of them show anything, and how many their thumbnail. */
  function seen() {
    const view = grid()?.getBoundingClientRect();
    const found = { cells: 0, known: 0, final: 0, all: document.querySelectorAll(".cell").length, bottom: 0, view: view?.bottom ?? 0 };
    if (!view) return found;
    for (const cell of document.querySelectorAll(".cell")) {
      const { top, bottom } = cell.getBoundingClientRect();
      if (bottom <= view.top || top >= view.bottom) continue;
      found.cells += 1;
      found.bottom = Math.max(found.bottom, bottom);
      const image = cell.querySelector(".cell-frame img");
      if (image || cell.querySelector(".cell-preview")) found.known += 1;
      if (image?.complete) found.final += 1;
    }
    return found;
  }

  const isFinal = ({ cells, final }) => cells > 0 && cells === final;
  const isKnown = ({ cells, known }) => cells > 0 && cells === known;

  /** Milliseconds from `start` to the frame in which a condition is met. */
  const until = (condition, start = performance.now()) => new Promise((done) => {
    const look = () => {
      if (condition(seen())) done(performance.now() - start);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

  /** From where the page begins: the sign-in has just sent the reader here. */
  const first = until(isFinal, 0);

  /** Looks at each frame after the page has made it, while `scroll` goes on. */
  async function watch(scroll) {
    const frames = [];
    const look = () => requestAnimationFrame(() => frames.push({ at: performance.now(), ...seen() }));
    grid().addEventListener("scroll", look, { passive: true });
    await scroll();
    grid().removeEventListener("scroll", look);
    return frames;
  }

  /** Scrolls by the clock, as a hand does that does not tire. */
  const scrollBy = (pixels, perSecond) => new Promise((done) => {
    const start = performance.now();
    let moved = 0;
    const step = () => {
      const wanted = Math.min(pixels, Math.round(((performance.now() - start) / 1000) * perSecond));
      grid().scrollTop += wanted - moved;
      moved = wanted;
      if (moved < pixels) requestAnimationFrame(step);
      else done();
    };
    requestAnimationFrame(step);
  });

  /** What a fast scroll and its end look like. */
  async function scrolled(pixels, perSecond) {
    const frames = await watch(() => scrollBy(pixels, perSecond));
    const stop = performance.now();
    const settled = await until(isFinal, stop);
    return {
      frames: frames.length, settled,
      blank: frames.filter(({ cells, known }) => cells > known).length,
      worst: Math.max(0, ...frames.map(({ cells, known }) => cells - known)),
      cells: Math.max(...frames.map(({ all }) => all)),
      screen: Math.max(...frames.map(({ cells }) => cells)),
    };
  }

  /** From a key to the frame after the bar has said it. */
  function selecting() {
    let pressed = 0;
    addEventListener("keydown", ({ timeStamp }) => { pressed = timeStamp; }, { capture: true, once: true });
    const count = document.querySelector(".bar-count");
    return new Promise((done) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        requestAnimationFrame(() => done({ milliseconds: performance.now() - pressed, text: count.textContent }));
      });
      observer.observe(count, { childList: true, characterData: true, subtree: true });
    });
  }

  return { seen, first, until, isFinal, isKnown, scrollBy, scrolled, selecting };
})();
