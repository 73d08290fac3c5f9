// The form: what was picked is remembered by its session, and the server fetches it when the entry is written.

const form = document.querySelector("form");
const note = document.querySelector("output");
let sessionId = null;

form.addEventListener("pick", (event) => {
  const { itemIds } = event.detail;
  sessionId = event.detail.sessionId;
  note.textContent = itemIds.length === 1 ? "1 photo" : `${itemIds.length} photos`;
});

form.addEventListener("cancel", (event) => {
  // What was picked before stays.
  if (sessionId === null) note.textContent = event.detail.reason === "expired" ? "No photos: the time to pick was over" : "No photos";
});

form.addEventListener("error", (event) => {
  if (event.detail) note.textContent = event.detail.error.message;
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { name, text } = Object.fromEntries(new FormData(form));
  const entry = JSON.stringify({ name, text, ...(sessionId === null ? {} : { sessionId }) });
  const answer = await fetch("/entries", { method: "POST", headers: { "Content-Type": "application/json" }, body: entry });
  if (answer.ok) location.reload();
  else note.textContent = await answer.text();
});
