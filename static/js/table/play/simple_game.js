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

/** @import { Frame } from "../../messages.js" */
/** @import { AnyRecords, GameRecords } from "../../records.js" */
/** @import { Component, GameModule, TableState } from "../core/game_types.js" */
/** @import { PlacePick } from "../parts/place_grid.js" */
/** @import { SimpleAnswer } from "./simple_answer.js" */
/** @import { Lot, SimpleGame, SimpleParts } from "./simple_types.js" */

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
 * @template {GameRecords} [R=AnyRecords]
 * @param {SimpleGame<R>} description
 * @returns {Omit<GameModule<R>, "slug" | "default"> & {Table: Component<{table: TableState<R>}>}}
 */
export function simpleGame(description) {
  const game = /** @type {SimpleGame} */ (/** @type {unknown} */ (description));
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
