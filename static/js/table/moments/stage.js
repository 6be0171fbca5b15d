/** The stage over the felt: draws the moment that is on, and ends it (see playbill.js). */
import { effect } from "@preact/signals";
import { render } from "preact";
import { html } from "../../html.js";
import { requireGame } from "../core/game.js";
import { isolateNames } from "../core/name.js";
import { prefs } from "../core/prefs.js";
import { staged } from "../core/staged.js";
import { announceNews } from "../ui/announce.js";
import { layer } from "../ui/layer.js";
import { motionAllowed } from "../ui/motion.js";
import { painted } from "../ui/painted.js";
import { play } from "../ui/sound.js";
import { flyAmounts, flyCards, originsOf } from "./flights.js";
import { opened, passed } from "./playbill.js";

/** @import { Moment, Scene } from "../core/moment_table.js" */
/** @import { Playbill } from "./playbill.js" */

const MOST_CARDS = 6;
/** A small moment has the sound of its event alone. */
const SOUNDS = { small: null, great: "stamp", rare: "herald" };

/** @type {Playbill} */
let on = null;
let timer = 0;
/** @type {Scene | null} what the moments of the newest frame were named from */
let scene = null;

/**
 * Stages the moments of a frame.
 * @param {Moment[]} moments
 * @param {Scene} from
 * @param {string[]} said the frame's lines and question, which are read aloud by themselves
 */
export function stage(moments, from, said) {
  const calm = prefs.peek().moments === "calmer";
  const next = opened(
    on,
    calm ? moments.filter(({ greatness }) => greatness !== "small") : moments,
    performance.now(),
  );
  if (next === on) return;
  scene = from;
  for (const moment of next === null ? [] : [next.moment, ...next.rest])
    readAloud(moment, said, from.names);
  turnTo(next);
}

/** Ends what is shown: a tap, a key, a page that is hidden, another match. */
export const endStage = () => turnTo(null);

const ENDS = ["pointerdown", "keydown"];

/** @param {Playbill} next */
function turnTo(next) {
  clearTimeout(timer);
  if (on === null && next !== null)
    for (const kind of ENDS) addEventListener(kind, endStage, { capture: true, passive: true });
  if (on !== null && next === null)
    for (const kind of ENDS) removeEventListener(kind, endStage, { capture: true });
  on = next;
  if (on === null) staged.value = null;
  else painted().then(face);
  if (on !== null) timer = setTimeout(proceed, on.until - performance.now());
  draw();
}

/** Faces look as the moment lets them, a frame after it has come. */
function face() {
  staged.value = on?.moment ?? null;
}

function proceed() {
  turnTo(passed(on, performance.now() + 1)); // a timer may be early by a part of a millisecond
}

/** Ends and stills what is shown from now on, as the page and the preferences say. */
export function setUpStage() {
  addEventListener("visibilitychange", () => document.hidden && endStage(), { capture: true });
  effect(() => {
    if (prefs.value.moments === "none") endStage();
  });
  // motion may be switched off while a stamp is shown: from then on it stands still
  matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", holdStill);
  effect(holdStill);
}

function holdStill() {
  const still = !motionAllowed(); // reads the preference, also where nothing is shown
  if (on === null || !still) return;
  const place = layer("moments");
  place.firstElementChild?.setAttribute("data-still", "");
  for (const flight of place.getAnimations({ subtree: true })) flight.finish();
}

/** Draws what is on, in a layer of its own: the table below is not drawn again. */
function draw() {
  const place = layer("moments");
  const felt = on === null ? null : document.querySelector("[data-drop]");
  if (on === null || felt === null || scene === null) {
    render(null, place);
    return;
  }
  const { moment, since, until } = on;
  const flies = motionAllowed() && prefs.peek().moments === "full";
  // all is read before anything is written, while nothing has changed
  const from = flies ? originsOf(felt, moment) : null;
  render(
    html`<${Drawn} key=${since} moment=${moment} names=${scene.names} flies=${flies}
      ms=${until - since} box=${felt.getBoundingClientRect()} />`,
    place,
  );
  const sound = SOUNDS[moment.greatness];
  if (sound) play(sound);
  if (from === null) return;
  flyCards(place, from.cards);
  flyAmounts(place, from.owners, until - since);
}

/**
 * @param {{moment: Moment, names: string[], flies: boolean, ms: number, box: DOMRect}} props
 */
function Drawn({ moment, names, flies, ms, box }) {
  const { Face } = requireGame();
  const { greatness, stamp, line, cards = [], letters, amount = [] } = moment;
  const amounts = [amount].flat();
  const shown = cards.slice(0, MOST_CARDS);
  return html`<div class="moment" data-greatness=${greatness} data-still=${flies ? null : ""}
    style=${{
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
      "--time": `${ms}ms`,
    }}>
    ${
      shown.length
        ? html`<div class="moment__cards" style=${{ "--cards": shown.length }}>
          ${shown.map(
            (code, i) => html`<span key=${i} class="moment__card"
              style=${{ "--turn": i - (shown.length - 1) / 2 }}><${Face} code=${code} /></span>`,
          )}
        </div>`
        : null
    }
    <div class="moment__words" data-alone=${shown.length ? null : ""}>
      ${
        letters
          ? html`<p class="moment__letters">
            ${[...letters].map(
              (letter, i) => html`<span key=${i} style=${{ "--at": i }}>${letter}</span>`,
            )}
          </p>`
          : null
      }
      <p class="moment__stamp">${isolateNames(stamp, names)}</p>
      ${line ? html`<p class="moment__line">${isolateNames(line, names)}</p>` : null}
    </div>
    ${
      amounts.length
        ? html`<div class="moment__amounts">
          ${amounts.map(
            ({ text, to }) => html`<span key=${to} class="moment__amount figures">${text}</span>`,
          )}
        </div>`
        : null
    }
  </div>`;
}

/**
 * Says a moment once, after the lines of its frame. Small ones are said by their line alone.
 * @param {Moment} moment
 * @param {string[]} said
 * @param {string[]} names
 */
function readAloud({ greatness, stamp, line }, said, names) {
  if (greatness === "small") return;
  if (prefs.peek().verbosity === "turns" && greatness !== "rare") return;
  if (said.some((words) => words.toLowerCase().includes(stamp.toLowerCase()))) return;
  const text = isolateNames(`${stamp}${line ? `: ${line}` : ""}.`, names);
  announceNews([{ text, weight: 2 }]);
}
