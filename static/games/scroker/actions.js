/** The buttons that answer the open question: one function for each kind of question. */
import { mainButton, withChosen } from "../../js/table/play/simple_moves.js";
import { unknownQuestion } from "../../js/table/play/unknown_question.js";
import { bet, interval, plain } from "./betting.js";
import { draftOf } from "./builder.js";
import { draftFor, gameName } from "./dealer_choices.js";
import { isWild, suitOf } from "./deck.js";
import { outOfTurn } from "./out_of_turn.js";
import { BLANK, laid, reads } from "./spelling.js";
import { explained, inOrder, judge } from "./suits.js";

/** @import { ActionButton } from "../../js/table/play/action_bar.js" */
/**
 * @import { Claim, DeclareMove, Frame, Named, Private, Public, TableState, View
 * } from "./records.js"
 */

/**
 * Names the open question among those of all matches.
 * @param {Pick<Frame, "match" | "prompt">} props
 */
export const questionOf = ({ match, prompt }) => `${match}:${prompt?.key}`;

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
    case "name-game": {
      const named = draftFor(questionOf(frame));
      const deal = () => table.answer({ type: "name-game", named });
      return { buttons: [mainButton(`Deal ${gameName(named)}`, deal)] };
    }
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

/** @param {{named: Named}} props */
export const mostDrawn = ({ named }) => (named.base === "spit" ? 4 : 3);

/**
 * @param {TableState} table
 * @param {string[]} codes
 */
function draw(table, codes) {
  const cards = codes.length === 1 ? "this card" : `these ${codes.length}`;
  return mainButton(codes.length ? `Exchange ${cards}` : "Stand pat", () =>
    withChosen(table, { type: "draw", cards: codes }),
  );
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
  const disabled = draft === BLANK || !laid(draft).length;
  const claim = fault || !name ? `Claim ${words}` : `Claim ${words}, ${explained(name)}`;
  return [
    {
      label: slush(frame) ? "Claim no word: a Slush" : "Claim no word",
      kind: "quiet",
      shortcut: "N",
      act: () => table.answer({ type: "declare", words: [], wild: [] }),
    },
    mainButton(disabled ? "Spell a word" : claim, () => table.answer(claimOf(key)), {
      ...{ key: "claim", disabled },
    }),
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
