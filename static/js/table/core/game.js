/** The game's own module, style sheet and options, loaded when its name is known. */
import { computed, signal } from "@preact/signals";
import { addressOf } from "../../site/build.js";
import { guarded } from "./left_out.js";
import { page } from "./page_data.js";

/** @import { Signal } from "@preact/signals" */
/** @import { GameOptions } from "../../records.js" */
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

/** @type {Signal<Record<string, GameOptions>>} */
const options = signal(page.options ? { [page.options.game]: page.options } : {});

/**
 * The options of a game, for the room page; null until they have come.
 * @param {string} slug
 */
export const optionsOf = (slug) => options.value[slug] ?? null;

/**
 * The game's module, for components that are shown only with it.
 * @returns {GameModule}
 */
export function requireGame() {
  if (game.value === null) throw new Error("no game module yet");
  return game.value;
}

/** Milliseconds before a module that failed is asked for again; the last one repeats. */
const PAUSES = [500, 1000, 2000, 4000, 8000, 15_000];

/** True while the game's module has failed and is asked for again. */
export const gameFailed = signal(false);

/** @type {{slug: string} | null} */
let requested = null;

/**
 * Loads the game's module and options, however often it takes. A later call for another game ends
 * this one.
 * @param {string} slug
 */
export async function loadGame(slug) {
  if (requested?.slug === slug) return;
  const request = { slug };
  requested = request;
  game.value = null;
  gameFailed.value = false;
  addStyleSheet(`games/${slug}/table.css`);
  for (let failures = 0; requested === request; failures += 1) {
    try {
      const [module] = await Promise.all([importGame(slug, failures), loadOptions(slug)]);
      for (const sheet of module.sheets ?? []) addStyleSheet(`games/${slug}/${sheet}.css`);
      if (requested !== request) return;
      game.value = withGuards({ slug, ...module });
      gameFailed.value = false;
      return;
    } catch (error) {
      if (requested !== request) return;
      if (!failures) reportError(error);
      gameFailed.value = true;
      await pause(PAUSES[Math.min(failures, PAUSES.length - 1)]);
    }
  }
}

/**
 * An event that the module does not know is weighed as important, and has no sound.
 * @param {GameModule} module
 * @returns {GameModule}
 */
function withGuards(module) {
  return {
    ...module,
    weigh: guarded(module.weigh, 1),
    soundOf: guarded(module.soundOf, null),
    standing: guarded(module.standing, []),
    ...(module.deedOf && { deedOf: guarded(module.deedOf, null) }),
    ...(module.takerOf && { takerOf: guarded(module.takerOf, null) }),
    ...(module.travelsOf && { travelsOf: guarded(module.travelsOf, []) }),
    ...(module.atStake && { atStake: guarded(module.atStake, null) }),
    ...(module.isRestated && { isRestated: guarded(module.isRestated, false) }),
  };
}

/**
 * The module, under a new address after each failure: a browser may keep a failed import for good.
 * @param {string} slug
 * @param {number} failures
 */
function importGame(slug, failures) {
  const again = failures ? `?again=${failures}` : "";
  return import(addressOf(`games/${slug}/table.js${again}`));
}

/**
 * Only a room page has a use for them; those of its first game stand in the page.
 * @param {string} slug
 */
async function loadOptions(slug) {
  if (!page.gameOptions || options.peek()[slug]) return;
  const headers = { Accept: "application/json" };
  const answer = await fetch(`${page.gameOptions}${slug}/options`, { headers });
  if (!answer.ok) throw new Error(`no options of ${slug}: ${answer.status}`);
  options.value = { ...options.peek(), [slug]: await answer.json() };
}

/**
 * Ends after `ms`, or when the browser is online again.
 * @param {number} ms
 */
function pause(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
    addEventListener("online", resolve, { once: true, signal: AbortSignal.timeout(ms) });
  });
}

/**
 * Adds a style sheet to the page, once.
 * @param {string} address below static/
 */
export function addStyleSheet(address) {
  if (document.querySelector(`link[href*="/${address}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = addressOf(address);
  document.head.append(link);
}
