/** The notice of a slow table: that nobody has to be there, and until when it waits for whom. */
import { html } from "../../html.js";
import { frame, mySeat, room } from "../core/store.js";
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
    </span>
  </div>`;
}
