/** The replay of a match: the same table as live, moved by hand through the recorded steps. */

import { signal } from "@preact/signals";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { html } from "../../html.js";
import { mayReload, reloadFor } from "../../site/reload.js";
import { game, loadGame, requireGame } from "../core/game.js";
import { page } from "../core/page_data.js";
import { prefs } from "../core/prefs.js";
import { announce, findRegion } from "../ui/announce.js";
import { keepFocus } from "../ui/focus.js";
import { GameWait } from "../ui/game_wait.js";
import { play as sound, unlockOnFirstTouch } from "../ui/sound.js";
import { asViewer, Controls, SPEEDS } from "./controls.js";
import { ReplaySteps } from "./steps.js";

/** @import { Frame, ReplayStep } from "../../messages.js" */
/** @import { ReplayActs, Viewer } from "./controls.js" */

/** @typedef {(one: ReplayStep, other: ReplayStep) => boolean} Same */

const allHandsShown = page.over && page.seats.length > 0 && page.seats.length === page.names.length;
const asked = readHash();

const steps = new ReplaySteps(
  page.steps,
  allHandsShown ? "all" : (page.seat ?? "public"),
  meetOtherBuild,
);
const current = signal(/** @type {Current | null} */ (null));
const viewer = signal(/** @type {Viewer} */ (asked.seat ?? page.seat ?? "public"));
const running = signal(false);
const speed = signal(1);
const failure = signal(/** @type {string | null} */ (null));
const outdated = signal(false); // the server is of another build, and a reload may not help

/** @typedef {{index: number, step: ReplayStep}} Current */

/** The step on the screen, once there is one. */
function requireCurrent() {
  if (current.value === null) throw new Error("no step yet");
  return current.value;
}

/**
 * The page reloads itself where it stands, or says that it will not.
 * @param {string} build
 */
function meetOtherBuild(build) {
  outdated.value = !mayReload(build);
  if (outdated.value) return;
  if (current.value) linkTo(current.value.index, viewer.value);
  reloadFor(build);
}

/** @param {number} index */
async function goTo(index, spoken = false) {
  try {
    await steps.at(Math.max(0, index)); // the first answer gives the total
    const wanted = Math.max(0, Math.min(index, (steps.total ?? 0) - 1));
    const step = await steps.at(wanted);
    if (!step) {
      failure.value = "There is nothing to see yet.";
      return;
    }
    current.value = { index: wanted, step };
    failure.value = null;
    if (spoken) announce(step.events.map((line) => line.text).join(" "));
  } catch (error) {
    running.value = false;
    failure.value = /** @type {Error} */ (error).message;
  }
}

/** @type {Same} */
const sameDeal = (one, other) => chapterOf(one).deal === chapterOf(other).deal;
/** @type {Same} */
const samePart = (one, other) => chapterOf(one).part === chapterOf(other).part;
/** @param {ReplayStep} step */
const chapterOf = (step) => requireGame().chapter(step.public);

/**
 * Jumps to the next stretch, or back to the beginning of this one or of the one before it.
 * @param {number} by
 * @param {Same} same
 */
async function jump(by, same) {
  const { index } = requireCurrent();
  if (by > 0) return goTo(await steps.find(index, 1, (step, first) => !same(step, first)), true);
  const begin = await steps.findStart(index, same);
  return goTo(begin < index ? begin : await steps.findStart(Math.max(0, index - 1), same), true);
}

/**
 * Stops the replay before an action.
 * @param {() => unknown} act
 */
const stopped = (act) => {
  running.value = false;
  return act();
};

/** @type {ReplayActs} */
const actions = {
  step: (by) => stopped(() => goTo(requireCurrent().index + by, true)),
  to: (index) => goTo(index),
  part: (by) => stopped(() => jump(by, samePart)),
  deal: (by) => stopped(() => jump(by, sameDeal)),
  play: () => (running.value = !running.value),
  speed: (value) => (speed.value = value),
  view: (value) => (viewer.value = value),
  report: () => `${page.report}?step=${requireCurrent().step.ply}`,
  link: () => linkTo(requireCurrent().index, viewer.value),
};

function Replay() {
  useRunning();
  const now = current.value;
  if (failure.value && !now) return html`<p class="notice bad" role="alert">${failure.value}</p>`;
  if (!now || !game.value) return html`<${GameWait} words="Loading the replay" />`;
  const Table = requireGame().default;
  const table = { frame: frameOf(now.step), room: null, live: false, refusal: null };
  return html`<div class="replay">
    ${
      outdated.value
        ? html`<p class="notice" role="status">
          The server has another version than this page. Some things may look wrong.
        </p>`
        : null
    }
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
      seats=${page.seats} all=${allHandsShown} acts=${actions} />
    ${viewer.value === "all" ? html`<${AllHands} step=${now.step} />` : null}
    <${EventLines} index=${now.index} />
  </div>`;
}

/**
 * @param {ReplayStep} step
 * @returns {Frame}
 */
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
    prompt_text: "",
    moves: [],
    moves_complete: true,
    premove: null,
    events: step.events,
    awaited: [],
    clocks: [],
    now: step.at,
    paused: false,
    outcome: null,
  };
}

/** @param {{step: ReplayStep}} props */
function AllHands({ step }) {
  const { Cards, handOf, besidesOf = () => [] } = requireGame();
  return html`<section class="hands" aria-label="All hands">
    ${Object.entries(step.private).map(
      ([seat, own]) => html`<div key=${seat} class="hands__one">
        <h3>${page.names[Number(seat)]}</h3>
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

/** @param {{index: number}} props */
function EventLines({ index }) {
  const lines = steps.eventLines(index, 40);
  return html`<details class="more replay__log">
    <summary>Log up to this step</summary>
    <ol class="log__lines">
      ${lines.map(
        (line, i) =>
          html`<li key=${i}>
            <button type="button" class="replay__line" onClick=${() => goTo(line.index)}>
              ${line.text}
            </button>
          </li>`,
      )}
    </ol>
  </details>`;
}

function useRunning() {
  const now = current.value;
  useEffect(() => {
    if (!running.value || !now) return undefined;
    if (now.index >= (steps.total ?? 0) - 1) {
      running.value = false;
      return undefined;
    }
    const timer = setTimeout(async () => {
      await goTo(now.index + 1);
      const events = requireCurrent().step.events;
      const name = events.length
        ? requireGame().soundOf(events[events.length - 1].event, page.seat)
        : null;
      if (name && prefs.value.sound) sound(name);
    }, 1000 / speed.value);
    return () => clearTimeout(timer);
  }, [now, running.value, speed.value]);
}

function readHash() {
  const params = new URLSearchParams(location.hash.slice(1));
  const seat = params.get("seat");
  return {
    step: Number(params.get("step") ?? 0) || 0,
    seat: seat === null ? null : asViewer(seat),
  };
}

/**
 * @param {number} index
 * @param {Viewer} seat
 */
function linkTo(index, seat) {
  const address = new URL(location.href);
  address.hash = `step=${index}&seat=${seat}`;
  history.replaceState(null, "", address);
  return address.href;
}

addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target.closest("input, select, textarea, dialog[open]") ||
    !current.value
  )
    return;
  const deed = {
    ArrowLeft: () => (event.shiftKey ? actions.part(-1) : actions.step(-1)),
    ArrowRight: () => (event.shiftKey ? actions.part(1) : actions.step(1)),
    PageUp: () => actions.deal(-1),
    PageDown: () => actions.deal(1),
    Home: () => actions.to(0),
    End: () => actions.to((steps.total ?? 0) - 1),
    "+": () => actions.speed(SPEEDS[Math.min(SPEEDS.length - 1, SPEEDS.indexOf(speed.value) + 1)]),
    "-": () => actions.speed(SPEEDS[Math.max(0, SPEEDS.indexOf(speed.value) - 1)]),
    " ": () => target.closest("button, a, summary") || actions.play(),
  }[event.key];
  if (!deed || (target.closest("[data-key]") && event.key.startsWith("Arrow"))) return;
  if (event.key !== " " || !target.closest("button, a, summary")) event.preventDefault();
  deed();
});
addEventListener("hashchange", () => {
  const place = readHash();
  if (place.seat !== null) viewer.value = place.seat;
  goTo(place.step);
});

/** @type {import("../parts/card_tip.js").Explainer} */
const cards = {
  ask: (code) => steps.card(code, requireCurrent().index).catch(() => null),
  moment: () => current.value,
  fleeting: true,
};

/** As at a table, but nobody is asked: the cards say what they do. */
for (const kind of ["pointerover", "focusin"])
  addEventListener(kind, (event) => {
    const target = /** @type {Element} */ (event.target);
    const card = /** @type {HTMLElement | null} */ (target.closest?.("[data-code]"));
    if (!card) return;
    import("../parts/card_tip.js").then(({ explainBy, watch }) => {
      explainBy(cards);
      watch(card, event);
    });
  });

findRegion();
unlockOnFirstTouch();
keepFocus();
loadGame(page.game).then(() => goTo(asked.step));
if (location.hash.includes("step=")) document.getElementById("replay-head")?.scrollIntoView();
const place = /** @type {HTMLElement} */ (document.getElementById("replay"));
place.replaceChildren();
render(html`<${Replay} />`, place);
