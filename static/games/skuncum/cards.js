/** The cards of this game as drawings: hats by rank, colours by mark and band, Action cards. */
import { CardBack, CardFace, cardRow, SmallCard } from "../../js/cards/draw.js";
import { GlyphText } from "../../js/cards/glyphs.js";
import { html } from "../../js/html.js";
import { pure } from "../../js/pure.js";
import { actionOf, cardName, colourOf, isAction, kindOf, rankOf, SUIT_CARDS } from "./deck.js";
import { CREST, EMBLEMS, HORSE } from "./emblems.js";
import { COLOUR_MARKS, Hat } from "./hats.js";

export { cardName };

/** @type {Record<string, string>} */
const TONES = { R: "H", U: "blue", K: "ink", G: "green" };

/** One card: its number, the mark of its colour, and its hat. */
export const Face = pure(Drawn);

/** @param {{code: string, small?: boolean}} props */
function Drawn({ code, small = false }) {
  const { index, tone, mark, figure, caption } = looks(code);
  return html`<span class="hat-card" data-digits=${index.length}>
    ${
      small
        ? html`<${SmallCard} index=${index} tone=${tone} suit=${mark}>
          <g transform="translate(-7 2) scale(0.95)">${figure}</g>
        </${SmallCard}>`
        : html`<${CardFace} index=${index} tone=${tone}>
          ${mark ? html`<g transform="translate(18 48) scale(0.68)">${mark}</g>` : null}
          <g transform="translate(54 68) scale(0.96)">${figure}</g>
          <${GlyphText} class="hat-card__caption" x="50" y="101" text=${caption} />
        </${CardFace}>`
    }
  </span>`;
}

/** @param {string} code */
function looks(code) {
  if (isAction(code)) {
    const { name, index, good } = actionOf(code);
    return {
      index,
      tone: good ? "brass" : "wine",
      mark: null,
      figure: html`<g transform="translate(0 -5) scale(0.82)">${EMBLEMS[kindOf(code)]}</g>`,
      caption: name.replace(/ [+−]\d+$/, ""),
    };
  }
  const rank = rankOf(code);
  const colour = colourOf(code);
  const { name, value } = SUIT_CARDS[rank];
  return {
    index: String(value),
    tone: colour === null ? "wild" : TONES[colour],
    mark: colour === null ? null : COLOUR_MARKS[colour],
    figure:
      colour === null
        ? html`<g transform="translate(0 -4) scale(0.82)">${HORSE}</g>`
        : html`<${Hat} rank=${rank} colour=${colour} />`,
    caption: name,
  };
}

export const Back = () => html`<${CardBack} crest=${CREST} />`;

/** Cards in a row that only show. */
export const Cards = cardRow(Face, cardName);
