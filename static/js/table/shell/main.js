/** The start of a table page: opens the socket, renders the app and reacts to each new frame. */

import { effect } from "@preact/signals";
import { render } from "preact";
import { restoreChoice } from "../../cards/selection.js";
import { FORM, wholeMessage } from "../../fair/short_form.js";
import { warmUpWhenIdle } from "../../fair/warm_up.js";
import { html } from "../../html.js";
import { game, loadGame } from "../core/game.js";
import { page } from "../core/page_data.js";
import { prefs } from "../core/prefs.js";
import { wholeFrame } from "../core/short_frame.js";
import {
  acting,
  connection,
  frame,
  markConnected,
  mySeat,
  newEvents,
  questionKey,
  receiveMessage,
  room,
} from "../core/store.js";
import { connectCommands, receiveAnswer, sendQuietly, settleCommand } from "../net/commands.js";
import { TableSocket } from "../net/socket.js";
import { witness } from "../play/fairness.js";
import { byTapButton } from "../play/layout.js";
import { drawWhatIsOnItsWay } from "../play/on_the_way.js";
import { chosen } from "../portraits/portrait.js";
import { receiveReaction } from "../portraits/reactions.js";
import { dealAtOnce, watchWaitingTable } from "../room/play_now.js";
import { receivePoke } from "../room/pokes.js";
import { motionAllowed } from "../ui/motion.js";
import { showTurn } from "../ui/notify.js";
import { play, unlockOnFirstTouch } from "../ui/sound.js";
import { announceTable } from "./announcements.js";
import { App } from "./app.js";
import { listenToKeys } from "./keyboard.js";
import { reloadWhenFree, setAside } from "./other_build.js";

/** @import { ServerMessage } from "../../records.js" */

/** A screen says for this long why it shows its table no more. */
const SCREEN_SAYS_WHY_MS = 3000;
const address = new URL(page.socket, location.href);
address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
address.searchParams.set(FORM.name, FORM.value);

const socket = new TableSocket({
  url: address.href,
  person: page.you,
  onMessage: (sent) => {
    const message = sent.type === "frame" ? wholeFrame(sent) : sent;
    if (!setAside(message)) receive(message);
    reloadWhenFree();
  },
  onState: (state) => {
    if (state.phase === "open" && connection.peek().phase !== "silent") {
      markConnected();
      document.querySelector(".announced")?.remove(); // it comes again if it still stands
      witness.reconnected();
    }
    connection.value = state;
    if (page.screen && state.phase === "ended")
      setTimeout(() => location.assign("/screen"), SCREEN_SAYS_WHY_MS);
  },
});

/** @param {ServerMessage} message */
function receive(message) {
  switch (message.type) {
    case "done":
    case "refused":
      if (settleCommand(message) && message.type === "refused") play("no");
      return;
    case "composed":
    case "hint":
    case "explained":
      receiveAnswer(message);
      return;
    case "shuffle":
    case "dealt":
    case "cards-opened":
      witness.receive(wholeMessage(message));
      return;
    case "poked":
      receivePoke(message);
      return;
    case "reacted":
      receiveReaction(message);
      return;
    case "announced":
      import("./announced.js").then(
        ({ showAnnounced }) => showAnnounced(message),
        () => {}, // offline: it comes again with the next connection
      );
      return;
    case "bye":
      return; // the socket acts on it
    default:
      receiveMessage(message);
  }
}

/** Cards explain themselves to a pointer, a long press and the focus, from the first one on. */
for (const kind of ["pointerover", "focusin"])
  addEventListener(kind, (event) => {
    const target = /** @type {Element} */ (event.target);
    const card = /** @type {HTMLElement | null} */ (target.closest?.("[data-code]"));
    if (card)
      import("../parts/card_tip.js").then(
        ({ watch }) => watch(card, event),
        () => {}, // offline: the card goes unexplained
      );
  });

announceTable();
restoreChoice();
unlockOnFirstTouch();
if (page.screen)
  import("../ui/screen_sound.js").then(
    ({ offerSound }) => offerSound(),
    () => {}, // the table is shown all the same
  );
listenToKeys();
connectCommands(socket);
drawWhatIsOnItsWay();

effect(() => {
  chosen.value = new Map(room.value?.people.map((one) => [one.id, one.portrait ?? ""]));
});

effect(() => {
  const slug = room.value?.game ?? page.game;
  if (slug) loadGame(slug);
});

effect(() => {
  const lines = newEvents.value;
  const module = game.value;
  if (!lines.length || !module) return;
  const seat = frame.peek()?.seat ?? null;
  lines.forEach((line, i) => {
    const sound = module.soundOf(line.event, seat);
    if (sound) setTimeout(() => play(sound), i * 160);
  });
});

/** The pace of bots is said once on each connection, where it is not the usual one. */
let paceSaid = "brisk";
effect(() => {
  const { phase } = connection.value;
  if (phase !== "open") {
    if (phase !== "silent") paceSaid = "brisk";
    return;
  }
  const { pace } = prefs.value;
  if (page.lesson || !mySeat.value || !acting.value || pace === paceSaid) return;
  paceSaid = pace;
  sendQuietly("set-pace", { pace });
});

/** The button for those who have bots wait for a tap; it stays, and knows when it is of use. */
effect(() => {
  if (prefs.value.pace !== "tap" || page.lesson || byTapButton.peek()) return;
  import("../play/by_tap.js").then(
    ({ ByTap }) => (byTapButton.value = ByTap),
    () => sendQuietly("set-pace", { pace: "brisk" }), // offline: no bot waits for what is not there
  );
});

/** Cards that pass between two people; with less motion the seat's deed says it alone. */
effect(() => {
  const lines = newEvents.value;
  const [module, shown] = [game.peek(), frame.peek()];
  if (!module?.travelsOf || shown === null || !motionAllowed()) return;
  const travels = lines.flatMap(({ event }) => module.travelsOf?.(event, shown) ?? []);
  if (travels.length)
    import("../play/travel.js").then(
      ({ showTravels }) => showTravels(travels),
      () => {}, // offline: they are not seen to travel
    );
});

/** The stage of moments comes with the first match of a game that names some. */
const stop = effect(() => {
  if (!game.value?.moments || frame.value === null) return;
  queueMicrotask(() => stop());
  import("../moments/watch.js").then(
    ({ watchMoments }) => watchMoments(),
    () => {}, // offline: no moments
  );
});

/** Tips come with the first question; a lesson has its coach. */
const stopTips = effect(() => {
  if (page.lesson || !game.value?.tips || !prefs.value.tips || questionKey.value === null) return;
  queueMicrotask(() => stopTips());
  import("../parts/tip.js").then(
    ({ watchTips }) => watchTips(),
    () => {}, // offline: no tips
  );
});

effect(() => {
  const open = connection.value.phase === "open" || connection.value.phase === "silent";
  const shown = room.value;
  witness.update({
    frame: frame.value,
    acting: open && acting.value && shown !== null && shown.seat !== null,
    member: shown?.member ?? false,
    room: page.room,
    known: shown !== null && shown.matches > (shown.stage === "playing" ? 1 : 0),
    match: shown?.stage === "playing" ? shown.match : null,
    bots: (shown?.seats ?? [])
      .filter((seat) => seat.bot !== null && !seat.leaving)
      .map((seat) => seat.number),
    game: game.value,
  });
});

effect(() => {
  const yours = questionKey.value !== null;
  showTurn(yours, frame.peek()?.prompt_text ?? "");
  if (yours) play("turn");
});

/** The device stays awake and counts tables from the first match on. */
const stopDevice = effect(() => {
  if (room.value?.stage !== "playing" || page.screen) return;
  queueMicrotask(() => stopDevice());
  import("../ui/device.js").then(
    ({ watchMatches }) => watchMatches(),
    () => {}, // offline: the screen may sleep
  );
});

const place = /** @type {HTMLElement} */ (document.getElementById("table"));
place.replaceChildren();
render(html`<${App} />`, place);
socket.open();
dealAtOnce();
watchWaitingTable();
warmUpWhenIdle();
