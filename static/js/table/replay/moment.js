/** The moment of a replay: the step and the viewer, how they move, and their address. */

import { signal } from "@preact/signals";
import { mayReload, reloadFor } from "../../site/reload.js";
import { requireGame } from "../core/game.js";
import { page } from "../core/page_data.js";
import { announce } from "../ui/announce.js";
import { asViewer } from "./controls.js";
import { ReplaySteps } from "./steps.js";

/** @import { ReplayStep } from "../../messages.js" */
/** @import { ReplayActs, Viewer } from "./controls.js" */

/** @typedef {(one: ReplayStep, other: ReplayStep) => boolean} Same */

export const allHandsShown =
  page.over && page.seats.length > 0 && page.seats.length === page.names.length;
/** The step and the viewer that the address asks for. */
export const asked = readHash();

export const steps = new ReplaySteps(
  page.steps,
  allHandsShown ? "all" : (page.seat ?? "public"),
  meetOtherBuild,
);
/** The step on the screen. */
export const current = signal(/** @type {Current | null} */ (null));
export const viewer = signal(/** @type {Viewer} */ (asked.seat ?? page.seat ?? "public"));
export const running = signal(false);
export const speed = signal(1);
export const failure = signal(/** @type {string | null} */ (null));
export const outdated = signal(false); // the server is of another build, and a reload may not help

/** @typedef {{index: number, step: ReplayStep}} Current */

/** The step on the screen. Throws Error where there is none yet. */
export function requireCurrent() {
  if (current.value === null) throw new Error("no step yet");
  return current.value;
}

/**
 * The page reloads itself where it stands, or says that it will not.
 * @param {string} build
 */
function meetOtherBuild(build) {
  outdated.value = !mayReload(build);
  if (outdated.value) return;
  if (current.value) linkTo(current.value.index, viewer.value);
  reloadFor(build);
}

/** @param {number} index */
export async function goTo(index, spoken = false) {
  try {
    await steps.at(Math.max(0, index)); // the first answer gives the total
    const wanted = Math.max(0, Math.min(index, (steps.total ?? 0) - 1));
    const step = await steps.at(wanted);
    if (!step) {
      failure.value = "There is nothing to see yet.";
      return;
    }
    current.value = { index: wanted, step };
    failure.value = null;
    if (spoken) announce(step.events.map((line) => line.text).join(" "));
  } catch (error) {
    running.value = false;
    failure.value = /** @type {Error} */ (error).message;
  }
}

/** @type {Same} */
const sameDeal = (one, other) => chapterOf(one).deal === chapterOf(other).deal;
/** @type {Same} */
const samePart = (one, other) => chapterOf(one).part === chapterOf(other).part;
/** @param {ReplayStep} step */
export const chapterOf = (step) => requireGame().chapter(step.public);

/**
 * Jumps to the next stretch, or back to the beginning of this one or of the one before it.
 * @param {number} by
 * @param {Same} same
 */
async function jump(by, same) {
  const { index } = requireCurrent();
  if (by > 0) return goTo(await steps.find(index, 1, (step, first) => !same(step, first)), true);
  const begin = await steps.findStart(index, same);
  return goTo(begin < index ? begin : await steps.findStart(Math.max(0, index - 1), same), true);
}

/**
 * Stops the replay before an action.
 * @param {() => unknown} act
 */
const stopped = (act) => {
  running.value = false;
  return act();
};

/** @type {ReplayActs} */
export const actions = {
  step: (by) => stopped(() => goTo(requireCurrent().index + by, true)),
  to: (index) => goTo(index),
  part: (by) => stopped(() => jump(by, samePart)),
  deal: (by) => stopped(() => jump(by, sameDeal)),
  play: () => (running.value = !running.value),
  speed: (value) => (speed.value = value),
  view: (value) => (viewer.value = value),
  report: () => `${page.report}?step=${requireCurrent().step.ply}`,
  link: () => linkTo(requireCurrent().index, viewer.value),
};

export function readHash() {
  const params = new URLSearchParams(location.hash.slice(1));
  const seat = params.get("seat");
  return {
    step: Number(params.get("step") ?? 0) || 0,
    seat: seat === null ? null : asViewer(seat),
  };
}

/**
 * @param {number} index
 * @param {Viewer} seat
 */
function linkTo(index, seat) {
  const address = new URL(location.href);
  address.hash = `step=${index}&seat=${seat}`;
  history.replaceState(null, "", address);
  return address.href;
}
