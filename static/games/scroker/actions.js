/** The buttons that answer the open question: one function for each kind of question. */
import { signal } from "@preact/signals";
import { isDesktop } from "../../js/table/play/layout.js";
import { has, movesOf, offered, withChosen } from "../../js/table/play/simple_moves.js";
import { unknownQuestion } from "../../js/table/play/unknown_question.js";
import { draftOf } from "./builder.js";
import { draftFor, gameName } from "./dealer_choices.js";
import { isWild, suitOf } from "./deck.js";
import { outOfTurn } from "./out_of_turn.js";
import { BLANK, laid, reads } from "./spelling.js";
import { explained, inOrder, judge } from "./suits.js";

/** @typedef {"ante" | "agree" | "fold" | "let-stand" | "object" | "ready" | "sit-out"} Simple */

/** @import { ActionBarProps, ActionButton } from "../../js/table/play/action_bar.js" */
/** @import { Claim, DeclareMove, Frame, Named, Private, Public, TableState, View } from "./records.js" */

/**
 * Names the open question among those of all matches.
 * @param {Pick<Frame, "match" | "prompt">} props
 */
export const questionOf = ({ match, prompt }) => `${match}:${prompt?.key}`;

/**
 * The amounts in the bar, by kind of question.
 * @type {import("@preact/signals").Signal<{bet: number, rebuy: number | null}>}
 */
const amounts = signal({ bet: 1, rebuy: null });

/**
 * The parts of the action bar: {buttons, amount, choices}.
 * @param {TableState} table
 * @param {string[]} codes the chosen cards
 */
export function actions(table, codes) {
  const { frame } = table;
  if (frame.seat === null || !table.live) return { buttons: [] };
  if (frame.prompt === null) return { buttons: outOfTurn(table) };
  switch (frame.prompt.kind) {
    case "name-game":
      return {
        buttons: [
          {
            label: `Deal ${gameName(draftFor(questionOf(frame)))}`,
            kind: "main",
            shortcut: "Enter",
            act: () => table.answer({ type: "name-game", named: draftFor(questionOf(frame)) }),
          },
        ],
      };
    case "ante":
      return {
        buttons: [
          plain(table, "sit-out", "Sit this hand out", "quiet", "O"),
          plain(table, "ante", `Deal me in for ${frame.view.public.options.ante}`, "main", "Enter"),
        ],
      };
    case "bet":
      return bet(table);
    case "consent":
      return {
        buttons: [
          plain(table, "object", "Object", "quiet", "O"),
          plain(table, "agree", "Agree", "main", "Enter"),
        ],
      };
    case "draw":
      return { buttons: [draw(table, codes)] };
    case "declare":
      return { buttons: declare(table) };
    case "challenge":
      return { buttons: challenge(table) };
    case "interval":
      return interval(table);
    default:
      return unknownQuestion(table, codes, frame.prompt.kind);
  }
}

/** @type {(table: TableState, type: Simple, label: string, kind: string, shortcut: string) =>
 *   ActionButton} */
const plain = (table, type, label, kind, shortcut) => ({
  label,
  kind,
  shortcut,
  act: () => table.answer({ type }),
});

/**
 * The highest possible bet: the highest listed, or where the list is cut short what the stack and
 * the table allow.
 * @param {Frame} frame
 * @param {"open" | "raise"} type
 */
function mostOf(frame, type) {
  const { moves_complete: complete, view } = frame;
  const seat = /** @type {number} */ (frame.seat);
  const listed = movesOf(frame, type).map((move) => move.chips);
  if (!listed.length) return 0;
  if (complete) return Math.max(...listed);
  const { stacks, options, level, put } = view.public;
  return Math.min(options.max_bet || Infinity, stacks[seat] - (level - put[seat]));
}

/**
 * @param {TableState} table
 * @returns {Partial<ActionBarProps>}
 */
function bet(table) {
  const { frame } = table;
  const { level, put, stacks } = frame.view.public;
  const seat = /** @type {number} */ (frame.seat);
  const owed = level - put[seat];
  const type = level ? "raise" : "open";
  const most = mostOf(frame, type);
  const chips = Math.max(1, Math.min(amounts.value.bet, most));
  const alone = !has(frame, "check") && !has(frame, "call");
  const wager = {
    label: level ? `Raise by ${chips}` : `Open for ${chips}`,
    kind: alone ? "main" : "quiet",
    shortcut: alone ? "Enter" : "B",
    act: () => table.answer({ type, chips }),
  };
  const buttons = [
    plain(table, "fold", "Fold", "quiet", "F"),
    ...(most ? [wager] : []),
    ...offered(table, "check", "Check", "main", "Enter"),
    ...offered(
      table,
      "call",
      stacks[seat] < owed ? `Tap out with ${stacks[seat]}` : `Call ${owed}`,
      "main",
      "Enter",
    ),
  ];
  /** @param {number} value */
  const set = (value) => (amounts.value = { ...amounts.value, bet: value });
  return {
    buttons,
    amount: most
      ? {
          label: level ? "Raise by" : "Open for",
          least: 1,
          most,
          value: chips,
          set,
          enter: wager.act,
          shortcut: "A",
        }
      : null,
  };
}

/** @param {{named: Named}} props */
export const mostDrawn = ({ named }) => (named.base === "spit" ? 4 : 3);

/**
 * @param {TableState} table
 * @param {string[]} codes
 */
function draw(table, codes) {
  return {
    label:
      codes.length === 0
        ? "Stand pat"
        : `Exchange ${codes.length === 1 ? "this card" : `these ${codes.length}`}`,
    kind: "main",
    shortcut: "Enter",
    act: () => withChosen(table, { type: "draw", cards: codes }),
  };
}

/**
 * The cards of which the viewer makes words: [own, shared].
 * @param {{view: View}} props
 */
export function wordCards({ view }) {
  const { spit, common, up } = view.public;
  const { cards } = /** @type {Private} */ (view.private);
  return [
    [...cards, ...(up[view.seat ?? -1] ?? [])],
    [spit, common].filter((code) => code !== null),
  ];
}

/** @param {{named: Named}} props */
export const rulesOf = ({ named }) => ({ mix: named.mix_juice, chilis: named.hot_n_sour });

/**
 * @param {string} key
 * @returns {DeclareMove}
 */
export function claimOf(key) {
  const { words, as } = draftOf(key);
  const rows = inOrder(words);
  const used = laid(draftOf(key));
  return {
    type: "declare",
    words: rows,
    wild: Object.entries(as).filter(([code]) => used.includes(code)),
  };
}

/**
 * @param {TableState} table
 * @returns {ActionButton[]}
 */
function declare(table) {
  const { frame } = table;
  const key = questionOf(frame);
  const draft = draftOf(key);
  const { fault, name } = judge(draft.words, draft.as, rulesOf(frame.view.public));
  const words = inOrder(draft.words)
    .map((word) => reads(word, draft.as))
    .join(" and ");
  const blank = draft === BLANK || !laid(draft).length;
  return [
    {
      label: slush(frame) ? "Claim no word: a Slush" : "Claim no word",
      kind: "quiet",
      shortcut: "N",
      act: () => table.answer({ type: "declare", words: [], wild: [] }),
    },
    {
      key: "claim",
      label: blank
        ? "Spell a word"
        : fault || !name
          ? `Claim ${words}`
          : `Claim ${words}, ${explained(name)}`,
      kind: "main",
      shortcut: "Enter",
      disabled: blank,
      act: () => table.answer(claimOf(key)),
    },
  ];
}

/**
 * True if five of the cards are of one suit, wild ones included; that needs no claim.
 * @param {Frame} frame
 */
function slush(frame) {
  const { named } = frame.view.public;
  const codes = wordCards(frame).flat();
  /** @param {string} code */
  const helps = (code) => isWild(code) || named.wild.includes(code);
  return ["an", "ch", "le", "li"].some(
    (suit) =>
      codes.some((code) => suitOf(code) === suit) &&
      codes.filter((code) => suitOf(code) === suit || helps(code)).length >= 5,
  );
}

/**
 * The words of a claim as spelled, wild cards as the letters they stand for.
 * @param {{words: string[][], wild: [string, string][]}} props
 */
export const wordsOf = ({ words, wild }) =>
  words.map((word) => reads(word, Object.fromEntries(wild)));

/**
 * Indexes of the leader's words that may still be challenged.
 * @param {Pick<Public, "leader" | "claims" | "proved">} props
 */
export function openWords({ leader, claims, proved }) {
  const claim = leader === null ? null : claims[leader];
  return (claim?.words ?? [])
    .map((_, i) => i)
    .filter((i) => !proved.some(([seat, word]) => seat === leader && word === i));
}

/** @param {TableState} table */
function challenge(table) {
  const tableau = table.frame.view.public;
  const words = wordsOf(/** @type {Claim} */ (tableau.claims[tableau.leader ?? -1]));
  return [
    ...openWords(tableau).map((word, i) => ({
      label: `Challenge ${words[word]}`,
      kind: "quiet",
      shortcut: String(i + 1),
      act: () => table.answer({ type: "challenge", word }),
    })),
    plain(table, "let-stand", "Let it stand", "main", "Enter"),
  ];
}

/**
 * @param {TableState} table
 * @returns {Partial<ActionBarProps>}
 */
function interval(table) {
  const { frame } = table;
  const rebuys = movesOf(frame, "rebuy").map((move) => move.chips);
  const sees = movesOf(frame, "see");
  const most = rebuys.length ? Math.max(...rebuys) : 0;
  const least = rebuys.length ? Math.min(...rebuys) : 0;
  const chips = Math.max(least, Math.min(amounts.value.rebuy ?? most, most));
  const { options, stacks, markers, sitting_out } = frame.view.public;
  const seat = /** @type {number} */ (frame.seat);
  const broke = stacks[seat] < options.ante || markers[seat] > 0;
  const rebuy = {
    label: `Rebuy ${chips}`,
    kind: broke ? "main" : "quiet",
    shortcut: broke ? "Enter" : "B",
    act: () => table.answer({ type: "rebuy", chips }),
  };
  const ready = plain(
    table,
    "ready",
    broke ? "Watch" : sitting_out.includes(seat) ? "Deal me in" : "Next hand",
    broke ? "quiet" : "main",
    broke ? "P" : "Enter",
  );
  const out = plain(table, "sit-out", "Sit out", "quiet", "O");
  return {
    buttons: broke && most ? [out, ready, rebuy] : [out, ...(most ? [rebuy] : []), ready],
    amount:
      most && (isDesktop.value || stacks[seat] < chips)
        ? {
            label: "Rebuy (play chips)",
            least,
            most,
            value: chips,
            set: (value) => (amounts.value = { ...amounts.value, rebuy: value }),
            enter: rebuy.act,
            shortcut: "A",
          }
        : null,
    choices: sees.length
      ? {
          label: "You won: see a hand",
          items: sees.map(({ seat }) => ({
            label: frame.names[seat],
            name: `See the hand of ${frame.names[seat]}`,
            act: () => table.answer({ type: "see", seat }),
          })),
        }
      : null,
  };
}
