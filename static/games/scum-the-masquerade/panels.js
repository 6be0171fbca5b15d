/** The felt besides tricks and trades: choices, boons, ranks, and what only you know. */
import { html } from "../../js/html.js";
import { Name, who } from "../../js/table/core/name.js";
import { Icon } from "../../js/table/ui/icons.js";
import { Cards, handWords, lowestFirst } from "./cards.js";
import { clanName } from "./clans.js";
import { placeOf, placesGained, titleOf } from "./standing.js";

/** @import { Child } from "../../js/table/core/game_types.js" */
/** @import { Frame } from "./records.js" */

/** @type {(frame: Frame, seat: number) => Child} a name with its title: "Ann, Justicar" */
export const named = (frame, seat) => {
  const title = titleOf(frame.view.public, seat);
  return html`<span class="named"><b><${Name} name=${who(frame, seat)} /></b>${
    title ? html`<i class="named__title">${title}</i>` : null
  }</span>`;
};

/**
 * All who choose a clan, for those who have chosen.
 * @param {{frame: Frame}} props
 */
export function Declaring({ frame }) {
  const { order, drafted } = frame.view.public;
  const choosing = order.filter((seat) => frame.awaited.includes(seat));
  const own = frame.view.private?.draft;
  return html`<div class="paper">
    <h2 class="paper__title">Everybody chooses a clan</h2>
    <p>All choose at the same time. Everything is shown when the last one has chosen.</p>
    ${own?.clan ? html`<p>You are ${clanName(frame.view.public, own.clan)}.</p>` : null}
    <p class="paper__soft">
      ${drafted.length} ${drafted.length === 1 ? "has" : "have"} chosen. Still to choose:
      ${" "}${choosing.map((seat) => who(frame, seat)).join(", ")}.
    </p>
  </div>`;
}

/**
 * What a new first rank decides, before anybody chooses a clan.
 * @param {{frame: Frame}} props
 */
export function Deciding({ frame }) {
  const { order, decisions } = frame.view.public;
  const own = order[0] === frame.seat;
  const packs = decisions.packs.map((pack) => pack[0].toUpperCase() + pack.slice(1));
  return html`<div class="paper">
    <h2 class="paper__title">${named(frame, order[0])} ${own ? "decide" : "decides"}</h2>
    <p>Which clans may be declared, and whether a dot may be outside the clan.</p>
    <p class="paper__soft">
      So far: ${packs.join(", ")}; ${decisions.loose ? "one dot may be outside" : "all dots in the clan"}.
    </p>
  </div>`;
}

/**
 * The window for pacts.
 * @param {{frame: Frame}} props
 */
export function Pacts({ frame }) {
  const own = frame.view.private?.pact ?? null;
  return html`<div class="paper">
    <h2 class="paper__title">The cards are dealt, and nobody has looked</h2>
    <p>
      A pact lifts you by a rank. The price: you see your crypt only when play begins, you do not
      trade, and if you finish below the new rank, you come last.
    </p>
    <p class="paper__soft">
      ${own === null ? "Pacts are made in secret, and shown together." : own ? "You take a pact." : "You take no pact."}
    </p>
  </div>`;
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
  return html`<div class="paper">
    <p class="over">A boon</p>
    <h2 class="paper__title">${who(frame, boon.seat)} ${boon.seat === frame.seat ? "ask" : "asks"} for the first lead</h2>
    ${
      shown
        ? html`<${Cards} codes=${lowestFirst(shown.cards)} />
          <p>This hand would be led: ${handWords(shown.cards)}.</p>`
        : html`<p>The hand to be led is shown to ${first} alone.</p>`
    }
  </div>`;
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
  return html`<div class="paper paper--engraved">
    <p class="over">${round ? `Round ${round}` : "The round that settles the ranks"}</p>
    <h2 class="paper__title">${revolution ? "Revolution: all ranks reverse" : ranked ? "The new ranks" : "The round is over"}</h2>
    <ol class="ranks">
      ${placed.map(
        (seat, at) => html`<li key=${seat} data-mine=${seat === frame.seat ? "" : null}
          data-place=${placeOf(at, placed.length)}>
          <span class="ranks__title">${ranked ? titleOf(tableau, seat) : at + 1}</span>
          <span class="ranks__name"><${Name} name=${who(frame, seat)} /></span>
          <${Climb} places=${round ? moved.get(seat) : undefined} />
          <span class="ranks__points figures">${scored ? `+${placed.length - at}` : ""}</span>
          <span class="ranks__total figures">${scores[seat]}</span>
        </li>`,
      )}
    </ol>
    ${scored ? null : html`<p class="paper__soft">This round scores nothing. It settled the ranks.</p>`}
  </div>`;
}

/** @param {{places: number | undefined}} props */
function Climb({ places }) {
  if (places === undefined) return html`<span></span>`;
  const [way, arrow] = places > 0 ? ["up", "▲"] : places < 0 ? ["down", "▼"] : ["same", "–"];
  return html`<span class="ranks__climb figures" data-way=${way}>
    <span aria-hidden="true">${arrow}${places ? Math.abs(places) : ""}</span>
    <span class="unseen">${places ? `${way} ${Math.abs(places)}` : "no change"}</span>
  </span>`;
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
