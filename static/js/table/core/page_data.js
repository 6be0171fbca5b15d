/** What the server wrote into the page, read once: addresses, who is looking, the games and their option schemas. */

const source = document.getElementById("table-page");

/**
 * For a table: room, game, title, socket, rules, evening, qr, handover, invite, login (addresses), options (schemas by game), games (titles by slug).
 * For a replay: match, game, title, names, over, seat (mine or null), seats (whose cards may be shown), steps (address).
 * For both: usual (by slug what a view's two parts leave out).
 */
export const page = source ? JSON.parse(source.textContent) : {};
