// Says that the page did not load, where one of its scripts does not come, or is of another version than those that need it: without
// that one nothing else could. No module, so that nothing has to come for it.

addEventListener("error", (event) => {
  const note = document.querySelector("#unloaded");
  if (!(note instanceof HTMLTemplateElement)) return;
  // What extensions of a browser put into the page may fail as it likes.
  const isMissing = event.target instanceof HTMLScriptElement && event.target.src.startsWith(`${location.origin}/page/`);
  // While hosts behind one proxy are updated, a script may come that does not have what others take from it. Firefox says to which that
  // was, Chromium names the page itself.
  const isOther = event.error instanceof SyntaxError && (event.filename === "" || event.filename.startsWith(`${location.origin}/`));
  const isStarting = document.body.hidden || document.querySelector(".starting") !== null;
  if (!isMissing && !(isOther && isStarting)) return;
  document.body.replaceChildren(note.content);
  document.body.hidden = false;
  document.querySelector("button")?.addEventListener("click", () => location.reload());
}, true);
