/** Times in the reader's own time zone; the server writes them in UTC. */
const format = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** @param {Document | HTMLElement} root */
export function showLocalTimes(root) {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const times = root.querySelectorAll('time[datetime]:not([datetime^="P"])'); // how long is left, stays
  for (const time of times) {
    time.title = time.textContent;
    time.textContent = format.format(new Date(time.dateTime));
  }
}
