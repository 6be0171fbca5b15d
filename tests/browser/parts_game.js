/** A table of a game that does not exist, with every part of static/js/table/parts. */
import { simpleGame } from "../../js/table/play/simple_game.js";

const SUITS = { S: "black", H: "red", D: "blue", C: "green" };

const game = simpleGame({
  card: (code) => ({ index: code, tone: SUITS[code.at(-1)] ?? "ink" }),
  name: (code) => `the ${code}`,
  hand: (own) => own.hand ?? [],
  points: (tableau) => tableau.points,
  felt: ({ tableau }) => tableau.lots,
  label: (move, names) =>
    move.type === "vote" ? `Vote for ${names[move.seat]}` : `${move.type} ${move.to ?? ""}`.trim(),
  offer: (open) => open.text,
  target: (move) => move.seat,
  phases: (tableau) => tableau.phases,
  badges: ({ tableau }, seat) => tableau.badges[seat],
  board: ({ tableau }) => tableau.board,
  reaction: ({ tableau }) =>
    tableau.reaction && { ...tableau.reaction, isPass: ({ type }) => type === "pass" },
  trade: (open) =>
    open.prompt.kind === "trade" ? { with: 1, gives: ["2S"], wants: ["9H"] } : null,
  spanText: (key) => (key === "market" ? "The market is open" : null),
  chapter: () => ({ deal: 1, part: 1, words: "round 1" }),
});

export default game.Table;
export const {
  Cards,
  Face,
  besidesOf,
  cardName,
  chapter,
  handOf,
  keys,
  ranked,
  soundOf,
  spanText,
  standing,
  weigh,
  words,
} = game;
