// Arriving by a link for another device: what stands behind its # leaves the address at once, and is sent on in the form.
// A browser that stands here already only hears that what is behind the # has changed.
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
