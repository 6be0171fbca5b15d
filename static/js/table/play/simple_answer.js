/**
 * The answer of a small game's table: what can be chosen in the hand, at the seats and on the board
 * for the prompt that is shown, and the bar's parts for it.
 */
import { chosen, codeOf, codesOf } from "../../cards/selection.js";
import { html } from "../../html.js";
import {
  beginDraft,
  Composer,
  composerButtons,
  draftOf,
  handPick,
  placePick,
  seatPick,
} from "../parts/composer.js";
import { Offers } from "../parts/offers.js";
import { directMoves, idOf, othersOf, shownAnswer, tableFor } from "../parts/open_answers.js";
import { ReactionBar } from "../parts/reaction.js";
import { Trade } from "../parts/trade.js";
import { ActionBar } from "./action_bar.js";
import { aimOf, isAimed, movesAt, openAims, pickAim } from "./aimed_moves.js";
import { cardsOf, moveButtons, playableCodes, toggleCard } from "./simple_moves.js";
import { feltOf } from "./simple_rows.js";

/** @import { Move } from "../../messages.js" */
/** @import { OpenPrompt } from "../../records.js" */
/** @import { Child, Pick, TableState } from "../core/game_types.js" */
/** @import { Draft } from "../parts/draft.js" */
/** @import { PlacePick } from "../parts/place_grid.js" */
/** @import { ActionButton } from "./action_bar.js" */
/** @import { Aims } from "./aimed_moves.js" */
/** @import { AnswerGame } from "./simple_types.js" */

/**
 * @typedef {object} SimpleAnswer
 * @property {string[]} keys the chosen cards
 * @property {Set<string> | null} playable
 * @property {(key: string, keys: string[]) => string[]} pick the chosen cards after a tap
 * @property {Pick | null} seats
 * @property {PlacePick | null} places
 * @property {ActionButton[]} buttons
 * @property {Child} body of the bar; null: question and buttons are all
 */

/**
 * @template V
 * @typedef {{chosen: V[], choose: (value: V) => void}} Picking
 */

/**
 * @param {TableState} table
 * @param {AnswerGame} game
 * @param {string[]} codes the hand
 * @returns {SimpleAnswer}
 */
export function simpleAnswer(table, game, codes) {
  const open = table.live ? shownAnswer(table.frame) : null;
  const draft = draftOf(table.frame, open);
  const keys = table.live ? chosen.value.filter((key) => codes.includes(codeOf(key))) : [];
  const answer =
    open === null
      ? unasked(table, keys)
      : draft
        ? composedAnswer(table, game, codes, open, draft)
        : listedAnswer(table, game, open, keys);
  return { ...answer, body: bodyOf(table, game, answer.body) };
}

/** @type {(table: TableState, keys: string[]) => SimpleAnswer} */
const unasked = ({ frame }, keys) => ({
  ...{ keys, playable: null, seats: null, places: null, buttons: [], body: null },
  pick: (key, all) => toggleCard(frame, all, key),
});

/**
 * @param {TableState} table
 * @param {AnswerGame} game
 * @param {string[]} codes
 * @param {OpenPrompt} open
 * @param {Draft} draft
 * @returns {SimpleAnswer}
 */
function composedAnswer(table, game, codes, open, draft) {
  const own = handPick(table, draft, codes);
  return {
    keys: own?.keys ?? [],
    playable: own?.playable ?? null,
    pick(key) {
      own?.tap(key);
      return chosen.peek(); // the draft holds this choice
    },
    seats: seatPick(table, draft),
    places: placePick(table, draft),
    buttons: composerButtons(table, open, draft, game.label),
    body: html`<${Composer} key=${open.prompt.key} table=${table} draft=${draft} codes=${codes}
      look=${game} />`,
  };
}

/**
 * @param {TableState} table
 * @param {AnswerGame} game
 * @param {OpenPrompt} open
 * @param {string[]} keys
 * @returns {SimpleAnswer}
 */
function listedAnswer(table, game, open, keys) {
  const { frame } = table;
  const aims = { target: game.target ?? (() => null), placeOf: game.placeOf ?? placeField };
  const id = idOf(frame, open.prompt.key);
  const aim = aimOf(id);
  const codes = codesOf(keys);
  const listed = directMoves(open);
  const found = openAims(listed, aims, aim, codes);
  const moves = movesAt(listed, aims, aim);
  const shown = tableFor(table, { ...open, moves });
  const buttons = answerButtons(shown, game, codes, aims, found);
  if (open.step)
    buttons.push({
      label: game.compose?.(open) ?? "Make an offer",
      kind: listed.length ? "quiet" : "main",
      act: () => beginDraft(frame, open),
    });
  /** @type {<V extends number | string>(part: "seat" | "place", now: V | null) => Picking<V>} */
  const picking = (part, now) => ({
    chosen: now === null ? [] : [now],
    choose: (value) => pickAim(id, part, value),
  });
  return {
    keys,
    playable: playableCodes({ ...frame, moves }),
    pick: (key, all) => toggleCard({ ...frame, moves }, all, key),
    seats: found.seats.size
      ? { ...picking("seat", aim.seat), seats: found.seats, label: "Pick" }
      : null,
    places: found.places.size ? { ...picking("place", aim.place), names: found.places } : null,
    buttons,
    body: null,
  };
}

/** @param {Move} move */
const placeField = (move) => (typeof move.place === "string" ? move.place : null);

/**
 * The buttons; while nothing is aimed at, one says what to pick.
 * @param {TableState} table
 * @param {AnswerGame} game
 * @param {string[]} codes
 * @param {Aims} aims
 * @param {ReturnType<typeof openAims>} found
 */
function answerButtons(table, game, codes, aims, found) {
  const { moves } = table.frame;
  const buttons = moveButtons(table, codes, game.label);
  const plain = moves.filter((move) => cardsOf(move) === null);
  const aimed = plain.filter((move) => isAimed(move, aims));
  const withCards = moves.some((move) => cardsOf(move) !== null);
  if (aimed.length && !withCards)
    plain.forEach((move, i) => {
      const main = aimed.includes(move);
      buttons[i].kind = main ? "main" : "quiet";
      buttons[i].shortcut = main && aimed.length === 1 ? "Enter" : undefined;
    });
  const missing = found.seats.size && !aimed.length && !withCards ? "Pick a player" : "";
  const where =
    missing || (found.places.size && !aimed.length && !withCards ? "Choose a place" : "");
  if (where) {
    for (const button of buttons) Object.assign(button, { kind: "quiet", shortcut: undefined });
    buttons.push({ label: where, kind: "main", disabled: true, act: () => {} });
  }
  return buttons;
}

/**
 * The parts between the question and its buttons.
 * @param {TableState} table
 * @param {AnswerGame} game
 * @param {Child} composer
 */
function bodyOf(table, game, composer) {
  const { frame } = table;
  const felt = feltOf(frame);
  const open = shownAnswer(frame);
  const terms = open ? (game.trade?.(open, felt) ?? null) : null;
  const reaction = frame.outcome === null ? (game.reaction?.(felt) ?? null) : null;
  const parts = [
    reaction && html`<${ReactionBar} table=${table} reaction=${reaction} />`,
    terms && html`<${Trade} terms=${terms} names=${frame.names} look=${game} />`,
    composer,
  ].filter(Boolean);
  return parts.length ? parts : null;
}

/**
 * The bar of a small game: the question or the opened offer, the trade or the steps, the buttons,
 * reactions and offers. `steady`: its height is the same with and without offers.
 * @param {{table: TableState, game: AnswerGame, answer: SimpleAnswer, steady?: boolean}} props
 */
export function SimpleBar({ table, game, answer, steady = false }) {
  const { frame } = table;
  const ask = shownAnswer(frame)?.text ?? frame.prompt_text;
  return html`<${ActionBar} table=${table} ask=${ask} refusal=${table.refusal?.text}
    buttons=${answer.buttons} bounded steady=${steady} body=${answer.body}
    foot=${othersOf(frame).length ? html`<${Offers} table=${table} game=${game} />` : null} />`;
}
