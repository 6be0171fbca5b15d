/**
 * The explanation of a card: name, what it does, and whether it may be played now or why not. It
 * comes to a pointer that rests on a card, a long press, and the focus of the keyboard. Loaded with
 * the first of them.
 */
import { effect, signal } from "@preact/signals";
import { addStyleSheet, game } from "../core/game.js";
import { frame } from "../core/store.js";
import { request } from "../net/commands.js";
import { openName } from "../ui/sheets.js";

/**
 * The answers, and the moment that they are for; a new moment may change them.
 * @typedef {object} Explainer
 * @property {(code: string) => Promise<Explanation | null>} ask
 * @property {() => unknown} moment
 * @property {boolean} [fleeting] the explanation goes with its moment
 */
/** @typedef {{does: string, playable?: boolean | null, why?: string}} Explanation */

const DWELL_MS = 350;
const PRESS_MS = 500;
const LEAVE_MS = 200;
const SLOP = 9;
const EDGE = 8;

const tip = document.createElement("div");
tip.id = "card-tip";
tip.className = "card-tip";
tip.role = "tooltip";
tip.popover = "manual";
document.getElementById("main")?.append(tip);
addStyleSheet("css/table/card_tip.css");

/** @type {HTMLElement | null} the card that waits, or is explained */
let card = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let coming;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let going;
/** @type {AbortController | null} */
let watching = null;
/** @type {Map<string, Promise<Explanation | null>>} the answers for the present moment */
let known = new Map();
/** @type {unknown} */
let knownFor = null;

const explainer = signal(
  /** @type {Explainer} */ ({
    ask: (code) =>
      request("explain", { card: code }, true).then((found) =>
        found.type === "explained" ? found : null,
      ),
    moment: () => frame.value,
  }),
);

/**
 * Takes the explanations from elsewhere than the table's connection.
 * @param {Explainer} other
 */
export const explainBy = (other) => {
  explainer.value = other;
};

/** A new moment may change what is said of the card. */
effect(() => {
  const { moment, fleeting } = explainer.value;
  if (!moment() || !card || !isOpen()) return;
  if (fleeting) hide();
  else explain(card, false);
});

/** A sheet covers the cards below it, and their explanation. */
effect(() => {
  if (openName.value !== null && card && !card.closest("dialog")) hide();
});

const isOpen = () => tip.matches(":popover-open");

/**
 * Explains the card if the pointer, the finger or the focus stays on it.
 * @param {HTMLElement} place an element with data-code
 * @param {Event} event that brought it: "pointerover" or "focusin"
 */
export function watch(place, event) {
  const focused = event.type === "focusin";
  if (focused && !place.matches(":focus-visible")) return;
  if (openName.peek() !== null && !place.closest("dialog")) return;
  if (place === card) {
    clearTimeout(going);
    return;
  }
  hide();
  card = place;
  watching = new AbortController();
  const { signal } = watching;
  const leave = () => {
    clearTimeout(going);
    going = setTimeout(hide, LEAVE_MS);
  };
  const touch = !focused && /** @type {PointerEvent} */ (event).pointerType === "touch";
  if (!touch) place.addEventListener(focused ? "blur" : "pointerleave", leave, { signal });
  tip.addEventListener("pointerenter", () => clearTimeout(going), { signal });
  tip.addEventListener("pointerleave", leave, { signal });
  addEventListener("keydown", onKey, { signal, capture: true });
  addEventListener(
    "scroll",
    ({ target }) => /** @type {Node} */ (target).contains(place) && hide(),
    { signal, capture: true },
  );
  if (touch) whilePressed(place, signal);
  else place.addEventListener("pointerdown", hide, { signal });
  coming = setTimeout(() => explain(place, touch), touch ? PRESS_MS : DWELL_MS);
}

/**
 * A finger that moves drags the card, and one that is lifted early taps it.
 * @param {HTMLElement} place
 * @param {AbortSignal} signal
 */
function whilePressed(place, signal) {
  let from = /** @type {PointerEvent | null} */ (null);
  const end = () => isOpen() || hide();
  place.addEventListener("pointerdown", (event) => (from = event), { signal });
  addEventListener(
    "pointermove",
    (event) => {
      from ??= event;
      if (Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > SLOP) hide();
    },
    { signal },
  );
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", hide, { signal });
  addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  addEventListener(
    "pointerdown",
    ({ target }) => {
      const at = /** @type {Node} */ (target);
      if (isOpen() && !tip.contains(at) && !place.contains(at)) hide();
    },
    { signal, capture: true },
  );
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.key !== "Escape" || !isOpen()) return;
  event.preventDefault();
  event.stopPropagation();
  hide();
}

function hide() {
  clearTimeout(coming);
  clearTimeout(going);
  watching?.abort();
  watching = null;
  card?.removeAttribute("aria-describedby");
  card = null;
  if (isOpen()) tip.hidePopover();
}

/**
 * @param {HTMLElement} place
 * @param {boolean} touch
 */
async function explain(place, touch) {
  const code = place.dataset.code ?? "";
  const found = await answerFor(code);
  if (place !== card) return;
  if (!found || !place.isConnected || !game.value) {
    hide();
    return;
  }
  tip.replaceChildren(
    line("b", game.value.cardName(code), "card-tip__name"),
    line("p", found.does),
    ...(found.why ? [line("p", found.playable ? found.why : `Not now: ${found.why}`)] : []),
  );
  tip.showPopover();
  put(place.getBoundingClientRect());
  place.setAttribute("aria-describedby", tip.id);
  if (touch) swallowClick();
}

/** The tap that ends a long press chooses no card; it may come long after the finger is lifted. */
function swallowClick() {
  /** @param {MouseEvent} event */
  const swallow = (event) => {
    if (!event.detail) return; // of a key
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  addEventListener("pointerdown", () => removeEventListener("click", swallow, { capture: true }), {
    capture: true,
    once: true,
  });
}

/**
 * Asked once for each card and moment.
 * @param {string} code
 */
function answerFor(code) {
  const { ask, moment } = explainer.peek();
  if (knownFor !== moment()) {
    knownFor = moment();
    known = new Map();
  }
  const before = known.get(code);
  if (before) return before;
  const answer = ask(code);
  known.set(code, answer);
  return answer;
}

/**
 * @param {string} tag
 * @param {string} text
 * @param {string} [name]
 */
function line(tag, text, name = "") {
  const part = document.createElement(tag);
  part.textContent = text;
  if (name) part.className = name;
  return part;
}

/**
 * Above the card, or below it where there is no room, and inside the window.
 * @param {DOMRect} box
 */
function put({ left, right, top, bottom }) {
  const { offsetWidth: width, offsetHeight: height } = tip;
  const x = (left + right - width) / 2;
  const above = top - height - EDGE;
  tip.style.left = `${Math.max(EDGE, Math.min(x, innerWidth - width - EDGE))}px`;
  tip.style.top = `${above >= EDGE ? above : Math.min(bottom + EDGE, innerHeight - height - EDGE)}px`;
}
