/** Scum of the Earth on the table: hands this game's cards, ranks and questions to the table's parts. */
import { useEffect, useState } from "preact/hooks";
import { Hand } from "../../js/cards/hand.js";
import { layOut, moved, ordered, sortAmong } from "../../js/cards/order.js";
import { choose, chosen, codeOf, codesOf, keepOnly, keyed, keysFor, toggled } from "../../js/cards/selection.js";
import { html } from "../../js/html.js";
import { Bar } from "../../js/table/bar.js";
import { HandTools } from "../../js/table/hand_tools.js";
import { TableLayout, handLimit } from "../../js/table/layout.js";
import { prefs, setPref } from "../../js/table/prefs.js";
import { Trick } from "../../js/table/trick.js";
import { actions } from "./actions.js";
import { Face, cardName, groupOf, rankOf, setName } from "./cards.js";
import { Bonuses, Cards, Draws, Exchange, Salaries, SeenHands, Window } from "./panels.js";
import { onlySet, playable, together } from "./sets.js";
import { chapter, standing } from "./standing.js";

export { soundOf, weigh } from "./events.js";
export { Cards, Face, cardName, chapter, standing };
export const words = { about: "salary, in play points" };
export const wishes = ["titles", "sets"];
export const keys = [["P", "pass"], ["L", "the last trick"]];

const LINGER = 1500;
const SORTS = ["rank", "sets", "own"];

/** The cards of a seat's private part, for a replay that shows all hands. */
export const handOf = (own) => own.cards;

export default function Table({ table }) {
  const { frame, live } = table;
  const tableau = frame.view.public;
  const [showLast, setShowLast] = useState(false);
  const lingering = useLinger(tableau, live);
  const codes = frame.view.private?.cards ?? [];
  useEffect(() => keepOnly(codes), [frame]);
  useEffect(() => setShowLast(false), [tableau.trick?.sets.length, tableau.phase]);
  const keys = live ? chosen.value.filter((key) => codes.includes(codeOf(key))) : [];
  const { buttons, choices, pick } = actions(table, codesOf(keys));
  const last = tableau.last_trick
    ? [{ label: showLast ? "Back to the table" : "Last trick", kind: "quiet", shortcut: "L", locks: false, pressed: showLast, act: () => setShowLast(!showLast) }]
    : [];
  return html`<${TableLayout}
    table=${table}
    rows=${standing(frame)}
    pick=${pick}
    middle=${html`<${Middle} frame=${frame} trick=${showLast || lingering ? tableau.last_trick : tableau.trick} title=${showLast ? "The last trick" : null} />`}
    aside=${html`<${Exchange} frame=${frame} /><${SeenHands} frame=${frame} />`}
    hand=${frame.view.private && codes.length ? html`<${OwnHand} table=${table} codes=${codes} keys=${keys} tools=${last} />` : html`<${HandTools} buttons=${last} />`}
    bar=${live ? html`<${Bar} table=${table} ask=${frame.ask} refusal=${table.refusal?.text} buttons=${buttons} choices=${choices} />` : null}
  />`;
}

function OwnHand({ table, codes, keys, tools }) {
  const { frame, live } = table;
  const tableau = frame.view.public;
  const sort = sortAmong(SORTS);
  const shown = ordered(codes, sort, frame.match, rankOf, groupOf);
  const asked = live && frame.prompt !== null;
  const need = prefs.value.sets && asked && tableau.phase === "play" ? (tableau.trick?.sets.at(-1)?.size ?? 0) : 0;
  const pickUp = (key, all = keys) => toggled(all, key, keyed(shown), { need, together: (some) => !asked || together(frame, some) });
  const tap = (key) => {
    if (!live) return;
    const only = need && !keys.length ? onlySet(frame, codeOf(key)) : null;
    choose(only ? keysFor(only, key, keyed(shown)) : pickUp(key));
  };
  const lay = (from, to) => {
    layOut(frame.match, moved(shown, from, to));
    setPref("sort", "own");
  };
  const indexOf = (key) => keyed(shown).findIndex((card) => card.key === key);
  const exchange = frame.view.private.exchange;
  return html`<${HandTools} buttons=${tools} sorts=${SORTS} count=${codes.length} />
    <${Hand}
      codes=${shown} chosen=${keys} playable=${asked ? playable(frame) : null}
      fresh=${tableau.phase === "bonus" && exchange ? new Set(exchange.got) : null}
      Face=${Face} nameOf=${cardName} groupOf=${groupOf}
      from=${tableau.phase === "bonus" && exchange ? `spot:seat:${exchange.partner}` : "spot:deck"}
      label=${`Your hand, ${codes.length} ${codes.length === 1 ? "card" : "cards"}`}
      limit=${handLimit()}
      tap=${tap}
      enter=${(key) => (keys.length ? pressMain() : tap(key))}
      drop=${(key) => {
        if (!live) return;
        if (!keys.includes(key)) choose(pickUp(key, []));
        requestAnimationFrame(pressMain);
      }}
      lay=${(key, other) => lay(indexOf(key), indexOf(other))}
      nudge=${(key, by) => lay(indexOf(key), indexOf(key) + by)} />`;
}

/** Playing by drag or by Enter is pressing the bar's main button, where there is just one. */
function pressMain() {
  const buttons = document.querySelectorAll('.bar [aria-keyshortcuts="Enter"]');
  if (buttons.length === 1) buttons[0].click();
}

function Middle({ frame, trick, title }) {
  const tableau = frame.view.public;
  switch (tableau.phase) {
    case "draw":
    case "deal":
      return html`<p class="felt__word">Shuffling</p>`;
    case "takeover":
      return html`${tableau.deal === 1 && tableau.draws.length ? html`<${Draws} frame=${frame} />` : html`<${Window} frame=${frame} />`}`;
    case "bonus":
      return html`<${Bonuses} frame=${frame} />`;
    case "interval":
    case "over":
      return html`<${Salaries} frame=${frame} />`;
    case "play":
      return html`<${TrickOf} frame=${frame} trick=${trick} title=${title} />`;
    default:
      throw new Error(`a phase of an unknown kind: ${tableau.phase}`);
  }
}

function TrickOf({ frame, trick, title }) {
  const tableau = frame.view.public;
  if (!trick?.sets.length) {
    const leader = tableau.turn;
    return html`<p class="felt__word">${leader === frame.seat ? "Your lead" : `${frame.names[leader]} leads`}</p>`;
  }
  const sets = trick.sets.map((set, i) => ({
    id: `${tableau.deal}.${trick.number}.${i}`,
    seat: set.seat,
    name: set.seat === frame.seat ? "You" : frame.names[set.seat],
    you: set.seat === frame.seat,
    words: setName(set.face, set.size),
    cards: set.cards,
    from: set.seat === frame.seat ? "hand" : `spot:seat:${set.seat}`,
  }));
  return html`${title ? html`<p class="felt__title">${title}</p>` : null}
    <${Trick} sets=${sets} taker=${trick.winner === null ? null : `seat:${trick.winner}`} Face=${Face} label=${title ?? "The trick"} />`;
}

/** A finished trick stays for a moment, or until the next lead. */
function useLinger(tableau, live) {
  const id = tableau.last_trick ? `${tableau.deal}.${tableau.last_trick.number}` : null;
  const [settled, settle] = useState(id);
  const fresh = live && tableau.phase === "play" && id !== null && id !== settled && !tableau.trick?.sets.length;
  useEffect(() => {
    if (!fresh) return undefined;
    const timer = setTimeout(() => settle(id), LINGER);
    return () => clearTimeout(timer);
  }, [fresh, id]);
  return fresh;
}
