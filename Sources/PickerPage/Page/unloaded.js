// Says that the page did not load, where one of its scripts does not come: without that one nothing else could. No module, so that
// nothing has to come for it.

addEventListener("error", (event) => {
  const note = document.querySelector("#unloaded");
  // What extensions of a browser put into the page may fail as it likes.
  const isOurs = event.target instanceof HTMLScriptElement && event.target.src.startsWith(`${location.origin}/page/`);
  if (!isOurs || !(note instanceof HTMLTemplateElement)) return;
  document.body.replaceChildren(note.content);
  document.body.hidden = false;
  document.querySelector("button")?.addEventListener("click", () => location.reload());
}, true);
