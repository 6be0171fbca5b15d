// Before the first paint: says that scripts run, and puts on the theme that this browser chose last time.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // storage may be forbidden; the system's theme holds
  }
})();
