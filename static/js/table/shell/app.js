/**
 * The page as a whole: the room page, the table while a match runs, or the end of the connection.
 */
import { useEffect, useState } from "preact/hooks";
import { html } from "../../html.js";
import { addStyleSheet, game, words } from "../core/game.js";
import { page } from "../core/page_data.js";
import { prefs } from "../core/prefs.js";
import { connection, frame, log, refusal, requireRoom, room } from "../core/store.js";
import { askForStep, sendCommand } from "../net/commands.js";
import { COMPARE, EvidenceSheet, FairAlert, FairLine, FairStatus } from "../play/fairness.js";
import { isDesktop } from "../play/layout.js";
import { Result } from "../play/result.js";
import { useResultDelay } from "../play/result_delay.js";
import { Ladder } from "../play/seating.js";
import { Chat } from "../room/chat.js";
import { InviteSheet } from "../room/invite.js";
import { Log } from "../room/log.js";
import { dealing } from "../room/play_now.js";
import { RoomPage, StartBar } from "../room/room_page.js";
import { keepFocus } from "../ui/focus.js";
import { GameWait } from "../ui/game_wait.js";
import { LateSheet } from "../ui/late_sheet.js";
import { markHighPage } from "../ui/page_height.js";
import { openName, Sheet } from "../ui/sheets.js";
import { Banners } from "./banners.js";
import { Header } from "./header.js";
import { KeysSheet, MenuSheet, SettingsSheet } from "./menu.js";
import { StageGuard } from "./stage_guard.js";

/** @import { Frame } from "../../messages.js" */
/** @import { RoomShown } from "../../records.js" */
/** @import { TableState } from "../core/game_types.js" */
/** @import { ConnectionState } from "../core/store.js" */
/** @typedef {typeof import("../end/end.js")} Ending */

export function App() {
  useEffect(keepFocus, []);
  useEffect(markHighPage, []);
  const shown = room.value;
  const stage = useResultDelay(frame.value, shown?.stage) ? "playing" : (shown?.stage ?? "joining");
  if (connection.value.phase === "ended") return html`<${Ended} state=${connection.value} />`;
  const drawer = isDesktop.value && prefs.value.drawer && shown !== null && !page.screen;
  return html`<div class="island" data-drawer=${drawer ? "" : null} data-stage=${stage}>
    <${Header} />
    ${
      drawer
        ? html`<aside class="drawer" aria-label="Log and chat">
          <section class="drawer__log"><h2>Log</h2><${Log} /><${FairLine} /></section>
          <section class="drawer__chat"><h2>Chat</h2><${Chat} /></section>
        </aside>`
        : null
    }
    <div class="stage"><${FairAlert} drawer=${drawer} />
      ${page.lesson ? html`<div id="coach" />` : null}<${Banners} />
      <${StageGuard} moment=${[frame.value, shown, game.value]} member=${shown?.member ?? false}>
        <${Stage} stage=${stage} />
      </${StageGuard}>
    </div>
    <${FairStatus} />
    <${Sheets} />
  </div>`;
}

/** @param {{stage: string}} props */
function Stage({ stage }) {
  const shown = room.value;
  const seen = frame.value;
  if (shown === null)
    return html`<p class="felt__word felt__word--page" role="status">Loading the table</p>`;
  const module = game.value?.slug === shown.game ? game.value : null;
  const table = seen && module ? tableOf(seen, shown) : null;
  if (stage === "gathering" && dealing.value)
    return html`<${GameWait} words="Dealing the cards" />`;
  if (stage === "gathering") return html`<${Gathering} table=${table} />`;
  if (table === null || module === null) return html`<${GameWait} words="Loading the cards" />`;
  const Table = module.default;
  return html`<${Table} table=${table} />`;
}

/**
 * The room before and after a match. The stage of its end and "Again" come with the first that is
 * over; where they do not, the numbers and the start are there.
 * @param {{table: TableState | null}} props
 */
function Gathering({ table }) {
  const over = !page.lesson && table?.frame.outcome ? table : null;
  const again = requireRoom().rematch;
  const [ending, setEnding] = useState(/** @type {Ending | null | undefined} */ (undefined));
  useEffect(() => {
    if (!over && !again) return;
    addStyleSheet("css/table/end.css");
    import("../end/end.js").then(setEnding, () => setEnding(null));
  }, [!over && !again]);
  const stage = ending && over && html`<${ending.End} key=${over.frame.match} table=${over} />`;
  const Bar = again && ending !== null ? ending?.AgainBar : StartBar;
  return html`<${RoomPage} wide=${isDesktop.value}
      before=${over && ending !== null ? html`<div class="end-stage">${stage}</div>` : null}
      after=${table?.frame.outcome ? html`<${Result} table=${table} />` : null} />
    ${Bar ? html`<${Bar} />` : null}`;
}

/**
 * The table as a game's module gets it: all it may know and the three things it may do.
 * @param {Frame} seen
 * @param {RoomShown} shown
 * @returns {TableState}
 */
function tableOf(seen, shown) {
  return {
    frame: seen,
    room: shown,
    live: true,
    refusal: refusal.value,
    answer: (move, key = seen.prompt?.key) => sendCommand("play", { key, move }),
    compose: askForStep,
    premove: (move) => sendCommand("premove", { move }),
    cancelPremove: () => sendCommand("cancel-premove"),
  };
}

const lateSheets = () => import("./late_sheets.js");
const quickRules = () => lateSheets().then((sheets) => sheets.QuickRulesSheet);
const deviceTransfer = () => lateSheets().then((sheets) => sheets.DeviceTransferSheet);
const compare = () => lateSheets().then((sheets) => sheets.CompareSheet);

function Sheets() {
  switch (openName.value) {
    case null:
      return null;
    case "chat":
      return html`<${Sheet} title="Chat" name="chat"><${Chat} /></${Sheet}>`;
    case "log":
      return html`<${Sheet} title="Log" name="log">
        <${Log} key=${log.value.length ? "full" : "empty"} />
        <${FairLine} />
      </${Sheet}>`;
    case "invite":
      return html`<${InviteSheet} />`;
    case "brief":
      return html`<${LateSheet} key="brief" title="How to play" name="brief" load=${quickRules} />`;
    case "menu":
      return html`<${MenuSheet} />`;
    case "settings":
      return html`<${SettingsSheet} />`;
    case "keys":
      return html`<${KeysSheet} />`;
    case "device-transfer":
      return html`<${LateSheet} key="device-transfer" name="device-transfer"
        title="Play on another device" load=${deviceTransfer} />`;
    case "evidence":
      return html`<${EvidenceSheet} />`;
    case "fair":
      return html`<${LateSheet} key="fair" title=${COMPARE} name="fair" load=${compare} />`;
    case "ladder":
      return html`<${Sheet} title=${words.value.standing} name="ladder">
        ${
          frame.value && game.value
            ? html`<${Ladder} rows=${game.value.standing(frame.value)}
              table=${{ frame: frame.value, room: room.value }} />`
            : html`<p>No ranks yet: nobody stands above anybody.</p>`
        }
      </${Sheet}>`;
    default:
      throw new Error(`no such sheet: ${openName.value}`);
  }
}

/** @param {{state: ConnectionState}} props */
function Ended({ state }) {
  const removed = state.code === "kicked" || state.code === "banned";
  const secret = state.code === "kicked" ? room.value?.secret : null;
  return html`<div class="ended">
    <section class="panel engraved">
      <h1>${removed ? "You’ve been removed" : "Disconnected"}</h1>
      <p>${state.text}</p>
      <p class="row">
        ${
          state.code === "signed-out" ? html`<a class="button" href=${page.login}>Log in</a>` : null
        }
        ${
          secret
            ? html`<a class="button" href=${`${page.invite}${secret}`}>Open the invite link</a>`
            : null
        }
        <a class="button quiet" href="/">Home page</a>
      </p>
    </section>
  </div>`;
}
