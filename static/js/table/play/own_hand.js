/** One's own hand on the table: as its owner sorts or lays it, and played by pressing the bar's main button. */
import { Hand } from "../../cards/hand.js";
import { layOut, moved, ordered, sortAmong } from "../../cards/order.js";
import { choose, keyed } from "../../cards/selection.js";
import { html } from "../../html.js";
import { setPref } from "../core/prefs.js";
import { HandTools } from "./hand_tools.js";
import { handLimit } from "./layout.js";

/**
 * `codes`: the cards; `keys`: the chosen ones; `sorts`, `rankOf`, `groupOf`: see cards/order.js; `pick(key, keys, shown)`: what is chosen
 * after a tap on `key`; `single`: cards are played one at a time; `tools`: buttons above the hand. The rest is handed on to cards/hand.js.
 */
export function OwnHand({
  table,
  codes,
  keys,
  sorts,
  rankOf,
  groupOf,
  pick,
  single = false,
  tools = [],
  ...hand
}) {
  const { match } = table.frame;
  const shown = ordered(codes, sortAmong(sorts), match, rankOf, groupOf);
  const tap = (key) => table.live && choose(pick(key, keys, shown));
  const lay = (from, to) => {
    layOut(match, moved(shown, from, to));
    setPref("sort", "own");
  };
  const at = (key) => keyed(shown).findIndex((card) => card.key === key);
  return html`<${HandTools} buttons=${tools} sorts=${sorts} count=${codes.length} />
    <${Hand} codes=${shown} chosen=${keys} groupOf=${groupOf} from="spot:deck"
      label=${`Your hand, ${codes.length} ${codes.length === 1 ? "card" : "cards"}`}
      limit=${handLimit()} tap=${tap}
      enter=${(key) => (keys.includes(key) || (keys.length && !single) ? pressMain() : tap(key))}
      drop=${(key) => {
        if (!table.live) return;
        if (!keys.includes(key)) choose(pick(key, [], shown));
        requestAnimationFrame(pressMain);
      }} lay=${(key, other) => lay(at(key), at(other))}
      nudge=${(key, by) => lay(at(key), at(key) + by)} ...${hand} />`;
}

/** Playing by drag or by Enter is pressing the bar's main button, where there is just one. */
function pressMain() {
  const buttons = document.querySelectorAll('.bar [aria-keyshortcuts="Enter"]');
  if (buttons.length === 1) buttons[0].click();
}
