/** The header of every table page: home, the title, and buttons that open sheets. */
import { html } from "../../html.js";
import { page } from "../core/page_data.js";
import { prefs, setPref } from "../core/prefs.js";
import { isHost, room } from "../core/store.js";
import { isChecked } from "../play/fairness.js";
import { isDesktop } from "../play/layout.js";
import { unreadCount } from "../room/chat.js";
import { Icon } from "../ui/icons.js";
import { openSheet } from "../ui/sheets.js";

/**
 * A narrow screen has room for six tools; there the invitation is on the room page and in the menu.
 */
export function Header() {
  const sound = prefs.value.sound;
  const news = unreadCount();
  const shown = room.value;
  return html`<header class="top">
    <a class="top__home" href="/" aria-label="Pecking Order, home page">${mark}</a>
    ${
      shown?.stage === "gathering"
        ? html`<p class="top__title"><${Title} /></p>`
        : html`<h1 class="top__title"><${Title} /></h1>`
    }
    <nav class="top__tools" aria-label="Table">
      ${
        shown?.member && !page.lesson && isDesktop.value
          ? html`<${Tool} icon="invite" label="Invite" act=${() => openSheet("invite")} />`
          : null
      }
      ${
        shown
          ? html`<${Tool} icon="help" label="How to play" act=${() => openSheet("brief")} />`
          : null
      }
      ${
        isDesktop.value
          ? null
          : html`<${Tool} icon="ladder" label="Ladder" act=${() => openSheet("ladder")} />
            <${Tool} icon="log" label="Log" mark=${isChecked.value ? "seal" : null}
              act=${() => openSheet("log")} />`
      }
      <${Tool} icon="chat" label=${news ? `Chat, ${news} new` : "Chat"} badge=${news || null}
        act=${() =>
          isDesktop.value ? setPref("drawer", !prefs.value.drawer) : openSheet("chat")} />
      <${Tool} icon=${sound ? "sound" : "mute"} label="Sound" pressed=${sound}
        act=${() => setPref("sound", !sound)} />
      <${Tool} icon="menu" label=${isHost.value ? "Menu, you are the host" : "Menu"}
        act=${() => openSheet("menu")} />
    </nav>
  </header>`;
}

function Title() {
  const shown = room.value;
  return html`${shown?.title ?? "Pecking Order"}
    ${
      shown?.spectator_count
        ? html`<span class="top__soft"> · ${shown.spectator_count} watching</span>`
        : null
    }
    ${shown?.screens && !page.screen ? html`<span class="top__soft"> · on a screen</span>` : null}`;
}

/**
 * @param {{icon: string, label: string, act: () => unknown, badge?: number | null,
 *   pressed?: boolean, mark?: string | null}} props
 */
function Tool({ icon, label, act, badge, pressed, mark }) {
  return html`<button type="button" class="top__tool" onClick=${act} aria-label=${label}
    title=${label} aria-pressed=${pressed === undefined ? null : String(pressed)}>
    <${Icon} name=${icon} />
    ${mark ? html`<span class="top__badge top__seal"><${Icon} name=${mark} /></span>` : null}
    ${badge ? html`<span class="top__badge figures" aria-hidden="true">${badge}</span>` : null}
  </button>`;
}

const mark = html`<svg viewBox="0 0 32 32" width="32" height="32" fill="none" stroke="currentColor"
  stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
  <path d="M9 13v17M23 13v17M9 18.5h14M9 23.5h14" />
  <path d="M9 28.5h4.5M16.5 28.5h2M21.5 28.5H23" />
  <path fill="currentColor" d="M8.5 12.5L7 4.5l5 3.5 4-6 4 6 5-3.5-1.5 8z" />
</svg>`;
