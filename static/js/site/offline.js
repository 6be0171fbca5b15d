/** The house's worker, for an installed page and for one that wants notifications. */

const ADDRESS = "/offline-worker.js";

/** @type {any} the address in the form that a browser with Trusted Types takes */
const address =
  /** @type {any} */ (globalThis).trustedTypes
    ?.createPolicy("offline", { createScriptURL: () => ADDRESS })
    .createScriptURL("") ?? ADDRESS;

/** Rejects where the browser does not let a page have a worker. */
export const register = () => navigator.serviceWorker.register(address);
