/**
 * The answers to questions and offers: what can be chosen in the hand and at the seats, and the
 * buttons, from the legal moves alone.
 */
import { signal } from "@preact/signals";
import { codeOf, keyCards, toggle } from "../../js/cards/selection.js";
import { html } from "../../js/html.js";
import { beginDraft, chooseValue, draftOf } from "../../js/table/parts/composer.js";
import { answerTo, idOf, shownAnswer } from "../../js/table/parts/open_answers.js";
import { simpleAnswer } from "../../js/table/play/simple_answer.js";
import { mainButton } from "../../js/table/play/simple_moves.js";
import { cardName, Face } from "./cards.js";
import { declareButtons, specialtyButtons } from "./declare.js";
import { effectOf } from "./effects.js";
import { giveCard, withHand } from "./hand_answers.js";
import { formWords, listed, moveLabel, onlyDiscipline, reactionOf, termsOf } from "./move_words.js";
import { powerName } from "./powers.js";

/** @import { Move as AnyMove } from "../../js/messages.js" */
/** @import { OpenPrompt } from "../../js/records.js" */
/** @import { ActionButton } from "../../js/table/play/action_bar.js" */
/** @import { SimpleAnswer } from "../../js/table/play/simple_answer.js" */
/** @import { AnswerGame } from "../../js/table/play/simple_types.js" */
/** @import { Frame, Move, TableState } from "./records.js" */

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
  trade: (open) => (isSaid(open) ? null : termsOf(frame, open)),
  reaction: () => reactionOf(frame),
});

/**
 * True where the question names the card that is given and the one that comes.
 * @param {OpenPrompt} open
 */
const isSaid = ({ prompt: { kind } }) => kind === "ask-back" || kind === "give-back";

/** @type {Record<string, string>} */
const OFFERS = {
  use: "Use a discipline",
  "play-with": "Play with a discipline",
  "play-reshaped": "Play changed cards",
  "ask-boon": "Ask for a boon",
  conspire: "Conspire",
  hunt: "Declare a blood hunt",
  "choose-extras": "Who gets extra cards",
  smuggle: "Offer an illegal trade",
};
/** @type {Record<string, string>} */
const COMPOSE = { offer: "Make an offer" };

/**
 * An offer of somebody else, with the name of who asks.
 * @param {Frame} frame
 * @param {OpenPrompt} open
 */
function offerOf({ names, view }, { moves, text }) {
  const [move] = moves;
  if (move?.type === "see-through")
    return `See the cards for a dot of ${powerName(view.public, "auspex")}`;
  if (move?.type === "answer-smuggle") return `${names[move.seat]} offers an illegal trade`;
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
      if (isOfSpecialty(open.moves))
        return {
          ...base,
          body: null,
          buttons: specialtyButtons(table, (value) => beginSteps(table, open, value)),
        };
      return open.step
        ? {
            ...base,
            body: null,
            buttons: [buildButton(table, open, "Place the dots"), ...declareButtons(table)],
          }
        : { ...base, buttons: declareButtons(table) };
    case "give-back":
      return { ...base, ...giveCard(table, open, codes, chosen) };
    case "play-reshaped": {
      const changed = html`<p>${formWords(frame.view.private?.forms ?? [])}</p>`;
      return { ...base, body: [changed, base.body] };
    }
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
    html`<p><b>${powerName(frame.view.public, discipline)}.</b> ${effectOf(frame.view.public, discipline)}</p>`
  );
}

/**
 * Questions that a tap answers, and steps only where somebody wants them.
 * @type {Record<string, string>}
 */
const ONE_TAP = {
  wish: "Make a list",
  "give-any": "Ask for a card too",
  "ask-back": "Ask for a card",
  decide: "Change them",
};

/**
 * A declaration is chosen on the felt, until its steps begin.
 * @type {(id: string, open: OpenPrompt) => boolean}
 */
const isOneTap = (id, { prompt: { kind } }) =>
  kind === "declare" ? building.value === id : ONE_TAP[kind] !== undefined;

/**
 * True for a declaration of the last rank.
 * @param {AnyMove[]} moves
 */
const isOfSpecialty = ([first]) => first?.type === "declare" && Boolean(first.specialty);

/**
 * Begins the steps of an answer with the first one's choice.
 * @param {TableState} table
 * @param {OpenPrompt} open
 * @param {string} value
 */
function beginSteps(table, open, value) {
  building.value = idOf(table.frame, open.prompt.key);
  beginDraft(table.frame, open);
  const draft = draftOf(table.frame, open);
  if (draft) chooseValue(table, draft, value);
}

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
 * True while the clan or the specialty is chosen on the felt.
 * @param {Frame} frame
 */
export const choosesClan = ({ prompt, match }) =>
  prompt?.kind === "declare" && building.value !== idOf({ match }, prompt.key);

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
  const send = mainButton(firstWords(table.frame, first), () => answerTo(table, open, first), {
    key: "first",
  });
  return { ...base, keys: [], playable: null, buttons: [more, send] };
}

/**
 * The words for what time would answer.
 * @param {Frame} frame
 * @param {AnyMove} move
 */
function firstWords(frame, move) {
  if (move?.type === "wish") return `Ask for the best: ${listed(move.cards)}`;
  return move?.type === "decide" ? "Keep them" : moveLabel(frame)(/** @type {Move} */ (move));
}
