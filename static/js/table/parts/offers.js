/**
 * The row of offers: acts that stand open while nobody waits for them, and further questions. It
 * never takes the focus.
 */
import { html } from "../../html.js";
import { isPending } from "../net/commands.js";
import { answerTo, idOf, opened, othersOf, shownAnswer } from "./open_answers.js";

/** @import { Move } from "../../messages.js" */
/** @import { OpenPrompt } from "../../records.js" */
/** @import { TableState } from "../core/game_types.js" */

/** @typedef {{table: TableState, game: OffersGame}} OffersProps */
/**
 * The words of a game's buttons.
 * @typedef {object} OffersGame
 * @property {(move: Move, names: string[]) => string} label
 * @property {(open: OpenPrompt, names: string[]) => string} [offer]
 */

/** More than these are opened by one button. */
const MOST_IN_ROW = 3;

/**
 * The words for a prompt's button.
 * @param {OpenPrompt} open
 * @param {OffersGame} game
 * @param {string[]} names
 */
export const offerWords = (open, game, names) =>
  game.offer?.(open, names) ??
  (isOneMove(open) ? game.label(open.moves[0], names) : open.text.replace(/\.$/, ""));

/**
 * True if a button can make the answer at once.
 * @param {OpenPrompt} open
 */
const isOneMove = ({ moves, complete, step }) => moves.length === 1 && complete && !step;

/** @param {OffersProps} props */
export function Offers({ table, game }) {
  const { frame } = table;
  const others = othersOf(frame);
  const shown = shownAnswer(frame);
  const question = frame.prompt !== null;
  const isOther = shown !== null && shown.prompt.key !== frame.prompt?.key;
  if (isOther)
    return html`<div class="offers">
      <button type="button" class="offers__one offers__back" onClick=${() => (opened.value = null)}>
        ${question ? "Back to the question" : "Not now"}
      </button>
      ${question ? html`<span class="offers__words offers__question">${frame.prompt_text}</span>` : null}
    </div>`;
  if (!others.length) return null;
  const asked = others.filter(({ prompt }) => !prompt.offer);
  const offers = others.filter(({ prompt }) => prompt.offer);
  return html`${asked.length ? html`<${Row} table=${table} game=${game} words="Also asked:" all=${asked} />` : null}
    ${offers.length ? html`<${Row} table=${table} game=${game} words="You may" all=${offers} />` : null}`;
}

/** @param {OffersProps & {words: string, all: OpenPrompt[]}} props */
function Row({ table, game, words, all }) {
  const { frame } = table;
  /** @param {OpenPrompt} open */
  const act = (open) => {
    if (isOneMove(open)) answerTo(table, open, open.moves[0]);
    else opened.value = idOf(frame, open.prompt.key);
  };
  const locked = frame.paused || isPending("play");
  const buttons = all.map(
    (open) => html`<button key=${open.prompt.key} type="button" class="offers__one"
      aria-disabled=${frame.paused ? "true" : null} title=${open.text}
      onClick=${() => locked || act(open)}>
      ${offerWords(open, game, frame.names)}
    </button>`,
  );
  if (all.length <= MOST_IN_ROW)
    return html`<div class="offers" role="group" aria-label=${words}>
      <span class="offers__words" aria-hidden="true">${words}</span>
      ${buttons}
    </div>`;
  return html`<details class="offers offers--many">
    <summary>${words} ${words.endsWith(":") ? "" : "do "}${all.length} things</summary>
    <div class="offers__list" role="group" aria-label=${words}>${buttons}</div>
  </details>`;
}
