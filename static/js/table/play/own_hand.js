/**
 * The viewer's own hand: sorted or laid by its owner, and played by pressing the bar's main button.
 */
import { useEffect } from "preact/hooks";
import { Hand } from "../../cards/hand.js";
import { moveCard, preferredSort, saveOrder, sortHand } from "../../cards/order.js";
import { choose, chosen, codeOf, dropMissing, keyCards } from "../../cards/selection.js";
import { html } from "../../html.js";
import { setPref } from "../core/prefs.js";
import { HandTools } from "./hand_tools.js";
import { handHeightLimit } from "./layout.js";

/** @import { HandProps } from "../../cards/hand.js" */
/** @import { TableState, ToolButton } from "../core/game_types.js" */

/**
 * The keys of the chosen cards; those that have left the hand are chosen no longer.
 * @param {TableState} table
 * @param {string[]} codes
 */
export function useChosen({ frame, live }, codes) {
  useEffect(() => dropMissing(codes), [frame]);
  return live ? chosen.value.filter((key) => codes.includes(codeOf(key))) : [];
}

/**
 * @typedef {object} OwnHandProps
 * @property {TableState} table
 * @property {string[]} codes
 * @property {string[]} keys of the chosen cards
 * @property {string[]} sorts see cards/order.js
 * @property {(code: string) => number} rankOf
 * @property {(code: string) => string} [groupOf] by default each card stands alone
 * @property {number} [most] how many cards go together; of more the last ones are chosen
 * @property {(key: string, keys: string[], shown: string[]) => string[]} [pick] the choice after a
 *   tap on `key`, where it is not all about the number
 * @property {ToolButton[]} [tools] buttons above the hand
 */
/** @param {OwnHandProps & Partial<HandProps>} props */
export function OwnHand({
  table,
  codes,
  keys,
  sorts,
  rankOf,
  groupOf = itself,
  most = Infinity,
  pick = lastOnes(most),
  tools = [],
  ...hand
}) {
  const { match } = table.frame;
  const shown = sortHand(codes, preferredSort(sorts), match, rankOf, groupOf);
  /** @param {string} key */
  const tap = (key) => table.live && choose(pick(key, keys, shown));
  /** @type {(from: number, to: number) => void} */
  const reorder = (from, to) => {
    saveOrder(match, moveCard(shown, from, to));
    setPref("sort", "own");
  };
  /** @param {string} key */
  const at = (key) => keyCards(shown).findIndex((card) => card.key === key);
  /** @type {Pick<HandProps, "enter" | "drop" | "lay" | "nudge">} */
  const acts = {
    enter(key) {
      const ready = keys.includes(key) || (keys.length > 0 && most > 1);
      const withoutCards = hand.playable?.size === 0;
      if (!((ready || withoutCards) && pressMain()) && !ready) tap(key);
    },
    drop(key) {
      if (!table.live) return;
      if (!keys.includes(key)) choose(pick(key, [], shown));
      requestAnimationFrame(pressMain);
    },
    lay: (key, other) => reorder(at(key), at(other)),
    nudge: (key, by) => reorder(at(key), at(key) + by),
  };
  return html`<${HandTools} buttons=${tools} sorts=${sorts} count=${codes.length} />
    <${Hand} codes=${shown} chosen=${keys} groupOf=${groupOf} from="spot:deck"
      label=${`Your hand, ${codes.length} ${codes.length === 1 ? "card" : "cards"}`}
      limit=${handHeightLimit()} tap=${tap} ...${acts} ...${hand} />`;
}

/** @param {string} code */
const itself = (code) => code;

/** @type {(most: number) => NonNullable<OwnHandProps["pick"]>} */
const lastOnes = (most) => (key, keys) =>
  keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key].slice(-most);

/**
 * Presses the bar's main button, where there is just one: playing by drag or by Enter means that.
 * Returns whether it could be pressed.
 */
function pressMain() {
  /** @type {NodeListOf<HTMLElement>} */
  const buttons = document.querySelectorAll('.bar [aria-keyshortcuts="Enter"]');
  if (buttons.length !== 1 || buttons[0].ariaDisabled === "true") return false;
  buttons[0].click();
  return true;
}
