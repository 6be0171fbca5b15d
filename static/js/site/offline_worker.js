/**
 * The worker of an installed page: where the house cannot be reached, it shows the page that says
 * so. It keeps that page with its style and picture, and nothing else.
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
