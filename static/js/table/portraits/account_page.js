/** The portrait on the account page: the choice in pictures, in place of the form's words. */
import { render } from "preact";
import { useState } from "preact/hooks";
import { html } from "../../html.js";
import { Choice } from "./choice.js";
import { Face, portraitOf } from "./portrait.js";

/** @param {{person: {id: string, registered: boolean, portrait: string}}} props */
function OwnPortrait({ person }) {
  const [code, setCode] = useState(person.portrait);
  const portrait = portraitOf(person.id, code);
  return html`<div class="own-face">
      <${Face} id=${person.id} place=${null} portrait=${portrait} />
      <p role="status">You are <b>${portrait.says}</b>.</p>
    </div>
    <${Choice} person=${person} onKept=${setCode} />`;
}

const place = /** @type {HTMLElement} */ (document.getElementById("own-portrait"));
const { id, registered, portrait } = place.dataset;
const person = { id: id ?? "", registered: registered === "true", portrait: portrait ?? "" };
place.replaceChildren();
render(html`<${OwnPortrait} person=${person} />`, place);
