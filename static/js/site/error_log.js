// The last few mistakes of our scripts in this browser, kept for whoever reports that something does not work.
const KEY = "mishaps";
const MOST = 5;

export function mishaps() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

function note(text) {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(
        [
          ...mishaps(),
          `${new Date().toISOString()} ${location.pathname.split("/")[1]}: ${String(text).slice(0, 300)}`,
        ].slice(-MOST),
      ),
    );
  } catch {
    // a browser that keeps nothing has nothing to tell
  }
}

addEventListener("error", (event) =>
  note(`${event.message} (${event.filename?.split("/").pop()}:${event.lineno})`),
);
addEventListener("unhandledrejection", (event) => note(event.reason?.message ?? event.reason));
