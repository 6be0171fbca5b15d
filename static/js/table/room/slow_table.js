/**
 * The notice of a slow table: that nobody has to be there, until when it waits for whom, and the
 * pass until the next trick.
 */
import { html } from "../../html.js";
import { acting, frame, mySeat, room } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { CommandButton } from "../ui/command_button.js";
import { Countdown, clockOf } from "../ui/countdown.js";

const until = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  hour: "numeric",
  minute: "2-digit",
});

export function Notice() {
  const [shown, seen] = [room.value, frame.value];
  if (shown?.stage !== "playing" || !seen || seen.outcome) return null;
  const mine = mySeat.value?.number;
  const yours = mine !== undefined && seen.prompt !== null;
  const asked = yours ? mine : seen.awaited[0];
  const clock = asked === undefined ? null : clockOf(seen, asked);
  const name = shown.seats.find((seat) => seat.number === asked)?.name ?? "Somebody";
  const who = yours
    ? "Your turn"
    : seen.awaited.length > 1
      ? "Others are on turn"
      : `${name} is on turn`;
  return html`<div class="notice">
    <span>
      <b>Slow table.</b>${" "}
      ${
        clock?.due
          ? html`${`${who} until ${until.format(clock.due)} (`}
            <${Countdown} clock=${clock} words />).${" "}`
          : null
      }
      ${mine === undefined || yours ? null : "You may leave. This table goes on without you here."}
      ${seen.trick_pass ? html`${" "}<b>You pass until the next trick.</b>` : null}
    </span>
    ${acting.value && !shown.replaced ? html`<${TrickPass} said=${seen.trick_pass} />` : null}
  </div>`;
}

/** @param {{said?: boolean}} props left out: there is no trick that one may pass */
function TrickPass({ said }) {
  if (said === undefined) return null;
  return said
    ? html`<${CommandButton} kind="quiet" act=${() => sendCommand("cancel-premove")}>
        Don’t pass
      </${CommandButton}>`
    : html`<${CommandButton} kind="quiet" act=${() => sendCommand("pass-trick")}>
        Pass until the next trick
      </${CommandButton}>`;
}
