/** The page of a screen that waits: it goes on once a player has allowed it a table. */

const EVERY_MS = 2000;

async function look() {
  const answer = await fetch("/screen/state").catch(() => null); // offline: the next look follows
  const { state } = answer?.ok ? await answer.json() : { state: "waiting" };
  if (state !== "waiting") location.assign(state === "showing" ? "/screen/table" : "/screen");
  else setTimeout(look, EVERY_MS);
}

setTimeout(look, EVERY_MS);
