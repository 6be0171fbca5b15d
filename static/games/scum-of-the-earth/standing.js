/** Who stands where: the rows that the strip, the oval and the ladder show of a view's public part. */

const PLACES = ["first", "second", "middle", "penult", "last"];

export function placeOf(index, players) {
  if (index < 2) return PLACES[index];
  return index >= players - 2 ? PLACES[5 - (players - index)] : "middle";
}

export function titleOf(tableau, seat) {
  const index = tableau.ranks.indexOf(seat);
  return tableau.titles[PLACES.indexOf(placeOf(index, tableau.ranks.length))];
}

/** One row a seat, best first; see table/seating.js. */
export function standing(frame) {
  const tableau = frame.view.public;
  return tableau.ranks.map((seat, i) => ({
    seat,
    place: placeOf(i, tableau.ranks.length),
    title: tableau.titles[PLACES.indexOf(placeOf(i, tableau.ranks.length))],
    points: tableau.salaries[seat],
    count: tableau.counts[seat],
    ...stateOf(tableau, seat, frame.awaited),
  }));
}

function stateOf(tableau, seat, awaited) {
  switch (tableau.phase) {
    case "draw":
    case "deal":
    case "over":
      return { state: null, note: "" };
    case "takeover":
    case "interval":
      return tableau.confirmed.includes(seat) ? { state: "ready", note: "ready" } : { state: null, note: "" };
    case "bonus":
      return tableau.giving.includes(seat) ? { state: "giving", note: "giving back" } : { state: null, note: "" };
    case "play":
      return inPlay(tableau, seat, awaited);
    default:
      throw new Error(`a phase of an unknown kind: ${tableau.phase}`);
  }
}

function inPlay(tableau, seat, awaited) {
  const place = tableau.out.indexOf(seat);
  if (place >= 0) return { state: "out", note: `out, ${ordinal(place + 1)}` };
  if (awaited.includes(seat)) return { state: "turn", note: "to play" };
  if (tableau.trick?.barred.includes(seat)) return { state: "barred", note: "sits out" };
  if (tableau.trick?.passed.includes(seat)) return { state: "passed", note: "passed" };
  return { state: null, note: "" };
}

export function ordinal(n) {
  const ending = { 1: "st", 2: "nd", 3: "rd" }[n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? "th";
  return `${n}${ending}`;
}
