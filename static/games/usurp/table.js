/** Usurp on the table: this game's cards, Order and questions for the table's parts. */
import { byRank, bySuit, suitOf } from "../../js/cards/french.js";
import { preferredSort } from "../../js/cards/order.js";
import { codeOf } from "../../js/cards/selection.js";
import { html } from "../../js/html.js";
import { usePanel } from "../../js/table/play/hand_tools.js";
import { isDesktop, TableLayout } from "../../js/table/play/layout.js";
import { OwnHand, useChosen } from "../../js/table/play/own_hand.js";
import { useLinger } from "../../js/table/play/result_delay.js";
import { clockwise } from "../../js/table/play/seated.js";
import { movesOf } from "../../js/table/play/simple_moves.js";
import { actions } from "./actions.js";
import { cardName, Face } from "./cards.js";
import { Discard } from "./discard.js";
import { reneges } from "./move_effects.js";
import { Aftermath, AllPlays, Cards, HandOver, RevealPile } from "./panels.js";
import { chapter, standing } from "./standing.js";

/** @import { ToolButton } from "../../js/table/core/game_types.js" */
/** @import { Frame, Private, TableState } from "./records.js" */

export { deedOf, isRestated, soundOf, weigh } from "./events.js";
export { deckOf } from "./shuffle_plan.js";
export { atStake } from "./standing.js";
export const hintButtons = () => import("./hint_buttons.js");
export const tips = () => import("./tips.js");
export const moments = () => import("./moments.js");
export { Cards, cardName, chapter, Face, standing };
export const words = {
  standing: "The points",
  points: "hand points",
  about: "hand points, which are play points",
  result: "game points",
  part: "turn",
};
export { Aftermath };
export const reasons = {
  "game-points": "Match won.",
  "last-deal": "Final hand played.",
  "drawn-hands": "Seven hands were drawn.",
};
export const ranked = false;
export const sheets = ["panels"];
export const wishes = ["inks"];
/** @type {[string, string][]} */
export const keys = [
  ["U", "uprise: play the chosen card face down"],
  ["X, I", "challenge, give in"],
  ["1, 2", "Regal, Common"],
  ["N", "call a Reneg on the last Sluff Off"],
  ["L", "all plays of this hand"],
  ["V", "the Reveal pile, if it is not shown"],
];

const SORTS = ["suits", "rank", "own"];
const DEALT = 13;

/**
 * The cards of a seat's private part, for a replay that shows all hands.
 * @param {Private} own
 */
export const handOf = (own) => own.cards;

/**
 * True if the viewer's hand is still as it was dealt.
 * @param {Frame} frame
 */
export function freshDeal(frame) {
  const { phase, discard } = frame.view.public;
  const { cards, rising } = /** @type {Private} */ (frame.view.private);
  return (
    phase === "leading" ||
    (phase === "play" && discard.length <= 1 && cards.length === DEALT && !rising)
  );
}

/**
 * The cards that a seat has laid face down.
 * @param {Private} own
 */
export const besidesOf = (own) => [
  ...(own.rising ? [{ label: "uprises with", codes: [own.rising] }] : []),
  ...(own.downcards.length
    ? [{ label: "unchallenged", codes: own.downcards.map(([code]) => code) }]
    : []),
];

/** @param {{table: TableState}} props */
export default function Table({ table }) {
  const { frame, live } = table;
  const tableau = frame.view.public;
  const { panel, tool } = usePanel([tableau.discard.length, tableau.phase]);
  const codes = frame.view.private?.cards ?? [];
  const key = useChosen(table, codes)[0] ?? null;
  const answers = actions(table, key === null ? null : codeOf(key));
  const reveals = tableau.options.reveal && tableau.reveal.length > 0;
  const tools = [
    ...(tableau.discard.length ? [tool("plays", "Plays", "L")] : []),
    ...(reveals && !isDesktop.value ? [tool("reveal", "Revealed", "V")] : []),
  ];
  return html`<${TableLayout} table=${table} rows=${standing(frame)}
    seating=${clockwise(tableau.seats, frame.seat)}
    middle=${html`<${Middle} frame=${frame} live=${live} panel=${panel} />`}
    aside=${reveals && isDesktop.value ? html`<${RevealPile} frame=${frame} />` : null}
    tools=${tools} answers=${answers}
    hand=${
      codes.length
        ? html`<${UsurpHand} table=${table} codes=${codes} chosenKey=${key} tools=${tools} />`
        : null
    } />`;
}

/**
 * @param {{table: TableState, codes: string[], chosenKey: string | null, tools: ToolButton[]
 * }} props
 */
function UsurpHand({ table, codes, chosenKey, tools }) {
  const { frame, live } = table;
  const sort = preferredSort(SORTS);
  const asked = live && (frame.prompt?.kind === "play" || frame.prompt?.kind === "lead");
  return html`<${OwnHand} table=${table} codes=${codes}
    keys=${chosenKey === null ? [] : [chosenKey]} tools=${tools} sorts=${SORTS}
    rankOf=${sort === "rank" ? byRank : bySuit}
    groupOf=${sort === "suits" ? suitOf : undefined} equals=${false} most=${1}
    playable=${asked ? openly(frame) : null} Face=${Face} nameOf=${cardName} />`;
}

/**
 * The cards that may be played openly, a Reneg included; any card may rise.
 * @param {Frame} frame
 */
function openly(frame) {
  const { public: tableau, private: own } = frame.view;
  const codes = movesOf(frame, "play").map((move) => move.card);
  return new Set(codes.filter((code) => !reneges(tableau, code, own?.cards ?? [])));
}

/** @param {{frame: Frame, live: boolean, panel: string | null}} props */
function Middle({ frame, live, panel }) {
  const tableau = frame.view.public;
  const over = tableau.phase === "interval" || tableau.phase === "over";
  // the last card of a hand stays in sight for a moment before its end is shown
  const lingering = useLinger(over ? `${frame.match}:${tableau.hand}` : null, live && over);
  if (panel === "plays") return html`<${AllPlays} frame=${frame} />`;
  if (panel === "reveal") return html`<${RevealPile} frame=${frame} />`;
  switch (tableau.phase) {
    case "lot":
    case "deal":
      return html`<p class="felt__word">Shuffling</p>`;
    case "leading":
    case "play":
      return html`<${Discard} frame=${frame} entries=${lastPlays()} />`;
    case "interval":
    case "over":
      return lingering
        ? html`<${Discard} frame=${frame} entries=${lastPlays()} />`
        : html`<${HandOver} frame=${frame} />`;
    default:
      throw new Error(`a phase of an unknown kind: ${tableau.phase}`);
  }
}

/** The number of last plays in sight beside the Upcard. */
const lastPlays = () => (innerHeight < 700 ? 3 : innerHeight < 850 ? 4 : 5);
