/** The game's own module and style sheet, loaded when its name is known. */
import { computed, signal } from "@preact/signals";

/** @import { Signal } from "@preact/signals" */
/** @import { GameModule } from "./game_types.js" */

/**
 * The game at this table; null until its module has come.
 * @type {import("@preact/signals").Signal<GameModule | null>}
 */
export const game = signal(null);

const WORDS = {
  standing: "The pecking order", // the ladder and the strip
  points: "points", // after a row's number
  about: "play points", // the explanation of a row's number
  result: "points", // after the numbers of a result
  part: "trick", // the part of a deal that a replay jumps by
};

/** The words of the page: the game's own where it has some. */
export const words = computed(() => ({ ...WORDS, ...game.value?.words }));

/**
 * The game's module, for components that are shown only with it.
 * @returns {GameModule}
 */
export function requireGame() {
  if (game.value === null) throw new Error("no game module yet");
  return game.value;
}

/** @type {string | null} */
let requested = null;

/** @param {string} slug */
export async function loadGame(slug) {
  if (requested === slug) return;
  requested = slug;
  game.value = null;
  addStyleSheet(`games/${slug}/table.css`);
  const module = await import(`../../../games/${slug}/table.js`);
  for (const sheet of module.sheets ?? []) addStyleSheet(`games/${slug}/${sheet}.css`);
  if (requested === slug) game.value = { slug, ...module };
}

/**
 * Adds a style sheet to the page, once.
 * @param {string} address below static/
 */
export function addStyleSheet(address) {
  if (document.querySelector(`link[href*="/${address}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`../../../${address}`, import.meta.url).href;
  document.head.append(link);
}
