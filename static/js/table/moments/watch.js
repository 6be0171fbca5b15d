/** Hands the moments of each new frame to the stage; loaded when a match is first shown. */
import { effect } from "@preact/signals";
import { addStyleSheet, game } from "../core/game.js";
import { guarded } from "../core/left_out.js";
import { prefs } from "../core/prefs.js";
import { frame, newEvents } from "../core/store.js";
import { painted } from "../ui/painted.js";
import { endStage, setUpStage, stage } from "./stage.js";

/** @import { Frame, LogLine } from "../../messages.js" */
/** @import { GameModule } from "../core/game_types.js" */

const SHEET = "css/table/moments.css";
/** Milliseconds after which a moment is old. */
const TOO_LATE_MS = 1000;

/** @type {{slug: string, parts: ReturnType<typeof loadParts>} | null} */
let loaded = null;

/** Stages moments from now on; does nothing where the game names none. */
export function watchMoments() {
  /** @type {Frame | null} */
  let shown = null;
  /** @type {LogLine[] | null} */
  let heard = null;
  /** @type {GameModule | null} */
  let staging = null;
  setUpStage();
  effect(() => {
    const [now, lines, module] = [frame.value, newEvents.value, game.value];
    const [before, fresh] = [shown, lines !== heard];
    [shown, heard] = [now, lines];
    if (module !== staging) endStage();
    staging = module;
    if (!now || !module?.moments || prefs.value.moments === "none") return;
    const parts = partsOf(module, module.moments);
    if (before !== null && (before.match !== now.match || now.n === 1)) endStage();
    else if (before !== null && fresh && lines.length && !document.hidden)
      show(parts, before, now, lines);
  });
}

/**
 * @param {ReturnType<typeof loadParts>} parts
 * @param {Frame} before
 * @param {Frame} now
 * @param {LogLine[]} lines
 */
async function show(parts, before, now, lines) {
  const at = performance.now();
  const momentsOf = await parts;
  // the table paints the frame first: cards are found where they lie, and nothing is laid out twice
  await painted();
  if (
    momentsOf === null ||
    game.peek()?.slug !== loaded?.slug ||
    document.hidden ||
    performance.now() - at > TOO_LATE_MS
  )
    return;
  const scene = {
    now: now.view.public,
    before: before.view.public,
    names: now.names,
    seat: now.seat,
  };
  stage(
    lines.flatMap(({ event }) => momentsOf(event, scene)),
    scene,
    [...lines.map(({ text }) => text), now.prompt ? now.prompt_text : ""],
  );
}

/**
 * @param {GameModule} module
 * @param {NonNullable<GameModule["moments"]>} load
 */
function partsOf({ slug }, load) {
  if (loaded?.slug !== slug) loaded = { slug, parts: loadParts(load) };
  return loaded.parts;
}

/**
 * The game's moments and the style of the stage; null where they did not load: then none is shown.
 * @param {NonNullable<GameModule["moments"]>} load
 */
async function loadParts(load) {
  try {
    const [{ momentsOf }] = await Promise.all([load(), loadSheet()]);
    return guarded(momentsOf, []);
  } catch {
    loaded = null;
    return null;
  }
}

function loadSheet() {
  addStyleSheet(SHEET);
  const link = /** @type {HTMLLinkElement} */ (document.querySelector(`link[href*="/${SHEET}"]`));
  return link.sheet ?? new Promise((resolve) => link.addEventListener("load", resolve));
}
