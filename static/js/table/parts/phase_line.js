/** The phase line: where the round stands and what comes next, with the spans that run. */
import { html } from "../../html.js";
import { pure } from "../../pure.js";
import { Countdown, spanClock } from "../ui/countdown.js";

/** @import { Frame } from "../../messages.js" */
/** @import { Component } from "../core/game_types.js" */

/** @typedef {{name: string, state: "done" | "now" | "next"}} Phase */

const SPOKEN = { done: "done", now: "now", next: "to come" };

/**
 * On a phone only the present phase and the next one are seen; all are heard.
 * @type {Component<{phases: Phase[]}>}
 */
export const PhaseLine = pure(({ phases }) => {
  const soon = phases.findIndex(({ state }) => state === "next");
  return html`<ol class="phases" aria-label="The round">
    ${phases.map(
      ({ name, state }, i) => html`<li key=${i} class="phases__one" data-state=${state}
        data-soon=${i === soon ? "" : null} aria-current=${state === "now" ? "step" : null}>
        ${name}<span class="unseen">, ${SPOKEN[state]}</span>
      </li>`,
    )}
  </ol>`;
});

/**
 * The spans that run, each with its time.
 * @param {{frame: Frame, textOf: (key: string) => string | null | undefined}} props
 */
export function SpanLine({ frame, textOf }) {
  const shown = (frame.spans ?? []).filter(({ key }) => textOf(key));
  if (!shown.length) return null;
  return html`<ul class="spans" aria-label="Running out">
    ${shown.map(
      ({ key }) => html`<li key=${key} class="spans__one">
        ${textOf(key)} <${Countdown} clock=${spanClock(frame, key)} />
      </li>`,
    )}
  </ul>`;
}
