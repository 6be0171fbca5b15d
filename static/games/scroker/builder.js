/**
 * The word builder: cards by tap, drag, arrow keys or typing. It explains suits, but never
 * spelling.
 */

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useDrag } from "../../js/cards/drag.js";
import { keyUnder } from "../../js/cards/hand.js";
import { html } from "../../js/html.js";
import { spoken } from "./cards.js";
import { isWild, rankOf } from "./deck.js";
import {
  BLANK,
  keepHeld,
  laid,
  placeCard,
  reads,
  spell,
  stand,
  takeBack,
  textOf,
} from "./spelling.js";
import { explained, judge } from "./suits.js";
import { Tiles } from "./tiles.js";

/** @import { InputEvent } from "../../js/table/ui/number_field.js" */
/** @import { Draft } from "./spelling.js" */
/** @import { SuitRules } from "./suits.js" */

/** The draft of the open question; it outlives every frame of that question. */
const desk = signal({ key: /** @type {string | null} */ (null), draft: BLANK });
/** The text typed into the field, and the first letter without a card. */
const typed = signal(/** @type {{text: string, missing: string | null} | null} */ (null));

/** @param {string} key */
export const draftOf = (key) => (desk.value.key === key ? desk.value.draft : BLANK);

/**
 * @param {string} key
 * @param {Draft} draft
 */
function lay(key, draft) {
  desk.value = { key, draft };
  typed.value = null;
}

/** True if the next card goes to the second word. */
const second = signal(false);

/**
 * @param {{question: string, codes: string[], shared: string[], wild: string[], rules: SuitRules,
 *   submit: () => void}} props `shared`: those of `codes` that everybody may use; `wild`: codes
 *   that may stand for other letters
 */
export function Builder({ question, codes, shared, wild, rules, submit }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  // the card that keeps the focus wherever it is laid
  const held = useRef(/** @type {string | null} */ (null));
  const draft = keepHeld(draftOf(question), codes);
  const number = second.value || draft.words[1].length ? 1 : 0;
  const rest = codes
    .filter((code) => !laid(draft).includes(code))
    .sort((a, b) => rankOf(b) - rankOf(a));
  /** @param {Draft} next */
  const change = (next) => lay(question, next);
  /** @param {string} code */
  const tap = (code) =>
    change(laid(draft).includes(code) ? takeBack(draft, code) : placeCard(draft, code, number));
  /** @type {(code: string, target: HTMLElement, x: number) => void} */
  const drop = (code, target, x) => {
    const word = target.dataset.drop;
    if (word === "rest") return change(takeBack(draft, code));
    const row = word === "" ? number : Number(word);
    change(placeCard(draft, code, row, word === "" ? Infinity : placeAt(target, code, x)));
  };
  useEffect(() => {
    second.value = false;
    typed.value = null;
  }, [question]);
  useDrag(box, {
    drop,
    lay: () => {},
    hold: () => {},
    drag: (on) => document.documentElement.classList.toggle("dragging", on),
  });

  const tiles = useMemo(() => new Tiles(), []);
  useLayoutEffect(() => {
    /** @param {string} code */
    const facts = (code) => ({
      letter: draft.as[code] ?? null,
      named: wild.includes(code),
      shared: shared.includes(code),
    });
    tiles.lay(/** @type {HTMLElement} */ (box.current), [...draft.words, rest], facts);
    if (held.current !== null) tiles.focus(held.current);
    held.current = null;
  });
  useEffect(() => () => tiles.clear(), []);

  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const code = keyUnder(event);
    if (!code) return;
    const row = draft.words.findIndex((word) => word.includes(code));
    const at = row < 0 ? -1 : draft.words[row].indexOf(code);
    const by = STEPS[event.key];
    /** @param {Draft} next */
    const hold = (next) => {
      held.current = code;
      change(next);
    };
    if (by && !event.shiftKey)
      neighbour(/** @type {HTMLElement} */ (box.current), code, by)?.focus();
    else if (by && row >= 0) hold(placeCard(draft, code, row, Math.max(0, at + by)));
    else if (event.key === "ArrowUp" && row < 0) hold(placeCard(draft, code, number));
    else if (event.key === "ArrowDown" && row >= 0) hold(takeBack(draft, code));
    else return;
    event.preventDefault();
  };
  /** @param {KeyboardEvent} event */
  const onEnter = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    submit();
  };
  /** @param {MouseEvent} event */
  const onClick = (event) => {
    const code = keyUnder(event);
    if (!code) return;
    held.current = code;
    tap(code);
  };
  /** @param {InputEvent} event */
  const onInput = (event) => {
    const text = event.currentTarget.value;
    const { draft: next, missing } = spell(text, codes, rules, wild);
    desk.value = { key: question, draft: next };
    second.value = text.includes(" ");
    typed.value = { text, missing };
  };

  return html`<section class="builder" ref=${box} data-answer aria-label="Your words"
    style=${{ "--cards": codes.length }} onKeyDown=${onKeyDown} onClick=${onClick}>
    <div class="builder__area">
      <div class="builder__words">
        ${[0, 1].map((row) =>
          row === 1 && number === 0
            ? null
            : html`<div key=${row} class="builder__word" data-drop=${row}
              data-active=${row === number ? "" : null} role="group"
              aria-label=${row ? "Second word" : "Word"}>
              <span class="builder__tiles" data-tiles=${row}></span>
              ${
                draft.words[row].length
                  ? null
                  : html`<span class="builder__empty" aria-hidden="true">
                    ${row ? "second word" : "your word"}
                  </span>`
              }
            </div>`,
        )}
        ${
          number === 0 &&
          draft.words[0].length >= 2 &&
          draft.words[0].length <= 3 &&
          rest.length >= 2
            ? html`<button type="button" class="builder__second"
              onClick=${() => (second.value = true)}>
              and a second word
            </button>`
            : null
        }
      </div>
      ${laid(draft)
        .filter((code) => isWild(code) || wild.includes(code))
        .map(
          (code) =>
            html`<${Letter} key=${code} code=${code} letter=${draft.as[code] ?? ""}
              set=${(/** @type {string} */ letter) => change(stand(draft, code, letter))} />`,
        )}
      <p class="builder__says" role="status">${saysOf(draft, rules)}</p>
      <div class="builder__rest" data-drop="rest" role="group" aria-label="Cards not in a word">
        <span class="builder__tiles" data-tiles="2"></span>
      </div>
      <label class="builder__type">
        <span>Type it</span>
        <input class="input" type="text" autocomplete="off" autocapitalize="characters"
          spellcheck="false" maxlength="8" aria-keyshortcuts="W"
          value=${typed.value?.text ?? textOf(draft)} onInput=${onInput}
          onBlur=${() => (typed.value = null)} onKeyDown=${onEnter} />
      </label>
    </div>
  </section>`;
}

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** @param {{code: string, letter: string, set: (letter: string) => void}} props */
function Letter({ code, letter, set }) {
  return html`<label class="builder__letter">
    ${spoken(code)} stands for <select class="input" value=${letter}
      onChange=${(/** @type {InputEvent} */ event) => set(event.currentTarget.value)}>
      <option value="">${isWild(code) ? "?" : "itself"}</option>
      ${LETTERS.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}
    </select>
  </label>`;
}

/**
 * The claim of the words, or the suit that is in the way.
 * @param {Draft} draft
 * @param {SuitRules} rules
 */
function saysOf(draft, rules) {
  if (typed.value?.missing)
    return `You have no ${laid(draft).length ? "more " : ""}${typed.value.missing} in your hand.`;
  const { fault, name, natural } = judge(draft.words, draft.as, rules);
  if (fault) return fault;
  if (name === null) return "Tap cards in the order of the letters, drag them, or type.";
  const words = draft.words
    .filter((word) => word.length)
    .map((word) => reads(word, draft.as))
    .join(" and ");
  return (
    `${words}: ${explained(name)}, ${natural ? "natural" : "not natural"}. The suits agree; ` +
    "spelling is not checked."
  );
}

/**
 * The number of cards in the row left of x, without the dragged one.
 * @param {HTMLElement} place
 * @param {string} code
 * @param {number} x
 */
function placeAt(place, code, x) {
  const tiles = tilesIn(place).filter((tile) => tile.dataset.key !== code);
  return tiles.filter((tile) => tile.getBoundingClientRect().left + tile.offsetWidth / 2 < x)
    .length;
}

/**
 * The tile beside that of `code`.
 * @param {HTMLElement} box
 * @param {string} code
 * @param {number} by
 */
function neighbour(box, code, by) {
  const tiles = tilesIn(box);
  return tiles[tiles.findIndex((tile) => tile.dataset.key === code) + by];
}

/** @param {HTMLElement} box */
const tilesIn = (box) => /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[data-key]")]);

/**
 * Lays out the words of a hint.
 * @param {string} question
 * @param {{words: string[][], wild: [string, string][]}} props
 */
export function showHint(question, { words, wild }) {
  lay(question, { words: [words[0] ?? [], words[1] ?? []], as: Object.fromEntries(wild) });
}
