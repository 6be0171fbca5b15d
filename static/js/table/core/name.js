/**
 * Names between other words: cut short without losing what tells two apart, and isolated where they
 * run from right to left.
 */
import { html } from "../../html.js";

const NUMBERED = /^(.+)( \d{1,3})$/;
/** Scripts that are written from right to left. */
const SCRIPTS = ["Arabic", "Hebrew", "Syriac", "Thaana", "Nko", "Adlam"];
const RIGHT_TO_LEFT = new RegExp(
  `[${SCRIPTS.map((script) => `\\p{Script=${script}}`).join("")}]`,
  "u",
);

/**
 * A name. Where there is no room its end is cut off, but never the number that tells it from an
 * equal one.
 * @param {{name: string}} props
 */
export function Name({ name }) {
  const [, words, number] = NUMBERED.exec(name) ?? [name, name, ""];
  return html`<span class="name">
    <bdi class="name__words">${words}</bdi>
    ${number ? html`<span class="name__number">${number}</span>` : null}
  </span>`;
}

/**
 * The name of a seat as the viewer reads it.
 * @param {{seat: number | null, names: string[]}} frame
 * @param {number} seat
 */
export const who = (frame, seat) => (seat === frame.seat ? "You" : frame.names[seat]);

/**
 * The name with its verb: "You lead", "Ann leads".
 * @param {{seat: number | null, names: string[]}} frame
 * @param {number} seat
 * @param {string} verb
 */
export const conjugate = (frame, seat, verb) =>
  `${who(frame, seat)} ${seat === frame.seat ? verb : `${verb}s`}`;

/**
 * Before a lead: "Your lead", "Ann leads".
 * @param {{seat: number | null, names: string[]}} frame
 * @param {number} seat
 */
export const leads = (frame, seat) =>
  seat === frame.seat ? "Your lead" : `${frame.names[seat]} leads`;

/**
 * Several in a sentence: "Ann, Ben and Cleo".
 * @param {string[]} words
 */
export const listed = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * The names as a choice in a pattern.
 * @param {string[]} names
 */
const anyOf = (names) => names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");

/**
 * Isolates right-to-left names in a sentence, so that they do not turn the words and figures beside
 * them around.
 * @param {string} text
 * @param {string[]} names
 * @returns {string}
 */
export function isolateNames(text, names) {
  const turned = names
    .filter((name) => RIGHT_TO_LEFT.test(name))
    .sort((one, other) => other.length - one.length);
  if (!turned.length) return text;
  return text.replace(new RegExp(anyOf(turned), "g"), "\u2068$&\u2069");
}

/**
 * Lines of a log with the names of now in place of those before, where these are words of their own.
 * @template {{text: string}} Line
 * @param {Line[]} lines
 * @param {string[]} before by seat
 * @param {string[]} now
 * @returns {Line[]}
 */
export function renamed(lines, before, now) {
  if (before.every((name, seat) => now[seat] === name)) return lines;
  const longest = [...before].sort((one, other) => other.length - one.length);
  const words = new RegExp(`(^|[^\\p{L}\\p{N}])(${anyOf(longest)})(?![\\p{L}\\p{N}])`, "gu");
  return lines.map((line) => ({
    ...line,
    text: line.text.replace(words, (_, edge, name) => edge + now[before.indexOf(name)]),
  }));
}
