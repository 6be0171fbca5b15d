/**
 * The keyboard's focus: it moves on where it belongs when its element goes, and never falls to the
 * body. Fields, and people who have left for elsewhere, are left alone.
 */

const ACTABLE = 'button, a[href], summary, [tabindex]:not([tabindex="-1"])';
const HAND = '.hand [tabindex="0"]';
const QUESTION = ".bar__ask";
/** The step of an answer that is being composed. */
const STEP = ".composer__ask";
/** A game's own place for an answer, beside hand and bar. */
const ANSWER = "[data-answer]";
const HEADINGS = ["#result-head", ".stage h1", ".stage h2", ".ended h1"];

/** @typedef {{element: HTMLElement, around: HTMLElement[]}} Focused */

/**
 * The element that has the focus or lost it by going, with its ancestors from the inside out.
 * @type {Focused | null}
 */
let last = null;
/**
 * The element that had the focus when a sheet was opened.
 * @type {HTMLElement | null}
 */
let opener = null;
/** True from the opening of a sheet to its closing, also while one sheet follows another. */
let sheetIsOpen = false;

/** Keeps the focus of this page from now on. */
export function keepFocus() {
  document.addEventListener("focusin", ({ target }) =>
    remember(/** @type {HTMLElement} */ (target)),
  );
  document.addEventListener("mousedown", () => setTimeout(forgetIfLeft));
  document.addEventListener("keydown", ({ key }) => key === "Tab" && setTimeout(forgetIfLeft));
  document.querySelector(".skip")?.addEventListener("click", skip);
  new MutationObserver(moveOn).observe(document.body, { childList: true, subtree: true });
}

/** Notes what opens a sheet. */
export function noteOpener() {
  sheetIsOpen = true;
  opener = isNowhere() ? null : /** @type {HTMLElement} */ (document.activeElement);
}

/**
 * At a table in play the skip link leads past everything that is no answer.
 * @param {Event} event
 */
function skip(event) {
  const place = answerPlace([]);
  if (!place) return;
  event.preventDefault();
  focusOn(place);
  place.scrollIntoView({ block: "nearest" });
}

/** Gives the focus back to what opened the sheet, as soon as the sheet goes. */
export function returnToOpener() {
  sheetIsOpen = false;
  if (opener) remember(opener);
}

/**
 * Moves on from a button of the bar whose question was answered. The next question may have a
 * button of the same name there, and the same key pressed twice would answer both.
 * @param {HTMLElement | null} bar
 */
export function leaveAnswer(bar) {
  if (!bar?.contains(document.activeElement)) return;
  const next = answerPlace([]);
  if (next) focusOn(next);
}

/** @param {HTMLElement} element */
function remember(element) {
  last = { element, around: ancestorsOf(element) };
}

/** A press beside everything, and Tab out of the page, leave the focus on purpose. */
function forgetIfLeft() {
  if (isNowhere() && last && isShown(last.element)) last = null;
}

function moveOn() {
  if (last === null || !isNowhere() || !document.hasFocus()) return;
  if (sheetIsOpen && document.querySelector("dialog[open]") === null) return;
  const next = successor(last);
  if (next) focusOn(next);
}

/** @param {Focused} focused */
function successor({ element, around }) {
  if (isShown(element)) return element; // it was only moved within the page
  const sheet = around.find((one) => one.matches("dialog[open]") && isShown(one));
  if (sheet) return firstIn(around.slice(0, around.indexOf(sheet) + 1));
  return answerPlace(around) ?? firstIn(beneathStage(around)) ?? firstShown(HEADINGS);
}

/**
 * The hand, or the question's sentence where the question is not about cards.
 * @param {HTMLElement[]} around
 */
function answerPlace(around) {
  if (!around.some((one) => one.matches(".hand")) && firstShown([STEP])) return firstShown([STEP]);
  const asked = document.querySelector(".bar[data-yours]") !== null;
  const own = /** @type {HTMLElement | null} */ (asked && document.querySelector(ANSWER));
  if (own) return firstIn([own]);
  const byCards = document.querySelector(".hand [data-playable]") !== null;
  const cameFromHand = around.some((one) => one.matches(".hand"));
  return asked && !byCards && !cameFromHand
    ? firstShown([QUESTION, HAND])
    : firstShown([HAND, QUESTION]);
}

/**
 * The first thing to press in the innermost place that is left.
 * @param {HTMLElement[]} places
 */
function firstIn(places) {
  for (const place of places) {
    if (!isShown(place)) continue;
    /** @type {NodeListOf<HTMLElement>} */
    const actable = place.querySelectorAll(ACTABLE);
    const found = [...actable].find(isShown);
    if (found) return found;
  }
  return null;
}

/** @param {HTMLElement[]} around */
function beneathStage(around) {
  const end = around.findIndex((one) => one.matches(".stage, .island, .replay, body"));
  return around.slice(0, end);
}

/** @param {string[]} selectors */
function firstShown(selectors) {
  for (const selector of selectors) {
    /** @type {HTMLElement | null} */
    const found = document.querySelector(selector);
    if (found && isShown(found)) return found;
  }
  return null;
}

/** @param {HTMLElement} element */
function focusOn(element) {
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

const isNowhere = () => (document.activeElement ?? document.body) === document.body;
/** @param {Element} element */
const isShown = (element) => element.isConnected && element.getClientRects().length > 0;

/** @param {HTMLElement} element */
function ancestorsOf(element) {
  /** @type {HTMLElement[]} */
  const found = [];
  for (let one = element.parentElement; one; one = one.parentElement) found.push(one);
  return found;
}
