/** What the page shows: the room while it gathers, the table while a match runs, the end of a connection. */
import { html } from "../../html.js";
import { game, words } from "../core/game.js";
import { page } from "../core/page_data.js";
import { prefs } from "../core/prefs.js";
import { frame, link, log, refusal, room } from "../core/store.js";
import { tell } from "../net/commands.js";
import { EvidenceSheet, FairAlarm, FairHeard, FairLine } from "../play/fairness.js";
import { desk } from "../play/layout.js";
import { Result } from "../play/result.js";
import { useLastLook } from "../play/result_delay.js";
import { Ladder } from "../play/seating.js";
import { Chat } from "../room/chat.js";
import { HandoverSheet } from "../room/device_transfer.js";
import { InviteSheet } from "../room/invite.js";
import { Log } from "../room/log.js";
import { Gathering, StartBar } from "../room/room_page.js";
import { open, Sheet } from "../ui/sheets.js";
import { Banners } from "./banners.js";
import { Top } from "./header.js";
import { KeysSheet, MenuSheet, SettingsSheet } from "./menu.js";
import { BriefSheet } from "./quick_rules.js";

export function App() {
  const shown = room.value;
  const stage = useLastLook(frame.value, shown?.stage) ? "playing" : (shown?.stage ?? "joining");
  if (link.value.phase === "ended") return html`<${Ended} state=${link.value} />`;
  const drawer = desk.value && prefs.value.drawer && shown !== null;
  return html`<div class="island" data-drawer=${drawer ? "" : null} data-stage=${stage}>
    <${Top} />
    ${
      drawer
        ? html`<aside class="drawer" aria-label="Log and chat">
          <section class="drawer__log"><h2>Log</h2><${Log} /><${FairLine} /></section>
          <section class="drawer__chat"><h2>Chat</h2><${Chat} /></section>
        </aside>`
        : null
    }
    <div class="stage"><${FairAlarm} /><${Banners} /><${Stage} stage=${stage} /></div>
    <${FairHeard} />
    <${Sheets} />
  </div>`;
}

function Stage({ stage }) {
  const shown = room.value;
  const seen = frame.value;
  if (shown === null)
    return html`<p class="felt__word felt__word--page" role="status">Taking you to the table</p>`;
  const module = game.value?.slug === shown.game ? game.value : null;
  const table = seen && module ? tableOf(seen, shown) : null;
  if (stage === "gathering")
    return html`<${Gathering}
        after=${table && seen.outcome ? html`<${Result} table=${table} />` : null} />
      <${StartBar} />`;
  if (table === null)
    return html`<p class="felt__word felt__word--page" role="status">The cards are coming</p>`;
  const Table = module.default;
  return html`<${Table} table=${table} />`;
}

/** What a game's module is handed: all it may know, and the four things it may do. */
function tableOf(seen, shown) {
  return {
    frame: seen,
    room: shown,
    live: true,
    refusal: refusal.value,
    answer: (move) => tell("play", { key: seen.prompt.key, move }),
    queue: (move) => tell("queue", { move }),
    unqueue: () => tell("unqueue"),
  };
}

function Sheets() {
  switch (open.value) {
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
      return html`<${BriefSheet} />`;
    case "menu":
      return html`<${MenuSheet} />`;
    case "settings":
      return html`<${SettingsSheet} />`;
    case "keys":
      return html`<${KeysSheet} />`;
    case "handover":
      return html`<${HandoverSheet} />`;
    case "evidence":
      return html`<${EvidenceSheet} />`;
    case "ladder":
      return html`<${Sheet} title=${words.value.standing} name="ladder">
        ${
          frame.value && game.value
            ? html`<${Ladder} rows=${game.value.standing(frame.value)}
              table=${{ frame: frame.value, room: room.value }} />`
            : html`<p>Nobody stands above anybody yet.</p>`
        }
      </${Sheet}>`;
    default:
      throw new Error(`no such sheet: ${open.value}`);
  }
}

function Ended({ state }) {
  const ways = {
    "signed-out": html`<a class="button" href=${page.login}>Log in</a>`,
  };
  return html`<div class="ended">
    <section class="panel engraved">
      <h1>That is all here</h1>
      <p>${state.text}</p>
      <p class="row">
        ${ways[state.code] ?? null}
        <a class="button quiet" href="/">To the home page</a>
      </p>
    </section>
  </div>`;
}
