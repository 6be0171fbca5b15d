/**
 * The announcement of administrators on a page: read out once, and closed for this visit. Stands
 * right behind it, so that a closed one is gone before it is painted.
 */
(() => {
  const CLOSED = "announced-closed"; // as in table/shell/announced.js
  const HEARD = "announced-heard";
  const SETTLED_MS = 1000; // a region is read where it changes after the page has been
  const shown = /** @type {HTMLElement} */ (document.querySelector("[data-announced]"));
  const said = /** @type {HTMLElement} */ (document.querySelector("[data-announced-said]"));
  const close = /** @type {HTMLButtonElement} */ (shown.querySelector("button"));
  const key = shown.dataset.announced ?? "";

  /** @param {string} name */
  function recall(name) {
    try {
      return sessionStorage.getItem(name);
    } catch {
      return null; // storage may be forbidden; then it comes again with each page
    }
  }

  /** @param {string} name */
  function remember(name) {
    try {
      sessionStorage.setItem(name, key);
    } catch {
      // as above
    }
  }

  if (recall(CLOSED) === key) {
    shown.remove();
    return;
  }
  close.hidden = false;
  close.addEventListener("click", () => {
    remember(CLOSED);
    shown.remove();
    said.textContent = "";
    document.getElementById("main")?.focus();
  });
  if (recall(HEARD) === key) return;
  addEventListener("load", () =>
    setTimeout(() => {
      if (!shown.isConnected) return;
      remember(HEARD);
      said.textContent = /** @type {HTMLElement} */ (shown.firstElementChild).innerText;
    }, SETTLED_MS),
  );
})();
