/** The button for the next move of a bot, where one plays alone and has bots wait for a tap. */
import { useEffect, useState } from "preact/hooks";
import { html } from "../../html.js";
import { prefs } from "../core/prefs.js";
import { room } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { announce } from "../ui/announce.js";
import { CommandButton } from "../ui/command_button.js";
import { awaitedBot, isByTap } from "./awaited_bot.js";

/** @import { Frame } from "../../messages.js" */

/** @param {{frame: Frame}} props */
export function ByTap({ frame }) {
  const shown = room.value;
  const [tapped, tap] = useState(-1);
  const byTap = isByTap(prefs.value.pace, frame, shown);
  const bot = byTap && shown ? awaitedBot(frame, shown) : null;
  const name = bot?.name ?? null;
  useEffect(() => {
    if (name !== null) announce(`Next: ${name}.`);
  }, [name, frame.n]);
  if (!byTap) return null;
  const next = () => {
    tap(frame.n);
    return sendCommand("next-move");
  };
  // it stays while bots move, so that the focus does
  return html`<p class="by-tap">
    <${CommandButton} kind="quiet" aria-keyshortcuts="." disabled=${name === null || tapped === frame.n}
      act=${next}>
      ${name === null ? "Next move" : `Next move: ${name}`}
    </${CommandButton}>
  </p>`;
}
