/** Portraits on a page outside the table: each person's in the place that names them. */
import { render } from "preact";
import { html } from "../../html.js";
import { Face, portraitOf } from "./portrait.js";

/** @type {NodeListOf<HTMLElement>} */
const places = document.querySelectorAll("[data-face]");
for (const place of places) {
  const { face = "", portrait } = place.dataset;
  render(html`<${Face} id=${face} place=${null} portrait=${portraitOf(face, portrait)} />`, place);
}
