/** The choice of one's portrait: a tap on another one chooses. Tables load it when it is opened. */
import { useEffect, useState } from "preact/hooks";
import { html } from "../../html.js";
import { BIRDS } from "./birds.js";
import { codeOf, Face, FROM_SEAT, portraitOf, WARDROBE } from "./portrait.js";

/** @import { Portrait } from "./portrait.js" */

/**
 * Keeps the choice with the account; tables show it at once.
 * @param {string} code
 * @returns {Promise<string | null>} a sentence where it was not kept
 */
async function keep(code) {
  try {
    const answer = await fetch("/account/portrait", {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams({ portrait: code }),
    });
    if (answer.ok) return null;
    return (await answer.json()).error;
  } catch {
    return "That could not be saved. Try again in a moment.";
  }
}

/**
 * All portraits that a person may choose, by their parts.
 * @param {{person: {id: string, registered: boolean, portrait?: string},
 *   onKept?: (code: string) => void}} props
 */
export function Choice({ person, onKept }) {
  const [refused, setRefused] = useState(/** @type {string | null} */ (null));
  const [code, setCode] = useState(person.portrait ?? "");
  useEffect(() => setCode(person.portrait ?? ""), [person.portrait]);
  const own = portraitOf(person.id, code);
  const fromSeat = code.endsWith(FROM_SEAT);
  /** @param {Portrait} portrait @param {boolean} [hidden] */
  const choose = async (portrait, hidden = fromSeat) => {
    const wanted = codeOf(portrait) + (hidden ? FROM_SEAT : "");
    const problem = await keep(wanted);
    setRefused(problem);
    if (problem !== null) return;
    setCode(wanted);
    onKept?.(wanted);
  };
  /** @param {Portrait} portrait @param {string} says */
  const OneFace = (portrait, says) => html`<button key=${says} type="button" class="choice-of-face"
    aria-label=${says} aria-pressed=${codeOf(portrait) === codeOf(own)} title=${says}
    onClick=${() => choose(portrait)}>
    <${Face} id=${person.id} place=${null} portrait=${portrait} />
  </button>`;
  return html`<div class="faces" role="group" aria-label="Your portrait">
          <div class="faces__row" role="group" aria-label="Bird">
            ${BIRDS.map((bird) => {
              const [ground] = bird.grounds;
              return OneFace(
                bird === own.bird ? own : { ...own, bird, ground: ground ?? own.ground },
                bird.name,
              );
            })}
          </div>
          <div class="faces__row" role="group" aria-label="Worn">
            ${[...WARDROBE, null].map((worn) =>
              OneFace({ ...own, worn }, worn ? worn.name : "nothing"),
            )}
          </div>
          <div class="faces__row" role="group" aria-label="Behind">
            ${own.bird.grounds.map((ground) => OneFace({ ...own, ground }, ground))}
          </div>
          ${
            person.registered
              ? html`<label class="tick">
                <input type="checkbox" checked=${fromSeat}
                  onChange=${() => choose(own, !fromSeat)} />
                Another portrait where a match is looked back at, and no name in its picture
              </label>`
              : null
          }
          ${refused ? html`<p class="field-error" role="alert">${refused}</p>` : null}
        </div>`;
}
