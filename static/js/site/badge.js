/** The badge of the installed app: how many tables wait for its person. */

/** The name of the lock that a waiting page holds, before its room. */
export const OPEN_TABLE = "table waits: ";

/**
 * Counts the slow tables that the server names, and the tables of open pages.
 * @param {string} [room] a table that knows better by itself
 * @param {boolean} [yours] it waits for this person
 */
export async function showBadge(room, yours = false) {
  const [slow, { held = [] }] = await Promise.all([slowTables(), navigator.locks.query()]);
  const open = held.flatMap(({ name = "" }) =>
    name.startsWith(OPEN_TABLE) ? [name.slice(OPEN_TABLE.length)] : [],
  );
  const tables = new Set([...slow, ...open]);
  if (room !== undefined && !yours) tables.delete(room);
  await (tables.size ? navigator.setAppBadge(tables.size) : navigator.clearAppBadge());
}

/** @returns {Promise<string[]>} none where the server does not say */
async function slowTables() {
  try {
    const answer = await fetch("/api/waiting", { headers: { accept: "application/json" } });
    return answer.ok ? (await answer.json()).tables : [];
  } catch {
    return [];
  }
}
