// The page behind a device transfer link: takes the token from the address at once and sends it in
// the form.
// A browser that already shows this page only sees the part after the # change.
const form = document.querySelector("[data-here]");

function sendOn() {
  const token = location.hash.slice(1);
  if (!token) return;
  history.replaceState(null, "", location.pathname);
  form.elements.token.value = token;
  form.submit();
}

addEventListener("hashchange", sendOn);
sendOn();
