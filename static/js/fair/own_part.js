/**
 * One browser's part in a shuffle, as a piece of the automaton: what is sealed and opened, and what a
 * turn of it changes. Pure.
 */
import { checkRule } from "./checks.js";
import { count } from "./ledger.js";
import { lieAbout, ownParts } from "./parts.js";
import { askOf, sealOf } from "./shuffle.js";

/** @import { Asked, Kept, Newest, Part, Turn } from "./types.js" */

const MOST = 9; // parts kept of one attempt

/**
 * Seals or opens, whichever is due.
 * @param {Turn} turn
 */
export function takePart(turn) {
  const { newest, screen, kept } = turn.know;
  if (!newest) return;
  const id = `${newest.number}.${newest.attempt}`;
  if (newest.opening && !isByRule(turn, newest, id)) return;
  if (!screen.acting || newest.seat === null) return;
  turn.know.newest = null;
  if (newest.opening) open(turn, kept.asked[id], id, newest.seat);
  else seal(turn, newest, id, newest.seat);
}

/**
 * Seals a part that is drawn anew for every connection, whatever the server says of that seat. What
 * is asked again on one connection is sealed again.
 * @param {Turn} turn
 * @param {Newest} newest
 * @param {string} id
 * @param {number} seat
 */
function seal(turn, { number, attempt }, id, seat) {
  const { kept, screen, sealed } = turn.know;
  const earlier = ownParts(kept, id, seat);
  const part = sealed === id ? earlier[0] : { seat, entropy: turn.draw(), opened: false };
  if (sealed !== id)
    keep(turn, { parts: { ...kept.parts, [id]: [part, ...earlier].slice(0, MOST) } });
  Object.assign(turn.know, { sealed: id, phase: "sealed" });
  const place = { match: /** @type {string} */ (screen.match), number, attempt };
  turn.sent.push({ type: "seal", ...place, seal: sealOf(place, seat, part.entropy) });
}

/**
 * Compares the question with the rules of the match that its frame shows; false: that frame is not
 * here, or the question is a lie.
 * @param {Turn} turn
 * @param {Newest} newest
 * @param {string} id
 */
function isByRule(turn, newest, id) {
  const { screen, kept } = turn.know;
  if (screen.rule === undefined) return false;
  const asked = kept.asked[id];
  const known = turn.lies.length;
  const deck = checkRule(asked.decks, screen.rule, lieAbout(turn, newest));
  if (deck !== asked.deck) keep(turn, { asked: { ...kept.asked, [id]: { ...asked, deck } } });
  if (turn.lies.length > known) turn.know.newest = null; // nothing is opened for a lie
  return turn.lies.length === known;
}

/**
 * Opens the part that was sealed, for one question only.
 * @param {Turn} turn
 * @param {Asked} asked
 * @param {string} id
 * @param {number} seat
 */
function open(turn, asked, id, seat) {
  const question = askOf(asked);
  const part = ownParts(turn.know.kept, id, seat).find(
    ({ entropy, ask = question }) =>
      ask === question && sealOf(asked, seat, entropy) === asked.seals[seat],
  );
  if (!part) return;
  if (part.ask === undefined) turn.know.ledger = count(turn.know.ledger, "opened", question);
  note(turn, id, part.entropy, { ask: question });
  turn.know.phase = "opened";
  const { match, number, attempt } = asked;
  turn.sent.push({ type: "open", match, number, attempt, entropy: part.entropy, ask: question });
}

/**
 * Notes something about one of the own parts.
 * @param {Turn} turn
 * @param {string} id
 * @param {string} entropy
 * @param {Partial<Part>} more
 */
export function note(turn, id, entropy, more) {
  const { parts } = turn.know.kept;
  const noted = (parts[id] ?? []).map((one) =>
    one.entropy === entropy ? { ...one, ...more } : one,
  );
  keep(turn, { parts: { ...parts, [id]: noted } });
}

/**
 * Counts a gap, which is said with the next deal.
 * @param {Turn} turn
 * @param {string} says
 */
export function gap(turn, says) {
  turn.know.ledger = count(turn.know.ledger, "gaps", says);
}

/**
 * @param {Turn} turn
 * @param {Partial<Kept>} more
 */
export function keep({ know }, more) {
  know.kept = { ...know.kept, ...more };
}
