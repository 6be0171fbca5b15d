/** Starts the table: page data in, socket open, one tree of components, and what follows from each new frame. */

import { effect } from "@preact/signals";
import { render } from "preact";
import { restoreChoice } from "../../cards/selection.js";
import { html } from "../../html.js";
import { game, useGame } from "../core/game.js";
import { page } from "../core/page_data.js";
import { prefs } from "../core/prefs.js";
import { acting, connected, frame, fresh, link, receive, room } from "../core/store.js";
import { answered, connectCommands } from "../net/commands.js";
import { TableSocket } from "../net/socket.js";
import { witness } from "../play/fairness.js";
import { bePoked } from "../room/pokes.js";
import { announceEvents, announceTurn, findRegions } from "../ui/announce.js";
import { showTurn } from "../ui/notify.js";
import { play, unlockOnFirstTouch } from "../ui/sound.js";
import { App } from "./app.js";
import { listenToKeys } from "./keyboard.js";

const address = new URL(page.socket, location.href);
address.protocol = location.protocol === "https:" ? "wss:" : "ws:";

const socket = new TableSocket({
  url: address.href,
  notice: (notice) => {
    switch (notice.type) {
      case "done":
      case "refused":
        if (answered(notice) && notice.type === "refused") play("no");
        return;
      case "shuffle":
      case "dealt":
        witness.hear(notice);
        return;
      case "poked":
        bePoked(notice);
        return;
      case "bye":
        return; // the socket acts on it
      default:
        receive(notice);
    }
  },
  state: (state) => {
    if (state.phase === "open") {
      connected();
      witness.again();
    }
    link.value = state;
  },
});

findRegions();
restoreChoice();
unlockOnFirstTouch();
listenToKeys();
connectCommands(socket);

effect(() => {
  const slug = room.value?.game ?? page.game;
  if (slug) useGame(slug);
});

effect(() => {
  const told = fresh.value;
  if (!told.length || !game.value) return;
  const seat = frame.peek()?.seat ?? null;
  announceEvents(told, prefs.peek().verbosity, game.value.weigh);
  told.forEach((line, i) => {
    const sound = game.value.soundOf(line.event, seat);
    if (sound) setTimeout(() => play(sound), i * 160);
  });
});

effect(() => {
  const [open, shown] = [link.value.phase === "open", room.value];
  witness.look({
    frame: frame.value,
    acting: open && acting.value && shown !== null && shown.seat !== null,
    member: shown?.member ?? false,
    reading: game.value,
  });
});

let asked = null;
effect(() => {
  const now = frame.value;
  const key =
    now?.prompt && !now.paused && now.outcome === null ? `${now.match}:${now.prompt.key}` : null;
  if (key === asked) return;
  asked = key;
  showTurn(key !== null, now?.ask ?? "");
  if (key === null) return;
  announceTurn(`Your turn. ${now.ask}`);
  play("turn");
});

const place = document.getElementById("table");
place.replaceChildren();
render(html`<${App} />`, place);
socket.open();
