/** The cards on a page of rules: a game's drawings in place of the simple ones. */
import { h, render } from "preact";

/** @import { ComponentType } from "preact" */

/**
 * Draws all cards of the page, those with `data-back` face down.
 * @param {ComponentType<{code: string, small?: boolean}>} Face
 * @param {ComponentType<{}> | null} [Back]
 */
export function drawPageCards(Face, Back = null) {
  /** @type {NodeListOf<HTMLElement>} */
  const places = document.querySelectorAll(".pc[data-code], .pc[data-back]");
  for (const place of places) {
    const { code } = place.dataset;
    if (!code && !Back) continue;
    place.replaceChildren();
    render(code ? h(Face, { code, small: true }) : Back && h(Back, {}), place);
  }
}
