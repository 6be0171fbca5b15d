/**
 * The composer: an answer built step by step, of cards, seats, options or numbers. Seats are picked
 * at the table itself, own cards in the hand; what it would do is said before it is sent.
 */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { codeOf, keyCards } from "../../cards/selection.js";
import { html } from "../../html.js";
import { isPending } from "../net/commands.js";
import { NumberField } from "../ui/number_field.js";
import * as drafts from "./draft.js";
import { answerTo, directMoves, idOf } from "./open_answers.js";

/** @import { Frame } from "../../messages.js" */
/** @import { MoveStep, OpenPrompt } from "../../records.js" */
/** @import { CardLook, Pick, TableState } from "../core/game_types.js" */
/** @import { Draft } from "./draft.js" */
/** @import { PlacePick } from "./place_grid.js" */

/** @typedef {{step: MoveStep}} StepProps */
/** @typedef {Draft["chosen"][number]} StepValue */
/** @typedef {(value: StepValue) => unknown} StepAct */

/** More numbers in a row than this are chosen in a field. */
const MOST_NUMBER_BUTTONS = 12;

/**
 * The drafts by prompt, see `idOf`.
 * @type {import("@preact/signals").Signal<Record<string, Draft>>}
 */
const stored = signal({});

/** @param {Draft} draft */
function store(draft) {
  const known = Object.entries(stored.peek()).filter(([, { match }]) => match === draft.match);
  stored.value = { ...Object.fromEntries(known), [idOf(draft, draft.key)]: draft };
}

/** @param {Draft} draft */
function drop(draft) {
  const { [idOf(draft, draft.key)]: _, ...others } = stored.peek();
  stored.value = others;
}

/**
 * The draft of a prompt's answer. Where the prompt has other answers too, there is none before it
 * is begun.
 * @param {Frame} frame
 * @param {OpenPrompt | null} open
 * @returns {Draft | null}
 */
export function draftOf(frame, open) {
  if (!open?.step) return null;
  const known = stored.value[idOf(frame, open.prompt.key)];
  const kept = known ? drafts.keptDraft(known, frame.match, open) : null;
  return kept ?? (directMoves(open).length ? null : drafts.startDraft(frame.match, open));
}

/**
 * Begins an answer in steps.
 * @param {Frame} frame
 * @param {OpenPrompt} open
 */
export const beginDraft = (frame, open) => store(drafts.startDraft(frame.match, open));

/**
 * Chooses a value or takes it back. A single option, seat or number leads on at once.
 * @param {TableState} table
 * @param {Draft} draft
 * @param {any} value
 */
export function chooseValue(table, draft, value) {
  if (table.frame.paused || isPending("compose")) return;
  const next = drafts.toggled(draft, value);
  store(next);
  const { step } = next;
  if (step === null || step.kind === "cards" || drafts.mostOf(step) !== 1) return;
  if (!isField(step) && drafts.canGoOn(next)) goOn(table, next);
}

/**
 * Asks the server for the next step.
 * @param {TableState} table
 * @param {Draft} draft
 */
async function goOn(table, draft) {
  const answer = await table.compose(draft.key, drafts.picksOf(draft));
  // meanwhile something else may have been chosen
  const now = stored.peek()[idOf(draft, draft.key)];
  if (answer.type === "composed" && now?.step === draft.step && now.chosen === draft.chosen)
    store(drafts.wentOn(now, answer));
}

/**
 * The bar's buttons for a draft: back, and next or send.
 * @param {TableState} table
 * @param {OpenPrompt} open
 * @param {Draft} draft
 * @param {(move: any, names: string[]) => string} label
 */
export function composerButtons(table, open, draft, label) {
  const begun = draft.done.length > 0 || directMoves(open).length > 0;
  const back = {
    label: "Back",
    kind: "quiet",
    act: () => (draft.done.length ? store(drafts.wentBack(draft)) : drop(draft)),
  };
  const { move } = draft;
  const send = async () => {
    if (move !== null && !(await answerTo(table, open, move))) drop(draft);
  };
  const next =
    move === null
      ? {
          label: "Next",
          disabled: !drafts.canGoOn(draft),
          act: () => {
            store(draft);
            goOn(table, draft);
          },
        }
      : { label: label(move, table.frame.names), act: send };
  return [...(begun ? [back] : []), { ...next, kind: "main", shortcut: "Enter" }];
}

/**
 * The pick at the table for a step that asks for seats; null for other steps.
 * @param {TableState} table
 * @param {Draft | null} draft
 * @returns {Pick | null}
 */
export function seatPick(table, draft) {
  const step = draft?.step;
  if (!draft || step?.kind !== "seats") return null;
  return {
    seats: new Set(step.choices.map(({ value }) => value)),
    chosen: draft.chosen,
    label: "Pick",
    choose: (seat) => chooseValue(table, draft, seat),
  };
}

/**
 * The pick on a board for a step with options, which may be places of it; null for other steps.
 * @param {TableState} table
 * @param {Draft | null} draft
 * @returns {PlacePick | null}
 */
export function placePick(table, draft) {
  const step = draft?.step;
  if (!draft || step?.kind !== "options") return null;
  return {
    names: new Set(step.choices.map(({ value }) => value)),
    chosen: draft.chosen,
    choose: (name) => chooseValue(table, draft, name),
  };
}

/**
 * The choice in the hand for a step whose cards are all there; null for other steps.
 * @param {TableState} table
 * @param {Draft | null} draft
 * @param {string[]} codes the hand
 */
export function handPick(table, draft, codes) {
  const step = draft?.step;
  if (!draft || !step || !isInHand(step, codes)) return null;
  const values = new Map(step.choices.map(({ value }) => [String(value), value]));
  const chosen = draft.chosen.map(String);
  const seen = new Set();
  const keys = keyCards(codes).filter(({ code }) => {
    const first = chosen.includes(code) && !seen.has(code);
    seen.add(code);
    return first;
  });
  return {
    keys: keys.map(({ key }) => key),
    playable: new Set(values.keys()),
    /** @param {string} key */
    tap(key) {
      const value = values.get(codeOf(key));
      if (value !== undefined) chooseValue(table, draft, value);
    },
  };
}

/** @type {(step: MoveStep, codes: string[]) => boolean} */
const isInHand = (step, codes) =>
  step.kind === "cards" && step.choices.every(({ value }) => codes.includes(String(value)));

/**
 * True if the step asks for one number of a long row without gaps.
 * @param {MoveStep} step
 */
function isField(step) {
  const values = step.choices.map(({ value }) => value);
  return (
    step.kind === "numbers" &&
    drafts.mostOf(step) === 1 &&
    values.length > MOST_NUMBER_BUTTONS &&
    values.every((value, i) => value === values[0] + i)
  );
}

/**
 * The step of a draft: what is asked, what is chosen, and the choices that lie nowhere else.
 * @param {{table: TableState, draft: Draft, codes: string[], look: CardLook}} props
 */
export function Composer({ table, draft, codes, look }) {
  const ask = useRef(/** @type {HTMLElement | null} */ (null));
  useFocusOnNewStep(ask, draft.done.length);
  const { names } = table.frame;
  const { step, chosen } = draft;
  /** @type {StepAct} */
  const choose = (value) => chooseValue(table, draft, value);
  const before = draft.done.map(({ step: one, picks }) => wordsOf(one, picks, names, look));
  return html`<div class="composer" role="group" aria-label="Your answer in steps">
    ${before.length ? html`<p class="composer__before">${before.join(" · ")}</p>` : null}
    <p class="composer__ask" tabindex="-1" ref=${ask}>
      ${step === null ? draft.effect || "Send it, or go back." : step.text}
    </p>
    <p class="composer__state" role="status">${draft.note || stateOf(draft, names, look)}</p>
    ${
      step === null || step.kind === "seats" || isInHand(step, codes)
        ? null
        : isField(step)
          ? html`<${Field} step=${step} chosen=${chosen}
            set=${choose} />`
          : html`<${Choices} step=${step} draft=${draft} names=${names} look=${look}
            choose=${choose} />`
    }
  </div>`;
}

/**
 * After a player's own step the focus is at the new step, so that it is heard and read on.
 * @param {{current: HTMLElement | null}} ask
 * @param {number} number
 */
function useFocusOnNewStep(ask, number) {
  const known = useRef(number);
  useEffect(() => {
    if (known.current !== number) ask.current?.focus({ preventScroll: true });
    known.current = number;
  }, [number]);
}

/** @type {(draft: Draft, names: string[], look: CardLook) => string} */
const stateOf = ({ step, chosen }, names, look) => {
  if (step === null) return "";
  const most = drafts.mostOf(step);
  const where =
    step.kind === "seats" ? "Pick at the table." : most > 1 ? `${chosen.length} of ${most}.` : "";
  return [where, chosen.length ? `${wordsOf(step, chosen, names, look)}.` : ""].join(" ").trim();
};

/** @type {(step: MoveStep, values: Draft["chosen"], names: string[], look: CardLook) => string} */
const wordsOf = (step, values, names, look) =>
  values.map((value) => nameOf(step, value, names, look)).join(", ") || "none";

/** @type {(step: MoveStep, value: StepValue, names: string[], look: CardLook) => string} */
const nameOf = (step, value, names, look) => {
  const text = step.choices.find((choice) => choice.value === value)?.text;
  if (text) return text;
  if (step.kind === "seats") return names[value];
  return step.kind === "cards" ? look.cardName(String(value)) : String(value);
};

/** @param {StepProps & {draft: Draft, names: string[], look: CardLook, choose: StepAct}} props */
function Choices({ step, draft, names, look, choose }) {
  const full = drafts.isFull(draft);
  const cards = step.kind === "cards";
  return html`<div class="composer__choices" data-kind=${step.kind} role="group"
    aria-label=${step.text}>
    ${step.choices.map(({ value }) => {
      const at = draft.chosen.indexOf(value);
      const name = nameOf(step, value, names, look);
      return html`<button key=${value} type="button" class="composer__choice"
        aria-label=${step.ordered && at >= 0 ? `${name}, number ${at + 1}` : name}
        aria-pressed=${String(at >= 0)} aria-disabled=${full && at < 0 ? "true" : null}
        onClick=${() => choose(value)}>
        ${cards ? html`<${look.Face} code=${String(value)} small />` : name}
        ${step.ordered && at >= 0 ? html`<span class="composer__place">${at + 1}</span>` : null}
      </button>`;
    })}
  </div>`;
}

/** @param {StepProps & {chosen: Draft["chosen"], set: StepAct}} props */
function Field({ step, chosen, set }) {
  const values = step.choices.map(({ value }) => value);
  /** @type {StepAct} */
  const change = (value) => value !== chosen[0] && set(value);
  useEffect(() => {
    if (!chosen.length) set(values[0]);
  }, []);
  return html`<${NumberField} label="How many" least=${values[0]} most=${values.at(-1)}
    value=${chosen[0] ?? values[0]} set=${change} enter=${() => {}} />`;
}
