/** The standings: ranks with titles, what each seat does now, its marks, and the parts of a match. */
import { NO_STATE, placeOf, readyState } from "../../js/table/core/seat_states.js";
import { titlesOf } from "./clans.js";
import { badgesOf, wornBy } from "./marks.js";

/** @import { Frame, Pair, Public } from "./records.js" */

/**
 * True once ranks stand.
 * @param {Public} tableau
 */
export const hasRanks = ({ options, round, placed }) =>
  options.evening !== "plain" && (round > 0 || placed.length > 0);

/**
 * The title of a seat; "" where there are no ranks.
 * @param {Public} tableau
 * @param {number} seat
 */
export const titleOf = (tableau, seat) =>
  hasRanks(tableau) ? titlesOf(tableau)[tableau.order.indexOf(seat)] : "";

/**
 * One row a seat, best first; see play/seating.js.
 * @param {Frame} frame
 */
export function standing(frame) {
  const tableau = frame.view.public;
  const { order, scores, counts } = tableau;
  const ranked = hasRanks(tableau);
  const rows = order.map((seat, at) => ({
    seat,
    place: ranked ? placeOf(at, order.length) : null,
    title: ranked ? titlesOf(tableau)[at] : null,
    points: scores[seat],
    count: counts[seat],
    badges: badgesOf(frame, seat),
    wears: wornBy(frame.view.public, seat),
    ...stateOf(frame, seat),
  }));
  return ranked ? rows : rows.sort((one, other) => other.points - one.points);
}

/**
 * By step of a trade: what the partner does whose step it is.
 * @type {Record<Pair["step"], string>}
 */
export const STEPS = {
  wish: "wishes",
  answer: "answers",
  return: "gives back",
  offer: "may offer",
  reply: "answers",
};

/**
 * @param {Frame} frame
 * @param {number} seat
 */
function stateOf(frame, seat) {
  const tableau = frame.view.public;
  switch (tableau.phase) {
    case "lot":
    case "deal":
    case "pacts":
    case "over":
      return NO_STATE;
    case "decide":
    case "declare":
      return frame.awaited.includes(seat)
        ? { state: "turn", note: tableau.phase === "decide" ? "decides" : "choosing" }
        : readyState(tableau.drafted, seat, "has chosen");
    case "trade":
      return inTrade(frame, seat);
    case "market":
      return tableau.takers.includes(seat) ? NO_STATE : readyState(tableau.confirmed, seat);
    case "interval":
      return readyState(tableau.confirmed, seat);
    case "play":
      return inPlay(tableau, seat);
    default:
      throw new Error(`a phase of an unknown kind: ${tableau.phase}`);
  }
}

/**
 * @param {Frame} frame
 * @param {number} seat
 */
function inTrade({ awaited, view }, seat) {
  const pair = pairOf(view.public, seat);
  if (!pair) return NO_STATE;
  if (pair.done === pair.parts.length) return { state: "ready", note: "has traded" };
  return awaited.includes(seat) ? { state: "turn", note: STEPS[pair.step] } : NO_STATE;
}

/**
 * True for the higher rank of two partners: trades are made across the middle of the order.
 * @param {Public} tableau
 * @param {number | null} seat
 */
export const isHigher = ({ order }, seat) =>
  order.slice(0, order.length / 2).some((one) => one === seat);

/**
 * @param {Public} tableau
 * @param {number} seat
 */
export const pairOf = ({ pairs, tempted }, seat) =>
  (tempted ? [tempted] : pairs).find(({ higher, lower }) => higher === seat || lower === seat) ??
  null;

/**
 * @param {Public} tableau
 * @param {number} seat
 */
function inPlay({ out, pending, turn, asked, trick }, seat) {
  const place = out.indexOf(seat);
  if (place >= 0) return { state: "out", note: `out, place ${place + 1}` };
  if (pending?.seat === seat) return { state: null, note: "waits for answers" };
  if (pending?.may.includes(seat)) return { state: "turn", note: "may answer" };
  if (turn === seat && !pending)
    return {
      state: "turn",
      note: asked === "answer-boon" ? "is asked" : `to ${asked && TO[asked]}`,
    };
  if (trick?.resting?.includes(seat)) return { state: "passed", note: "passes this trick" };
  if (trick?.passed?.includes(seat)) return { state: "passed", note: "passed" };
  return NO_STATE;
}

const TO = {
  lead: "lead",
  follow: "play",
  draw: "play by chance",
  bargain: "exchange",
  reshape: "change cards",
  "name-hand": "name a hand",
};

/**
 * The rank of the next seat to go out.
 * @param {Frame} frame
 */
export function atStake({ view }) {
  const tableau = view.public;
  const { out, phase, order } = tableau;
  if (phase !== "play" || out.length >= order.length) return null;
  const title = hasRanks(tableau) ? titlesOf(tableau)[out.length] : "";
  return title
    ? `The next to go out becomes ${title}.`
    : `The next to go out is number ${out.length + 1}.`;
}

/**
 * The places that each seat gained with the last round, after pacts; negative where it fell.
 * @param {Public} tableau
 */
export function placesGained({ dealt_to, takers, placed }) {
  const before = [...dealt_to];
  for (const taker of takers) {
    const at = before.indexOf(taker);
    if (at > 0) before.splice(at - 1, 2, before[at], before[at - 1]);
  }
  return new Map(placed.map((seat, at) => [seat, before.indexOf(seat) - at]));
}

/**
 * The phases that belong to a part of a round of another name.
 * @type {Record<string, string>}
 */
const PART_OF = { decide: "declare", market: "trade" };

/**
 * The phases of a round with ranks, and the one that runs.
 * @param {Public} tableau
 */
export function phasesOf(tableau) {
  const { options, phase } = tableau;
  if (!hasRanks(tableau) || phase === "over" || phase === "interval") return null;
  const names = [
    ...(tableau.sheets.length ? [["declare", "Clans"]] : []),
    ...(options.evening === "masquerade" ? [["pacts", "Pacts"]] : []),
    ["trade", "Trades"],
    ["play", "Play"],
  ];
  const now = names.findIndex(([name]) => name === (PART_OF[phase] ?? phase));
  return names.map(([, name], at) => ({
    name,
    state: at < now ? "done" : at > now ? "next" : "now",
  }));
}

/**
 * The round and its part: what a replay jumps by.
 * @param {Public} tableau
 */
export function chapter(tableau) {
  const { round, phase, trick } = tableau;
  const part = phase === "play" ? (trick?.number ?? 0) : phase;
  return { deal: round, part: `${round}.${part}`, words: wordsOf(tableau) };
}

/** @type {Record<string, string>} */
const PARTS = {
  decide: "the decisions",
  declare: "the clans",
  lot: "the lot",
  deal: "the deal",
  pacts: "the pacts",
  trade: "the trades",
  market: "the illegal trades",
};

/** @param {Public} tableau */
function wordsOf({ round, phase, trick }) {
  const head = round ? `round ${round}` : "the round that settles the ranks";
  return `${head}, ${phase === "play" ? `trick ${trick?.number}` : (PARTS[phase] ?? "the end")}`;
}

/**
 * The step that a trading partner is at: 1 to 3 of a forced exchange.
 * @param {Pair} pair
 */
export const stepNumber = ({ step }) => STEP_NUMBERS[step] ?? null;

/** @type {Partial<Record<Pair["step"], number>>} */
const STEP_NUMBERS = { wish: 1, answer: 2, return: 3 };
