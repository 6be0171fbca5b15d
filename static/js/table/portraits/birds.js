/** The drawings of the birds, 100 by 112: busts that look to the right. The owl looks at us. */
import { drawing } from "../../html.js";

/**
 * @typedef {object} Bird
 * @property {string} name with its article
 * @property {any} bust everything but the eyes
 * @property {[number, number][]} eyes
 * @property {string} [iris]
 * @property {[number, number]} throat where a collar is worn
 * @property {Ground[]} grounds it stands out from
 */

/** @typedef {"moss" | "wine" | "sky" | "straw" | "plum"} Ground */

const INK = "#1d1b18";
const BONE = "#f6f1e7";
const BRASS = "#d3a75a";
const WINE = "#8c2b3f";
const ORANGE = "#dd8a2e";
const SMOOTH = `M18 112C20 88 29 78 35 66C39 57 36 50 36 40C36 26 46 18 57 20C67 22 72 31 71 41
  C70 52 72 58 77 68C84 82 86 96 86 112Z`;
const SLENDER = `M30 112C30 97 47 91 51 78C54 66 39 60 39 46C39 34 48 26 58 28C66 30 70 37 67 45
  C64 56 70 63 68 77C66 91 72 98 74 112Z`;
const LONG = `M20 112C21 92 34 86 40 74C44 64 40 54 40 42C40 28 49 21 58 22C67 23 72 30 71 39
  C70 50 65 58 67 72C69 84 80 92 82 112Z`;

/** @type {Bird[]} */
export const BIRDS = [
  {
    name: "a rooster",
    bust: drawing`<g>
      <path d=${SMOOTH} fill=${INK} />
      <path d="M69 37L87 44L69 50Z" fill=${BRASS} />
      <path d="M40 27C34 16 42 11 47 18C47 7 58 6 59 16C63 8 72 13 68 24C58 17 49 18 40 27Z
        M69 50C77 54 76 67 70 68C64 66 65 55 66 50Z" fill=${WINE} />
      <path d="M34 74C46 86 66 86 77 74C82 84 84 94 85 104C68 92 40 92 22 104C24 92 28 82 34 74Z"
        fill="#b4532a" />
    </g>`,
    eyes: [[59, 36]],
    throat: [55, 72],
    grounds: ["moss", "sky", "straw"],
  },
  {
    name: "a crow",
    bust: drawing`<g>
      <path d=${SMOOTH} fill=${INK} />
      <path d="M66 30C77 28 90 36 95 46C84 46 76 50 66 51Z" fill="#57534c" />
      <path d="M38 68C34 80 33 96 34 112M48 74C46 86 46 98 48 112" fill="none" stroke="#4c5f78"
        stroke-width="3" />
    </g>`,
    eyes: [[58, 36]],
    throat: [55, 70],
    grounds: ["straw", "wine", "sky"],
  },
  {
    name: "an owl",
    bust: drawing`<g>
      <path d="M20 112C15 84 22 62 26 46C26 31 36 23 50 23C64 23 74 31 74 46C78 62 85 84 80 112Z
        M25 44L21 15L43 27ZM75 44L79 15L57 27Z" fill="#765033" />
      <circle cx="38" cy="46" r="13" fill="#ecd9b0" /><circle cx="62" cy="46" r="13"
        fill="#ecd9b0" />
      <path d="M50 50L55 58L50 66L45 58Z" fill=${BRASS} />
      <path d="M34 84l4 7 4-7zM58 84l4 7 4-7zM46 94l4 7 4-7zM28 100l4 7 4-7zM64 100l4 7 4-7z"
        fill="#ecd9b0" />
    </g>`,
    eyes: [
      [38, 46],
      [62, 46],
    ],
    throat: [50, 75],
    grounds: ["moss", "wine", "plum"],
  },
  {
    name: "a heron",
    bust: drawing`<g>
      <path d=${SLENDER} fill="#8b98a3" />
      <path d="M66 34L99 45L65 47Z" fill=${ORANGE} />
      <path d="M46 38C36 34 26 36 12 46C26 43 38 46 46 43ZM42 38C48 28 58 26 65 31L60 35
        C54 33 48 35 42 38Z" fill=${INK} />
    </g>`,
    eyes: [[59, 38]],
    iris: "#e8c34d",
    throat: [58, 76],
    grounds: ["wine", "moss", "plum"],
  },
  {
    name: "a goose",
    bust: drawing`<g>
      <path d=${LONG} fill=${BONE} />
      <path d="M69 32C77 32 87 37 92 43C85 49 76 50 68 46Z" fill=${ORANGE} />
    </g>`,
    eyes: [[58, 36]],
    throat: [55, 72],
    grounds: ["sky", "wine", "moss", "plum"],
  },
  {
    name: "a duck",
    bust: drawing`<g>
      <path d="M14 112C16 92 28 80 40 66C50 70 60 70 69 64C81 76 87 94 87 112Z" fill="#8a6a4a" />
      <path d="M37 68C34 56 32 44 36 34C41 22 54 17 64 23C74 29 76 42 70 52C68 58 68 62 70 66
        C60 74 46 74 37 68Z" fill="#2f6d4a" />
      <path d="M36 64C46 71 60 71 70 63L71 69C60 78 46 78 36 71Z" fill=${BONE} />
      <path d="M71 36C82 35 95 40 96 46C92 51 80 52 70 48Z" fill="#e0b23a" />
    </g>`,
    eyes: [[60, 36]],
    throat: [54, 80],
    grounds: ["wine", "straw", "plum"],
  },
  {
    name: "a penguin",
    bust: drawing`<g>
      <path d="M16 112C14 82 26 62 31 47C33 30 44 21 56 23C68 25 74 34 73 45C77 61 86 86 84 112Z"
        fill=${INK} />
      <path d="M40 112C38 92 44 74 54 64C68 68 75 92 73 112Z
        M50 36C58 29 70 33 72 44C66 53 54 53 49 46C48 42 48 39 50 36Z" fill=${BONE} />
      <path d="M71 40L90 46L71 51Z" fill=${ORANGE} />
    </g>`,
    eyes: [[61, 41]],
    throat: [55, 66],
    grounds: ["sky", "wine", "straw"],
  },
  {
    name: "a parrot",
    bust: drawing`<g>
      <path d=${SMOOTH} fill="#4f8f3f" />
      <path d="M36 38C38 24 54 16 67 26C58 34 48 39 36 38Z" fill="#c23b3b" />
      <circle cx="60" cy="40" r="10" fill=${BONE} />
      <path d="M67 32C82 29 89 43 82 58C78 51 71 49 65 49Z" fill="#e3c77c" />
      <path d="M22 112C23 96 30 86 39 80C41 92 40 102 39 112Z" fill="#2f5f92" />
    </g>`,
    eyes: [[61, 40]],
    throat: [55, 70],
    grounds: ["wine", "plum", "straw"],
  },
  {
    name: "a turkey",
    bust: drawing`<g>
      <path d="M4 100C-3 60 18 30 50 30C82 30 103 60 96 100Z" fill="#a8562f" />
      <path d="M15 104C10 70 26 44 50 44C74 44 90 70 85 104Z" fill="#5a3a24" />
      <path d="M24 112C25 92 36 80 45 72L61 72C71 82 77 96 77 112Z" fill="#33231a" />
      <path d="M44 76C45 62 42 52 44 42C46 32 54 27 62 30C69 33 71 41 68 48C64 58 63 68 63 78Z"
        fill="#8fb3c9" />
      <path d="M67 37L83 43L67 48Z" fill=${BRASS} />
      <path d="M66 46C75 50 75 67 68 69C62 64 63 54 63 48Z" fill="#c23b3b" />
    </g>`,
    eyes: [[59, 39]],
    throat: [54, 74],
    grounds: ["moss", "sky", "plum"],
  },
  {
    name: "a vulture",
    bust: drawing`<g>
      <path d="M8 112C10 88 22 77 36 72L68 72C82 77 90 92 92 112Z" fill="#2b2723" />
      <path d="M41 74C44 63 39 55 41 45C43 33 54 27 63 31C71 35 72 44 68 51C63 59 62 66 64 74Z"
        fill="#d99a94" />
      <path d="M26 76C34 62 70 62 76 76C68 86 36 86 26 76Z" fill=${BONE} />
      <path d="M67 36C80 34 87 45 82 57C77 51 71 50 65 50Z" fill="#c9a24e" />
      <path d="M50 34L66 36L65 32C60 29 54 29 50 34Z" fill="#8a4f4a" />
    </g>`,
    eyes: [[59, 40]],
    throat: [52, 82],
    grounds: ["moss", "sky", "straw"],
  },
  {
    name: "a flamingo",
    bust: drawing`<g>
      <path d=${SLENDER} fill="#e58f93" />
      <path d="M65 33C78 32 87 42 85 54L77 60C75 52 71 49 63 48Z" fill="#f3dcc0" />
      <path d="M85 49C87 59 82 65 75 64C76 58 78 53 80 50Z" fill=${INK} />
    </g>`,
    eyes: [[57, 38]],
    throat: [58, 76],
    grounds: ["moss", "sky", "plum"],
  },
  {
    name: "a peacock",
    bust: drawing`<g>
      <path d=${SMOOTH} fill="#23568c" />
      <path d="M49 24L40 6M55 22L54 3M60 23L68 6" fill="none" stroke=${INK} stroke-width="2" />
      <circle cx="40" cy="6" r="4" fill="#4fa37a" /><circle cx="54" cy="4" r="4"
        fill=${BRASS} /><circle cx="68" cy="6" r="4" fill="#4fa37a" />
      <path d="M52 30C60 27 68 30 70 35L54 37ZM54 42L69 43C66 48 58 49 54 46Z" fill=${BONE} />
      <path d="M70 36L85 42L70 46Z" fill="#8d8a80" />
      <path d="M40 84l5 8 5-8zM60 84l5 8 5-8zM30 98l5 8 5-8zM50 98l5 8 5-8zM70 98l5 8 5-8z"
        fill="#4fa37a" />
    </g>`,
    eyes: [[60, 39]],
    throat: [55, 70],
    grounds: ["wine", "straw", "moss"],
  },
  {
    name: "a pelican",
    bust: drawing`<g>
      <path d=${LONG} fill=${BONE} />
      <path d="M66 36L99 46C96 66 78 72 64 54Z" fill=${ORANGE} />
      <path d="M66 34L100 45L98 48L66 42Z" fill="#b9652a" />
      <path d="M44 30C40 24 34 22 27 24C33 27 37 31 42 36Z" fill=${BONE} />
    </g>`,
    eyes: [[58, 34]],
    throat: [54, 74],
    grounds: ["sky", "moss", "plum"],
  },
];
