/** An installed page's worker, which shows a page of its own while the house is out of reach. */

const ADDRESS = "/offline-worker.js";

/** @type {any} the address in the form that a browser with Trusted Types takes */
const address =
  /** @type {any} */ (globalThis).trustedTypes
    ?.createPolicy("offline", { createScriptURL: () => ADDRESS })
    .createScriptURL("") ?? ADDRESS;

navigator.serviceWorker.register(address).catch(() => {}); // without it the browser says so
