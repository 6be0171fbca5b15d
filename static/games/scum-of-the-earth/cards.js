/** The cards of this game by code: face, spoken name, colour, and drawings large and small. */
import { CardBack, CardFace, Pips, SmallCard } from "../../js/cards/draw.js";
import { GlyphText } from "../../js/cards/glyphs.js";
import { html } from "../../js/html.js";
import { pure } from "../../js/pure.js";
import { COURT, INFINITY, MARKS, PIPS, STAR, SUN } from "./emblems.js";

/** @import { VNode } from "preact" */

const NUMBERS =
  "zero ace two three four five six seven eight nine ten jack queen king infinity".split(" ");
const LETTERS = ["0", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "∞"];

/** @type {Record<string, {mark: VNode, note: string, name: string}>} */
const SPECIALS = {
  "5*": { mark: MARKS.eye, note: "look at a hand", name: "special five" },
  "6*": { mark: MARKS.hush, note: "one player must pass", name: "special six" },
  "7*": { mark: MARKS.again, note: "play again", name: "special seven" },
  "8*": { mark: MARKS.pair, note: "never alone", name: "special eight" },
  "9*": { mark: MARKS.flag, note: "lead only", name: "special nine" },
  "10*": { mark: MARKS.two, note: "one 10 or two", name: "special ten" },
};

/**
 * 0, 1 to 13, 14 for Infinity; null for a wild card.
 * @param {string} code
 */
export function faceOf(code) {
  if (isWild(code)) return null;
  const plain = code.replace("*", "");
  if (plain === "INF") return 14;
  const face = LETTERS.indexOf(plain);
  if (face < 0) throw new Error(`no such card: ${code}`);
  return face;
}

/** @param {string} code */
export const isWild = (code) => code === "WILD" || code === "3-9";

/**
 * The face of a card that is not wild.
 * @param {string} code
 */
const plainFace = (code) => /** @type {number} */ (faceOf(code));

/**
 * The group of a card in a hand: specials next to the ordinary cards of their face.
 * @param {string} code
 */
export const groupOf = (code) => (isWild(code) ? code : String(faceOf(code)));

/**
 * The spoken name: "seven", "special six", "wild, ace to king".
 * @param {string} code
 */
export function cardName(code) {
  if (code === "WILD") return "wild, ace to king";
  if (code === "3-9") return "wild, three to nine";
  return SPECIALS[code]?.name ?? NUMBERS[plainFace(code)];
}

/** @param {number} face */
export const faceLetter = (face) => LETTERS[face];

/**
 * The name of a set as the log says it: "three eights", "an Ace", "two Kings".
 * @param {number} face
 * @param {number} number
 */
export function setName(face, number) {
  const word =
    { 0: "Zero", 1: "Ace", 11: "Jack", 12: "Queen", 13: "King", 14: "Infinity" }[face] ??
    NUMBERS[face];
  if (number === 1)
    return face === 0 || face === 14 ? word : `${face === 1 || face === 8 ? "an" : "a"} ${word}`;
  return `${NUMBERS[number] ?? number} ${word}${face === 6 ? "es" : "s"}`;
}

/**
 * The place of a card in a hand: best first, specials just before their ordinary cards (after them
 * for 8 and 9).
 * @param {string} code
 */
export function rankOf(code) {
  if (code === "WILD") return -20;
  if (code === "3-9") return -19;
  const face = plainFace(code);
  if (!code.endsWith("*")) return face * 2;
  return face * 2 + (face === 8 || face === 9 ? 0.5 : -0.5);
}

export const Face = pure(Drawn);

/** @param {{code: string, small?: boolean}} props */
function Drawn({ code, small = false }) {
  return small ? smallFace(code) : largeFace(code);
}

export const Back = () => html`<${CardBack} crest=${PIPS[1]} />`;

/** @param {string} code */
function largeFace(code) {
  if (isWild(code)) return wildFace(code);
  const face = plainFace(code);
  if (face === 0)
    return html`<${CardFace} index="0" tone="brass" note="beats any single">
      <g transform="translate(56 50) scale(0.85)">${SUN}</g>
    </${CardFace}>`;
  if (face === 14)
    return html`<${CardFace} index=${INFINITY} tone="blue" note="lead it alone">
      <g transform="translate(50 60) scale(2.6)">${INFINITY}</g>
    </${CardFace}>`;
  const special = SPECIALS[code];
  const tone = special ? "wine" : toneOf(face);
  return html`<${CardFace} index=${LETTERS[face]} tone=${tone} mark=${special?.mark}
    note=${special?.note}>
    ${special ? html`<g transform="translate(60 54) scale(1.9)">${PIPS[face]}</g>` : middle(face)}
  </${CardFace}>`;
}

/** @param {number} face */
function middle(face) {
  if (face > 10) return html`<g transform="translate(47 66) scale(0.84)">${COURT[face]}</g>`;
  if (face === 1) return html`<g transform="translate(50 70) scale(2.6)">${PIPS[1]}</g>`;
  return html`<${Pips} n=${face} pip=${PIPS[face]}
    scale=${face < 4 ? 1.05 : face > 6 ? 0.6 : 0.78} />`;
}

/** @param {string} code */
function wildFace(code) {
  const narrow = code === "3-9";
  return html`<${CardFace} index=${STAR} tone="wild" note=${null}>
    <${Harlequin} />
    <rect class="card-svg__plate" x="8" y="55" width="84" height="31" rx="3" />
    <${GlyphText} class="card-svg__title" x="50" y="71" text="WILD" />
    <${GlyphText} class="card-svg__line" x="50" y="82.5"
      text=${narrow ? "3 to 9" : "Ace to King"} />
  </${CardFace}>`;
}

/** A harlequin's coat: lozenges in four colours. */
function Harlequin() {
  const lozenges = [];
  for (let row = 0; row < 7; row++)
    for (let column = 0; column < 5; column++) {
      const x = 10 + column * 20;
      const y = 10 + row * 20;
      if ((x < 40 && y < 45) || (x > 60 && y > 95)) continue;
      lozenges.push(
        html`<path key=${`${row}:${column}`} class="card-svg__lozenge"
          data-ink=${(row + column) % 4} d="M${x} ${y - 9} l7 9 l-7 9 l-7 -9 z" />`,
      );
    }
  return html`<g>${lozenges}</g>`;
}

/** @param {string} code */
function smallFace(code) {
  if (isWild(code))
    return html`<${SmallCard} index=${STAR} tone="wild">
      <${WildLetters} text=${code === "WILD" ? "A–K" : "3–9"} />
    </${SmallCard}>`;
  const face = plainFace(code);
  if (face === 0)
    return html`<${SmallCard} index="0" tone="brass">
      <g transform="scale(0.85)">${SUN}</g>
    </${SmallCard}>`;
  if (face === 14)
    return html`<${SmallCard} index=${INFINITY} tone="blue">
      <g transform="scale(2)">${INFINITY}</g>
    </${SmallCard}>`;
  const special = SPECIALS[code];
  return html`<${SmallCard} index=${LETTERS[face]} tone=${special ? "wine" : toneOf(face)}
    mark=${special?.mark}>
    ${
      face > 10
        ? html`<g transform="translate(-6 -4) scale(0.82)">${COURT[face]}</g>`
        : html`<g transform="scale(2)">${PIPS[face]}</g>`
    }
  </${SmallCard}>`;
}

/** @param {{text: string}} props */
function WildLetters({ text }) {
  return html`<g>
    <path class="card-svg__lozenge" data-ink="0" d="M-14 -44 l8 11 l-8 11 l-8 -11 z" />
    <path class="card-svg__lozenge" data-ink="1" d="M14 -44 l8 11 l-8 11 l-8 -11 z" />
    <${GlyphText} class="card-svg__title" x="-12" y="18" text=${text} />
  </g>`;
}

/** @param {number} face */
function toneOf(face) {
  if (face === 1) return "brass";
  if (face <= 4) return "green";
  if (face <= 7) return "blue";
  if (face <= 10) return "ink";
  return "red";
}
