/**
 * A hand of cards as buttons: equal ones with their count, chosen ones raised, playable ones
 * underlined.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "../html.js";
import { pure } from "../pure.js";
import { useDrag } from "./drag.js";
import { arrange } from "./fan.js";
import { keyCards } from "./selection.js";

/** @import { Place } from "./fan.js" */
/** @import { KeyedCard } from "./selection.js" */

const SMALL = 70;
const NARROW = 520;
const isFine = matchMedia("(pointer: fine)");
/** Pixels: a mouse needs less of a card than a finger. */
const FINE_TARGET = 36;
const COUNTS = [
  "",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
];

/**
 * @typedef {object} HandProps
 * @property {string[]} codes the cards in the order shown
 * @property {string[]} chosen card keys
 * @property {Set<string> | null} [playable] codes to mark
 * @property {Set<string>} [fresh] codes that have just come
 * @property {import("preact").ComponentType<any>} Face
 * @property {(code: string) => string} nameOf
 * @property {(code: string) => string} groupOf
 * @property {(key: string) => void} tap
 * @property {(key: string) => void} enter the Enter key on a card
 * @property {(key: string, place: HTMLElement, x: number) => void} drop a card dragged to the table
 * @property {(key: string, other: string) => void} lay a card dragged to another's place
 * @property {(key: string, by: number) => void} [nudge] a card moved by keys
 * @property {string} from where new cards come from, see motion.js
 * @property {string} label
 * @property {number} [limit] height in pixels that the hand may take
 * @property {boolean} [equals] true: cards of one group are equal and counted; false: they only lie
 *   together
 */
/** @param {HandProps} props */
export function Hand({
  codes,
  chosen,
  playable,
  fresh,
  Face,
  nameOf,
  groupOf,
  tap,
  enter,
  drop,
  lay,
  nudge,
  from,
  label,
  limit = 230,
  equals = true,
}) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const room = useWidth(box);
  const [held, hold] = useState(false);
  const frozen = useRef(codes);
  if (!held || frozen.current.length !== codes.length) frozen.current = codes;
  const cards = keyCards(frozen.current);
  const runs = runsOf(cards, groupOf);
  const fan = arrange(
    runs.map((run) => run.length),
    room,
    limit,
    room < NARROW ? 62 : 92,
    !equals,
    isFine.matches ? FINE_TARGET : undefined,
  );
  const [focus, setFocus] = useRovingFocus(box, cards);

  useDrag(box, {
    drop,
    lay,
    hold,
    drag: (on) => document.documentElement.classList.toggle("dragging", on),
  });

  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const key = keyUnder(event);
    if (!key) return;
    const at = cards.findIndex((card) => card.key === key);
    if (event.key === "Enter") {
      event.preventDefault();
      event.stopPropagation();
      enter(key);
      return;
    }
    const to = destination(event.key, at, fan.cards);
    if (to === null) return;
    event.preventDefault();
    if (event.shiftKey && nudge) nudge(key, to - at);
    else setFocus(cards[to].key, true);
  };

  /** @param {MouseEvent} event */
  const onClick = (event) => {
    const key = keyUnder(event);
    if (key) tap(key);
  };

  /** @param {FocusEvent} event */
  const onFocusIn = (event) => {
    const key = keyUnder(event);
    if (key) setFocus(key, false);
  };

  let index = 0;
  return html`<div class="hand" ref=${box} role="group" aria-label=${label} data-drop-own
    data-tight=${fan.whole ? null : ""} style=${{ blockSize: `${fan.total}px` }}
    onKeyDown=${onKeyDown} onClick=${onClick} onFocusIn=${onFocusIn}>
    ${runs.flatMap((run) =>
      run.map((card, i) => {
        const place = fan.cards[index++];
        const pressed = chosen.includes(card.key);
        const marked = playable?.has(card.code) ?? false;
        const count =
          equals && run.length > 1
            ? `, ${COUNTS[i + 1] ?? i + 1} of ${COUNTS[run.length] ?? run.length}`
            : "";
        const name = `${nameOf(card.code)}${count}${marked ? ", playable" : ""}`;
        return html`<${HandCard} key=${card.key} card=${card} name=${name} from=${from}
          place=${place} width=${fan.width} height=${fan.height} Face=${Face} pressed=${pressed}
          marked=${marked} fresh=${fresh?.has(card.code) ?? false} focusable=${card.key === focus}
          suited=${!equals} count=${equals && i === run.length - 1 ? run.length : 1} />`;
      }),
    )}
  </div>`;
}

const HandCard = pure((props) => {
  const { card, name, from, place, width, height, Face, count } = props;
  return html`<button type="button" class="card" data-key=${card.key} data-code=${card.code}
    data-flip=${`hand:${card.key}`} data-motion=${from === "spot:deck" ? "deal" : "hand"}
    data-from=${from} data-playable=${props.marked || null} data-new=${props.fresh || null}
    data-small=${width < SMALL ? "" : null} data-suited=${props.suited ? "" : null}
    aria-pressed=${String(props.pressed)} aria-label=${name} tabindex=${props.focusable ? 0 : -1}
    style=${{
      left: `${place.x}px`,
      top: `${place.y}px`,
      width: `${width}px`,
      height: `${height}px`,
    }}>
    <${Face} code=${card.code} small=${width < SMALL} />
    ${count > 1 ? html`<span class="card__count" data-count=${`×${count}`}></span>` : null}
  </button>`;
});

/** @param {Event} event */
export function keyUnder(event) {
  const target = /** @type {Element} */ (event.target);
  const card = /** @type {HTMLElement | null} */ (target.closest("[data-key]"));
  return card?.dataset.key;
}

/**
 * Cards of one group that lie beside each other.
 * @param {KeyedCard[]} cards
 * @param {(code: string) => string} groupOf
 */
function runsOf(cards, groupOf) {
  /** @type {KeyedCard[][]} */
  const runs = [];
  for (const card of cards) {
    const last = runs.at(-1);
    if (last && groupOf(last[0].code) === groupOf(card.code)) last.push(card);
    else runs.push([card]);
  }
  return runs;
}

/**
 * The place an arrow key leads to: along the row, or the nearest card of the next row.
 * @param {string} key
 * @param {number} at
 * @param {Place[]} places
 */
function destination(key, at, places) {
  const here = places[at];
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, at - 1);
    case "ArrowRight":
      return Math.min(places.length - 1, at + 1);
    case "Home":
      return 0;
    case "End":
      return places.length - 1;
    case "ArrowUp":
      return nearest(here, here.row - 1, places);
    case "ArrowDown":
      return nearest(here, here.row + 1, places);
    default:
      return null;
  }
}

/**
 * @param {Place} here
 * @param {number} row
 * @param {Place[]} places
 */
function nearest(here, row, places) {
  const there = places.map((place, i) => ({ ...place, i })).filter((place) => place.row === row);
  if (!there.length) return null;
  return there.reduce((best, place) =>
    Math.abs(place.x - here.x) < Math.abs(best.x - here.x) ? place : best,
  ).i;
}

/** @param {{current: HTMLElement | null}} box */
function useWidth(box) {
  const [width, setWidth] = useState(() => Math.max(300, Math.min(innerWidth - 16, 900)));
  useLayoutEffect(() => {
    const hand = /** @type {HTMLElement} */ (box.current);
    const measure = () => setWidth(Math.floor(hand.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(hand);
    return () => observer.disconnect();
  }, []);
  return width;
}

/**
 * Keeps one card of the hand in the tab order; when it goes, a neighbour follows it.
 * @param {{current: HTMLElement | null}} box
 * @param {KeyedCard[]} cards
 * @returns {[string | null | undefined, (key: string, move: boolean) => void]}
 */
function useRovingFocus(box, cards) {
  const [focus, setFocus] = useState(/** @type {string | null} */ (null));
  const last = useRef(0);
  const at = cards.findIndex((card) => card.key === focus);
  const current = at >= 0 ? focus : cards[Math.min(last.current, cards.length - 1)]?.key;
  if (at >= 0) last.current = at;
  /**
   * @param {string} key
   * @param {boolean} move
   */
  const go = (key, move) => {
    setFocus(key);
    if (move) find(box.current, key)?.focus();
  };
  return [current, go];
}

/**
 * @param {HTMLElement | null} box
 * @param {string} key
 * @returns {HTMLElement | null | undefined}
 */
function find(box, key) {
  return key ? box?.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
}
