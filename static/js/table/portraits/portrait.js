/**
 * The portraits: a bird, something it wears, and the colour behind it, drawn by lot from an id.
 * The frame tells the rank.
 */
import { drawing, html } from "../../html.js";
import { BIRDS } from "./birds.js";

/** @import { Bird, Ground } from "./birds.js" */

/** @typedef {{bird: Bird, worn: Worn | null, ground: Ground, says: string}} Portrait */
/** @typedef {{name: string, at: "eye" | "throat", figure: any}} Worn */

/** Things that a bird wears, drawn round 0, 0: its (last) eye or its throat. @type {Worn[]} */
const WARDROBE = [
  {
    name: "a monocle",
    at: "eye",
    figure: drawing`<g fill="none" stroke="#d3a75a" stroke-width="2.6">
      <circle r="8.5" /><path d="M3 8C4 20 0 30 -6 36" stroke-width="1.4" /></g>`,
  },
  {
    name: "an eyepatch",
    at: "eye",
    figure: drawing`<g><path d="M-7 -5C0 -8 6 -6 8 -2C8 5 2 9 -4 7C-7 4 -8 0 -7 -5Z" fill="#000" />
      <path d="M-24 -9L16 -3" stroke="#000" stroke-width="2.4" /></g>`,
  },
  {
    name: "a bow tie",
    at: "throat",
    figure: drawing`<g fill="#c9d7e6" stroke="#1d1b18" stroke-width="1.4">
      <path d="M0 0L-15 -8V8ZM0 0L15 -8V8Z" /><circle r="4" /></g>`,
  },
  {
    name: "pearls",
    at: "throat",
    figure: drawing`<g fill="#fffdf6" stroke="#8a8170" stroke-width="1">
      <circle cx="-17" cy="-4" r="4" /><circle cx="-9" cy="1" r="4.4" /><circle cy="3" r="4.8" />
      <circle cx="9" cy="1" r="4.4" /><circle cx="17" cy="-4" r="4" /></g>`,
  },
  {
    name: "a scarf",
    at: "throat",
    figure: drawing`<g fill="#b03a4e" stroke="#1d1b18" stroke-width="1.2">
      <path d="M-20 -8C-8 0 10 0 20 -8L20 3C8 11 -8 11 -20 3Z" /><path d="M-9 4L-13 30H-2L0 6Z" />
      </g>`,
  },
  {
    name: "a flower",
    at: "throat",
    figure: drawing`<g transform="translate(14 16)" fill="#f2c94c">
      <circle cx="0" cy="-6" r="5" /><circle cx="6" cy="-1" r="5" /><circle cx="4" cy="6" r="5" />
      <circle cx="-4" cy="6" r="5" /><circle cx="-6" cy="-1" r="5" />
      <circle cy="1" r="4" fill="#8c2b3f" /></g>`,
  },
];

/**
 * A number from a text, evenly spread: FNV-1a over its characters, mixed once more.
 * @param {string} text
 */
function lot(text) {
  let hash = 0x811c9dc5;
  for (const character of text)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * The portrait of an id: always the same one.
 * @param {string} id
 * @returns {Portrait}
 */
export function portraitOf(id) {
  const bird = /** @type {Bird} */ (BIRDS[lot(id) % BIRDS.length]);
  const worn = WARDROBE[lot(`${id} wears`) % (WARDROBE.length + 1)] ?? null;
  const ground = /** @type {Ground} */ (bird.grounds[lot(`${id} before`) % bird.grounds.length]);
  return { bird, worn, ground, says: worn ? `${bird.name} with ${worn.name}` : bird.name };
}

/**
 * The portrait in its frame. A bird whose player is away sleeps.
 * @param {{id: string, place: string | null, asleep?: boolean}} props
 */
export function Face({ id, place, asleep = false }) {
  const { bird, worn, ground, says } = portraitOf(id);
  const [x, y] = /** @type {[number, number]} */ (
    worn?.at === "throat" ? bird.throat : bird.eyes.at(-1)
  );
  return html`<span class="face" data-frame=${place ?? "plain"} data-ground=${ground} role="img"
    aria-label=${says}>
    <svg viewBox="0 0 100 112" aria-hidden="true">
      ${bird.bust}
      ${bird.eyes.map(([left, top]) =>
        asleep
          ? html`<path d=${`M${left - 6} ${top}q6 5 12 0`} class="face__lid" />`
          : html`<circle cx=${left} cy=${top} r="5" fill=${bird.iris ?? "#f6f1e7"} />
            <circle cx=${left + 1} cy=${top} r="2.6" fill="#1d1b18" />`,
      )}
      ${worn && html`<g transform=${`translate(${x} ${y})`}>${worn.figure}</g>`}
    </svg>
  </span>`;
}
