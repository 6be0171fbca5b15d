/** The word-poker games on the table: cards, pots, words and questions for the table's parts. */
import { useMemo } from "preact/hooks";
import { codesOf } from "../../js/cards/selection.js";
import { html } from "../../js/html.js";
import { pure } from "../../js/pure.js";
import { conjugate, who } from "../../js/table/core/name.js";
import { HandTools, usePanel } from "../../js/table/play/hand_tools.js";
import { isDesktop, TableLayout } from "../../js/table/play/layout.js";
import { OwnHand, useChosen } from "../../js/table/play/own_hand.js";
import { clockwise } from "../../js/table/play/seated.js";
import { actions, claimOf, mostDrawn, questionOf, rulesOf, wordCards } from "./actions.js";
import { Builder, showHint } from "./builder.js";
import { Cards, cardName, Face } from "./cards.js";
import { Named, Sheet } from "./dealer_choices.js";
import { rankOf } from "./deck.js";
import { atStake, Declaring, Pot, Stakes } from "./felt.js";
import { Aftermath, Claims, HandOver, Ledger, Window } from "./showdown.js";
import { chapter, handIsOn, standing } from "./standing.js";

/** @import { ToolButton } from "../../js/table/core/game_types.js" */
/** @import { Frame, Private, TableState, View } from "./records.js" */

export { deedOf, isRestated, soundOf, weigh } from "./events.js";
export { deckOf } from "./shuffle_plan.js";
export const hintButtons = () => import("./hint_buttons.js");
export const tips = () => import("./tips.js");
export const moments = () => import("./moments.js");
export { Aftermath, atStake, Cards, cardName, chapter, Face, standing };
export const words = {
  standing: "The stacks",
  points: "chips",
  about: "play chips, never money",
  result: "play chips won or lost",
  part: "round",
};
export const reasons = {
  "last-hand": "Final hand played.",
  "last-deal": "Final hand played.",
  "time-up": "Time is up.",
};
export const ranked = false;
export const sheets = ["cards", "builder", "showdown"];
/** @type {[string, string][]} */
export const keys = [
  ["F, B", "fold; open or raise"],
  ["F, K", "fold; check or call, before your turn"],
  ["A, + −", "go to the amount, one more, one less"],
  ["W", "type your words"],
  ["↑ ↓", "put a card into a word, take it back"],
  ["N", "claim no word"],
  ["1, 2", "challenge the first word, the second"],
  ["O", "sit out"],
  ["I", "a hint, where the table allows it"],
  ["L", "the bank’s book"],
  ["V", "the game that the dealer chose"],
];

const SORTS = ["suits", "own"];
/** @param {string} code */
const highestFirst = (code) => 52 - rankOf(code);

/**
 * The cards of a seat's private part, for a replay that shows all hands.
 * @param {Private} own
 */
export const handOf = (own) => own.cards;

/** @param {Private} own */
export const besidesOf = (own) =>
  own.discards.length ? [{ label: "discarded", codes: own.discards }] : [];

/**
 * True if the viewer's hand is still as it was dealt.
 * @param {{view: View}} props
 */
export function freshDeal({ view }) {
  const { phase, round } = view.public;
  return phase === "bet" && round === 1;
}

/** @param {{table: TableState}} props */
export default function Table({ table }) {
  const { frame, live } = table;
  const tableau = frame.view.public;
  const { panel, tool } = usePanel([tableau.phase, tableau.hand], "Back");
  const codes =
    handIsOn(tableau) && tableau.phase !== "challenge" ? (frame.view.private?.cards ?? []) : [];
  const drawing = frame.prompt?.kind === "draw";
  const keys = useChosen(table, codes).slice(0, mostDrawn(tableau));
  const answers = actions(table, drawing ? codesOf(keys) : []);
  const declaring = live && frame.prompt?.kind === "declare";
  const hint = frame.view.private?.hint;
  const tools = [
    tool("ledger", "Bank", "L"),
    ...(tableau.options.game === "dealers-choice" && handIsOn(tableau)
      ? [tool("named", "Game", "V")]
      : []),
    ...(declaring && hint
      ? [
          {
            label: "Hint",
            shortcut: "I",
            pressed: false,
            act: () => showHint(questionOf(frame), hint),
          },
        ]
      : []),
  ];
  return html`<${TableLayout} table=${table} rows=${standing(frame)}
    seating=${clockwise(tableau.seats, frame.seat)}
    middle=${html`<div class="scene" role="group" aria-label="On the table" tabindex="0">
      <${Middle} table=${table} panel=${panel} />
    </div>`}
    tools=${tools} answers=${answers}
    hand=${
      declaring
        ? html`<${HandTools} buttons=${tools} /><${Declare} table=${table} />`
        : codes.length
          ? html`<${Held} table=${table} codes=${codes} keys=${keys} tools=${tools} />`
          : null
    } />`;
}

/** @param {{table: TableState, codes: string[], keys: string[], tools: ToolButton[]}} props */
function Held({ table, codes, keys, tools }) {
  const tableau = table.frame.view.public;
  const seat = table.frame.seat ?? -1;
  const folded = tableau.folded.includes(seat);
  const mayDraw =
    tableau.named.base !== "longhorn" && !folded && (tableau.drawn[seat] ?? null) === null;
  const wild = tableau.named.wild;
  const Drawn = useMemo(
    () =>
      (/** @type {{code: string, small?: boolean}} */ { code, small }) =>
        html`<${Face} code=${code} small=${small} named=${wild.includes(code)} />`,
    [wild.join()],
  );
  return html`<div class="held" data-folded=${folded ? "" : null}>
    <${OwnHand} table=${table} codes=${codes} keys=${mayDraw ? keys : []} tools=${tools}
      sorts=${SORTS} rankOf=${highestFirst} equals=${false} most=${mostDrawn(tableau)}
      pick=${mayDraw ? undefined : () => []}
      playable=${null} Face=${Drawn}
      nameOf=${(/** @type {string} */ code) => `${cardName(code)}${wild.includes(code) ? ", wild" : ""}`} />
  </div>`;
}

/**
 * True where open cards lie before the seats. All else before them their portraits show.
 * @param {Frame["view"]["public"]} tableau
 */
const hasOpenCards = ({ named }) => named.base === "longhorn";

/** @param {{table: TableState}} props */
function Declare({ table }) {
  const { frame } = table;
  const { named } = frame.view.public;
  const [own, shared] = wordCards(frame);
  const submit = () => table.answer(claimOf(questionOf(frame)));
  return html`<${Builder} question=${questionOf(frame)} codes=${[...own, ...shared]}
    shared=${shared} wild=${named.wild} rules=${rulesOf(frame.view.public)} submit=${submit} />`;
}

/**
 * Not drawn again while words are built: then it gets the same table.
 * @type {import("preact").ComponentType<{table: TableState, panel: string | null}>}
 */
const Middle = pure(({ table, panel }) => {
  const { frame } = table;
  const tableau = frame.view.public;
  if (panel === "ledger") return html`<${Ledger} frame=${frame} />`;
  if (panel === "named")
    return html`<${Named} named=${tableau.named} title=${`${who(frame, tableau.dealer ?? -1)} named`} />`;
  switch (tableau.phase) {
    case "lot":
    case "deal":
      return html`<p class="felt__word">Shuffling</p>`;
    case "naming":
      return table.live && frame.prompt?.kind === "name-game"
        ? html`<${Sheet} question=${questionOf(frame)} options=${tableau.options} />`
        : html`<p class="felt__word">
          ${conjugate(frame, tableau.dealer ?? -1, "choose")} the game
        </p>`;
    case "ante":
      return html`<${Named} named=${tableau.named} title=${dealTitle(frame)} />`;
    case "bet":
    case "consent":
    case "draw":
    case "reshuffle":
      return html`<${Pot} frame=${frame} />
        ${hasOpenCards(tableau) ? html`<${Stakes} table=${table} />` : null}`;
    case "declare":
      return html`<${Pot} frame=${frame} />
        <${Declaring} frame=${frame} />
        ${isDesktop.value && hasOpenCards(tableau) ? html`<${Stakes} table=${table} />` : null}`;
    case "challenge":
      return html`<${Window} frame=${frame} /><${Claims} frame=${frame} />`;
    case "interval":
    case "over":
      return tableau.paid
        ? html`<${HandOver} table=${table} />`
        : html`<p class="felt__word">The first hand is about to be dealt</p>`;
    default:
      throw new Error(`a phase of an unknown kind: ${tableau.phase}`);
  }
});

/**
 * The title of a named game: "You deal", "Ann deals".
 * @param {Frame} frame
 */
function dealTitle(frame) {
  return conjugate(frame, frame.view.public.dealer ?? -1, "deal");
}
