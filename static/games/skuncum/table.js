/** Skuncum on the table: this game's cards, board, duels and questions for the table's parts. */
import { useEffect, useRef } from "preact/hooks";
import { preferredSort } from "../../js/cards/order.js";
import { choose, codeOf, codesOf } from "../../js/cards/selection.js";
import { html } from "../../js/html.js";
import { usePanel } from "../../js/table/play/hand_tools.js";
import { TableLayout } from "../../js/table/play/layout.js";
import { OwnHand, useChosen } from "../../js/table/play/own_hand.js";
import { useLinger } from "../../js/table/play/result_delay.js";
import { clockwise } from "../../js/table/play/seated.js";
import { playableCodes, withChosen } from "../../js/table/play/simple_moves.js";
import { actions, takesMany } from "./actions.js";
import { board, Spaces } from "./board.js";
import { marksWords } from "./box.js";
import { Cards, cardName, Face } from "./cards.js";
import { byColour, byValue, isAction, RANKS } from "./deck.js";
import { DuelLine, DuelLines, DuelTable } from "./duel.js";
import { Aftermath, Boxes, Duels, HandOver, RaceOver, wonWords } from "./panels.js";
import { chapter, gainMarks, stakeOf, standing } from "./standing.js";
import { raceSummary } from "./summary.js";

/** @import { HandProps } from "../../js/cards/hand.js" */
/** @import { ToolButton } from "../../js/table/core/game_types.js" */
/** @import { Frame, Private, Public, RaceResult, TableState } from "./records.js" */

export { deedOf, isRestated, soundOf, weigh } from "./events.js";
export { deckOf, freshDeal } from "./shuffle_plan.js";
export const hintButtons = () => import("./hint_buttons.js");
export const tips = () => import("./tips.js");
export const moments = () => import("./moments.js");
export { Aftermath, Cards, cardName, chapter, Face, standing };
export const words = {
  standing: "The score boxes",
  points: "marks",
  about: "marks in the score box, hats and votes",
  result: "marks",
  part: "part of the Race",
};
export const reasons = {
  "full-box": "A score box is full.",
  "last-deal": "Final hand played.",
  "most-hands": "Hand 40 played.",
};
export const ranked = false;
export const sheets = ["cards", "box", "board", "race", "duel"];
/** @type {[string, string][]} */
export const keys = [
  ["P", "pass the lead, drop out"],
  ["1, 2, 3", "Bandwagon, Coalition, Challenge; the target of an Action card"],
  ["Y, K", "concede, stand"],
  ["B", "all score boxes"],
  ["D", "the duels of this Race"],
];

const SORTS = ["rank", "suits", "own"];
const LINGER_MS = 2600;

/**
 * The cards of a seat's private part, for a replay that shows all hands.
 * @param {Private} own
 */
export const handOf = (own) => own.cards;

/** @param {{table: TableState}} props */
export default function Table({ table }) {
  const { frame } = table;
  const tableau = frame.view.public;
  const { panel, tool } = usePanel([tableau.phase, tableau.race, tableau.hand], "Back");
  const last = useLastBoard(table);
  const codes = frame.view.private?.cards ?? [];
  const keys = useChosen(table, codes);
  const answers = actions(table, codesOf(keys));
  const tools = [tool("boxes", "Boxes", "B"), tool("duels", "Duels", "D")];
  return html`<${TableLayout} table=${table} rows=${standing(frame)}
    seating=${clockwise(tableau.seats, frame.seat)}
    middle=${html`<div class="races"><${Middle} frame=${frame} panel=${panel} last=${last} /></div>`}
    tools=${tools} answers=${answers}
    hand=${
      codes.length
        ? html`<${Held} table=${table} codes=${codes} keys=${keys} tools=${tools} />`
        : null
    } />`;
}

/** @param {{table: TableState, codes: string[], keys: string[], tools: ToolButton[]}} props */
function Held({ table, codes, keys, tools }) {
  const { frame, live } = table;
  return html`<${OwnHand} table=${table} codes=${codes} keys=${keys} tools=${tools} sorts=${SORTS}
    rankOf=${preferredSort(SORTS) === "suits" ? byColour : byValue} equals=${false}
    most=${takesMany(frame) ? Infinity : 1} playable=${live && frame.prompt ? playableCodes(frame) : null}
    Face=${Face} nameOf=${cardName} ...${onAreas(table)} />`;
}

/**
 * In the Scrum a Suit card may be dragged to its area.
 * @param {TableState} table
 * @returns {Partial<HandProps>}
 */
function onAreas(table) {
  if (!table.live || table.frame.prompt?.kind !== "scrum") return {};
  return {
    drop(key, place) {
      choose([key]);
      const area = place.dataset.drop;
      const card = codeOf(key);
      if (area && !isAction(card)) withChosen(table, { type: "join", card, area });
    },
  };
}

/**
 * The board of a Race that has ended, for a moment before its cards are gathered. It is known above
 * what moves, so that they fly when it goes.
 * @param {TableState} table
 */
function useLastBoard({ frame, live }) {
  const tableau = frame.view.public;
  const { result } = tableau;
  const before = useRef(/** @type {Public | null} */ (null));
  const part = result ? `${frame.match}:${result.hand}.${result.race}` : null;
  const ended = useLinger(part, live, LINGER_MS);
  useEffect(() => {
    if (tableau.candidate) before.current = tableau;
  }, [frame]);
  return ended ? before.current : null;
}

/**
 * The middle of the felt. A Race, its end and the lead of the next are one element, so that score
 * boxes stay.
 * @param {{frame: Frame, panel: string | null, last: Public | null}} props
 */
function Middle({ frame, panel, last }) {
  const { result, phase } = frame.view.public;
  if (panel === "boxes") return html`<${Boxes} frame=${frame} />`;
  if (panel === "duels") return html`<${Duels} frame=${frame} />`;
  switch (phase) {
    case "lot":
    case "deal":
    case "reshuffle":
      return html`<p class="felt__word">Shuffling</p>`;
    case "lead":
      if (last && result) return ended(frame, last, result);
      return leading(frame);
    case "scrum":
    case "playoff":
    case "hats":
      return race(frame);
    case "convert":
    case "over":
      if (last && result) return ended(frame, last, result);
      return html`<${HandOver} frame=${frame} />`;
    default:
      throw new Error(`a phase of an unknown kind: ${phase}`);
  }
}

/**
 * The Race that goes on: its words, its board, its duels.
 * @param {Frame} frame
 */
function race(frame) {
  const tableau = frame.view.public;
  const { duel, duels, result, phase } = tableau;
  const played = phase === "hats" ? (result?.duels ?? []) : duels;
  const shown = duel ?? played.at(-1) ?? null;
  const number = duel ? duels.length + 1 : played.length;
  return html`<div class="race" role="group" aria-label="On the table" tabindex="0"
    style=${{ "--seats": tableau.seats.length }} data-phase=${phase} data-duel=${shown ? "" : null}>
    <${Words} frame=${frame} />
    ${board(frame)}
    ${
      shown
        ? html`<section class="race__duel" aria-label="The Play-Off">
          <${DuelLine} frame=${frame} duel=${shown} />
          <details class="race__rounds">
            <summary>Round by round</summary>
            <${DuelTable} frame=${frame} duel=${shown} number=${number} />
            <${DuelLines} frame=${frame} duels=${played.slice(0, number - 1)} />
          </details>
        </section>`
        : null
    }
  </div>`;
}

/**
 * The marks that the viewer's side would bring now.
 * @param {Frame} frame
 */
export function atStake({ view }) {
  const { public: tableau, seat } = view;
  const found = seat === null ? null : stakeOf(tableau, seat);
  if (!found) return null;
  const own = marksWords(gainMarks(tableau, found.gain, RANKS));
  return `If your side wins now, you mark ${own}.`;
}

/** @param {{frame: Frame}} props */
function Words({ frame }) {
  const tableau = frame.view.public;
  const own = atStake(frame);
  return html`<p class="race__words">
    <span class="race__sum">
      <b class="race__title">Race ${tableau.race}.</b> ${raceSummary(frame).join(" ")}
    </span>
    ${own ? html`${" "}<span class="race__own">${own}</span>` : null}
  </p>`;
}

/**
 * Before the first card of a Race: who is asked, how the last one went, and all boxes.
 * @param {Frame} frame
 */
function leading(frame) {
  const { result } = frame.view.public;
  return html`<div class="race" role="group" aria-label="On the table" tabindex="0"
    style=${{ "--seats": frame.view.public.seats.length }} data-phase="lead">
    <${Words} frame=${frame} />
    ${
      result
        ? html`<${RaceOver} key="over" frame=${frame} result=${result} />
          <${Spaces} key="spaces" frame=${frame} />`
        : board(frame)
    }
  </div>`;
}

/**
 * The end of a Race over its board, whose cards go to the winner.
 * @param {Frame} frame
 * @param {Public} tableau
 * @param {RaceResult} result
 */
function ended(frame, tableau, result) {
  const { winner = null, duels = [] } = result;
  const duel = duels.at(-1);
  return html`<div class="race" role="group" aria-label="On the table" tabindex="0"
    style=${{ "--seats": tableau.seats.length }} data-phase="ended" data-duel=${duel ? "" : null}>
    <p class="race__words race__words--won">${wonWords(frame, result)}</p>
    ${board(frame, { ...tableau, stakes: [] }, winner)}
    ${
      duel
        ? html`<section class="race__duel" aria-label="The last duel">
          <${DuelLine} frame=${frame} duel=${duel} />
        </section>`
        : null
    }
  </div>`;
}
