/** Names between other words: cut short without losing what tells two apart, and with their direction kept to themselves. */
import { html } from "../../html.js";

const NUMBERED = /^(.+)( \d{1,3})$/;
/** Scripts that are written from right to left. */
const LEFTWARD =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Where there is no room for the whole name, its end is left out, but not the number by which the room tells it from another one. */
export function Name({ name }) {
  const [, words, number] = NUMBERED.exec(name) ?? [name, name, ""];
  return html`<span class="name">
    <bdi class="name__words">${words}</bdi>
    ${number ? html`<span class="name__number">${number}</span>` : null}
  </span>`;
}

/** A sentence in which a name that is written from right to left does not turn the words and figures beside it around. */
export function kept(text, names) {
  const turned = names
    .filter((name) => LEFTWARD.test(name))
    .sort((one, other) => other.length - one.length);
  if (!turned.length) return text;
  const any = new RegExp(
    turned.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"),
    "g",
  );
  return text.replace(any, "\u2068$&\u2069");
}
