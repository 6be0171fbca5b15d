/**
 * The theme before the first paint: the one that this browser chose last time. Also marks the page
 * as scripted.
 */
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; then the system's theme holds.
  }
})();
