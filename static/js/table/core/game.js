/** The game's own module and style sheet, fetched when its name is known. */
import { computed, signal } from "@preact/signals";

/** {slug, default, standing, weigh, soundOf, Face, cardName, ...}: see docs/table.md, "A game at the table". */
export const game = signal(null);

const WORDS = {
  standing: "The pecking order", // the ladder, the strip
  points: "points", // after a row's number
  about: "play points", // what those are, for who asks
  result: "points", // after the numbers of a result
  part: "trick", // what a replay jumps by within a deal
};

/** What the page calls things: the game's words where it has some. */
export const words = computed(() => ({ ...WORDS, ...game.value?.words }));

let wanted = null;

export async function useGame(slug) {
  if (wanted === slug) return;
  wanted = slug;
  game.value = null;
  addStyles(`games/${slug}/table.css`);
  const module = await import(`../../../games/${slug}/table.js`);
  for (const sheet of module.sheets ?? []) addStyles(`games/${slug}/${sheet}.css`);
  if (wanted === slug) game.value = { slug, ...module };
}

/** `address`: below static/; asked for once. */
export function addStyles(address) {
  if (document.querySelector(`link[href*="/${address}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`../../../${address}`, import.meta.url).href;
  document.head.append(link);
}
