/**
 * The start of every page, before the first paint. Sets the theme that this browser chose last
 * time, and marks the page as scripted. Where a script belongs to an older build, it reloads the
 * page, once: see reload.js.
 */
(() => {
  const KEY = "reloaded"; // as in reload.js
  const REST_MS = 5 * 60_000;
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; then the system's theme holds.
  }
  addEventListener("error", (event) => reloadIfGone(event.target), true);

  /** @param {EventTarget | null} script */
  async function reloadIfGone(script) {
    if (!(script instanceof HTMLScriptElement)) return;
    const answer = await fetch(script.src, { method: "HEAD" });
    if (answer.status !== 410 || !mayReload()) return;
    sessionStorage.setItem(KEY, JSON.stringify({ build: null, at: Date.now(), count: 1 }));
    location.reload();
  }

  function mayReload() {
    try {
      const last = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
      sessionStorage.setItem(KEY, JSON.stringify(last));
      return last === null || Date.now() - last.at > REST_MS;
    } catch {
      return false;
    }
  }
})();
