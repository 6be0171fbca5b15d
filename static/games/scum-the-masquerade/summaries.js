/** The panels that a key opens: clans and dots, and the pile of finished tricks. */
import { html } from "../../js/html.js";
import { Paper } from "../../js/table/parts/papers.js";
import { Cards, lowestFirst } from "./cards.js";
import { clanName, specialtyEffect, specialtyName } from "./clans.js";
import { effectOf } from "./effects.js";
import { chargesLeft, dotsOf, effectWords } from "./marks.js";
import { named } from "./panels.js";
import { powerName } from "./powers.js";

/** @import { Discipline, Frame, Public } from "./records.js" */

/**
 * Everybody's clan, dots and effects, with what each discipline does.
 * @param {{frame: Frame}} props
 */
export function Powers({ frame }) {
  const tableau = frame.view.public;
  const { order, sheets, effects, hunted } = tableau;
  return html`<${Paper} kind="powers" title="Clans and dots">
    <ul class="powers__all">
      ${order.map((seat) => {
        const { clan = null, specialty = null, charges = 0 } = sheets[seat] ?? {};
        return html`<li key=${seat} data-mine=${seat === frame.seat ? "" : null}>
          <p>
            ${named(frame, seat)}${" "}
            ${clan ? `Clan ${clanName(tableau, clan)}` : specialty ? specialtyName(tableau, specialty) : "no clan"}
            ${hunted === seat ? html`, <b>under a blood hunt</b>` : null}
          </p>
          ${dotsOf(sheets[seat]).map(
            ({ discipline, have, left }) => html`<p key=${discipline} class="powers__one"
              data-spent=${left ? null : ""}>
              <b>${powerName(tableau, discipline)}</b>,
              ${" "}${left ? `${left} left` : "spent"}.
              ${" "}${effectsOf(tableau, discipline, have).join(" ")}
            </p>`,
          )}
          ${
            specialty
              ? html`<p class="powers__one">
                ${sheets[seat].dots?.length ? "" : `${chargesLeft(charges)}. `}
                ${specialtyEffect(specialty)}
              </p>`
              : null
          }
          ${effects
            .filter((one) => one.seat === seat)
            .map(
              (one) =>
                html`<p key=${one.kind} class="powers__one"><b>${effectWords(one, frame.names)}</b></p>`,
            )}
        </li>`;
      })}
    </ul>
  </${Paper}>`;
}

/**
 * The effects of the levels up to this many dots.
 * @param {Public} tableau
 * @param {Discipline} discipline
 * @param {number} have
 */
const effectsOf = (tableau, discipline, have) =>
  Array.from(
    { length: have },
    (_, at) => `${have > 1 ? "•".repeat(at + 1) : ""} ${effectOf(tableau, discipline, at + 1)}`,
  );

/**
 * The cards of the finished tricks of this round.
 * @param {{frame: Frame}} props
 */
export function Pile({ frame }) {
  const { pile } = frame.view.public;
  return html`<${Paper} title="The pile">
    <p class="paper__soft">The cards of this round’s finished tricks, ${pile.length} of them.</p>
    <${Cards} codes=${lowestFirst(pile)} />
  </${Paper}>`;
}
