/**
 * The options of earlier matches and the standard game, to play by again: for a host, between
 * matches.
 */
import { useState } from "preact/hooks";
import { html } from "../../html.js";
import { page } from "../core/page_data.js";
import { requireRoom } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { CommandButton } from "../ui/command_button.js";

/** @import { OptionSchema } from "../../messages.js" */
/** @import * as records from "../../records.js" */

/** @typedef {{game: string | null, rules: records.PreviousOptions[]}} Found */

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** @param {{properties: Record<string, OptionSchema>}} props */
export function PreviousOptions({ properties }) {
  const { game, options } = requireRoom();
  const [found, keep] = useState(/** @type {Found} */ ({ game: null, rules: [] }));
  /** @param {{currentTarget: HTMLDetailsElement}} event */
  const look = async (event) => {
    if (!event.currentTarget.open || found.game === game) return;
    const answer = await fetch(`${page.previousOptions}${game}`, {
      headers: { Accept: "application/json" },
    }).catch(() => null);
    keep({ game, rules: answer?.ok ? (await answer.json()).rules : [] });
  };
  const standard = Object.fromEntries(
    Object.entries(properties).map(([name, says]) => [name, says.default]),
  );
  const known = found.game === game ? found.rules : [];
  return html`<details class="more" onToggle=${look}>
    <summary>Saved rules</summary>
    <ul class="seats">
      ${known.map(
        (rules) =>
          html`<${OptionSet} key=${rules.at}
            words=${wordsOf(rules)}
            help=${`Changed: ${rules.changed.join(", ")}.`} set=${rules.options}
            now=${options} />`,
      )}
      <${OptionSet} words="Standard rules"
        help=${known.length ? null : "Your custom rules appear here next time."}
        set=${standard} now=${options} />
    </ul>
  </details>`;
}

/**
 * The day and the people of earlier options.
 * @param {records.PreviousOptions} rules
 */
const wordsOf = ({ at, people }) =>
  `${day.format(at)}${people.length ? `, with ${people.join(", ")}` : ""}`;

/**
 * @param {{words: string, help: string | null, set: Record<string, unknown>,
 *   now: Record<string, unknown>}} props
 */
function OptionSet({ words, help, set, now }) {
  const same = Object.entries(set).every(
    ([name, value]) => value === undefined || JSON.stringify(value) === JSON.stringify(now[name]),
  );
  return html`<li class="seat-line">
    <div class="seat-line__name">${words}${help ? html`<p class="soft">${help}</p>` : null}</div>
    <${CommandButton} kind="quiet" disabled=${same}
      act=${() => sendCommand("set-options", { options: set })}>
      ${same ? "✓ In use" : "Use these"}
      <span class="unseen"> rules: ${words}</span>
    </${CommandButton}>
  </li>`;
}
