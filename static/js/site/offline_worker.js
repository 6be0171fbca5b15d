/**
 * The house's worker: where the house cannot be reached, it shows the page that says so, and where
 * its person wished for it, a notification when a table waits, and how many do. It keeps that page
 * with its style and picture, and nothing else.
 */
const KEPT = "offline";
const PAGE = "/offline";
const worker = /** @type {any} */ (globalThis);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(keptPage));
  else if (["style", "image"].includes(request.destination)) event.respondWith(keptFile(request));
});
worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(notify(event.data)));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) =>
  event.waitUntil(renew(event.newSubscription, event.oldSubscription)),
);

async function keep() {
  const answer = await fetch(PAGE, { cache: "reload", credentials: "omit" });
  const text = await answer.clone().text();
  const files = [...text.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map(([, url]) => url);
  await caches.delete(KEPT);
  const kept = await caches.open(KEPT);
  await kept.addAll(files);
  await kept.put(PAGE, answer);
  await worker.skipWaiting();
}

const keptPage = async () => (await caches.match(PAGE)) ?? Response.error();

/** @param {Request} request */
const keptFile = (request) =>
  fetch(request).catch(async () => (await caches.match(request)) ?? Response.error());

/** @param {any} data app/web/push/push_service.py writes it */
function notify(data) {
  const { table, room } = data.json();
  const path = `/table/${encodeURIComponent(room)}`;
  const shown = { tag: path, data: path, icon: "/static/icons/icon-192.png", renotify: true };
  return Promise.all([
    worker.registration.showNotification(`Your turn at ${table}`, shown),
    countTables().catch(() => {}), // the message is shown all the same
  ]);
}

/** The badge of the installed app, as static/js/site/badge.js counts where a page is open. */
async function countTables() {
  if (!("setAppBadge" in worker.navigator)) return;
  const { tables } = await (await fetch("/api/waiting")).json();
  await worker.navigator.setAppBadge(tables.length);
}

/** @param {string} path the table's; its window comes to the front, or a new one opens */
async function open(path) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((/** @type {any} */ one) => new URL(one.url).pathname === path);
  return there ? there.focus() : worker.clients.openWindow(path);
}

/**
 * The push service has given the browser another address.
 * @param {any} fresh @param {any} old
 */
async function renew(fresh, old) {
  const subscription = fresh ?? (await worker.registration.pushManager.subscribe(old.options));
  const { endpoint, keys } = subscription.toJSON();
  const body = new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
  await fetch("/account/notifications", { method: "POST", body });
}
