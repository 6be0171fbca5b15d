/**
 * The layout of a table: on a desktop seats round the felt and the ladder at the right, on a tablet
 * the ladder and the log below the felt, on a phone one column.
 */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { html } from "../../html.js";
import { game } from "../core/game.js";
import { log } from "../core/store.js";
import { Log } from "../room/log.js";
import { Moving } from "../ui/motion.js";
import { AnswerBar } from "./action_bar.js";
import { EveningColumn, noteOrder } from "./evening.js";
import { hasNotice } from "./fairness.js";
import { HandTools } from "./hand_tools.js";
import { keptTricks } from "./kept_tricks.js";
import { Ladder, Oval, Strip } from "./seating.js";
import { deedsOf, tricksOf, withTricks } from "./so_far.js";

/** @import { Child, Component, Pick, Row, TableState, ToolButton } from "../core/game_types.js" */
/** @import { ActionBarProps } from "./action_bar.js" */

const wide = matchMedia("(min-width: 60rem) and (min-height: 38rem)");

/** A tablet upright: the felt keeps its size, whatever is asked below it. */
const upright = matchMedia("(min-width: 43.75rem) and (min-height: 48rem)");

/** A phone on its side, where the hand lies beside the felt. */
const phoneOnItsSide = matchMedia("(max-height: 29.9rem) and (min-width: 36rem)");

/** A phone that is as high as this has room for one row of portraits, for two. */
const heights = [matchMedia("(min-height: 44rem)"), matchMedia("(min-height: 52rem)")];
/** The rows of portraits that a phone has room for. */
const faceRows = signal(0);

/**
 * The button for the next move of a bot (by_tap.js), for those who want it; else null.
 * @type {import("@preact/signals").Signal<Component | null>}
 */
export const byTapButton = signal(null);

/** True if there is room for the oval and the ladder. */
export const isDesktop = signal(wide.matches);
/** True if seats stand round the felt: on a desktop and on a tablet. */
export const hasOval = signal(wide.matches || upright.matches);
/** True on a phone on its side. */
export const isOnItsSide = signal(phoneOnItsSide.matches);
phoneOnItsSide.addEventListener("change", () => (isOnItsSide.value = phoneOnItsSide.matches));
const countFaceRows = () => (faceRows.value = heights.filter((high) => high.matches).length);
for (const height of heights) height.addEventListener("change", countFaceRows);
countFaceRows();
for (const screen of [wide, upright])
  screen.addEventListener("change", () => {
    isDesktop.value = wide.matches;
    hasOval.value = wide.matches || upright.matches;
  });

/**
 * The height in pixels that a hand may take on this screen.
 * @param {boolean} [own]
 */
export function handHeightLimit(own = true) {
  if (!own) return 0;
  if (isOnItsSide.value) return Math.max(150, innerHeight - 150);
  if (hasOval.value && !isDesktop.value) return Math.min(250, innerHeight * 0.22);
  return isDesktop.value
    ? Math.min(250, innerHeight * 0.27)
    : Math.max(150, Math.min(290, innerHeight * 0.36));
}

/**
 * @typedef {object} LayoutProps
 * @property {TableState} table
 * @property {Row[]} rows best first
 * @property {number[]} [seating] seats clockwise, where they do not sit in the order of `rows`
 * @property {Child} middle what lies on the felt
 * @property {Child} [hand]
 * @property {ToolButton[]} [tools] stand alone where there is no hand
 * @property {Child} [bar]
 * @property {Partial<ActionBarProps>} [answers] the parts of an AnswerBar, in place of `bar`
 * @property {Child} [aside]
 * @property {Pick | null} [pick] while a player is to be picked
 */
/** @param {LayoutProps} props */
export function TableLayout({ table, seating, middle, aside, pick, tools, answers, ...own }) {
  const lines = table.live ? log.value : table.frame.events;
  const tricks = table.live
    ? keptTricks(lines, table.frame)
    : (tricksOf(lines, table.frame, game.value) ?? new Map());
  const rows = withTricks(own.rows, tricks);
  const hand = own.hand ?? (tools ? html`<${HandTools} buttons=${tools} />` : null);
  const bar = answers ? html`<${AnswerBar} table=${table} ...${answers} />` : own.bar;
  const seated = seating ? seating.map((seat) => rows.find((row) => row.seat === seat)) : rows;
  const order = [...seated, ...rows].map((row) => row?.seat).join();
  const deeds = deedsOf(lines, table.frame, game.value);
  const byTap =
    table.live && byTapButton.value ? html`<${byTapButton.value} frame=${table.frame} />` : null;
  const tablet = hasOval.value && !isDesktop.value;
  const evening = table.live ? noteOrder(table, rows) : null;
  if (hasOval.value)
    return html`<${Moving} key=${tablet ? "tablet" : "desk"} order=${order}
      class=${`board board--desk${tablet ? " board--tablet" : ""}`}>
      <div class="board__play">
        <${Oval} rows=${rows} seating=${seated} table=${table} deeds=${deeds}
          pick=${pick}>${middle}</${Oval}>
        ${hand}
        ${byTap}
        ${bar}
      </div>
      <aside class="board__side" aria-label="The ladder and more">
        <${Ladder} rows=${rows} table=${table} />
        ${aside}
        ${tablet && table.live ? html`<${Log} />` : null}
        ${evening && !tablet ? html`<${EveningColumn} table=${table} evening=${evening} />` : null}
      </aside>
      <span class="deck-spot" data-spot="deck"></span>
    </${Moving}>`;
  const felt = html`<${Felt}>
    <span class="deck-spot" data-spot="deck"></span>
    ${middle}
    ${aside}
  </${Felt}>`;
  const isOnScreen = table.live && (table.room?.screens ?? 0) > 0; // everybody looks at the felt there
  return html`<${Moving} key="phone" order=${order} class="board board--phone">
    <${Strip} rows=${rows} seating=${seated} table=${table} deeds=${deeds}
      faceRows=${hasNotice.value ? 0 : faceRows.value} pick=${pick} />
    ${isOnScreen ? null : felt}
    ${hand}
    ${byTap}
    ${bar}
    ${isOnScreen ? felt : null}
  </${Moving}>`;
}

/**
 * The middle of a phone's table. Where it has to be scrolled, keys reach it too.
 * @param {{children?: Child}} props
 */
function Felt({ children }) {
  /** @type {{current: HTMLElement | null}} */
  const felt = useRef(null);
  useEffect(() => letKeysScroll(felt.current));
  useEffect(() => {
    const sizes = new ResizeObserver(() => letKeysScroll(felt.current));
    if (felt.current) sizes.observe(felt.current);
    return () => sizes.disconnect();
  }, []);
  return html`<div class="felt" ref=${felt} data-drop>${children}</div>`;
}

/** @param {HTMLElement | null} felt */
function letKeysScroll(felt) {
  if (!felt) return;
  if (felt.scrollHeight > felt.clientHeight + 1) felt.setAttribute("tabindex", "0");
  else felt.removeAttribute("tabindex");
}
