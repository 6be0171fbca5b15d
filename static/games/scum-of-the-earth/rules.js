// The rules page with scripts: the table's drawings replace the simple cards.
import { h, render } from "preact";
import { Face } from "./cards.js";

for (const place of document.querySelectorAll(".pc[data-code]")) {
  place.replaceChildren();
  render(h(Face, { code: place.dataset.code, small: true }), place);
}
