/** The waiting page after a knock: asks every two seconds whether the table has answered. */
const PACE = 2000;
const SLOWEST = 15000;

const door = /** @type {HTMLElement | null} */ (document.querySelector("[data-knock]"));
let wait = PACE;

/** @param {HTMLElement} door */
async function ask(door) {
  const stale = /** @type {HTMLElement} */ (door.querySelector("[data-knock-stale]"));
  try {
    const answer = await fetch(door.dataset.knock ?? "", {
      headers: { accept: "application/json" },
    });
    if (!answer.ok) throw new Error(String(answer.status));
    const { state, table } = await answer.json();
    wait = PACE;
    stale.hidden = true;
    if (state === "in") return location.assign(table);
    if (state === "out") return show(door, "out");
  } catch {
    wait = Math.min(wait * 2, SLOWEST);
    stale.hidden = false;
  }
  setTimeout(ask, wait, door);
}

/**
 * @param {HTMLElement} door
 * @param {string} state the part of the page to show
 */
function show(door, state) {
  /** @type {NodeListOf<HTMLElement>} */
  const parts = door.querySelectorAll("[data-when]");
  for (const part of parts) part.hidden = part.dataset.when !== state;
  const title = /** @type {HTMLElement} */ (door.querySelector(`[data-when="${state}"] h1`));
  title.tabIndex = -1;
  title.focus();
}

if (door) setTimeout(ask, PACE, door);
