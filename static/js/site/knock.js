// The waiting page after a knock: asks every two seconds whether the table has answered.
const PACE = 2000;
const SLOWEST = 15000;

const door = document.querySelector("[data-knock]");
let wait = PACE;

async function ask() {
  try {
    const answer = await fetch(door.dataset.knock, { headers: { accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const { state, table } = await answer.json();
    wait = PACE;
    door.querySelector("[data-knock-stale]").hidden = true;
    if (state === "in") return location.assign(table);
    if (state === "out") return show("out");
  } catch {
    wait = Math.min(wait * 2, SLOWEST);
    door.querySelector("[data-knock-stale]").hidden = false;
  }
  setTimeout(ask, wait);
}

/** @param {string} state the part of the page to show */
function show(state) {
  for (const part of door.querySelectorAll("[data-when]"))
    part.hidden = part.dataset.when !== state;
  const title = door.querySelector(`[data-when="${state}"] h1`);
  title.tabIndex = -1;
  title.focus();
}

if (door) setTimeout(ask, PACE);
