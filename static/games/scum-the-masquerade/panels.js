/** The felt besides tricks and trades: choices, boons, ranks, and what only you know. */
import { html } from "../../js/html.js";
import { conjugate, Name, who } from "../../js/table/core/name.js";
import { Paper, Ranks as RankList } from "../../js/table/parts/papers.js";
import { Icon } from "../../js/table/ui/icons.js";
import { Cards, handWords, lowestFirst } from "./cards.js";
import { clanName } from "./clans.js";
import { placesGained, titleOf } from "./standing.js";

/** @import { Child } from "../../js/table/core/game_types.js" */
/** @import { Frame, Public } from "./records.js" */

/** @type {(frame: Frame, seat: number) => Child} a name with its title: "Ann, Justicar" */
export const named = (frame, seat) => {
  const title = titleOf(frame.view.public, seat);
  return html`<span class="named"><b><${Name} name=${who(frame, seat)} /></b>${
    title ? html`<i class="named__title">${title}</i>` : null
  }</span>`;
};

/**
 * All who choose a clan, for those who have chosen or wait for their turn.
 * @param {{frame: Frame}} props
 */
export function Declaring({ frame }) {
  const { order, drafted, options } = frame.view.public;
  if (options.evening === "masquerade" && options.declaring !== "at-once") {
    const [now] = frame.awaited;
    const clans = html`<${InForce} frame=${frame} />`;
    return html`<${Paper} kind="declaring" title="Clans are declared in order of rank"
      note=${now === undefined ? null : html`${named(frame, now)} ${now === frame.seat ? "declare" : "declares"}.`}>
      <p>Whoever comes later has heard what was declared before.</p>${clans}
    </${Paper}>`;
  }
  const choosing = order.filter((seat) => frame.awaited.includes(seat));
  const own = frame.view.private?.draft;
  const have = `${drafted.length} ${drafted.length === 1 ? "has" : "have"} chosen`;
  return html`<${Paper} kind="declaring" title="Everybody chooses a clan"
    note=${`${have}. Still to choose: ${choosing.map((seat) => who(frame, seat)).join(", ")}.`}>
    <p>All choose at the same time. Everything is shown when the last one has chosen.</p>
    ${own?.clan ? html`<p>You are ${clanName(frame.view.public, own.clan)}.</p>` : null}
  </${Paper}>`;
}

/**
 * The decisions of the first rank, as long as they stand; nothing where nobody decides.
 * @param {{frame: Frame}} props
 */
export function InForce({ frame }) {
  const { decisions, options, phase, round } = frame.view.public;
  if (options.evening !== "masquerade" || !round || phase === "decide") return null;
  return html`<p class="in-force"><b>Decided:</b> ${decidedWords(decisions, options)}.</p>`;
}

/** @type {(decisions: Public["decisions"], options: Public["options"]) => string} */
function decidedWords({ packs, loose, outside, illegal }, options) {
  const clans = packs.map((pack) => pack[0].toUpperCase() + pack.slice(1));
  const dot = outside ? "one dot outside, rare ones too" : "one dot may be outside the clan";
  const trades = illegal ? "illegal trades" : "no illegal trades";
  return [
    `clans of ${clans.join(", ")}`,
    loose ? dot : "all dots in the clan",
    ...(options.illegal_trades === false ? [] : [trades]),
  ].join("; ");
}

/**
 * The decisions of a new first rank, before anybody chooses a clan.
 * @param {{frame: Frame}} props
 */
export function Deciding({ frame }) {
  const { order, decisions, options } = frame.view.public;
  const own = order[0] === frame.seat;
  return html`<${Paper} title=${html`${named(frame, order[0])} ${own ? "decide" : "decides"}`}
    note=${`So far: ${decidedWords(decisions, options)}.`}>
    <p>Which clans may be declared, and whether a dot may be outside the clan.</p>
  </${Paper}>`;
}

/**
 * The window for pacts.
 * @param {{frame: Frame}} props
 */
export function Pacts({ frame }) {
  const own = frame.view.private?.pact ?? null;
  const taken = own ? "You take a pact." : "You take no pact.";
  return html`<${Paper} title="The cards are dealt, and nobody has looked"
    note=${own === null ? "Pacts are made in secret, and shown together." : taken}>
    <p>
      A pact lifts you by a rank. The price: you see your crypt only when play begins, you do not
      trade, and if you finish below the new rank, you come last.
    </p>
  </${Paper}>`;
}

/**
 * The crypts that the viewer has seen, and the hands that were shown for boons.
 * @param {{frame: Frame}} props
 */
export function SeenCrypts({ frame }) {
  const { snapshots = [], shown = [] } = frame.view.private ?? {};
  const { pile, trick, gains } = frame.view.public;
  const open = [...pile, ...(trick?.hands ?? []).flatMap(({ cards }) => cards)];
  const takers = new Map(gains.map(({ card, seat }) => [card, seat]));
  return html`${snapshots.map((one, at) => {
    const since = one.cards.filter(
      (code) => open.includes(code) || (takers.get(code) ?? one.seat) !== one.seat,
    );
    return html`<details key=${at} class="note note--secret" open=${at === snapshots.length - 1}>
      <summary><${Icon} name="eye" /> ${frame.names[one.seat]}’s crypt, as you saw it</summary>
      <${Cards} codes=${one.cards.filter((code) => !since.includes(code))} />
      <p class="paper__soft">
        Only you were shown this. ${since.length ? `Played since: ${since.length}.` : ""}
      </p>
    </details>`;
  })}${shown
    .filter(({ seat }) => seat !== frame.seat)
    .map(
      (one, at) => html`<details key=${`b${at}`} class="note note--secret">
        <summary><${Icon} name="eye" /> Shown by ${frame.names[one.seat]} for a boon</summary>
        <${Cards} codes=${one.cards} />
      </details>`,
    )}`;
}

/**
 * A request for the first lead. The shown hand is for the first rank alone.
 * @param {{frame: Frame}} props
 */
export function BoonAsked({ frame }) {
  const boon = frame.view.public.boons.at(-1);
  if (!boon) return null;
  const shown = frame.view.private?.shown?.findLast(({ seat }) => seat === boon.seat);
  const first = who(frame, boon.first);
  return html`<${Paper} over="A boon"
    title=${`${conjugate(frame, boon.seat, "ask")} for the first lead`}>
    ${
      shown
        ? html`<${Cards} codes=${lowestFirst(shown.cards)} />
          <p>This hand would be led: ${handWords(shown.cards)}.</p>`
        : html`<p>The hand to be led is shown to ${first} alone.</p>`
    }
  </${Paper}>`;
}

/**
 * The end of a round: the new ranks with rises and falls, and what they score.
 * @param {{frame: Frame}} props
 */
export function Ranks({ frame }) {
  const tableau = frame.view.public;
  const { placed, scores, round, revolution, options } = tableau;
  const moved = placesGained(tableau);
  const ranked = options.evening !== "plain";
  const scored = round > 0;
  const title = ranked ? "The new ranks" : "The round is over";
  const ranks = placed.map((seat, at) => ({
    seat,
    title: ranked ? titleOf(tableau, seat) : at + 1,
    climbed: round ? moved.get(seat) : undefined,
    earned: scored ? `+${placed.length - at}` : "",
    total: scores[seat],
  }));
  return html`<${Paper} kind="paper--engraved"
    over=${round ? `Round ${round}` : "The round that settles the ranks"}
    title=${revolution ? "Revolution: all ranks reverse" : title}
    note=${scored ? null : "This round scores nothing. It settled the ranks."}>
    <${RankList} frame=${frame} ranks=${ranks} />
  </${Paper}>`;
}

/**
 * The part below the result of a match: the ranks after its last round, if that was played out.
 * @param {{frame: Frame}} props
 */
export function Aftermath({ frame }) {
  const { phase, placed } = frame.view.public;
  const over = phase === "interval" || phase === "over";
  return over && placed.length ? html`<${Ranks} frame=${frame} />` : null;
}
