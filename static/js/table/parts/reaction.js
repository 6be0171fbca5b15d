/**
 * The reaction bar: who may still answer, how long, and a way to pass all that come until something
 * ends.
 */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { html } from "../../html.js";
import { Countdown, spanClock } from "../ui/countdown.js";

/** @import { Frame, Move } from "../../messages.js" */
/** @import { TableState } from "../core/game_types.js" */

/**
 * @typedef {object} Reaction
 * @property {string} text what can be answered to
 * @property {number[]} seats who may still answer, as far as everybody knows
 * @property {string} [span] the key of the span that it ends with
 * @property {string} [scope] "Pass all" passes every reaction of the same scope
 * @property {string} [until] the end of the scope in words
 * @property {(move: Move) => boolean} [isPass]
 */

/**
 * The scope in which this player passes all: "match:scope"; null: none.
 * @type {import("@preact/signals").Signal<string | null>}
 */
const passing = signal(null);

/**
 * @param {{match: string}} frame
 * @param {Reaction} reaction
 */
const scopeOf = (frame, reaction) => `${frame.match}:${reaction.scope}`;

/**
 * True while the player passes all reactions of this scope.
 * @param {Frame} frame
 * @param {Reaction | null} reaction
 */
export const isPassing = (frame, reaction) =>
  reaction?.scope !== undefined && passing.value === scopeOf(frame, reaction);

/**
 * The pass among a question's moves.
 * @param {Frame} frame
 * @param {Reaction | null} reaction
 * @returns {Move | null}
 */
export const passOf = (frame, reaction) =>
  (frame.prompt && reaction?.isPass && frame.moves.find(reaction.isPass)) || null;

/** @param {{table: TableState, reaction: Reaction}} props */
export function ReactionBar({ table, reaction }) {
  const { frame } = table;
  const all = isPassing(frame, reaction);
  const pass = passOf(frame, reaction);
  useEffect(() => {
    if (all && pass && !frame.paused) table.answer(pass);
  }, [all, pass && frame.prompt?.key, frame.paused]);
  const names = reaction.seats.map((seat) => (seat === frame.seat ? "you" : frame.names[seat]));
  const canPass = all || (pass !== null && reaction.scope !== undefined);
  return html`<div class="reaction" role="group" aria-label="Reactions">
    <p class="reaction__words">
      ${reaction.text}${" "}
      <span class="reaction__seats">
        ${names.length ? `May still answer: ${names.join(", ")}.` : "All have answered."}
      </span>
    </p>
    ${reaction.span ? html`<${Countdown} clock=${spanClock(frame, reaction.span)} />` : null}
    ${
      canPass
        ? html`<button type="button" class="offers__one" aria-pressed=${String(all)}
          onClick=${() => (passing.value = all ? null : scopeOf(frame, reaction))}>
          ${`Pass all${reaction.until ? ` ${reaction.until}` : ""}`}
        </button>`
        : null
    }
  </div>`;
}
