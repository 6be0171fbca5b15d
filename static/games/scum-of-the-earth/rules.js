// The rules page with scripts on: the table's own drawings take the place of the plain cards.
import { h, render } from "preact";
import { Face } from "./cards.js";

for (const place of document.querySelectorAll(".pc[data-code]")) {
  place.replaceChildren();
  render(h(Face, { code: place.dataset.code, small: true }), place);
}
