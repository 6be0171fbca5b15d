/** The scripts of every page: theme, forms, local times, the error log, and what an app needs. */
import "./error_log.js";
import { fitForms } from "./forms.js";
import { showLocalTimes } from "./local_times.js";
import { fitThemeToggle } from "./theme.js";

fitThemeToggle(document.querySelector("[data-theme-lever]"));
fitForms(document);
showLocalTimes(document);
if (matchMedia("(display-mode: standalone)").matches) {
  if ("serviceWorker" in navigator)
    import("./offline.js").then(({ register }) => register().catch(() => {})); // the browser says so
  const known = document.querySelector('.me[href="/account"]');
  if (known && "setAppBadge" in navigator)
    import("./badge.js").then(({ showBadge }) => showBadge());
}
