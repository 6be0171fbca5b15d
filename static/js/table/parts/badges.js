/** The badges of a seat: team, role, dots and marks as one button that explains them. */
import { html } from "../../html.js";

/** @import { Badge } from "../core/game_types.js" */

const TIP_WIDTH = 248;
const TIP_HEIGHT = 180;

/** @param {{badges: Badge[] | undefined, seat: number, name: string}} props */
export function Badges({ badges, seat, name }) {
  if (!badges?.length) return null;
  const tip = `seat-tip-${seat}`;
  return html`<span class="badges">
    <button type="button" class="badges__face" popovertarget=${tip}>
      <span class="unseen">${`${name}: ${badges.map(({ text }) => text).join(", ")}`}</span>
      ${badges.map((badge, i) => html`<${Mark} key=${i} badge=${badge} />`)}
    </button>
    <span class="tip" id=${tip} popover="auto" role="note" onBeforeToggle=${placeTip}>
      <b class="tip__name">${name}</b>
      ${badges.map(
        (badge, i) => html`<span key=${i} class="tip__line">
          <${Mark} badge=${badge} /> ${badge.text}
        </span>`,
      )}
    </span>
  </span>`;
}

/** @param {{badge: Badge}} props */
function Mark({ badge: { mark, tone, kind = "mark", dots, of, text } }) {
  if (dots !== undefined)
    return html`<span class="badge badge--dots" aria-hidden="true" title=${text}>
      ${Array.from(
        { length: of ?? dots },
        (_, i) => html`<span key=${i} class="badge__dot" data-lit=${i < dots ? "" : null}></span>`,
      )}
    </span>`;
  return html`<span class="badge" data-kind=${kind} data-tone=${tone ?? "plain"} aria-hidden="true"
    title=${text}>${mark}</span>`;
}

/**
 * Puts the tip beside its button, within the screen.
 * @param {ToggleEvent & {currentTarget: HTMLElement}} event
 */
function placeTip(event) {
  if (event.newState !== "open") return;
  const tip = event.currentTarget;
  const box = /** @type {HTMLElement} */ (tip.parentElement).getBoundingClientRect();
  const above = box.bottom + TIP_HEIGHT > innerHeight;
  tip.style.left = `${Math.max(8, Math.min(box.left, innerWidth - TIP_WIDTH - 8))}px`;
  tip.style.top = above ? "auto" : `${box.bottom + 4}px`;
  tip.style.bottom = above ? `${innerHeight - box.top + 4}px` : "auto";
}
