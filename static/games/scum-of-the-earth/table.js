/** Scum of the Earth on the table: this game's cards, ranks and questions for the table's parts. */
import { codeOf, codesOf, keyCards, keysFor, toggle } from "../../js/cards/selection.js";
import { html } from "../../js/html.js";
import { leads } from "../../js/table/core/name.js";
import { prefs } from "../../js/table/core/prefs.js";
import { log } from "../../js/table/core/store.js";
import { usePanel } from "../../js/table/play/hand_tools.js";
import { TableLayout } from "../../js/table/play/layout.js";
import { OwnHand, useChosen } from "../../js/table/play/own_hand.js";
import { playableCodes } from "../../js/table/play/simple_moves.js";
import { Trick, useLastTrick } from "../../js/table/play/trick.js";
import { actions } from "./actions.js";
import { cardName, Face, groupOf, rankOf, setName } from "./cards.js";
import {
  Aftermath,
  Bonuses,
  Cards,
  Draws,
  Exchange,
  Salaries,
  SeenHands,
  Window,
} from "./panels.js";
import { onlySet, together } from "./sets.js";
import { atStake, chapter, standing } from "./standing.js";

/** @import { Pick, ToolButton } from "../../js/table/core/game_types.js" */
/** @import { Frame, Private, Public, TableState, Trick as TrickRecord } from "./records.js" */

export { deedOf, isRestated, soundOf, takerOf, travelsOf, weigh } from "./events.js";
export { deckOf } from "./shuffle_plan.js";
export const hintButtons = () => import("./hint_buttons.js");
export const tips = () => import("./tips.js");
export const moments = () => import("./moments.js");
export { Aftermath, atStake, Cards, cardName, chapter, Face, standing };
export const words = { about: "salary, in play points" };
export const wishes = ["titles", "sets"];
/** @type {[string, string][]} */
export const keys = [
  ["P", "pass"],
  ["L", "the last trick"],
];

/** @typedef {{frame: Frame, trick: TrickRecord | null, title: string | null}} TrickProps */

const SORTS = ["rank", "sets", "own"];

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
  const { phase, deal, turns, options } = frame.view.public;
  if (options.first_swap || deal > 1) return phase === "takeover";
  return phase === "play" && turns === 1;
}

/** @param {{table: TableState}} props */
export default function Table({ table }) {
  const { frame, live } = table;
  const tableau = frame.view.public;
  const { deal, last_trick, phase, trick } = tableau;
  const { panel, tool } = usePanel([trick?.sets.length, phase]);
  const showLast = panel === "last";
  const lastName = last_trick ? `${deal}.${last_trick.number}` : null;
  const lingering = useLastTrick(lastName, phase, Boolean(trick?.sets.length), live);
  const codes = frame.view.private?.cards ?? [];
  const keys = useChosen(table, codes);
  const { pick, ...answers } = actions(table, codesOf(keys));
  const last = last_trick ? [tool("last", "Last trick", "L")] : [];
  return html`<${TableLayout} table=${table} rows=${standing(frame)} pick=${pick}
    middle=${html`<${Middle} frame=${frame} live=${live}
      trick=${showLast || lingering ? last_trick : trick}
      title=${showLast ? "The last trick" : null} />`}
    aside=${html`<${Exchange} frame=${frame} /><${SeenHands} frame=${frame} />`}
    tools=${last} answers=${answers}
    hand=${
      codes.length
        ? html`<${ScumHand} table=${table} codes=${codes} keys=${keys} tools=${last} />`
        : null
    } />`;
}

/** @param {{table: TableState, codes: string[], keys: string[], tools: ToolButton[]}} props */
function ScumHand({ table, codes, keys, tools }) {
  const { frame, live } = table;
  const tableau = frame.view.public;
  const asked = live && frame.prompt !== null;
  const need =
    prefs.value.sets && asked && tableau.phase === "play"
      ? (tableau.trick?.sets.at(-1)?.size ?? 0)
      : 0;
  /** @type {(key: string, all: string[], shown: string[]) => string[]} */
  const pick = (key, all, shown) => {
    const only = need && !all.length ? onlySet(frame, codeOf(key)) : null;
    if (only) return keysFor(only, key, keyCards(shown));
    return toggle(all, key, keyCards(shown), {
      need,
      together: (some) => !asked || together(frame, some),
    });
  };
  const exchange = tableau.phase === "bonus" ? frame.view.private?.exchange : null;
  return html`<${OwnHand} table=${table} codes=${codes} keys=${keys} sorts=${SORTS} rankOf=${rankOf}
    groupOf=${groupOf} pick=${pick} tools=${tools} playable=${asked ? playableCodes(frame) : null}
    fresh=${exchange ? new Set(exchange.got) : null} Face=${Face} nameOf=${cardName}
    from=${exchange ? `spot:seat:${exchange.partner}` : "spot:deck"} />`;
}

/** @param {TrickProps & {live: boolean}} props */
function Middle({ frame, live, trick, title }) {
  const tableau = frame.view.public;
  switch (tableau.phase) {
    case "draw":
    case "deal":
      return html`<p class="felt__word">Shuffling</p>`;
    case "takeover":
      return html`${
        tableau.deal === 1 && tableau.draws.length
          ? html`<${Draws} frame=${frame} />`
          : html`<${Window} frame=${frame} />`
      }`;
    case "bonus":
      return html`<${Bonuses} frame=${frame} />`;
    case "interval":
    case "over":
      return trick?.sets.length
        ? html`<${TrickOf} frame=${frame} trick=${trick} title=${title} />`
        : html`<${Salaries} frame=${frame} lines=${live ? log.value : []} />`;
    case "play":
      return html`<${TrickOf} frame=${frame} trick=${trick} title=${title} />`;
    default:
      throw new Error(`a phase of an unknown kind: ${tableau.phase}`);
  }
}

/** @param {TrickProps} props */
function TrickOf({ frame, trick, title }) {
  const tableau = frame.view.public;
  if (!trick?.sets.length)
    return html`<p class="felt__word">${leads(frame, tableau.turn ?? -1)}</p>`;
  const sets = trick.sets.map(({ seat, cards, face, size }, i) => ({
    ...{ id: `${tableau.deal}.${trick.number}.${i}`, seat, cards },
    words: setName(face, size),
  }));
  return html`<${Trick} frame=${frame} sets=${sets} winner=${trick.winner} Face=${Face}
    title=${title} />`;
}
