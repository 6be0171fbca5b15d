/** The felt besides tricks: trades, boons, ranks, powers, and what only you know. */
import { html } from "../../js/html.js";
import { Name, who } from "../../js/table/core/name.js";
import { isDesktop } from "../../js/table/play/layout.js";
import { Icon } from "../../js/table/ui/icons.js";
import { Cards, cardName, cardSign, handWords, lowestFirst } from "./cards.js";
import { clanName } from "./powers.js";
import { isHigher, placeOf, placesGained, STEPS, stepNumber, titleOf } from "./standing.js";

/** @import { Child } from "../../js/table/core/game_types.js" */
/** @import { Frame, Pair } from "./records.js" */

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
 * The trades of the table: the viewer's own in detail, of the others the step.
 * @param {{frame: Frame}} props
 */
export function Trades({ frame }) {
  const { tempted, pairs: all } = frame.view.public;
  const pairs = tempted ? [tempted] : all;
  const mine = pairs.filter((pair) => isMine(frame, pair));
  const others = pairs.filter((pair) => !isMine(frame, pair));
  return html`<div class="paper trades">
    <h2 class=${`paper__title ${tempted ? "" : "trades__title"}`}>
      ${tempted ? "A bargain" : "Trades"}
    </h2>
    ${mine.map((pair) => html`<${OwnTrade} key=${pair.higher} frame=${frame} pair=${pair} />`)}
    ${
      others.length
        ? html`<ul class="trades__others" aria-label="The other trades">
          ${others.map(
            (pair) => html`<li key=${pair.higher}>
              ${named(frame, pair.higher)} and ${named(frame, pair.lower)}:
              ${" "}<span class="trades__step">${progress(frame, pair)}</span>
            </li>`,
          )}
        </ul>`
        : null
    }
  </div>`;
}

/** @type {(frame: Frame, pair: Pair) => boolean} */
const isMine = ({ seat }, { higher, lower }) => seat === higher || seat === lower;

/**
 * "forced trade 1 of 2, Ann answers".
 * @param {Frame} frame
 * @param {Pair} pair
 */
function progress(frame, pair) {
  const { parts, done = 0, exchanged = 0 } = pair;
  if (done === parts.length)
    return exchanged
      ? `done, ${exchanged === 1 ? "a card" : `${exchanged} cards`} each`
      : "no trade";
  const number = parts.length > 1 ? ` ${done + 1} of ${parts.length}` : "";
  const asked = [pair.higher, pair.lower].find((seat) => frame.awaited.includes(seat));
  const does =
    asked === undefined
      ? ""
      : `, ${asked === frame.seat ? `you ${YOU[pair.step]}` : `${frame.names[asked]} ${STEPS[pair.step]}`}`;
  return `${parts[done]} trade${number}${does}`;
}

/** The steps in the words for oneself. */
const YOU = {
  wish: "wish",
  answer: "answer",
  return: "give back",
  offer: "may offer",
  reply: "answer",
};

const FORCED = ["The wish", "The gift", "The return"];

/** @param {{frame: Frame, pair: Pair}} props */
function OwnTrade({ frame, pair }) {
  const { done = 0, parts } = pair;
  const own = frame.view.private;
  const higher = pair.higher === frame.seat;
  const other = higher ? pair.lower : pair.higher;
  const over = done === parts.length;
  const talk = own?.talk ?? null;
  const told = frame.prompt !== null; // the bar says it then
  const now = stepNumber(pair);
  return html`<section class="own-trade" aria-label=${`Your trade with ${frame.names[other]}`}>
    <p class="own-trade__with">You and ${named(frame, other)}: ${progress(frame, pair)}.</p>
    ${
      !over && now
        ? html`<ol class="own-trade__steps">
          ${FORCED.map(
            (words, at) => html`<li key=${at} aria-current=${at + 1 === now ? "step" : null}
              data-state=${at + 1 < now ? "done" : at + 1 > now ? "next" : "now"}>${words}</li>`,
          )}
        </ol>`
        : null
    }
    ${talk?.missed?.length ? html`<p>Wished for, not held: ${talk.missed.map(cardSign).join(" ")}</p>` : null}
    ${
      talk?.up && !told
        ? html`<p class="own-trade__card">
          ${higher ? "You get" : `${frame.names[other]} gets`} <${Cards} codes=${[talk.up]} />
        </p>`
        : null
    }
    ${talk?.asked && !told ? html`<p>Asked for in return: the ${cardName(talk.asked)}</p>` : null}
    ${talk?.offers?.map(
      (offer, at) => html`<p key=${at}>
        ${who(frame, offer.seat)}: the ${cardName(offer.give)} for the ${cardName(offer.want)}
      </p>`,
    )}
    <${Exchanges} frame=${frame} />
  </section>`;
}

/**
 * The cards that the viewer's trades of this round have brought.
 * @param {{frame: Frame}} props
 */
function Exchanges({ frame }) {
  const { exchanges = [] } = frame.view.private ?? {};
  const higher = isHigher(frame.view.public, frame.seat);
  const made = exchanges.filter(({ up }) => up);
  return made.map(({ up, down }, at) => {
    const [got, gave] = higher ? [up, down] : [down, up];
    return html`<p key=${at} class="own-trade__card">
      You got <${Cards} codes=${[got]} /> for <${Cards} codes=${[gave]} />
    </p>`;
  });
}

/**
 * The viewer's exchange, beside the table once play has begun.
 * @param {{frame: Frame}} props
 */
export function TradeNote({ frame }) {
  const { phase, trick } = frame.view.public;
  const { exchanges = [] } = frame.view.private ?? {};
  if (phase !== "play" || !exchanges.some(({ up }) => up)) return null;
  return html`<details class="note" open=${isDesktop.value && trick?.number === 1}>
    <summary>Your trade</summary>
    <${Exchanges} frame=${frame} />
  </details>`;
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
