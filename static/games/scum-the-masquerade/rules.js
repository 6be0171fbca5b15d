/** The rules page with scripts: the table's drawings replace the simple cards. */
import { h, render } from "preact";
import { Face } from "./cards.js";

/** @type {NodeListOf<HTMLElement>} */
const places = document.querySelectorAll(".pc[data-code]");
for (const place of places) {
  place.replaceChildren();
  render(h(Face, { code: place.dataset.code ?? "", small: true }), place);
}
