/** The action bar: the line that says what is asked, and the buttons that answer it. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "../../html.js";
import { connected } from "../core/store.js";
import { isPending } from "../net/commands.js";
import { announce } from "../ui/announce.js";
import { Countdown, questionClock } from "../ui/countdown.js";
import { leaveAnswer } from "../ui/focus.js";
import { NumberField } from "../ui/number_field.js";

/** @import { Child, TableState } from "../core/game_types.js" */
/** @import { NumberFieldProps } from "../ui/number_field.js" */

/**
 * @typedef {object} ActionButton
 * @property {string} label
 * @property {() => unknown} act
 * @property {string} [kind] "main" or "quiet"
 * @property {string} [shortcut]
 * @property {string} [key] stays the same while the label changes; by default the label
 * @property {boolean} [disabled]
 * @property {boolean} [pressed]
 * @property {boolean} [locks] false: usable while a reply is awaited, and in a pause
 */
/**
 * @typedef {object} ActionBarProps
 * @property {TableState} table
 * @property {string} ask the sentence
 * @property {string | null} [refusal] the sentence of the last refused try
 * @property {ActionButton[]} buttons locked while a reply is awaited, and in a pause
 * @property {Choices | null} [choices] many small buttons for one question
 * @property {NumberFieldProps | null} [amount] a number that goes with one of the buttons
 * @property {boolean} [bounded] true: never high, so long parts scroll inside themselves
 * @property {boolean} [steady] true: as high without offers as with them
 * @property {Child} [body] parts between the question and its buttons
 * @property {Child} [foot] parts below the buttons
 */

/** @typedef {{label: string, name: string, act: () => unknown}} Choice */
/** @typedef {{label: string, items: Choice[], folded?: boolean}} Choices `folded`: seldom wanted */

/**
 * @typedef {object} Pressing how the small buttons work
 * @property {(name: string) => string | null} spins
 * @property {boolean} resting
 * @property {(item: Choice) => unknown} press
 */

/** A reply that takes longer is waited for in words. */
const SLOW_MS = 1000;
const WAITING = "Sent. Waiting for the table.";

/** With more buttons than these they have a line of their own. */
const MANY = 6;

/**
 * The bar for the open question; nothing where nobody can answer, as in a replay.
 * @param {{table: TableState} & Partial<ActionBarProps>} props
 */
export function AnswerBar({ table, ...parts }) {
  if (!table.live) return null;
  return html`<${ActionBar} table=${table} ask=${table.frame.prompt_text}
    refusal=${table.refusal?.text} ...${parts} />`;
}

/**
 * True once `busy` has held for SLOW_MS.
 * @param {boolean} busy
 */
function useSlow(busy) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return slow;
}

/** @param {ActionButton} button */
const nameOf = (button) => button.key ?? button.label;

/** @param {ActionBarProps} props */
export function ActionBar({
  table,
  ask,
  refusal,
  buttons,
  choices = null,
  amount = null,
  bounded = false,
  steady = false,
  body = null,
  foot = null,
}) {
  const busyNow = isPending("play") || isPending("compose");
  const [pressed, press] = useState(/** @type {string | null} */ (null));
  const question = table.frame.prompt?.key;
  const bar = useRef(/** @type {HTMLElement | null} */ (null));
  const answered = useRef(/** @type {string | undefined} */ (undefined));
  useLayoutEffect(() => {
    if (answered.current === undefined || answered.current === question) return;
    answered.current = undefined;
    leaveAnswer(bar.current);
  }, [question]);
  const resting = table.frame.paused || (table.live && !connected.value);
  const locked = busyNow || resting;
  /** @param {ActionButton} button */
  const off = (button) => button.disabled || (resting && button.locks !== false);
  /** @param {string} name */
  const spins = (name) => (busyNow && name === pressed ? "true" : null);
  /** @type {(name: string, act: () => unknown) => void} */
  const answer = (name, act) => {
    press(name);
    answered.current = question;
    act();
  };
  const yours = table.frame.prompt !== null;
  const slow = useSlow(busyNow);
  useEffect(() => {
    if (slow) announce(WAITING);
  }, [slow]);
  /** @type {Pressing} */
  const state = { spins, resting, press: (item) => locked || answer(item.name, item.act) };
  return html`<section class="bar" ref=${bar} aria-label="Your answer" data-yours=${yours ? "" : null}
    data-refused=${refusal ? "" : null} data-bounded=${bounded ? "" : null}
    data-steady=${steady ? "" : null}>
    <div class="bar__words">
      <p class="bar__ask">${slow ? WAITING : ask}</p>
      ${
        table.frame.seat === null
          ? null
          : html`<${Countdown} clock=${questionClock(table.frame)} words />`
      }
    </div>
    <p class="bar__refusal" role="status">${refusal || null}</p>
    <p class="bar__tip" role="status"></p>
    <p class="bar__hint" role="status"></p>
    ${choices ? html`<${ChoiceGroup} key=${question} choices=${choices} ...${state} />` : null}
    ${amount ? html`<${NumberField} ...${amount} />` : null}
    ${body ? html`<div class="bar__body">${body}</div>` : null}
    ${
      buttons.length
        ? html`<div class="bar__buttons" data-count=${buttons.length}
          data-many=${buttons.length > MANY ? "" : null}>
          ${buttons.map(
            (button) => html`<button key=${nameOf(button)} type="button"
              class=${`button ${button.kind === "main" ? "" : "quiet"}`}
              aria-busy=${spins(nameOf(button))}
              aria-disabled=${off(button) && !spins(nameOf(button)) ? "true" : null}
              aria-keyshortcuts=${button.shortcut}
              aria-pressed=${button.pressed === undefined ? null : String(button.pressed)}
              onClick=${() =>
                !off(button) &&
                !(locked && button.locks !== false) &&
                answer(nameOf(button), button.act)}>
              ${button.label}
            </button>`,
          )}
        </div>`
        : null
    }
    ${foot ? html`<div class="bar__foot">${foot}</div>` : null}
  </section>`;
}

/**
 * The small buttons; folded ones behind their label, anew with every question.
 * @param {Pressing & {choices: Choices}} props
 */
function ChoiceGroup({ choices, spins, resting, press }) {
  const { label, items, folded } = choices;
  const group = html`<div class="bar__choices" role="group" aria-label=${label}>
    ${folded ? null : html`<span class="bar__choices-label">${label}</span>`}
    ${items.map(
      (item) =>
        html`<button key=${item.name} type="button" class="bar__choice" aria-label=${item.name}
          aria-busy=${spins(item.name)} aria-disabled=${resting ? "true" : null}
          onClick=${() => press(item)}>
          ${item.label}
        </button>`,
    )}
  </div>`;
  return folded
    ? html`<details class="bar__folded"><summary>${label}</summary>${group}</details>`
    : group;
}
