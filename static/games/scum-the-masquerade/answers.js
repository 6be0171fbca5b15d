/**
 * The answers to questions and offers: what can be chosen in the hand and at the seats, and the
 * buttons, from the legal moves alone.
 */
import { signal } from "@preact/signals";
import { codeOf, keyCards, keysFor, sameCards, toggle } from "../../js/cards/selection.js";
import { html } from "../../js/html.js";
import { prefs } from "../../js/table/core/prefs.js";
import { beginDraft } from "../../js/table/parts/composer.js";
import { answerTo, idOf, shownAnswer, tableFor } from "../../js/table/parts/open_answers.js";
import { simpleAnswer } from "../../js/table/play/simple_answer.js";
import { containsAll, playableCodes, withChosen } from "../../js/table/play/simple_moves.js";
import { cardName, Face, handName } from "./cards.js";
import { declareButtons } from "./declare.js";
import { listed, moveLabel, onlyDiscipline, reactionOf, termsOf } from "./move_words.js";
import { effectOf, powerName } from "./powers.js";

/** @import { Move as AnyMove, OpenPrompt } from "../../js/messages.js" */
/** @import { ActionButton } from "../../js/table/play/action_bar.js" */
/** @import { SimpleAnswer } from "../../js/table/play/simple_answer.js" */
/** @import { AnswerGame } from "../../js/table/play/simple_types.js" */
/** @import { Frame, Move, TableState } from "./records.js" */

/** @typedef {import("../../js/table/core/game_types.js").TableState} AnyTable */

/**
 * The prompt whose answer is built in steps, although a tap would do: "match:key".
 * @type {import("@preact/signals").Signal<string | null>}
 */
const building = signal(null);

/**
 * This game as the shared parts of answers want it described.
 * @param {Frame} frame
 * @returns {AnswerGame}
 */
export const described = (frame) => ({
  Face,
  cardName,
  label: moveLabel(frame),
  offer: (open) => OFFERS[open.prompt.kind] ?? offerOf(frame, open),
  compose: ({ prompt: { kind } }) => COMPOSE[kind] ?? "Choose",
  target: (move) =>
    move.type === "conspire" ? move.partner : move.type === "hunt" ? move.seat : null,
  trade: (open) => termsOf(frame, open),
  reaction: () => reactionOf(frame),
});

/** @type {Record<string, string>} */
const OFFERS = {
  use: "Use a discipline",
  "play-with": "Play with a discipline",
  "ask-boon": "Ask for a boon",
  conspire: "Conspire",
  hunt: "Declare a blood hunt",
  "choose-extras": "Who gets extra cards",
};
/** @type {Record<string, string>} */
const COMPOSE = { offer: "Make an offer", "ask-back": "Ask for a card" };

/**
 * The request to conspire names who asks.
 * @param {Frame} frame
 * @param {OpenPrompt} open
 */
function offerOf({ names }, { moves, text }) {
  const [move] = moves;
  return move?.type === "answer-conspiracy" ? `${names[move.seat]} wants to conspire` : text;
}

/**
 * The cards that can be chosen in the hand: the own crypt, and while one goes back, the one that
 * came.
 * @param {Frame} frame
 */
export function handCodes({ prompt, view }) {
  const { cards = [], talk = null } = view.private ?? {};
  const came = prompt?.kind === "give-back" ? talk?.up : null;
  return came && !cards.includes(came) ? [...cards, came] : cards;
}

/**
 * The answer of the table, see simple_answer.js.
 * @param {TableState} table
 * @param {string[]} codes the hand
 * @param {string[]} keys the chosen cards
 * @returns {Omit<SimpleAnswer, "keys"> & {keys?: string[]}} without `keys`: those that are chosen
 */
export function answerOf(table, codes, keys) {
  const { frame } = table;
  const open = table.live ? shownAnswer(frame) : null;
  const game = described(frame);
  if (open?.step && isOneTap(idOf(frame, open.prompt.key), open))
    return oneTap(table, open, game, codes, keys);
  const base = simpleAnswer(table, game, codes);
  if (!open) return { ...base, pick: (key, all) => toggle(all, key, keyCards(codes)) };
  const chosen = keys.map(codeOf);
  switch (open.prompt.kind) {
    case "lead":
    case "follow":
    case "ask-boon":
      return { ...base, ...withHand(table, open, codes, chosen) };
    case "declare":
      return open.step
        ? {
            ...base,
            body: null,
            buttons: [buildButton(table, open, "Place the dots"), ...declareButtons(table)],
          }
        : { ...base, buttons: declareButtons(table) };
    case "give-back":
      return { ...base, ...giveCard(table, open, codes, chosen) };
    case "use":
    case "play-with":
      return { ...base, body: [onlyPower(frame, open), base.body] };
    default:
      return base;
  }
}

/**
 * The one discipline that can be used now, in words: with several, the first step names them.
 * @param {Frame} frame
 * @param {OpenPrompt} open
 */
function onlyPower(frame, open) {
  const discipline = onlyDiscipline(open);
  return (
    discipline &&
    html`<p><b>${powerName(frame.view.public, discipline)}.</b> ${effectOf(discipline)}</p>`
  );
}

/** @type {Record<string, string>} */
const LEAD = { lead: "Lead", follow: "Play", "ask-boon": "Show" };

/**
 * A hand out of the crypt. A try that is not listed is sent too, and the refusal says why not.
 * @param {TableState} table
 * @param {OpenPrompt} open
 * @param {string[]} codes
 * @param {string[]} chosen
 * @returns {Partial<SimpleAnswer>}
 */
function withHand(table, open, codes, chosen) {
  const { kind } = open.prompt;
  const shown = tableFor(table, open);
  const plays = open.moves.filter((move) => Array.isArray(move.cards));
  const only = kind === "lead" && open.complete && plays.length === 1 ? plays[0] : null;
  const fits = plays.find((move) => sameCards(move.cards, chosen)) ?? (chosen.length ? null : only);
  const type = kind === "ask-boon" ? "ask-boon" : "play";
  const passes = passButtons(shown, open, plays.length > 0);
  const main = {
    label: fits ? `${LEAD[kind]} ${handName(fits.cards)}` : tryLabel(kind, chosen.length),
    kind: passes.some((one) => one.kind === "main") ? "quiet" : "main",
    shortcut: "Enter",
    key: "play",
    disabled: !chosen.length && !fits,
    act: () => withChosen(shown, fits ?? { type, cards: chosen }),
  };
  /** @param {string[]} some */
  const together = (some) => !open.complete || plays.some((move) => containsAll(move.cards, some));
  return {
    keys: undefined,
    playable: open.complete ? playableCodes(shown.frame) : new Set(codes),
    pick(key, all) {
      const whole =
        all.length || !prefs.value.sets
          ? []
          : plays.filter((move) => move.cards.includes(codeOf(key)));
      if (whole.length === 1 && open.complete) return keysFor(whole[0].cards, key, keyCards(codes));
      const next = toggle(all, key, keyCards(codes), { together });
      const leads = kind === "lead" && open.complete;
      return leads ? withNeeded(plays, codes, all, next) : next;
    },
    buttons: [...passes, main],
  };
}

/**
 * The choice with the card that every legal hand has, as the first lead of a plain round; without
 * that card nothing is chosen.
 * @param {AnyMove[]} plays
 * @param {string[]} codes
 * @param {string[]} before
 * @param {string[]} next
 */
function withNeeded(plays, codes, before, next) {
  const needed = keyCards(codes).find(
    ({ code }) => plays.length > 0 && plays.every((move) => move.cards.includes(code)),
  );
  if (!needed || !next.length || next.includes(needed.key)) return next;
  return before.includes(needed.key) ? [] : [needed.key, ...next];
}

/**
 * @param {string} kind
 * @param {number} number
 */
const tryLabel = (kind, number) =>
  number === 0
    ? `Choose ${kind === "follow" ? "cards" : "a hand"}`
    : `${LEAD[kind]} ${number === 1 ? "this card" : `these ${number}`}`;

/**
 * @param {AnyTable} shown
 * @param {OpenPrompt} open
 * @param {boolean} able
 * @returns {ActionButton[]}
 */
function passButtons(shown, open, able) {
  const passes = open.moves.filter((move) => move.type === "pass");
  return passes.map((move, at) => ({
    label: move.rest ? "Pass this trick" : "Pass",
    kind: able || at ? "quiet" : "main",
    shortcut: at ? "R" : "P",
    act: () => shown.answer(move),
  }));
}

/**
 * One card: the first legal move where none is chosen.
 * @param {TableState} table
 * @param {OpenPrompt} open
 * @param {string[]} codes
 * @param {string[]} chosen
 * @returns {Pick<SimpleAnswer, "playable" | "pick" | "buttons">}
 */
function giveCard(table, open, codes, chosen) {
  const shown = tableFor(table, open);
  const [code] = chosen.length ? chosen : [open.moves[0]?.card];
  const back = open.prompt.kind === "give-back" ? "Give back" : "Give";
  return {
    playable: new Set(codes),
    pick: (key, all) => (all.includes(key) ? [] : [key]),
    buttons: [
      {
        label: `${back} the ${cardName(code)}`,
        kind: "main",
        shortcut: "Enter",
        key: "give",
        act: () => withChosen(shown, { type: "give", card: code }),
      },
    ],
  };
}

/**
 * Questions that a tap answers, and steps only where somebody wants them.
 * @type {Record<string, string>}
 */
const ONE_TAP = {
  wish: "Make a list",
  "give-any": "Ask for a card too",
  decide: "Decide anew",
  declare: "Choose myself",
};

/**
 * A declaration is chosen on the felt, but for the last rank's specialty, until it is built.
 * @type {(id: string, open: OpenPrompt) => boolean}
 */
const isOneTap = (id, { prompt, moves }) =>
  ONE_TAP[prompt.kind] !== undefined &&
  (prompt.kind !== "declare" || building.value === id || Boolean(moves[0]?.specialty));

/**
 * @param {TableState} table
 * @param {OpenPrompt} open
 * @param {string} label
 * @returns {ActionButton}
 */
function buildButton({ frame }, open, label) {
  return {
    label,
    kind: "quiet",
    act: () => {
      building.value = idOf(frame, open.prompt.key);
      beginDraft(frame, open);
    },
  };
}

/**
 * True while the clan is chosen on the felt.
 * @param {Frame} frame
 */
export const choosesClan = ({ prompt, moves, match }) =>
  prompt?.kind === "declare" &&
  building.value !== idOf({ match }, prompt.key) &&
  !moves.some((move) => move.type === "declare" && move.specialty);

/**
 * @param {TableState} table
 * @param {OpenPrompt} open
 * @param {AnswerGame} game
 * @param {string[]} codes
 * @param {string[]} keys
 * @returns {SimpleAnswer}
 */
function oneTap(table, open, game, codes, keys) {
  const id = idOf(table.frame, open.prompt.key);
  if (building.value === id) {
    const base = simpleAnswer(table, game, codes);
    const back = { label: "Back", kind: "quiet", act: () => (building.value = null) };
    return base.buttons.some(({ label }) => label === "Back")
      ? base
      : { ...base, buttons: [back, ...base.buttons] };
  }
  const bare = { ...table, frame: { ...table.frame, step: null, moves: open.moves.slice(0, 1) } };
  const base = simpleAnswer(bare, game, codes);
  const more = buildButton(table, open, ONE_TAP[open.prompt.kind]);
  if (open.prompt.kind === "give-any") {
    const given = giveCard(table, open, codes, keys.map(codeOf));
    return { ...base, ...given, buttons: [more, ...given.buttons] };
  }
  const [first] = open.moves;
  const send = {
    label: firstWords(table.frame, first),
    kind: "main",
    shortcut: "Enter",
    key: "first",
    act: () => answerTo(table, open, first),
  };
  return { ...base, keys: [], playable: null, buttons: [more, send] };
}

/**
 * The words for what time would answer.
 * @param {Frame} frame
 * @param {AnyMove} move
 */
function firstWords(frame, move) {
  if (move?.type === "wish") return `Ask for the best: ${listed(move.cards)}`;
  return move?.type === "decide" ? "Leave it so" : moveLabel(frame)(/** @type {Move} */ (move));
}
