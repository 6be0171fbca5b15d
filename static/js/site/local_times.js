// Times in the reader's own time zone; the server writes them in UTC.
const format = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** @param {Document | HTMLElement} root */
export function showLocalTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    time.title = time.textContent;
    time.textContent = format.format(new Date(time.dateTime));
  }
}
