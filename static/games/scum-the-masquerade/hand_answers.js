/** The answers made with cards of the hand: a hand that is played or shown, a card given. */
import { codeOf, keyCards, keysFor, sameCards, toggle } from "../../js/cards/selection.js";
import { prefs } from "../../js/table/core/prefs.js";
import { tableFor } from "../../js/table/parts/open_answers.js";
import {
  containsAll,
  mainButton,
  playableCodes,
  withChosen,
} from "../../js/table/play/simple_moves.js";
import { cardName, handName } from "./cards.js";

/** @import { Move as AnyMove } from "../../js/messages.js" */
/** @import { OpenPrompt } from "../../js/records.js" */
/** @import { TableState as AnyTable } from "../../js/table/core/game_types.js" */
/** @import { ActionButton } from "../../js/table/play/action_bar.js" */
/** @import { SimpleAnswer } from "../../js/table/play/simple_answer.js" */
/** @import { TableState } from "./records.js" */

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
export function withHand(table, open, codes, chosen) {
  const { kind } = open.prompt;
  const shown = tableFor(table, open);
  const plays = open.moves.filter((move) => Array.isArray(move.cards));
  const only = kind === "lead" && open.complete && plays.length === 1 ? plays[0] : null;
  const fits = plays.find((move) => sameCards(move.cards, chosen)) ?? (chosen.length ? null : only);
  const type = kind === "ask-boon" ? "ask-boon" : "play";
  const passes = passButtons(shown, open, plays.length > 0);
  const label = fits ? `${LEAD[kind]} ${handName(fits.cards)}` : tryLabel(kind, chosen.length);
  const play = mainButton(label, () => withChosen(shown, fits ?? { type, cards: chosen }), {
    kind: passes.some((one) => one.kind === "main") ? "quiet" : "main",
    key: "play",
    disabled: !chosen.length && !fits,
  });
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
    buttons: [...passes, play],
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
    shortcut: at ? "X" : "P",
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
export function giveCard(table, open, codes, chosen) {
  const shown = tableFor(table, open);
  const [code] = chosen.length ? chosen : [open.moves[0]?.card];
  const back = open.prompt.kind === "give-back" ? "Give back" : "Give";
  const give = () => withChosen(shown, { type: "give", card: code });
  return {
    playable: new Set(codes),
    pick: (key, all) => (all.includes(key) ? [] : [key]),
    buttons: [mainButton(`${back} the ${cardName(code)}`, give, { key: "give" })],
  };
}
