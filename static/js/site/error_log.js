/** The last few script errors in this browser, kept for problem reports. */
const KEY = "mishaps";
const MOST = 5;

/** @returns {string[]} oldest first */
export function recentErrors() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? [];
  } catch {
    return [];
  }
}

/** @param {unknown} text */
function record(text) {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(
        [
          ...recentErrors(),
          `${new Date().toISOString()} ${location.pathname.split("/")[1]}: ` +
            `${String(text).slice(0, 300)}`,
        ].slice(-MOST),
      ),
    );
  } catch {
    // A browser without storage keeps no errors.
  }
}

addEventListener("error", (event) =>
  record(`${event.message} (${event.filename?.split("/").pop()}:${event.lineno})`),
);
addEventListener("unhandledrejection", (event) => record(event.reason?.message ?? event.reason));
