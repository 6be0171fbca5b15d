/** The game's own module and style sheet, fetched when its name is known. */
import { signal } from "@preact/signals";

/** {slug, default, standing, weigh, soundOf, Face, cardName, ...}: see docs/table.md, "A game at the table". */
export const game = signal(null);

let wanted = null;

export async function useGame(slug) {
  if (wanted === slug) return;
  wanted = slug;
  addStyles(slug);
  const module = await import(`../../games/${slug}/table.js`);
  if (wanted === slug) game.value = { slug, ...module };
}

function addStyles(slug) {
  const href = `/static/games/${slug}/table.css`;
  if (document.querySelector(`link[href^="${href}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
}
