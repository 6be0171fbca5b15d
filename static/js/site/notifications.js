/**
 * The account page's switch: notify this browser when a table waits for its person.
 *
 * | this browser | the page shows |
 * |---|---|
 * | came by plain http, or takes no notifications of pages | a line that says so |
 * | was told to take none of this house | a line that says so |
 * | has no subscription that the server knows | the switch, off |
 * | has one | the switch, on |
 * | has one of an earlier key of the server | the switch, on, once it has one of today's |
 */
import { register } from "./offline.js";

const HTTP = "This address is plain http. Over https the house could notify you here.";
const NO_PUSH =
  "This browser takes no notifications of pages. On an iPhone or iPad, add Pecking Order to the " +
  "home screen and open it from there.";
const DENIED =
  "You told this browser to show no notifications of Pecking Order. Its settings change that.";
const FAILED = "That didn’t work, so nothing has changed. Try again in a moment.";

const toggle = /** @type {HTMLInputElement} */ (document.getElementById("notify"));
const said = /** @type {HTMLElement} */ (document.getElementById("notify-said"));
const { key = "", on } = toggle.dataset;

/** @returns {string | null} the line in place of the switch */
function whyNot() {
  if (!isSecureContext) return HTTP;
  if (!("serviceWorker" in navigator && "PushManager" in globalThis)) return NO_PUSH;
  return Notification.permission === "denied" ? DENIED : null;
}

/** True if the browser has a subscription under the server's key of today. */
async function isSubscribed() {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  const bytes = new Uint8Array(subscription?.options.applicationServerKey ?? []);
  const written = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  return written.replaceAll("=", "") === key;
}

async function start() {
  if ((await Notification.requestPermission()) !== "granted") return;
  await register();
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // perhaps under an earlier key
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint = "", keys = {} } = (await pushManager.subscribe(wanted)).toJSON();
  await tell("/account/notifications", { endpoint, ...keys });
}

async function stop() {
  await tell("/account/notifications/end", {});
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  if (!matchMedia("(display-mode: standalone)").matches) await registration?.unregister();
}

/** @param {string} path @param {Record<string, string>} fields */
async function tell(path, fields) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(fields),
  });
  if (!answer.ok) throw new Error((await answer.json()).error);
}

async function change() {
  const wanted = toggle.checked;
  toggle.disabled = true;
  said.textContent = "";
  try {
    await (wanted ? start() : stop());
    if (wanted && Notification.permission !== "granted") toggle.checked = false;
    else
      said.textContent = wanted ? "This device is notified." : "This device is notified no more.";
  } catch {
    toggle.checked = !wanted;
    said.textContent = FAILED;
  }
  toggle.disabled = false;
  show();
}

function show() {
  const why = whyNot();
  const label = /** @type {HTMLElement} */ (toggle.closest("label"));
  label.hidden = why !== null;
  if (why !== null) said.textContent = why;
}

/** Subscribes anew where the server has another key since, and its person still wants it. */
async function renew() {
  if (Notification.permission !== "granted") return false;
  try {
    await start();
    return true;
  } catch {
    return false; // the switch is off, and says so
  }
}

if (whyNot() === null) {
  toggle.checked = on === "true" && ((await isSubscribed()) || (await renew()));
  said.textContent = "";
}
show();
toggle.addEventListener("change", change);
