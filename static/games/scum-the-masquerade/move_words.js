/** The words of moves: buttons, the two sides of a trade, and what a reaction is about. */
import { capital } from "../../js/table/core/name.js";
import { cardName, cardSign, handName } from "./cards.js";
import { clanName, specialtyName } from "./clans.js";
import { effectOf } from "./effects.js";
import { levelName } from "./powers.js";
import { pairOf } from "./standing.js";

/** @import { OpenPrompt } from "../../js/records.js" */
/** @import { Reaction } from "../../js/table/parts/reaction.js" */
/** @import { TradeTerms } from "../../js/table/parts/trade.js" */
/** @import { Discipline, Form, Frame, Move, UseMove } from "./records.js" */

/**
 * The label of a move's button.
 * @param {Frame} frame
 * @returns {(move: Move) => string}
 */
export const moveLabel = (frame) => (move) => {
  const { names, view } = frame;
  const tableau = view.public;
  switch (move.type) {
    case "confirm":
      return tableau.phase === "market" ? "Ready to play" : "Next round";
    case "choose-extras":
      return `Choose ${move.seats.map((seat) => names[seat]).join(" and ")}`;
    case "decide":
      return "Decide this";
    case "declare":
      if (move.specialty) return `Be the ${specialtyName(tableau, move.specialty)}`;
      return move.clan ? `Be ${clanName(tableau, move.clan)}` : "Take these three";
    case "pact":
      return move.take ? "Take the pact" : "No pact";
    case "hunt":
      return `Hunt ${names[move.seat]}`;
    case "play":
      return `Play ${handName(move.cards)}`;
    case "play-with":
      return `Play ${handName(move.cards)} with ${levelName(tableau, move.discipline, move.level)}`;
    case "reshape":
      return move.card ? "Change it" : "Change nothing";
    case "play-reshaped":
      return `Play ${handName(move.cards)}, changed`;
    case "name-hand":
      return move.cards?.length ? `Name ${handName(move.cards)}` : "Let them choose";
    case "use":
      return useLabel(frame, move);
    case "see-through":
      return "See the cards";
    case "react":
      if (tableau.pending?.use.discipline === "chimerstry")
        return move.cancel ? "Challenge it" : "Believe it";
      return move.cancel ? "Cancel it" : "Let it happen";
    case "pass":
      return move.rest ? "Pass this trick" : "Pass";
    case "wish":
      return "Send this list";
    case "give":
      return `Give the ${cardName(move.card)}`;
    case "ask":
      return move.card ? `Ask for the ${cardName(move.card)}` : "Ask for nothing";
    case "propose":
      return "Make this offer";
    case "accept":
      return "Accept";
    case "decline":
      return frame.prompt?.kind === "offer" ? "No offer" : "Decline";
    case "ask-boon":
      return `Show ${handName(move.cards)}`;
    case "answer-boon":
      return move.grant ? "Grant it" : "Refuse";
    case "conspire":
      return `Ask ${names[move.partner]}`;
    case "smuggle":
      return "Make this offer";
    case "answer-conspiracy":
    case "answer-smuggle":
      return move.yes ? "Agree" : "Refuse";
    default:
      return capital(/** @type {any} */ (move).type.replaceAll("-", " "));
  }
};

/**
 * @param {Frame} frame
 * @param {UseMove} move
 */
function useLabel({ names, view }, { discipline, level = 1, targets = [], cards = [] }) {
  const name = levelName(view.public, discipline, level);
  if (discipline === "animalism") return `${name}: take the ${cardName(cards[0])}`;
  return targets.length
    ? `${name} on ${targets.map((seat) => names[seat]).join(", ")}`
    : `Use ${name}`;
}

/**
 * Cards that may count as others, in a sentence: "Your five of clubs may count as the ...".
 * @param {Form[]} forms
 */
export const formWords = (forms) =>
  forms
    .map((one) => `Your ${cardName(one.card)} may count as the ${cardName(one.counts_as)}.`)
    .join(" ");

/**
 * The one discipline that can be used now; null where the first step asks which.
 * @param {OpenPrompt} open
 * @returns {Discipline | null}
 */
export const onlyDiscipline = ({ step, moves }) =>
  step?.name === "discipline" ? null : (moves[0]?.discipline ?? null);

/**
 * "2♥ 2♠ … K♠": the ends of a long list.
 * @param {string[]} codes
 */
export function listed(codes) {
  const signs = codes.map(cardSign);
  return signs.length > 4 ? `${signs.slice(0, 2).join(" ")} … ${signs.at(-1)}` : signs.join(" ");
}

/**
 * The two sides of what a question of a trade is about; null for other questions.
 * @param {Frame} frame
 * @param {OpenPrompt} open
 * @returns {TradeTerms | null}
 */
export function termsOf(frame, { prompt, moves }) {
  if (prompt.kind === "answer-smuggle") return bidTerms(frame, /** @type {Move[]} */ (moves)[0]);
  const talk = frame.view.private?.talk;
  const pair = frame.seat === null ? null : pairOf(frame.view.public, frame.seat);
  if (!talk || !pair) return null;
  const other = pair.higher === frame.seat ? pair.lower : pair.higher;
  const up = talk.up ?? null;
  switch (prompt.kind) {
    case "ask-back":
      return { with: other, gives: up ? [up] : [], wants: [], wantsWords: "any card" };
    case "give-back":
      return { with: other, gives: [], wants: up ? [up] : [], givesWords: "any card" };
    case "answer-offer": {
      const offer = talk.offers?.at(-1);
      return offer ? { with: other, gives: [offer.want], wants: [offer.give] } : null;
    }
    default:
      return null;
  }
}

/**
 * The two sides of the offer of an illegal trade that a move answers.
 * @param {Frame} frame
 * @param {Move | undefined} move
 * @returns {TradeTerms | null}
 */
function bidTerms({ view }, move) {
  if (move?.type !== "answer-smuggle") return null;
  const bid = view.private?.bids.findLast(({ seat, open = true }) => open && seat === move.seat);
  return bid ? { with: bid.seat, gives: bid.want, wants: bid.give } : null;
}

/**
 * The use that may still be cancelled; null: none waits.
 * @param {Frame} frame
 * @returns {Reaction | null}
 */
export function reactionOf({ view, names, awaited, seat }) {
  const { pending, round } = view.public;
  if (!pending) return null;
  const { discipline, level = 1, targets = [] } = pending.use;
  const aimed = targets.map((one) => (one === seat ? "you" : names[one])).join(", ");
  const on = aimed && ` on ${aimed}`;
  const name = levelName(view.public, discipline, level);
  return {
    text: `${name}${on}: ${effectOf(view.public, discipline, level)}`,
    seats: pending.may.filter((one) => awaited.includes(one)),
    scope: `round-${round}`,
    until: "this round",
    isPass: (move) => move.type === "react" && !move.cancel,
  };
}
