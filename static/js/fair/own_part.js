/**
 * One browser's part in a shuffle, as a piece of the automaton: what is sealed and opened, and what a
 * turn of it changes. Pure.
 */
import { checkRule } from "./checks.js";
import { count } from "./ledger.js";
import { ownParts, sealOf } from "./parts.js";
import { askOf } from "./shuffle.js";

/** @import { AddLie, Kept, Part, Turn } from "./types.js" */

const EARLIER = 8; // parts kept of one attempt, beside the newest

/**
 * Seals or opens, whichever is due, in the match that is on the screen.
 * @param {Turn} turn
 */
export function takePart(turn) {
  const { newest, screen } = turn.know;
  if (!newest || newest.match !== screen.match) return;
  if (newest.opening) compareRule(turn);
  const now = turn.know.newest;
  if (!now || now.said || !screen.acting || now.seat === null) return;
  if (now.opening && !now.compared) return;
  turn.know.newest = { ...now, said: true };
  if (now.opening) open(turn, `${now.number}.${now.attempt}`, now.seat);
  else seal(turn, now, now.seat);
}

/**
 * Seals a part that is drawn anew for every connection, whatever the server says of that seat. What
 * is asked again on one connection is sealed again.
 * @param {Turn} turn
 * @param {{match: string, number: number, attempt: number}} newest
 * @param {number} seat
 */
function seal(turn, { match, number, attempt }, seat) {
  const id = `${number}.${attempt}`;
  const { kept } = turn.know;
  const entropy = turn.know.sealed === id ? kept.parts[id].entropy : turn.draw();
  if (turn.know.sealed !== id) {
    const earlier = ownParts(kept, id, seat).slice(0, EARLIER);
    keep(turn, {
      parts: { ...kept.parts, [id]: { seat, entropy, opened: false } },
      ...(earlier.length ? { earlier: { ...kept.earlier, [id]: earlier } } : {}),
    });
  }
  Object.assign(turn.know, { sealed: id, phase: "sealed" });
  const sealed = sealOf({ match, number, attempt }, seat, entropy);
  turn.sent.push({ type: "seal", match, number, attempt, seal: sealed });
}

/**
 * Compares the question with the rules of the match that its frame shows, once, and waits for it.
 * @param {Turn} turn
 */
function compareRule(turn) {
  const { newest, screen, kept } = turn.know;
  if (!newest || newest.compared || screen.rule === undefined) return;
  turn.know.newest = { ...newest, compared: true };
  const id = `${newest.number}.${newest.attempt}`;
  const asked = kept.asked[id];
  const lies = turn.found.length;
  const deck = checkRule(asked.decks, screen.rule, lieAbout(turn, newest));
  if (deck !== asked.deck) keep(turn, { asked: { ...kept.asked, [id]: { ...asked, deck } } });
  if (turn.found.length > lies) turn.know.newest = null; // nothing is opened for a lie
}

/**
 * Opens the part that was sealed, for one question only.
 * @param {Turn} turn
 * @param {string} id
 * @param {number} seat
 */
function open(turn, id, seat) {
  const { kept } = turn.know;
  const asked = kept.asked[id];
  const part = ownParts(kept, id, seat).find(
    ({ entropy }) => sealOf(asked, seat, entropy) === asked.seals[seat],
  );
  if (!part) return;
  const question = askOf(asked);
  const { match, number, attempt } = asked;
  if (part.ask !== undefined && part.ask !== question) {
    const says = "The server used a part of yours again that you had opened before.";
    lieAbout(turn, asked)(says, part.ask, question);
    return;
  }
  if (part.ask === undefined) turn.know.ledger = count(turn.know.ledger, "opened", question);
  note(turn, id, part.entropy, { ask: question });
  turn.know.phase = "opened";
  const { entropy } = part;
  turn.sent.push({ type: "open", match, number, attempt, entropy, ask: question });
}

/**
 * Notes something about one of the own parts.
 * @param {Turn} turn
 * @param {string} id
 * @param {string} entropy
 * @param {Partial<Part>} more
 */
export function note(turn, id, entropy, more) {
  const { parts, earlier = {} } = turn.know.kept;
  /** @param {Part} part */
  const noted = (part) => (part.entropy === entropy ? { ...part, ...more } : part);
  keep(turn, {
    ...(parts[id] ? { parts: { ...parts, [id]: noted(parts[id]) } } : {}),
    ...(earlier[id] ? { earlier: { ...earlier, [id]: earlier[id].map(noted) } } : {}),
  });
}

/**
 * Says a gap, and counts it.
 * @param {Turn} turn
 * @param {string} says
 */
export function gap(turn, says) {
  turn.know.ledger = count(turn.know.ledger, "gaps", says);
  turn.found.push({ says, lie: false });
}

/**
 * @param {Turn} turn
 * @param {Partial<Kept>} more
 */
export function keep({ know }, more) {
  know.kept = { ...know.kept, ...more };
}

/**
 * @param {Turn} turn
 * @param {{number: number, attempt: number}} about
 * @returns {AddLie}
 */
export const lieAbout =
  ({ found }, { number, attempt }) =>
  (says, promised, shown) =>
    found.push({ lie: true, says, number, attempt, promised, shown });
