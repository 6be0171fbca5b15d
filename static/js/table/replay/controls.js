/**
 * The buttons under a replay: step, play, jump, slide, speed, viewer, and a link to this moment.
 */
import { useState } from "preact/hooks";
import { html } from "../../html.js";
import { words as gameWords } from "../core/game.js";
import { Icon } from "../ui/icons.js";

/** @import { InputEvent } from "../ui/number_field.js" */

export const SPEEDS = [0.5, 1, 2, 4, 8];

/**
 * @typedef {object} ControlsProps
 * @property {number} index
 * @property {number} total
 * @property {string} words the chapter in words
 * @property {boolean} running
 * @property {number} speed steps a second
 * @property {Viewer} viewer
 * @property {string[]} names
 * @property {number[]} seats whose cards may be shown
 * @property {boolean} all all hands may be shown
 * @property {ReplayActs} acts
 */
/** @typedef {number | "all" | "public"} Viewer `number`: a seat */
/**
 * @typedef {object} ReplayActs
 * @property {(by: number) => unknown} step
 * @property {(index: number) => unknown} to
 * @property {(by: number) => unknown} part
 * @property {(by: number) => unknown} deal
 * @property {() => unknown} play
 * @property {(value: number) => unknown} speed
 * @property {(value: Viewer) => unknown} view
 * @property {() => string} report the address
 * @property {() => string} link the address of this moment
 */

/** @param {ControlsProps} props */
export function Controls({ index, total, words, running, speed, viewer, names, seats, all, acts }) {
  const [status, setStatus] = useState("");
  const { part } = gameWords.value;
  const copy = async () => {
    const link = acts.link();
    try {
      await navigator.clipboard.writeText(link);
      setStatus("Link copied.");
    } catch {
      setStatus("The link is in the address bar.");
    }
  };
  return html`<section class="controls" aria-label="Replay">
    <div class="controls__row">
      <${Button} icon="back" label="Previous hand" act=${() => acts.deal(-1)} />
      <${Button} icon="earlier" twice label=${`Previous ${part}`} act=${() => acts.part(-1)} />
      <${Button} icon="earlier" label="One step back" act=${() => acts.step(-1)} />
      <button type="button" class="controls__play" aria-label=${running ? "Pause" : "Play"}
        onClick=${acts.play}>
        <${Icon} name=${running ? "pause" : "play"} />
      </button>
      <${Button} icon="later" label="One step forward" act=${() => acts.step(1)} />
      <${Button} icon="later" twice label=${`Next ${part}`} act=${() => acts.part(1)} />
      <${Button} icon="forward" label="Next hand" act=${() => acts.deal(1)} />
    </div>
    <input class="slider" type="range" min="0" max=${Math.max(0, total - 1)} value=${index}
      aria-label="Step" aria-valuetext=${`step ${index + 1} of ${total}, ${words}`}
      onInput=${(/** @type {InputEvent} */ event) => acts.to(event.currentTarget.valueAsNumber)} />
    <p class="controls__words">
      <span>${words}</span>
      <span class="figures">${index + 1} of ${total}</span>
    </p>
    <div class="controls__row controls__row--wishes">
      <label class="controls__wish">
        See <select class="input" value=${String(viewer)}
          onChange=${(/** @type {InputEvent} */ { currentTarget }) =>
            acts.view(asViewer(currentTarget.value))}>
          <option value="public">what everybody saw</option>
          ${seats.map(
            (seat) => html`<option key=${seat} value=${String(seat)}>as ${names[seat]}</option>`,
          )}
          ${all ? html`<option value="all">all hands</option>` : null}
        </select>
      </label>
      <label class="controls__wish">
        Speed <select class="input" value=${String(speed)}
          onChange=${(/** @type {InputEvent} */ { currentTarget }) =>
            acts.speed(Number(currentTarget.value))}>
          ${SPEEDS.map(
            (value) => html`<option key=${value} value=${String(value)}>${value}×</option>`,
          )}
        </select>
      </label>
      <button type="button" class="button quiet" onClick=${copy}>
        <${Icon} name="copy" /> Copy link to this step
      </button>
      <a class="button plain" href=${acts.report()}>Report a problem</a>
    </div>
    <p class="said" role="status">${status}</p>
  </section>`;
}

/** @param {{icon: string, label: string, act: () => unknown, twice?: boolean}} props */
function Button({ icon, label, act, twice = false }) {
  return html`<button type="button" class="controls__button" aria-label=${label} title=${label}
    onClick=${act}>
    <${Icon} name=${icon} />
    ${twice ? html`<${Icon} name=${icon} />` : null}
  </button>`;
}

/**
 * The viewer of a choice or a link; "public" by default.
 * @param {string} value
 * @returns {Viewer}
 */
export const asViewer = (value) =>
  /^\d+$/.test(value) ? Number(value) : value === "all" ? "all" : "public";
