/** The replay of a match: the same table as live, moved by hand through the recorded steps. */

import { signal } from "@preact/signals";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { html } from "../../html.js";
import { game, useGame } from "../core/game.js";
import { page } from "../core/page_data.js";
import { prefs } from "../core/prefs.js";
import { announce, findRegions } from "../ui/announce.js";
import { play as sound, unlockOnFirstTouch } from "../ui/sound.js";
import { Controls, SPEEDS } from "./controls.js";
import { Steps } from "./steps.js";

const everyHand = page.over && page.seats.length > 0 && page.seats.length === page.names.length; // some games never open what others held
const asked = readPlace();

const steps = new Steps(page.steps, everyHand ? "all" : (page.seat ?? "public"));
const at = signal(null); // {index, step}
const viewer = signal(asked.seat ?? page.seat ?? "public"); // a seat, "all" or "public"
const running = signal(false);
const speed = signal(1);
const failure = signal(null);

async function go(index, spoken = false) {
  try {
    await steps.at(Math.max(0, index)); // the first answer says how many there are
    const wanted = Math.max(0, Math.min(index, steps.total - 1));
    const step = await steps.at(wanted);
    if (!step) {
      failure.value = "There is nothing to see yet.";
      return;
    }
    at.value = { index: wanted, step };
    failure.value = null;
    if (spoken) announce(step.events.map((line) => line.text).join(" "));
  } catch (error) {
    running.value = false;
    failure.value = error.message;
  }
}

const sameDeal = (one, other) => chapterOf(one).deal === chapterOf(other).deal;
const samePart = (one, other) => chapterOf(one).part === chapterOf(other).part;
const chapterOf = (step) => game.value.chapter(step.public);

/** To the next stretch, or back to where this one begins, or the one before it. */
async function jump(by, same) {
  const { index } = at.value;
  if (by > 0) return go(await steps.find(index, 1, (step, first) => !same(step, first)), true);
  const begin = await steps.begin(index, same);
  return go(begin < index ? begin : await steps.begin(Math.max(0, index - 1), same), true);
}

const acts = {
  step: (by) => ((running.value = false), go(at.value.index + by, true)),
  to: (index) => go(index),
  part: (by) => ((running.value = false), jump(by, samePart)),
  deal: (by) => ((running.value = false), jump(by, sameDeal)),
  play: () => (running.value = !running.value),
  speed: (value) => (speed.value = value),
  view: (value) => (viewer.value = value),
  report: () => `${page.report}?step=${at.value.step.ply}`,
  link: () => linkTo(at.value.index, viewer.value),
};

function Replay() {
  useRunning();
  const now = at.value;
  if (failure.value && !now) return html`<p class="notice bad" role="alert">${failure.value}</p>`;
  if (!now || !game.value)
    return html`<p class="felt__word felt__word--page" role="status">
      Laying the cards out again
    </p>`;
  const Table = game.value.default;
  const table = { frame: frameOf(now.step), room: null, live: false, refusal: null };
  return html`<div class="replay">
    ${failure.value ? html`<p class="notice bad" role="alert">${failure.value}</p>` : null}
    <p class="replay__told">
      ${
        now.step.events.length
          ? now.step.events.map((line) => line.text).join(" ")
          : chapterOf(now.step).words
      }
    </p>
    <${Table} table=${table} />
    <${Controls} index=${now.index} total=${steps.total} words=${chapterOf(now.step).words}
      running=${running.value} speed=${speed.value} viewer=${viewer.value} names=${page.names}
      seats=${page.seats} all=${everyHand} acts=${acts} />
    ${viewer.value === "all" ? html`<${Hands} step=${now.step} />` : null}
    <${Told} index=${now.index} />
  </div>`;
}

function frameOf(step) {
  const seat = typeof viewer.value === "number" ? viewer.value : null;
  const own = seat === null ? null : (step.private[seat] ?? null);
  return {
    match: page.match,
    n: step.ply + 1,
    seat: own ? seat : null,
    names: page.names,
    view: { seat, public: step.public, private: own },
    prompt: null,
    ask: "",
    moves: [],
    complete: true,
    queued: null,
    events: step.events,
    awaited: [],
    clocks: [],
    now: step.at,
    paused: false,
    outcome: null,
  };
}

function Hands({ step }) {
  const { Cards, handOf, besidesOf = () => [] } = game.value;
  return html`<section class="hands" aria-label="All hands">
    ${Object.entries(step.private).map(
      ([seat, own]) => html`<div key=${seat} class="hands__one">
        <h3>${page.names[seat]}</h3>
        ${
          handOf(own).length
            ? html`<${Cards} codes=${handOf(own)} />`
            : html`<p class="soft">no cards</p>`
        }
        ${besidesOf(own).map(
          ({ label, codes }) =>
            html`<p key=${label} class="hands__besides">
              <span class="soft">${label}</span> <${Cards} codes=${codes} />
            </p>`,
        )}
      </div>`,
    )}
  </section>`;
}

function Told({ index }) {
  const lines = steps.told(index, 40);
  return html`<details class="more replay__log">
    <summary>What was said up to here</summary>
    <ol class="log__lines">
      ${lines.map(
        (line, i) =>
          html`<li key=${i}>
            <button type="button" class="replay__line" onClick=${() => go(line.index)}>
              ${line.text}
            </button>
          </li>`,
      )}
    </ol>
  </details>`;
}

function useRunning() {
  const now = at.value;
  useEffect(() => {
    if (!running.value || !now) return undefined;
    if (now.index >= steps.total - 1) {
      running.value = false;
      return undefined;
    }
    const timer = setTimeout(async () => {
      await go(now.index + 1);
      const events = at.value.step.events;
      const name = events.length ? game.value.soundOf(events.at(-1).event, page.seat) : null;
      if (name && prefs.value.sound) sound(name);
    }, 1000 / speed.value);
    return () => clearTimeout(timer);
  }, [now, running.value, speed.value]);
}

function readPlace() {
  const told = new URLSearchParams(location.hash.slice(1));
  const seat = told.get("seat");
  return {
    step: Number(told.get("step") ?? 0) || 0,
    seat:
      seat === null ? null : /^\d+$/.test(seat) ? Number(seat) : seat === "all" ? "all" : "public",
  };
}

function linkTo(index, seat) {
  const address = new URL(location.href);
  address.hash = `step=${index}&seat=${seat}`;
  history.replaceState(null, "", address);
  return address.href;
}

addEventListener("keydown", (event) => {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.target.closest("input, select, textarea, dialog[open]") ||
    !at.value
  )
    return;
  const deed = {
    ArrowLeft: () => (event.shiftKey ? acts.part(-1) : acts.step(-1)),
    ArrowRight: () => (event.shiftKey ? acts.part(1) : acts.step(1)),
    PageUp: () => acts.deal(-1),
    PageDown: () => acts.deal(1),
    Home: () => acts.to(0),
    End: () => acts.to(steps.total - 1),
    "+": () => acts.speed(SPEEDS[Math.min(SPEEDS.length - 1, SPEEDS.indexOf(speed.value) + 1)]),
    "-": () => acts.speed(SPEEDS[Math.max(0, SPEEDS.indexOf(speed.value) - 1)]),
    " ": () => event.target.closest("button, a, summary") || acts.play(),
  }[event.key];
  if (!deed || (event.target.closest("[data-key]") && event.key.startsWith("Arrow"))) return;
  if (event.key !== " " || !event.target.closest("button, a, summary")) event.preventDefault();
  deed();
});
addEventListener("hashchange", () => {
  const place = readPlace();
  if (place.seat !== null) viewer.value = place.seat;
  go(place.step);
});

findRegions();
unlockOnFirstTouch();
useGame(page.game).then(() => go(asked.step));
const place = document.getElementById("replay");
place.replaceChildren();
render(html`<${Replay} />`, place);
