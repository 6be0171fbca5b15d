/**
 * The page data: addresses, the viewer, the games and their option schemas, as the server wrote
 * them into the page.
 */

/** @import { ReplayPage, TablePage } from "../../messages.js" */

const source = document.getElementById("table-page");

/**
 * Each script reads only the fields of its own page.
 * @type {TablePage & ReplayPage}
 */
export const page = source ? JSON.parse(source.textContent) : {};
