/**
 * The page behind a link that is good once: takes the token from the address at once and sends it
 * in the form. A browser that already shows this page only sees the part after the # change.
 */
const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-here]"));
const tokenField = /** @type {HTMLInputElement} */ (form.elements.namedItem("token"));

function sendOn() {
  const token = location.hash.slice(1);
  if (!token) return;
  history.replaceState(null, "", location.pathname);
  tokenField.value = token;
  form.submit();
}

addEventListener("hashchange", sendOn);
sendOn();
