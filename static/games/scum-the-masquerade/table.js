/** Scum: The Masquerade on the table: this game's cards, ranks and questions for the table's parts. */
import { html } from "../../js/html.js";
import { leads, who } from "../../js/table/core/name.js";
import { PhaseLine, SpanLine } from "../../js/table/parts/phase_line.js";
import { HandTools, usePanel } from "../../js/table/play/hand_tools.js";
import { hasOval, isDesktop, isOnItsSide, TableLayout } from "../../js/table/play/layout.js";
import { OwnHand, useChosen } from "../../js/table/play/own_hand.js";
import { SimpleBar } from "../../js/table/play/simple_answer.js";
import { Trick, useLastTrick } from "../../js/table/play/trick.js";
import { answerOf, choosesClan, described, handCodes } from "./answers.js";
import { byHeight, Cards, cardAt, cardName, Face, handName, rankOf, rankWords } from "./cards.js";
import { Chooser } from "./declare.js";
import { Market } from "./market.js";
import { effectWords } from "./marks.js";
import { formWords } from "./move_words.js";
import {
  Aftermath,
  BoonAsked,
  Deciding,
  Declaring,
  InForce,
  Pacts,
  Ranks,
  SeenCrypts,
} from "./panels.js";
import { powerName } from "./powers.js";
import { atStake, chapter, isHigher, phasesOf, standing, titleOf } from "./standing.js";
import { Pile, Powers } from "./summaries.js";
import { TradeNote, Trades } from "./trades.js";

/** @import { Form, Frame, Laid, Private, Public, TableState, Trick as TrickRecord } from "./records.js" */

export { deedOf, isRestated, soundOf, takerOf, travelsOf, weigh } from "./events.js";
export { deckOf } from "./shuffle_plan.js";
export { Aftermath, atStake, Cards, cardName, chapter, Face, standing };
export const hintButtons = () => import("./hint_buttons.js");
export const tips = () => import("./tips.js");
export const moments = () => import("./moments.js");
export const words = { standing: "The ranks", about: "play points" };
export const reasons = { "all-rounds": "All rounds played.", "last-round": "Last round played." };
export const wishes = ["titles", "sets"];
/** @type {[string, string][]} */
export const keys = [
  ["P, X", "pass, pass for the rest of the trick"],
  ["1 to 9", "pick a player, where one is to be picked"],
  ["L", "the last trick and the pile"],
  ["D", "clans and dots"],
];

const SORTS = ["rank", "sets", "own"];

/**
 * The cards of a seat's private part, for a replay that shows all hands.
 * @param {Private} own
 */
export const handOf = (own) => own.cards;

/**
 * The purpose of a span, which stands beside its time.
 * @param {string} key
 */
export const spanText = (key) => (key.startsWith("pacts-") ? "Pacts may be taken for" : null);

/**
 * True if the viewer's hand is still as it was dealt.
 * @param {Frame} frame
 */
export function freshDeal({ view }) {
  const { phase, trick, pairs } = view.public;
  if (phase === "trade") return pairs.every(({ done = 0 }) => done === 0);
  return phase === "play" && trick?.number === 1 && !trick.hands?.length;
}

/** @param {{table: TableState}} props */
export default function Table({ table }) {
  const { frame, live } = table;
  const tableau = frame.view.public;
  const { panel, tool } = usePanel([tableau.turns, tableau.phase]);
  const codes = handCodes(frame);
  const keys = useChosen(table, codes);
  const answer = answerOf(table, codes, keys);
  const tray = live && choosesClan(frame) && hasTray();
  const tools = [
    ...(tableau.last_trick ? [tool("last", hasOval.value ? "Last trick" : "Trick", "L")] : []),
    ...(tableau.sheets.some(({ dots, specialty }) => dots || specialty)
      ? [tool("powers", "Clans", "D")]
      : []),
  ];
  return html`<${TableLayout} table=${table} rows=${standing(frame)} pick=${answer.seats}
    seating=${tableau.options.evening === "plain" ? tableau.order : undefined} tools=${tools}
    middle=${html`<${Middle} table=${table} panel=${panel} />`}
    aside=${html`${tableau.phase === "declare" ? null : html`<${InForce} frame=${frame} />`}<${TradeNote} frame=${frame} /><${Changed} frame=${frame} /><${SeenCrypts} frame=${frame} />`}
    hand=${
      tray
        ? html`<${HandTools} buttons=${tools} />
          <div class="chooser"><${Chooser} table=${table} /></div>`
        : frame.view.private && codes.length && !isBetweenRounds(tableau)
          ? html`<${OwnHand} table=${table} codes=${codes} keys=${answer.keys ?? keys} tools=${tools}
          sorts=${SORTS} rankOf=${byHeight} groupOf=${rankOf} equals=${false} pick=${answer.pick}
          playable=${answer.playable} fresh=${freshCards(frame)} Face=${Face} nameOf=${cardName}
          from=${fromPartner(frame)} ...${limitOf()} />`
          : null
    }
    bar=${
      live
        ? html`<${SimpleBar} table=${table} game=${described(frame)} answer=${answer}
      steady=${hasPowers(tableau)} />`
        : null
    } />`;
}

/**
 * True while offers come and go beside the question.
 * @param {Public} tableau
 */
const hasPowers = ({ phase, round, sheets }) => phase === "play" && round > 0 && sheets.length > 0;

/**
 * True while the cards that somebody was left with count no more.
 * @param {Public} tableau
 */
const isBetweenRounds = ({ phase }) => phase === "interval" || phase === "over";

/**
 * True where the clans lie in the place of the hand, which is not dealt yet: below an oval, whose
 * seats they would cover, and beside the felt of a phone on its side.
 */
const hasTray = () => hasOval.value || isOnItsSide.value;

/** The height of the hand in pixels: it leaves room for the felt and the question. */
function limitOf() {
  if (hasOval.value) return { limit: isDesktop.value ? 170 : 140 };
  return isOnItsSide.value ? {} : { limit: 170 };
}

/**
 * The card that came by a trade.
 * @param {Frame} frame
 */
function freshCards({ view, prompt }) {
  const { talk = null, exchanges = [] } = view.private ?? {};
  if (prompt?.kind === "give-back" && talk?.up) return new Set([talk.up]);
  const { phase, trick } = view.public;
  if (phase !== "trade" && trick?.number !== 1) return null;
  const higher = isHigher(view.public, view.seat);
  const came = exchanges.flatMap(({ up, down }) => (up && down ? [higher ? up : down] : []));
  return came.length ? new Set(came) : null;
}

/**
 * The place that new cards of the hand come from: the partner of a trade, or the deck.
 * @param {Frame} frame
 */
function fromPartner({ seat, view }) {
  const { phase, tempted, pairs: all } = view.public;
  const pair = (tempted ? [tempted] : phase === "trade" ? all : []).find(
    ({ higher, lower }) => seat === higher || seat === lower,
  );
  return pair ? `spot:seat:${pair.higher === seat ? pair.lower : pair.higher}` : "spot:deck";
}

/** @param {{table: TableState, panel: string | null}} props */
function Middle({ table, panel }) {
  const { frame, live } = table;
  const tableau = frame.view.public;
  const { round, phase, trick, last_trick: last } = tableau;
  const lastName = last ? `${round}.${last.number}` : null;
  const lingering = useLastTrick(lastName, phase, Boolean(trick?.hands?.length), live);
  if (panel === "powers") return html`<${Powers} frame=${frame} />`;
  if (panel === "last" && last)
    return html`<${TrickOf} frame=${frame} trick=${last} title="The last trick" />
      <${Pile} frame=${frame} />`;
  if (lingering && last) return html`<${TrickOf} frame=${frame} trick=${last} title=${null} />`;
  const phases = phase === "play" ? null : phasesOf(tableau);
  return html`${phases ? html`<${PhaseLine} phases=${phases} />` : null}
    <${SpanLine} frame=${frame} textOf=${spanText} />
    <${Phase} table=${table} />`;
}

/** @param {{table: TableState}} props */
function Phase({ table }) {
  const { frame, live } = table;
  const tableau = frame.view.public;
  switch (tableau.phase) {
    case "lot":
    case "deal":
      return html`<p class="felt__word">Shuffling</p>`;
    case "declare":
      return live && choosesClan(frame) && !hasTray()
        ? html`<${Chooser} table=${table} />`
        : html`<${Declaring} frame=${frame} />`;
    case "decide":
      return html`<${Deciding} frame=${frame} />`;
    case "pacts":
      return html`<${Pacts} frame=${frame} />`;
    case "trade":
      return html`<${Trades} frame=${frame} />`;
    case "market":
      return html`<${Market} frame=${frame} />`;
    case "interval":
    case "over":
      return html`<${Ranks} frame=${frame} />`;
    case "play":
      if (tableau.asked === "answer-boon") return html`<${BoonAsked} frame=${frame} />`;
      if (tableau.tempted) return html`<${Trades} frame=${frame} />`;
      return html`<${TrickOf} frame=${frame} trick=${tableau.trick} title=${null} />`;
    default:
      throw new Error(`a phase of an unknown kind: ${tableau.phase}`);
  }
}

/** @param {{frame: Frame, trick: TrickRecord | null, title: string | null}} props */
function TrickOf({ frame, trick, title }) {
  const tableau = frame.view.public;
  const announced = title === null ? announcedBy(tableau) : null;
  if (!trick || !(trick.hands?.length || announced)) return html`<${Leading} frame=${frame} />`;
  const sets = (trick.hands ?? []).map((laid, at) => ({
    ...{ id: `${tableau.round}.${trick.number}.${at}`, seat: laid.seat, cards: laid.cards },
    words: laidWords(tableau, laid),
  }));
  if (announced) sets.push({ id: `${tableau.round}.${trick.number}.announced`, ...announced });
  const over = trick.number === tableau.last_trick?.number;
  const winner = over ? (sets.at(-1)?.seat ?? null) : null;
  return html`<${Trick} frame=${frame} sets=${sets} winner=${winner} Face=${Face} title=${title} />
    ${title ? null : html`<${Effects} frame=${frame} />`}`;
}

/**
 * The hand that somebody plays face down, as it is announced, while others may challenge it.
 * @param {Public} tableau
 */
function announcedBy({ pending }) {
  if (pending?.use.discipline !== "chimerstry") return null;
  const { cards = [] } = pending.use;
  return { seat: pending.seat, cards, words: `${handName(cards)}, announced and face down` };
}

/**
 * The cards of the viewer's own hand that may count as others, which nobody else knows.
 * @param {{frame: Frame}} props
 */
function Changed({ frame }) {
  const forms = frame.view.private?.forms ?? [];
  return forms.length
    ? html`<p class="note note--secret note--changed">${formWords(forms)}</p>`
    : null;
}

/**
 * "a pair, with Potence: it counts as topped by the ace of spades".
 * @param {Public} tableau
 * @param {Laid} laid
 */
function laidWords(tableau, laid) {
  const { cards, power, raised_to: top, counts_as: shape, forms = [], announced = [] } = laid;
  if (forms.length) return `${handName(cards.map(counted(forms)))}, with changed cards`;
  if (announced.length) return `${handName(announced)}, as it was announced`;
  if (!power) return handName(cards);
  const counts = shape
    ? `: one card counts as the ${cardName(shape)}`
    : typeof top === "number"
      ? `: it counts as topped by the ${cardAt(top)}`
      : "";
  return `${handName(cards)}, with ${powerName(tableau, power)}${counts}`;
}

/** @type {(forms: Form[]) => (code: string) => string} */
const counted = (forms) => (code) => forms.find(({ card }) => card === code)?.counts_as ?? code;

/**
 * Before the first hand of a trick.
 * @param {{frame: Frame}} props
 */
function Leading({ frame }) {
  const tableau = frame.view.public;
  const { turn } = tableau;
  if (turn === null) return null;
  const title = titleOf(tableau, turn);
  return html`<p class="felt__word">
      ${leads(frame, turn)}
      ${title && turn !== frame.seat ? html`<span class="felt__rank">${title}</span>` : null}
    </p>
    <${Effects} frame=${frame} />`;
}

/**
 * The effects on the seats, in words: few things at a time.
 * @param {{frame: Frame}} props
 */
function Effects({ frame }) {
  const { effects, forbidden } = frame.view.public;
  if (!effects.length && !forbidden.length) return null;
  return html`<ul class="effects" aria-label="Effects on players">
    ${forbidden.map(
      ({ by, ranks }) => html`<li key=${`forbidden:${by}`}>
        No hand topped by ${rankWords(ranks)}, unless it leads.
      </li>`,
    )}
    ${effects.map(
      (one) => html`<li key=${`${one.kind}:${one.seat}`}>
        <b>${who(frame, one.seat)}.</b> ${effectWords(one, frame.names)}
      </li>`,
    )}
  </ul>`;
}
