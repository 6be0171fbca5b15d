/** The buttons that move chips: bets, and what is bought or left between two hands. */
import { signal } from "@preact/signals";
import { isDesktop } from "../../js/table/play/layout.js";
import { has, movesOf, offered } from "../../js/table/play/simple_moves.js";

/** @import { ActionBarProps, ActionButton } from "../../js/table/play/action_bar.js" */
/** @import { Frame, TableState } from "./records.js" */

/** @typedef {"ante" | "agree" | "fold" | "let-stand" | "object" | "ready" | "sit-out"} Simple */

/**
 * The amounts in the bar, by kind of question.
 * @type {import("@preact/signals").Signal<{bet: number, rebuy: number | null}>}
 */
const amounts = signal({ bet: 1, rebuy: null });

/** @type {(table: TableState, type: Simple, label: string, kind: string, shortcut: string) =>
 *   ActionButton} */
export const plain = (table, type, label, kind, shortcut) => ({
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
export function bet(table) {
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

/**
 * @param {TableState} table
 * @returns {Partial<ActionBarProps>}
 */
export function interval(table) {
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
