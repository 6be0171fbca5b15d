/** The controls that a lesson points at, found by their kind and name: see app/rules/lessons.py. */

/** @param {string} selector */
const every = (selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);

/** @param {string} text */
const quoted = (text) => CSS.escape(text);

/**
 * By kind: the elements that `name` may mean, and whether one is used already.
 * @type {Record<string, {find: (name: string) => HTMLElement[], used?: (it: HTMLElement) => boolean}>}
 */
const KINDS = {
  card: {
    find: (code) => every(`.hand [data-code="${quoted(code)}"]`),
    used: (card) => card.getAttribute("aria-pressed") === "true",
  },
  button: {
    find: (label) =>
      every(".bar button").filter((button) => button.textContent.trim().startsWith(label)),
    used: (button) => button.getAttribute("aria-pressed") === "true",
  },
  tile: {
    find: (code) => every(`.builder [data-key="${quoted(code)}"]`),
    used: (tile) => tile.closest(".builder__word") !== null,
  },
  choice: {
    find: (label) =>
      every("label:has(input[type=radio])").filter((one) =>
        one.textContent.trim().startsWith(label),
      ),
    used: (one) => one.querySelector("input")?.checked === true,
  },
  seat: { find: (seat) => every(`[data-spot="seat:${quoted(seat)}"] .seat-face--pick`) },
};

/**
 * The first of these controls that is not used yet, or null: none is in sight.
 * @param {string[]} points
 */
export function controlOf(points) {
  /** @type {Set<HTMLElement>} */
  const taken = new Set();
  for (const point of points) {
    const [kind, name] = split(point);
    const { find, used } = KINDS[kind];
    const found = find(name).filter((control) => control.offsetParent !== null);
    const done = found.find((control) => used?.(control) && !taken.has(control));
    if (done) taken.add(done);
    else if (kind === "button" && found.length) return chosenBesides(taken) ?? found[0];
    else if (found.length) return found.find((control) => !taken.has(control)) ?? found[0];
  }
  return null;
}

/**
 * A card that is chosen in the hand and not meant: it is taken back before the button is pressed.
 * @param {Set<Element>} meant
 */
const chosenBesides = (meant) =>
  every('.hand [data-code][aria-pressed="true"]').find((card) => !meant.has(card));

/** @param {string} point */
const split = (point) => {
  const at = point.indexOf(":");
  return [point.slice(0, at), point.slice(at + 1)];
};
