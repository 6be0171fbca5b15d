/**
 * From legal moves to buttons. In a small game moves with cards wait for cards, and each other move
 * has a button.
 */
import { choose, codesOf, sameCards } from "../../cards/selection.js";

/** @import { Frame, Move } from "../../messages.js" */
/** @import { TableState } from "../core/game_types.js" */
/** @import { ActionButton } from "./action_bar.js" */

/**
 * The legal moves of one type.
 * @template {{moves: any[]}} F
 * @template {string} T
 * @param {F} frame
 * @param {T} type
 * @returns {Extract<F["moves"][number], {type: T}>[]}
 */
export const movesOf = ({ moves }, type) => moves.filter((move) => move.type === type);

/**
 * @param {{moves: {type: string}[]}} frame
 * @param {string} type
 */
export const has = ({ moves }, type) => moves.some((move) => move.type === type);

/**
 * The button of a move that is made without a choice, as a list; empty where it is not legal.
 * @param {TableState} table
 * @param {string} type
 * @param {string} label
 * @param {string} [kind]
 * @param {string} [shortcut]
 * @returns {ActionButton[]}
 */
export const offered = (table, type, label, kind, shortcut) =>
  has(table.frame, type) ? [{ label, kind, shortcut, act: () => table.answer({ type }) }] : [];

/**
 * The main button, which Enter presses.
 * @param {string} label
 * @param {() => unknown} act
 * @param {Partial<ActionButton>} [more]
 * @returns {ActionButton}
 */
export const mainButton = (label, act, more = {}) => ({
  ...{ label, kind: "main", shortcut: "Enter", act },
  ...more,
});

/**
 * The codes that a move plays, or null where it is not made with cards.
 * @param {Move} move
 * @returns {string[] | null}
 */
export function cardsOf(move) {
  const cards = move.cards ?? (move.card === undefined || move.card === null ? null : [move.card]);
  return cards === null ? null : cards.map(String);
}

/**
 * The codes that occur in a legal move.
 * @param {Frame} frame
 */
export const playableCodes = (frame) => new Set(frame.moves.flatMap((move) => cardsOf(move) ?? []));

/**
 * The chosen keys after a tap: cards gather while some move takes them all, else the tapped one
 * begins anew.
 * @param {Frame} frame
 * @param {string[]} keys
 * @param {string} key
 */
export function toggleCard(frame, keys, key) {
  if (keys.includes(key)) return keys.filter((other) => other !== key);
  const wanted = codesOf([...keys, key]);
  const together = frame.moves.some((move) => containsAll(cardsOf(move) ?? [], wanted));
  return together ? [...keys, key] : [key];
}

/**
 * The bar's buttons. A choice that no move fits is sent all the same, and the refusal says why not.
 * @param {TableState} table
 * @param {string[]} codes
 * @param {(move: Move, names: string[]) => string} label
 * @returns {ActionButton[]}
 */
export function moveButtons(table, codes, label) {
  const { frame } = table;
  if (!table.live || frame.prompt === null) return [];
  const withCards = frame.moves.filter((move) => cardsOf(move) !== null);
  const others = frame.moves.filter((move) => cardsOf(move) === null);
  /** @type {ActionButton[]} */
  const buttons = others.map((move) => ({
    label: label(move, frame.names),
    kind: withCards.length ? "quiet" : "main",
    act: () => table.answer(move),
  }));
  if (others.length === 1) buttons[0].shortcut = withCards.length ? "P" : "Enter";
  if (!withCards.length) return buttons;
  const fitting = withCards.filter((move) => sameCards(cardsOf(move) ?? [], codes));
  if (fitting.length > 1)
    return [
      ...buttons,
      ...fitting.map((move) => ({
        label: label(move, frame.names),
        kind: "main",
        act: () => withChosen(table, move),
      })),
    ];
  const move = fitting[0] ?? attempt(withCards[0], codes);
  const words = fitting.length
    ? label(move, frame.names)
    : codes.length
      ? "Try this"
      : "Choose a card";
  return [
    ...buttons,
    mainButton(words, () => withChosen(table, move), { disabled: !codes.length }),
  ];
}

/**
 * A move like `example` with these cards instead.
 * @param {Move} example
 * @param {string[]} codes
 */
function attempt(example, codes) {
  /** @param {string} code */
  const typed = (code) =>
    typeof (example.cards?.[0] ?? example.card) === "number" ? Number(code) : code;
  return example.cards === undefined
    ? { ...example, card: typed(codes[0] ?? "") }
    : { ...example, cards: codes.map(typed) };
}

/**
 * Answers with the chosen cards, which are no longer chosen if the move is made.
 * @param {TableState} table
 * @param {Move} move
 */
export async function withChosen(table, move) {
  const refused = await table.answer(move);
  if (!refused) choose([]);
}

/**
 * True if each of `codes` is among `cards`, as often as it stands there.
 * @param {string[]} cards
 * @param {string[]} codes
 */
export function containsAll(cards, codes) {
  const left = [...cards];
  return codes.every((code) => {
    const at = left.indexOf(code);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}
