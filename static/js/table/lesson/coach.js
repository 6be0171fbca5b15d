/**
 * The coach of a lesson: says each step in a line above the table, and rings the control that it
 * means. A page of its own asks for this script, so no other table loads it.
 */
import { computed, effect, signal } from "@preact/signals";
import { render } from "preact";
import { html } from "../../html.js";
import { page } from "../core/page_data.js";
import { frame, refusal, room } from "../core/store.js";
import { controlOf } from "./controls.js";

/** @import { LessonShown } from "../../messages.js" */

const lesson = /** @type {LessonShown} */ (page.lesson);
const WATCH = "Watch the others.";
const REST_MS = 100;
/** The reason of a refusal by the lesson, not by the rules. */
const ANOTHER_STEP = "another-step";

/** The number of the step that was due last; -1: none yet. */
const reached = signal(-1);
const due = computed(() => {
  const seen = frame.value;
  const keys = [seen?.prompt, ...(seen?.more ?? []).map((one) => one.prompt)].map(
    (one) => one?.key,
  );
  return lesson.steps.findIndex((step) => keys.includes(step.key));
});
const over = computed(() => frame.value !== null && frame.value.prompt_text === lesson.over);

/** The number of the step to find whose control is ringed all the same; -1: none. */
const helped = signal(-1);
const step = computed(() => lesson.steps[due.value] ?? null);
const isToFind = computed(() => Boolean(step.value?.find) && helped.value !== due.value);

effect(() => {
  if (due.value >= 0) reached.value = due.value;
});
effect(() => {
  if (refusal.value?.reason === ANOTHER_STEP) helped.value = due.peek();
});

function showMe() {
  helped.value = due.value;
  followSoon();
}

/**
 * A sentence with the names of the seats in it.
 * @param {string} text
 */
const named = (text) =>
  text.replace(
    /\{(\d)\}/g,
    (_, /** @type {string} */ seat) => frame.value?.names[Number(seat)] ?? "the bot",
  );

function Coach() {
  if (room.value === null) return null;
  const ended = over.value;
  const number = Math.max(reached.value, 0) + 1;
  const text = ended ? lesson.end : (step.value?.say ?? WATCH);
  return html`<section class="coach" aria-label="Lesson">
    <div class="coach__head">
      <p class="coach__label">
        <b>Lesson${ended ? "" : `, step ${number} of ${lesson.steps.length}`}.</b>${" "}
        Fixed cards, no fair shuffle. Nothing counts.
      </p>
      ${ended ? null : html`<a class="button quiet" href="/">Leave</a>`}
    </div>
    <p class="coach__text" role="status" tabindex="-1">${named(text)}</p>
    ${
      !ended &&
      isToFind.value &&
      html`<button type="button" class="button quiet coach__show"
      onClick=${showMe}>Show me</button>`
    }
    ${ended ? html`<${Ways} />` : null}
  </section>`;
}

function Ways() {
  const { next } = lesson;
  return html`<form class="coach__ways" method="post">
    <input type="hidden" name="game" value=${page.game} />
    <button type="submit" class="button" formaction=${page.playNow}>Play now</button>
    ${
      next &&
      html`<button type="submit" class="button quiet" name="lesson" value=${next.id}
      formaction=${lesson.address}>Next: ${next.title}</button>`
    }
    <button type="submit" class="button quiet" name="lesson" value=${lesson.id}
      formaction=${lesson.address}>Again</button>
    <a class="button quiet" href="/">Home</a>
  </form>`;
}

/** The ring lies over the page and lets everything through. */
const ring = document.createElement("div");
ring.className = "coach-ring";
ring.hidden = true;
ring.setAttribute("aria-hidden", "true");

/** @type {Element | null} */
let ringed = null;

/** The ring's style at the last look. */
let lay = "";
/** The next look: a frame, or a timer while everything lies still. */
let frameAsked = 0;
let timer = 0;

function followSoon() {
  clearTimeout(timer);
  cancelAnimationFrame(frameAsked);
  frameAsked = requestAnimationFrame(follow);
}

/** Follows the control that is meant now: at every frame while it moves, else ten times a second. */
function follow() {
  const points = isToFind.value ? null : step.value?.point;
  const control = points ? controlOf(points.map(named)) : null;
  if (control !== ringed) {
    ringed = control;
    ring.hidden = true; // its animation begins anew
    control?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  const box = control?.getBoundingClientRect();
  ring.hidden = !box?.width;
  if (box) {
    ring.style.inlineSize = `${box.width}px`;
    ring.style.blockSize = `${box.height}px`;
    ring.style.translate = `${box.left}px ${box.top}px`;
  }
  const before = lay;
  lay = ring.style.cssText;
  if (lay === before) timer = setTimeout(follow, REST_MS);
  else followSoon();
}

const table = /** @type {HTMLElement} */ (document.getElementById("table"));
const changes = { attributes: true, childList: true, subtree: true };
new MutationObserver(followSoon).observe(table, changes);
addEventListener("scroll", followSoon, { capture: true, passive: true });

/** At the end the focus of keys goes on to the coach, whose buttons come next. */
effect(() => {
  if (!over.value) return;
  requestAnimationFrame(() => {
    if (!document.activeElement?.closest(".hand, .bar, [data-answer]")) return;
    const text = /** @type {HTMLElement | null} */ (document.querySelector(".coach__text"));
    text?.focus({ preventScroll: true });
  });
});

/** A lesson that is over is kept with the account; where that fails, it stays open in the path. */
effect(() => {
  if (!over.value) return;
  const said = new URLSearchParams({ game: page.game, lesson: lesson.id });
  fetch(`${lesson.address}/learned`, { method: "POST", body: said }).catch(() => {});
});

/** The app makes the coach's place, perhaps later than this script runs. */
effect(() => {
  room.value;
  queueMicrotask(() => {
    const place = document.getElementById("coach");
    if (place === null || place.firstChild) return;
    render(html`<${Coach} />`, place);
    document.body.append(ring);
    followSoon();
  });
});
