/**
 * A whole table from a few lines of description: seats, felt, hand, and a button for each legal
 * move.
 */
import { useEffect, useState } from "preact/hooks";
import { CardBack, CardFace, SmallCard } from "../../cards/draw.js";
import { chosen, codeOf, codesOf, dropMissing } from "../../cards/selection.js";
import { html } from "../../html.js";
import { ActionBar } from "./action_bar.js";
import { isDesktop, TableLayout } from "./layout.js";
import { OwnHand } from "./own_hand.js";
import { moveButtons, playableCodes, toggleCard } from "./simple_moves.js";
import { rowsOf } from "./simple_rows.js";

/** @import { Chapter, Child } from "../core/game_types.js" */

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

const SORTS = ["rank", "own"];
const LINGER_MS = 2200;
const LOW_SCREEN = 700;

/**
 * @typedef {object} SimpleGame the description of a small game. Cards may be numbers or strings. A
 *   move with `card` or `cards` is made by choosing them in the hand, any other has a button.
 * @property {(code: any) => SimpleCard} card
 * @property {(code: string) => string} [name] the spoken name of a card; by default its index
 * @property {(code: string) => number} [order] the place in a hand; by default by number, then by
 *   letter
 * @property {(own: any) => (string | number)[]} hand the cards in hand, of a seat's private part
 * @property {(own: any) => {label: string, codes: string[]}[]} [besides] its other cards, for a
 *   replay
 * @property {(tableau: any) => number[]} points by seat
 * @property {(tableau: any) => number[] | null} [counts] cards in hand by seat
 * @property {(felt: FeltView) => Lot[]} felt what lies on the table
 * @property {(move: any, names: string[]) => string} label the button of a move
 * @property {(tableau: any) => Chapter} chapter the parts that a replay jumps by
 * @property {Record<string, string>} [sounds] by type of event, see ui/sound_presets.js
 * @property {object} [words] see core/game.js
 * @property {Child} [crest] a drawing on the cards' backs
 */
/** @param {SimpleGame} game */
export function simpleGame(game) {
  const drawn = (code) => ({ tone: "ink", figure: null, note: null, ...game.card(code) });
  const cardName = (code) => (game.name ? game.name(code) : String(drawn(code).index));

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
  const parts = {
    ...game,
    Face,
    Back,
    cardName,
    hand: (own) => (own ? game.hand(own).map(String) : []),
    standing: (frame) => rowsOf(game, frame),
  };

  return {
    Table: ({ table }) => html`<${SimpleTable} table=${table} game=${parts} />`,
    Cards: ({ codes, label }) => html`<${Row} codes=${codes} label=${label} game=${parts} />`,
    Face,
    cardName,
    besidesOf: (own) => game.besides?.(own) ?? [],
    chapter: game.chapter,
    handOf: parts.hand,
    keys: [["P", "the other button, where there is one"]],
    ranked: false,
    soundOf: (event) => game.sounds?.[event.type] ?? null,
    standing: parts.standing,
    weigh: () => 2,
    words: { standing: "The points", part: "round", ...game.words },
  };
}

function SimpleTable({ table, game }) {
  const { frame, live } = table;
  const codes = game.hand(frame.view.private);
  useEffect(() => dropMissing(codes), [frame]);
  const keys = live ? chosen.value.filter((key) => codes.includes(codeOf(key))) : [];
  const buttons = moveButtons(table, codesOf(keys), game.label);
  return html`<${TableLayout} table=${table} rows=${game.standing(frame)}
    seating=${game.points(frame.view.public).map((_, seat) => seat)}
    middle=${html`<${Felt} frame=${frame} game=${game} live=${live} />`}
    hand=${
      codes.length
        ? html`<${OwnHand} table=${table} codes=${codes} keys=${keys} sorts=${SORTS}
          rankOf=${game.order ?? defaultOrder} groupOf=${(code) => code}
          pick=${(key, all) => toggleCard(frame, all, key)}
          playable=${live && frame.prompt ? playableCodes(frame) : null} Face=${game.Face}
          nameOf=${game.cardName} />`
        : null
    }
    bar=${
      live
        ? html`<${ActionBar} table=${table} ask=${frame.prompt_text} refusal=${table.refusal?.text}
          buttons=${buttons} />`
        : null
    } />`;
}

const defaultOrder = (code) =>
  Number.isNaN(Number(code)) ? 1000 + code.charCodeAt(0) : Number(code);

function Felt({ frame, game, live }) {
  const { public: tableau, private: own, seat } = frame.view;
  const ended = useLinger(game.chapter(tableau).part, live);
  const lots = game.felt({ tableau, own, seat, names: frame.names, ended });
  if (!lots.length) return html`<p class="felt__word">Shuffling</p>`;
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

/** True if the part of the match changed a moment ago. */
function useLinger(part, live) {
  const [settled, settle] = useState(part);
  const fresh = live && part !== settled;
  useEffect(() => {
    if (!fresh) return undefined;
    const timer = setTimeout(() => settle(part), LINGER_MS);
    return () => clearTimeout(timer);
  }, [fresh, part]);
  return fresh;
}

/** Cards side by side that only show: null is a card face down, false an empty place. */
function Row({ codes, label, game, small = false, flip = null, from = null }) {
  if (!codes.length) return null;
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
