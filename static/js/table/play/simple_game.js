/**
 * A whole table from a few lines of description: seats, felt, hand, and a button for each legal
 * move.
 */
import { useEffect } from "preact/hooks";
import { CardBack, CardFace, SmallCard } from "../../cards/draw.js";
import { dropMissing } from "../../cards/selection.js";
import { html } from "../../html.js";
import { PhaseLine, SpanLine } from "../parts/phase_line.js";
import { PlaceGrid } from "../parts/place_grid.js";
import { handHeightLimit, isDesktop, TableLayout } from "./layout.js";
import { OwnHand } from "./own_hand.js";
import { useLinger } from "./result_delay.js";
import { SimpleBar, simpleAnswer } from "./simple_answer.js";
import { feltOf, rowsOf } from "./simple_rows.js";

/** @import { Frame, Move, OpenPrompt } from "../../messages.js" */
/**
 * @import { Badge, CardLook, Chapter, Child, Component, GameModule, Row, TableState, Words
 * } from "../core/game_types.js"
 */
/** @import { Phase } from "../parts/phase_line.js" */
/** @import { BoardShown, PlacePick } from "../parts/place_grid.js" */
/** @import { Reaction } from "../parts/reaction.js" */
/** @import { TradeTerms } from "../parts/trade.js" */
/** @import { SimpleAnswer } from "./simple_answer.js" */

/**
 * @typedef {object} SimpleCard
 * @property {string | number} index
 * @property {string} [tone]
 * @property {string | null} [note]
 * @property {Child} [figure] a drawing round the origin, 24 units wide
 */

/**
 * The felt as a small game sees it.
 * @typedef {object} FeltView
 * @property {any} tableau the public part of the view
 * @property {any} own the viewer's private part
 * @property {number | null} seat
 * @property {string[]} names
 * @property {boolean} ended a part of the chapter ended a moment ago, so show how
 */

/**
 * Cards that lie together on the felt.
 * @typedef {object} Lot
 * @property {string} [title]
 * @property {(string | number | null | false)[]} [cards] null: face down; false: an empty place
 * @property {Child} [words]
 * @property {number} [seat] the owner
 * @property {boolean} [brass] marked
 */

/**
 * @typedef {object} CardsProps
 * @property {NonNullable<Lot["cards"]>} codes
 * @property {SimpleParts} game
 * @property {string} [label]
 * @property {boolean} [small]
 * @property {string} [flip] the name of the place, for cards that move
 * @property {string} [from] where new cards come from
 */

const SORTS = ["rank", "own"];
const LINGER_MS = 2200;
const LOW_SCREEN = 700;
const HAND_BESIDE_PARTS = 150;
const FEW_BUTTONS = 4;

/**
 * @typedef {object} SimpleGame the description of a small game. Cards may be numbers or strings. A
 *   move with `card` or `cards` is made by choosing them in the hand, any other has a button.
 * @property {(code: any) => SimpleCard} card
 * @property {(code: string) => string} [name] the spoken name of a card; by default its index
 * @property {(code: string) => number} [order] the place in a hand; by default by number, then by
 *   letter
 * @property {(own: any, tableau?: any, seat?: number | null) => (string | number)[]} hand the
 *   cards in hand, of a seat's private part; a replay gives no more than that
 * @property {(own: any) => {label: string, codes: string[]}[]} [besides] its other cards, for a
 *   replay
 * @property {(tableau: any) => number[]} points by seat
 * @property {(tableau: any) => number[] | null} [counts] cards in hand by seat
 * @property {(felt: FeltView) => Lot[]} felt what lies on the table
 * @property {(move: any, names: string[]) => string} label the button of a move
 * @property {(open: OpenPrompt, names: string[]) => string} [offer] the button of an offer; by
 *   default the label of its one move, or its text
 * @property {(open: OpenPrompt) => string} [compose] the button that begins an answer in steps,
 *   where a prompt has other answers too
 * @property {(move: any) => number | null | undefined} [target] the seat that a move is aimed at;
 *   it is picked at the table
 * @property {(move: any) => string | null | undefined} [placeOf] the place that a move is aimed at;
 *   by default its field `place`
 * @property {(tableau: any) => Phase[]} [phases] where the round stands
 * @property {(felt: FeltView, seat: number) => Badge[]} [badges] the marks of a seat
 * @property {(felt: FeltView) => BoardShown | null} [board] named places on a grid
 * @property {(felt: FeltView) => Reaction | null} [reaction] who may still answer to what
 * @property {(open: OpenPrompt, felt: FeltView) => TradeTerms | null} [trade] what a prompt is
 *   about, as two sides
 * @property {(key: string, frame: Frame) => string | null | undefined} [spanText] what a span is
 *   for; without words its clock is not shown
 * @property {(tableau: any) => Chapter} chapter the parts that a replay jumps by
 * @property {Record<string, string>} [sounds] by type of event, see ui/sound_presets.js
 * @property {Partial<Words>} [words]
 * @property {Child} [crest] a drawing on the cards' backs
 */
/**
 * The description with what follows from it.
 * @typedef {Omit<SimpleGame, "hand"> & CardLook & {
 *   Back: Component,
 *   hand: (own: any, tableau?: any, seat?: number | null) => string[],
 *   standing: (frame: Frame) => Row[]
 * }} SimpleParts
 */

/**
 * The part of it that answers are made of.
 * @typedef {CardLook & Pick<SimpleGame, "label" | "offer" | "compose" | "target" | "placeOf" |
 *   "trade" | "reaction">} AnswerGame
 */

/**
 * @param {SimpleGame} game
 * @returns {Omit<GameModule, "slug" | "default"> & {Table: Component<{table: TableState}>}}
 */
export function simpleGame(game) {
  /** @param {string} code */
  const drawn = (code) => ({ tone: "ink", figure: null, note: null, ...game.card(code) });
  /** @param {string} code */
  const cardName = (code) => (game.name ? game.name(code) : String(drawn(code).index));

  /** @param {{code: string, small?: boolean}} props */
  function Face({ code, small = false }) {
    const { index, tone, figure, note } = drawn(code);
    return html`<span class="plain-card">
      ${
        small
          ? html`<${SmallCard} index=${String(index)} tone=${tone}>
            <g transform="scale(2)">${figure}</g>
          </${SmallCard}>`
          : html`<${CardFace} index=${String(index)} tone=${tone} note=${note}>
            <g transform="translate(52 ${note ? 58 : 71}) scale(2)">${figure}</g>
          </${CardFace}>`
      }
    </span>`;
  }

  const Back = () => html`<${CardBack} crest=${game.crest ?? null} />`;
  /** @type {SimpleParts} */
  const parts = {
    ...game,
    Face,
    Back,
    cardName,
    hand: (own, ...more) => (own ? game.hand(own, ...more).map(String) : []),
    standing: (frame) => rowsOf(game, frame),
  };

  return {
    Table: ({ table }) => html`<${SimpleTable} table=${table} game=${parts} />`,
    Cards: ({ codes, label }) => html`<${Row} codes=${codes} label=${label} game=${parts} />`,
    Face,
    cardName,
    besidesOf: (own) => game.besides?.(own) ?? [],
    chapter: game.chapter,
    handOf: (own) => parts.hand(own),
    keys: [
      ["P", "the other button, where there is one"],
      ["1 to 9", "pick a player, where one is to be picked"],
    ],
    ranked: false,
    soundOf: (event) => game.sounds?.[event.type] ?? null,
    spanText: game.spanText,
    standing: parts.standing,
    weigh: () => 2,
    words: { standing: "The points", part: "round", ...game.words },
  };
}

/** @param {{table: TableState, game: SimpleParts}} props */
function SimpleTable({ table, game }) {
  const { frame, live } = table;
  const { public: tableau, private: own, seat } = frame.view;
  const codes = game.hand(own, tableau, seat);
  useEffect(() => dropMissing(codes), [frame]);
  const answer = simpleAnswer(table, game, codes);
  return html`<${TableLayout} table=${table} rows=${game.standing(frame)}
    seating=${game.points(tableau).map((_, other) => other)} pick=${answer.seats}
    middle=${html`<${Felt} frame=${frame} game=${game} live=${live} places=${answer.places} />`}
    hand=${
      codes.length
        ? html`<${OwnHand} table=${table} codes=${codes} keys=${answer.keys} sorts=${SORTS}
          rankOf=${game.order ?? defaultOrder} pick=${answer.pick}
          limit=${handLimit(answer)}
          playable=${answer.playable} Face=${game.Face} nameOf=${game.cardName} />`
        : null
    }
    bar=${live ? html`<${SimpleBar} table=${table} game=${game} answer=${answer} />` : null} />`;
}

/**
 * On a phone a high question leaves less to the hand, or nothing would be left to the felt.
 * @param {SimpleAnswer} answer
 */
const handLimit = ({ body, buttons }) =>
  (body || buttons.length > FEW_BUTTONS) && !isDesktop.value
    ? Math.min(handHeightLimit(), HAND_BESIDE_PARTS)
    : handHeightLimit();

/** @param {string} code */
const defaultOrder = (code) =>
  Number.isNaN(Number(code)) ? 1000 + code.charCodeAt(0) : Number(code);

/** @param {{frame: Frame, game: SimpleParts, live: boolean, places: PlacePick | null}} props */
function Felt({ frame, game, live, places }) {
  const { spanText } = game;
  const { public: tableau, seat } = frame.view;
  const ended = useLinger(game.chapter(tableau).part, live, LINGER_MS);
  const felt = feltOf(frame, ended);
  const lots = game.felt(felt);
  const board = game.board?.(felt) ?? null;
  return html`${game.phases ? html`<${PhaseLine} phases=${game.phases(tableau)} />` : null}
    ${
      spanText
        ? html`<${SpanLine} frame=${frame}
          textOf=${(/** @type {string} */ key) => spanText(key, frame)} />`
        : null
    }
    ${board ? html`<${PlaceGrid} board=${board} pick=${places} look=${game} />` : null}
    ${
      lots.length
        ? html`<${Lots} lots=${lots} game=${game} seat=${seat} />`
        : board || game.phases
          ? null
          : html`<p class="felt__word">Shuffling</p>`
    }`;
}

/** @param {{lots: Lot[], game: SimpleParts, seat: number | null}} props */
function Lots({ lots, game, seat }) {
  // on a low screen only the indexes can be read
  const small = isDesktop.value && innerHeight < LOW_SCREEN;
  return html`<ul class="lots" aria-label="On the table"
    data-lots=${lots.length > 7 ? "more" : lots.length}
    style=${{ "--lots": Math.min(lots.length, 8) }}>
    ${lots.map(
      (lot, i) => html`<li key=${lot.title ?? i} class="lot" data-brass=${lot.brass ? "" : null}>
        ${lot.title ? html`<span class="lot__title">${lot.title}</span>` : null}
        <${Row} codes=${lot.cards ?? []} game=${game} small=${small} flip=${lot.title ?? String(i)}
          from=${
            lot.seat === undefined
              ? "spot:deck"
              : lot.seat === seat
                ? "hand"
                : `spot:seat:${lot.seat}`
          } />
        ${lot.words ? html`<span class="lot__words">${lot.words}</span>` : null}
      </li>`,
    )}
  </ul>`;
}

/**
 * Cards side by side that only show: null is a card face down, false an empty place.
 * @param {CardsProps} props
 */
function Row({ codes, label, game, small = false, flip, from }) {
  if (!codes.length) return null;
  /** @param {string | number | false | null} code */
  const name = (code) =>
    code === null
      ? "a card face down"
      : code === false
        ? "nothing yet"
        : game.cardName(String(code));
  return html`<span class="lot__cards" role="img" aria-label=${label ?? codes.map(name).join(", ")}>
    ${codes.map((code, i) =>
      code === false
        ? html`<span key=${i} class="lot__card lot__card--empty"></span>`
        : html`<span key=${`${code}:${i}`} class="lot__card"
          data-flip=${flip && `felt:${flip}:${code}:${i}`} data-motion="play"
          data-from=${from === "hand" ? `hand:${code}#` : from}>
          ${
            code === null
              ? html`<${game.Back} />`
              : html`<${game.Face} code=${String(code)} small=${small} />`
          }
        </span>`,
    )}
  </span>`;
}
