/**
 * The bar after a match: "Again" for everybody with a seat, who has said it, and the count to the
 * next match. The server begins it; see app/table/room/start.py.
 */
import { useEffect, useState } from "preact/hooks";
import { html } from "../../html.js";
import { game } from "../core/game.js";
import { capital, listed } from "../core/name.js";
import { clockOffset, isHost, mySeat, refusal, requireRoom } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { Face } from "../portraits/portrait.js";
import { CommandButton } from "../ui/command_button.js";

/** @import { RoomShown, SeatShown } from "../../records.js" */

/** The server says so of those who have not said it; the bar has its own words for that. */
const NOT_READY = /^Not ready yet/;

export function AgainBar() {
  const shown = requireRoom();
  const seat = mySeat.value;
  const counting = shown.again_due !== null;
  const said = shown.seats.filter((one) => one.person !== null && one.ready);
  const label = seat?.ready ? (counting ? "Stop" : "✓ Again") : "Again";
  return html`<section class="bar bar--start bar--again" aria-label="Start">
    <div class="bar__words">
      ${
        said.length
          ? html`<span class="again__faces" aria-hidden="true">
            ${said.map((one) => html`<${Face} key=${one.person} id=${one.person} place=${null} />`)}
          </span>`
          : null
      }
      <p class="bar__ask" role="status">${wordsOf(shown, said)}</p>
      ${counting ? html`<${Count} due=${shown.again_due} />` : null}
    </div>
    <p class="bar__refusal" role="status">${refusal.value?.text ?? ""}</p>
    <div class="bar__buttons">
      ${
        seat
          ? html`<${CommandButton} kind="quiet" act=${() => sendCommand("stand")}>
              Leave seat
            </${CommandButton}>
            <${CommandButton} kind=${seat.ready ? "quiet again" : "again"}
              aria-pressed=${String(seat.ready)}
              act=${() => sendCommand("ready", { ready: !seat.ready })}>
              ${label}
            </${CommandButton}>`
          : null
      }
    </div>
    ${
      isHost.value && game.value?.ranked !== false
        ? html`<${CommandButton} kind="plain bar__more" disabled=${shown.config_problem !== null}
          act=${() => sendCommand("start", { keep_ranks: false })}>
          Start with new ranks instead
        </${CommandButton}>`
        : null
    }
  </section>`;
}

/**
 * @param {RoomShown} shown
 * @param {SeatShown[]} said
 */
function wordsOf({ again_due, config_problem, seats, you }, said) {
  if (again_due !== null)
    return "The next match begins, with a bot for whoever left. Anybody with a seat may stop it.";
  if (config_problem !== null && !NOT_READY.test(config_problem)) return config_problem;
  const name = (/** @type {SeatShown} */ one) => (one.person === you ? "you" : one.name);
  const people = seats.filter((one) => one.person !== null);
  const open = people.filter((one) => !one.ready && one.presence !== "gone");
  if (!said.length)
    return people.length > 1
      ? "The next match begins as soon as everybody has said “Again”."
      : "Another match?";
  if (!open.length) return "Everybody wants another match.";
  return `${capital(listed(said.map(name)))} ${said.length === 1 && said[0]?.person !== you ? "wants" : "want"} another match. Waiting for ${listed(open.map(name))}.`;
}

/** @param {{due: number}} props milliseconds since 1970, by the server's clock */
function Count({ due }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 250);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.ceil((due - Date.now() - clockOffset.value) / 1000));
  return html`<span class="again__count figures" role="timer" aria-live="off">${left}</span>`;
}
