/**
 * The end of a match before its numbers: the ladder climbs, each portrait lands on its step, and
 * what is worth telling stands below. Nothing waits for it: a tap or a key ends the climb.
 */
import { useEffect, useState } from "preact/hooks";
import { html } from "../../html.js";
import { requireGame, words } from "../core/game.js";
import { isolateNames, listed, Name, who } from "../core/name.js";
import { keepsRoom, me, requireRoom } from "../core/store.js";
import { finalOrder } from "../play/final_order.js";
import { personAt } from "../play/seated.js";
import { Face } from "../portraits/portrait.js";
import { motionAllowed } from "../ui/motion.js";
import { Ledger } from "./ledger.js";
import { Share } from "./share.js";
import { lengthOf, rarity, useTold } from "./told.js";

export { AgainBar } from "./again_bar.js";

/** @import { Frame } from "../../messages.js" */
/** @import { Outcome } from "../../records.js" */
/** @import { Row, TableState } from "../core/game_types.js" */

const ENDS = ["pointerdown", "keydown"];

/** @param {{table: TableState}} props */
export function End({ table }) {
  const { frame } = table;
  const outcome = /** @type {Outcome} */ (frame.outcome);
  const still = useClimbOver(frame);
  const { story, evening } = useTold(frame.match);
  const rows = finalOrder(
    requireGame()
      .standing(frame)
      .map((row) => row.seat),
    outcome,
  );
  return html`<section class="end" data-still=${still ? "" : null} aria-labelledby="end-head">
    <header class="end__words">
      <p class="end__over">${story ? lengthOf(story) : dealsOf(frame)}</p>
      <h2 id="end-head" class="end__head">
        ${isolateNames(story?.winner ?? headOf(frame, outcome.ranking), frame.names)}
      </h2>
      <p class="end__over">${story?.loser ? isolateNames(story.loser, frame.names) : null}</p>
    </header>
    <ol class="end__ladder" aria-label="The ladder at the end" style=${{ "--of": rows.length }}>
      ${rows.map((row, at) => html`<${Step} key=${row.seat} row=${row} at=${at} table=${table} />`)}
    </ol>
    <div class="end__told">
      ${
        story?.lines.length
          ? html`<ul class="end__drama" aria-label="What was rare">
            ${story.lines.map(
              ({ text, hands }) => html`<li key=${text}>
                <b>${isolateNames(text, frame.names)}</b> <span>${rarity(hands)}</span>
              </li>`,
            )}
          </ul>`
          : null
      }
      <${Ledger} evening=${evening} />
    </div>
    <div class="end__ways">
      <a class="end__way" href="#result-head">The numbers</a>
      ${keepsRoom.value ? html`<a class="end__way" href="#room-game">Swap game</a>` : null}
      ${
        keepsRoom.value && frame.seat !== null
          ? html`<${Share} key="match" match=${frame.match} title=${requireRoom().title}
              kind="match" label="Share" />`
          : null
      }
      ${
        keepsRoom.value && frame.seat !== null && evening.length > 1
          ? html`<${Share} key="evening" match=${frame.match} title=${requireRoom().title}
              kind="evening" label="Share the evening" />`
          : null
      }
      ${
        keepsRoom.value && me.value?.registered
          ? html`<a class="end__way" href="/people" target="_blank">People you played with</a>`
          : null
      }
    </div>
  </section>`;
}

/** @param {{row: Row, at: number, table: TableState}} props */
function Step({ row, at, table }) {
  const person = personAt(row, table);
  return html`<li class="end__step" data-place=${row.place} data-mine=${person.mine ? "" : null}
    style=${{ "--at": at }}>
    <${Face} id=${person.id} place=${row.place} />
    <span class="end__name"><${Name} name=${person.name} /></span>
    <span class="end__title">${row.title}</span>
    <span class="end__points figures">${row.points < 0 ? `−${-row.points}` : row.points}
      <span class="unseen"> ${words.value.result}</span></span>
  </li>`;
}

/**
 * @param {Frame} frame
 * @param {number[][]} ranking
 */
function headOf(frame, ranking) {
  const winners = ranking[0] ?? [];
  return winners.length
    ? `${listed(winners.map((seat) => who(frame, seat)))} on top`
    : "Nobody on top";
}

/** @param {Frame} frame */
function dealsOf(frame) {
  const { deal } = requireGame().chapter(frame.view.public);
  return deal === 1 ? "One deal" : `${deal} deals`;
}

/**
 * True once the climb is over: for those who came later, with less motion, after a tap or a key.
 * @param {Frame} frame
 */
function useClimbOver({ n }) {
  const [over, end] = useState(n <= 1 || !motionAllowed());
  useEffect(() => {
    if (over) return undefined;
    const stop = () => end(true);
    for (const sign of ENDS) addEventListener(sign, stop, { passive: true });
    return () => {
      for (const sign of ENDS) removeEventListener(sign, stop);
    };
  }, [over]);
  return over;
}
