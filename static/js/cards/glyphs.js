/**
 * Letters on cards as drawings: each text is one symbol of the page, so a card holds no text beside
 * its spoken name.
 */
import { html } from "../html.js";

const SVG = "http://www.w3.org/2000/svg";
/** @type {Map<string, string>} */
const made = new Map();
/** @type {Element | null} */
let sprite = null;

/**
 * `text` at x, y; font, fill and anchor come from the class of this element.
 * @param {{text: string, x: string | number, y: string | number, class: string, [rest: string]:
 *   unknown}} props
 */
export function GlyphText({ text, x, y, class: name, ...rest }) {
  return html`<use href=${`#${symbolOf(text)}`} x=${x} y=${y} class=${name} ...${rest} />`;
}

/** @param {string} text */
function symbolOf(text) {
  const id = made.get(text) ?? draw(text, `lettering-${made.size}`);
  made.set(text, id);
  return id;
}

/**
 * @param {string} text
 * @param {string} id
 */
function draw(text, id) {
  sprite ??= document.body.appendChild(
    element("svg", { width: 0, height: 0, class: "lettering", "aria-hidden": "true" }),
  );
  const letters = element("text", { id });
  letters.textContent = text;
  /** @type {Element} */ (sprite).append(letters);
  return id;
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
