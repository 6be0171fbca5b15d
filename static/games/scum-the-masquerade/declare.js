/** The choice of a clan, a specialty or three disciplines: what each does is read before it is taken. */
import { signal } from "@preact/signals";
import { sameCards } from "../../js/cards/selection.js";
import { html } from "../../js/html.js";
import { idOf } from "../../js/table/parts/open_answers.js";
import { clanName, specialtyEffect, specialtyName } from "./clans.js";
import { effectOf } from "./effects.js";
import { powerName } from "./powers.js";

/** @import { ActionButton } from "../../js/table/play/action_bar.js" */
/** @import { DeclareMove, Discipline, Frame, Specialty, TableState } from "./records.js" */

const DOTS = 3;
/** The specialty whose dots are placed in steps. */
const PLACES_DOTS = "ghoul";

/**
 * The choice so far, of one prompt.
 * @type {import("@preact/signals").Signal<{id: string, clan: string | null,
 *   disciplines: Discipline[], specialty: Specialty | null} | null>}
 */
const draft = signal(null);

/**
 * The choice for the open question; the first legal move until another is made.
 * @param {Frame} frame
 */
function draftOf(frame) {
  const id = idOf(frame, frame.prompt?.key ?? "");
  if (draft.value?.id === id) return draft.value;
  const [first] = /** @type {DeclareMove[]} */ (frame.moves);
  const { clan = null, disciplines = [], specialty = null } = first ?? {};
  return { id, clan, disciplines, specialty };
}

/**
 * @param {TableState} table
 * @param {(value: Specialty) => unknown} begin begins the steps of a specialty with dots
 * @returns {ActionButton[]}
 */
export function specialtyButtons({ frame, answer }, begin) {
  const { specialty } = draftOf(frame);
  if (!specialty) return [];
  const places = specialty === PLACES_DOTS;
  const name = specialtyName(frame.view.public, specialty);
  /** @type {DeclareMove} */
  const move = { type: "declare", clan: null, disciplines: [], specialty };
  return [
    {
      label: places ? `Place the dots of a ${name}` : `Be the ${name}`,
      kind: "main",
      shortcut: "Enter",
      key: "declare",
      act: () => (places ? begin(specialty) : answer(move)),
    },
  ];
}

/** @param {TableState} table */
export function declareButtons(table) {
  const { frame } = table;
  const { clan, disciplines } = draftOf(frame);
  const missing = DOTS - disciplines.length;
  return [
    {
      label: clan
        ? `Be ${clanName(frame.view.public, clan)}`
        : missing
          ? `Choose ${missing} more`
          : "Take these three",
      kind: "main",
      shortcut: "Enter",
      key: "declare",
      disabled: missing > 0,
      act: () => table.answer(moveOf(frame, { clan, disciplines })),
    },
  ];
}

/** @param {Frame} frame */
const declarations = ({ moves }) => moves.filter((move) => move.type === "declare");

/** @param {Frame} frame */
const clansOf = (frame) => {
  const found = declarations(frame).flatMap(({ clan, disciplines }) =>
    clan ? [{ clan, disciplines }] : [],
  );
  return found.filter(({ clan }, at) => found.findIndex((one) => one.clan === clan) === at);
};

/**
 * The legal move with this choice, whatever the order of the disciplines.
 * @param {Frame} frame
 * @param {Pick<DeclareMove, "clan" | "disciplines">} choice
 * @returns {DeclareMove}
 */
const moveOf = (frame, { clan, disciplines }) =>
  declarations(frame).find(
    (move) => move.clan === clan && sameCards(move.disciplines, disciplines),
  ) ?? { type: "declare", clan, disciplines };

/**
 * Those that a player without a clan may have.
 * @param {Frame} frame
 * @returns {Discipline[]}
 */
const disciplinesOf = (frame) =>
  (frame.step
    ? frame.step.choices.map(({ value }) => value)
    : each(declarations(frame).flatMap((move) => move.disciplines))
  ).sort();

/**
 * Each value once, in the order of the moves.
 * @param {Discipline[]} values
 */
const each = (values) => [...new Set(values)];

/**
 * The clans to choose from, the specialties, or the disciplines.
 * @param {{table: TableState}} props
 */
export function Chooser({ table }) {
  const { frame } = table;
  const { clan, specialty } = draftOf(frame);
  if (specialty) return html`<${SpecialtyChooser} frame=${frame} />`;
  return clan
    ? html`<${ClanChooser} frame=${frame} />`
    : html`<${DisciplineChooser} frame=${frame} />`;
}

/** @param {{frame: Frame}} props */
function ClanChooser({ frame }) {
  const tableau = frame.view.public;
  const chosen = draftOf(frame);
  return html`<fieldset class="paper clans">
    <legend class="unseen">Your clan</legend>
    <p class="paper__soft">Three dots, one in each discipline. A dot is one use in a round.</p>
    ${clansOf(frame).map(
      ({ clan, disciplines }) => html`<label key=${clan} class="clan"
        data-chosen=${chosen.clan === clan ? "" : null}>
        <input type="radio" name="clan" class="clan__radio" checked=${chosen.clan === clan}
          onChange=${() => (draft.value = { ...chosen, clan, disciplines })} />
        <b class="clan__name">${clanName(tableau, clan)}</b>
        <span class="clan__has">
          ${disciplines.map((one) => powerName(tableau, one)).join(", ")}
        </span>
        ${
          chosen.clan === clan
            ? html`<span class="clan__does">
              ${disciplines.map(
                (one) => html`<span key=${one} class="clan__line">
                  <b>${powerName(tableau, one)}.</b> ${effectOf(tableau, one)}
                </span>`,
              )}
            </span>`
            : null
        }
      </label>`,
    )}
  </fieldset>`;
}

/** @param {{frame: Frame}} props */
function SpecialtyChooser({ frame }) {
  const chosen = draftOf(frame);
  return html`<fieldset class="paper clans">
    <legend class="unseen">Your specialty</legend>
    <p class="paper__soft">The last rank has no clan, but one of these. It is kept.</p>
    ${(frame.step?.choices ?? []).map(
      ({ value }) => html`<label key=${value} class="clan"
        data-chosen=${chosen.specialty === value ? "" : null}>
        <input type="radio" name="specialty" class="clan__radio"
          checked=${chosen.specialty === value}
          onChange=${() => (draft.value = { ...chosen, specialty: value })} />
        <b class="clan__name">${specialtyName(frame.view.public, value)}</b>
        <span class="clan__has">${specialtyEffect(value)}</span>
      </label>`,
    )}
  </fieldset>`;
}

/** @param {{frame: Frame}} props */
function DisciplineChooser({ frame }) {
  const tableau = frame.view.public;
  const chosen = draftOf(frame);
  const { disciplines } = chosen;
  /** @param {Discipline} one */
  const toggle = (one) => {
    const others = disciplines.filter((other) => other !== one);
    draft.value = {
      ...chosen,
      disciplines: others.length < disciplines.length ? others : [...disciplines, one].slice(-DOTS),
    };
  };
  return html`<fieldset class="paper clans">
    <legend class="unseen">Your three disciplines</legend>
    <p class="paper__soft">Three of these, each for one use in a round.</p>
    ${disciplinesOf(frame).map(
      (one) => html`<label key=${one} class="clan"
        data-chosen=${disciplines.includes(one) ? "" : null}>
        <input type="checkbox" class="clan__radio" checked=${disciplines.includes(one)}
          onChange=${() => toggle(one)} />
        <b class="clan__name">${powerName(tableau, one)}</b>
        <span class="clan__has">${effectOf(tableau, one)}</span>
      </label>`,
    )}
  </fieldset>`;
}
