/**
 * The portraits: a bird, something it wears, and the colour behind it, drawn by lot from an id.
 * The frame tells the rank.
 */
import { signal } from "@preact/signals";
import { drawing, html } from "../../html.js";
import { lookOf, staged } from "../core/staged.js";
import { BIRDS } from "./birds.js";
import { gear } from "./gear.js";
import { Reaction } from "./reaction.js";

/** @import { Bird, Ground } from "./birds.js" */

const FIRST = "a".codePointAt(0) ?? 0;
/** Ends the code of whoever is drawn from the seat outside the table: app/web/routes/matches.py. */
export const FROM_SEAT = "s";

/** @typedef {{bird: Bird, worn: Worn | null, ground: Ground, says: string}} Portrait */
/** @typedef {{name: string, at: "eye" | "throat", figure: any}} Worn */

/** Things that a bird wears, drawn round 0, 0: its (last) eye or its throat. @type {Worn[]} */
export const WARDROBE = [
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
 * The portrait of a person: the one that the code names, else always the same one by lot.
 * @param {string} id
 * @param {string} [code] as the server keeps it; see `codeOf`
 * @returns {Portrait}
 */
export function portraitOf(id, code = "") {
  const bird = /** @type {Bird} */ (
    BIRDS[code ? (code.codePointAt(0) ?? 0) - FIRST : lot(id) % BIRDS.length] ?? BIRDS[0]
  );
  const worn = WARDROBE[code ? Number(code[1]) : lot(`${id} wears`) % (WARDROBE.length + 1)];
  const place = code ? Number(code[2]) : lot(`${id} before`);
  const ground = /** @type {Ground} */ (bird.grounds[place % bird.grounds.length]);
  const says = worn ? `${bird.name} with ${worn.name}` : bird.name;
  return { bird, worn: worn ?? null, ground, says };
}

/**
 * The code of a portrait: a letter for the bird, a digit for what it wears, one for the ground.
 * @param {Portrait} portrait
 */
export function codeOf({ bird, worn, ground }) {
  const wears = worn ? WARDROBE.indexOf(worn) : WARDROBE.length;
  const letter = String.fromCodePoint(FIRST + BIRDS.indexOf(bird));
  return `${letter}${wears}${bird.grounds.indexOf(ground)}`;
}

/**
 * The codes that people of the room have chosen, by id; the table page keeps them.
 * @type {import("@preact/signals").Signal<Map<string, string>>}
 */
export const chosen = signal(new Map());

/** Lines in place of an eye, or over it, from its middle. @type {Record<string, string>} */
const LINES = {
  asleep: "m-6 0q6 5 12 0",
  glad: "m-6 2q6 -9 12 0",
  cross: "m-8 -9l14 6",
};
const LOOKS = Object.keys(LINES);

/**
 * One eye with all its looks, of which the style sheet shows one. Whoever is on turn looks up.
 * @param {number} left
 * @param {number} top
 * @param {string} [iris]
 */
const eye = (left, top, iris = "#f6f1e7") => html`<g class="face__open">
    <circle cx=${left} cy=${top} r="5" fill=${iris} />
    <circle cx=${left + 1} cy=${top} r="2.6" class="face__pupil" />
  </g>
  <g class="face__startled">
    <circle cx=${left} cy=${top} r="7" fill=${iris} />
    <circle cx=${left + 1} cy=${top} r="2" class="face__pupil" />
  </g>
  ${LOOKS.map(
    (look) => html`<path key=${look} d=${`M${left} ${top}${LINES[look]}`}
      class=${`face__lid face__${look}`} />`,
  )}`;

/**
 * The eyes, which alone change for a moment: by one attribute, so that nothing is laid out and no
 * `:has()` of the page is asked again.
 * @param {{bird: Bird, asleep: boolean, seat?: number}} props
 */
function Eyes({ bird, asleep, seat }) {
  const look = seat === undefined ? null : lookOf(staged.value, seat);
  return html`<g data-look=${asleep ? "asleep" : look}>
    ${bird.eyes.map(([left, top]) => eye(left, top, bird.iris))}
  </g>`;
}

/**
 * The portrait in its frame. A bird whose player is away sleeps; one with a `seat` looks as a moment
 * lets it.
 * `portrait`: another one than the person's, to choose from. `wears`: see gear.js.
 * @param {{id: string, place: string | null, asleep?: boolean, portrait?: Portrait,
 *   seat?: number, wears?: string | null}} props
 */
export function Face({ id, place, asleep = false, portrait, seat, wears }) {
  const { bird, worn, ground, says } = portrait ?? portraitOf(id, chosen.value.get(id));
  const [x, y] = /** @type {[number, number]} */ (
    worn?.at === "throat" ? bird.throat : bird.eyes.at(-1)
  );
  return html`<span class="face" data-frame=${place ?? "plain"} data-ground=${ground} role="img"
    aria-label=${says}>
    <svg viewBox="0 0 100 112" aria-hidden="true">
      ${bird.bust}
      <${Eyes} bird=${bird} asleep=${asleep} seat=${seat} />
      ${worn && html`<g transform=${`translate(${x} ${y})`}>${worn.figure}</g>`}
      ${gear(bird, place, wears)}
    </svg>
    <${Reaction} id=${id} />
  </span>`;
}
