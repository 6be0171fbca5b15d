/** The trial on a page of rules: rows of things to tap, and a sentence about them. */
import { h, render } from "preact";
import { html } from "../html.js";

/** @import { ComponentChildren } from "preact" */

/** @typedef {{label: string, items: ComponentChildren}} TrialRow */

/** The trial's element; a page's own settings stand in its data. */
export const trial = /** @type {HTMLElement} */ (document.querySelector(".trial"));

/**
 * Shows the trial; both are asked again whenever a signal that they read changes.
 * @param {() => TrialRow[]} rows
 * @param {() => string} says
 */
export function drawTrial(rows, says) {
  const Rows = () =>
    rows().map(
      ({ label, items }) => html`<div key=${label} class="trial-row" role="group"
        aria-label=${label}>
        <span class="trial-label" aria-hidden="true">${label}</span>
        ${items}
      </div>`,
    );
  const Says = () => says();
  trial.hidden = false;
  render(h(Rows, null), placeOf("[data-trial]"));
  render(h(Says, null), placeOf("[data-trial-says]"));
}

/** @param {string} selector */
const placeOf = (selector) => /** @type {HTMLElement} */ (trial.querySelector(selector));
