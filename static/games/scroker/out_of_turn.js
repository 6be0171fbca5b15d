/** Bets said out of turn, at tables where they stand: said once, made when the turn comes. */
import { activeSeats } from "./standing.js";

/** @import { Frame, TableState } from "./records.js" */

/** @type {Record<string, string>} */
const SAID = { fold: "Fold", check: "Check", call: "Call" };

/**
 * The buttons of a player whose turn is to come; none where bets may be withdrawn.
 * @param {TableState} table
 */
export function outOfTurn(table) {
  const { frame } = table;
  if (!mayStillBet(frame)) return [];
  if (frame.premove)
    return [
      {
        label: `On my turn: ${SAID[frame.premove.type] ?? frame.premove.type}`,
        kind: "quiet",
        disabled: true,
        act: () => {},
      },
    ];
  const stay = frame.view.public.level ? "call" : "check";
  return [said(table, "fold", "F"), said(table, stay, "K")];
}

/** @param {Frame} frame */
function mayStillBet({ view }) {
  const { options, phase, tapped, turn } = view.public;
  return (
    options.out_of_turn === "stands" &&
    phase === "bet" &&
    turn !== view.seat &&
    activeSeats(view.public).includes(view.seat ?? -1) &&
    !tapped.includes(view.seat ?? -1)
  );
}

/**
 * @param {TableState} table
 * @param {"fold" | "check" | "call"} type
 * @param {string} shortcut
 */
const said = (table, type, shortcut) => ({
  label: `${SAID[type]} on my turn`,
  kind: "quiet",
  shortcut,
  locks: false,
  act: () => table.premove({ type }),
});
