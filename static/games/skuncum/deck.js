/** The deck as data: ranks, colours and Action cards, with their values and names. */

/** The ranks with their hats, lowest first. The Dark Horse has no hat. */
export const RANKS = ["GR", "COM", "DEL", "MAY", "CON", "SEN", "GOV"];

/** @type {Record<string, {name: string, value: number}>} */
export const SUIT_CARDS = {
  GR: { name: "Grass Roots", value: 1 },
  COM: { name: "Committeeman", value: 3 },
  DEL: { name: "Delegate", value: 5 },
  MAY: { name: "Mayor", value: 10 },
  CON: { name: "Congressman", value: 15 },
  SEN: { name: "Senator", value: 25 },
  GOV: { name: "Governor", value: 50 },
  DH: { name: "Dark Horse", value: 100 },
};

/** @type {Record<string, string>} */
export const COLOURS = { R: "red", U: "blue", K: "black", G: "green" };

/** @type {Record<string, {name: string, index: string, does: string, good: boolean}>} */
export const ACTIONS = {
  B5: { name: "Endorsement +5", index: "+5", does: "adds 5", good: true },
  B10: { name: "Endorsement +10", index: "+10", does: "adds 10", good: true },
  B25: { name: "Endorsement +25", index: "+25", does: "adds 25", good: true },
  B50: { name: "Endorsement +50", index: "+50", does: "adds 50", good: true },
  BDBL: { name: "Double Ticket", index: "×2", does: "opening twice", good: true },
  A5: { name: "Sting −5", index: "−5", does: "takes 5", good: false },
  A10: { name: "Sting −10", index: "−10", does: "takes 10", good: false },
  A25: { name: "Sting −25", index: "−25", does: "takes 25", good: false },
  A50: { name: "Royal Sting −50", index: "−50", does: "takes 50", good: false },
  ASKUNK: { name: "Skunk", index: "×0", does: "opening is 0", good: false },
  AFINGER: { name: "Finger", index: "!", does: "nothing added", good: false },
};

/**
 * The kind of a card: its code without the number of the copy, "MAY-R" of "MAY-R.2".
 * @param {string} code
 */
export const kindOf = (code) => code.split(".")[0];

/** @param {string} code */
export const isAction = (code) => kindOf(code) in ACTIONS;

/** @param {string} code */
export const actionOf = (code) => ACTIONS[kindOf(code)];

/** @param {string} code */
export const rankOf = (code) => kindOf(code).split("-")[0];

/**
 * The letter of the colour; null for a Dark Horse and for Action cards.
 * @param {string} code
 */
export const colourOf = (code) => kindOf(code).split("-")[1] ?? null;

/** @param {string} code */
export const printedValue = (code) => SUIT_CARDS[rankOf(code)]?.value ?? 0;

/**
 * The spoken name: "red Mayor, 10"; "Dark Horse, any colour, 100"; "Sting −5, takes 5".
 * @param {string} code
 */
export function cardName(code) {
  if (isAction(code)) return `${actionOf(code).name}, ${actionOf(code).does}`;
  const { value } = SUIT_CARDS[rankOf(code)];
  return `${shortName(code)}${colourOf(code) === null ? ", any colour" : ""}, ${value}`;
}

/**
 * The name without numbers: "red Mayor", "Dark Horse", "Sting −5".
 * @param {string} code
 */
export function shortName(code) {
  if (isAction(code)) return actionOf(code).name;
  const { name } = SUIT_CARDS[rankOf(code)];
  const colour = colourOf(code);
  return colour === null ? name : `${COLOURS[colour]} ${name}`;
}

/** @param {string} code */
const colourPlace = (code) => Object.keys(COLOURS).indexOf(colourOf(code) ?? "G");

/**
 * The place in a hand: Suit cards from the highest, then Action cards.
 * @param {string} code
 */
export const byValue = (code) =>
  isAction(code)
    ? 1000 + Object.keys(ACTIONS).indexOf(kindOf(code))
    : (200 - printedValue(code)) * 4 + colourPlace(code);

/**
 * The place in a hand: by colour, each from the highest; Dark Horses before them, Action cards
 * after them.
 * @param {string} code
 */
export function byColour(code) {
  if (isAction(code) || colourOf(code) === null) return byValue(code) - 400;
  return colourPlace(code) * 100 + 100 - printedValue(code);
}
