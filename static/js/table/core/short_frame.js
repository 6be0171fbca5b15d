/** The short form in which a server sends frames (docs/protocol.md), and the whole frame. */

/** @import { FrameMessage, Move } from "../../messages.js" */

const USUAL = {
  moves_complete: true,
  premove: null,
  paused: false,
  outcome: null,
  receipt: null,
  more: [],
  spans: [],
  step: null,
};

/**
 * The frame with all its fields; a whole one stays as it is.
 * @param {FrameMessage} message
 * @returns {FrameMessage}
 */
export function wholeFrame(message) {
  const whole = { ...USUAL, ...message };
  const view = { ...{ seat: message.seat }, ...message.view };
  return { ...whole, view, more: whole.more.map(wholePrompt) };
}

/**
 * @template {{moves: any[]}} Open
 * @param {Open} open
 */
const wholePrompt = (open) => ({
  complete: true,
  step: null,
  ...open,
  moves: open.moves.flatMap(movesOf),
});

/**
 * The moves of an entry: several that differ in one field, or one.
 * @param {any} entry
 * @returns {Move[]}
 */
const movesOf = (entry) =>
  "type" in entry
    ? [entry]
    : entry.values.map((/** @type {unknown} */ value) => ({ ...entry.move, [entry.field]: value }));
