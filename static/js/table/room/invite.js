/**
 * The invitation: link, QR code and five letters, to show, copy and share. The host can renew both.
 */
import { html } from "../../html.js";
import { page } from "../core/page_data.js";
import { keepsRoom, requireRoom } from "../core/store.js";
import { sendCommand } from "../net/commands.js";
import { CommandButton } from "../ui/command_button.js";
import { CopyField } from "../ui/copy_field.js";
import { Icon } from "../ui/icons.js";
import { Sheet } from "../ui/sheets.js";

export const inviteLink = () => `${page.origins[0]}${page.invite}${requireRoom().secret}`;

export function InviteSheet() {
  return html`<${Sheet} title="Invite" name="invite"><${Invite} /></${Sheet}>`;
}

/** @param {{brief?: boolean}} props `brief`: what is rarely used stays folded */
export function Invite({ brief = false }) {
  const shown = requireRoom();
  if (!shown.secret) return html`<p>Only people at this table can invite.</p>`;
  const address = inviteLink();
  const share = () =>
    navigator
      .share({ title: shown.title, text: `Come and play ${shown.title}.`, url: address })
      .catch(() => {});
  const renew = keepsRoom.value ? html`<${Renew} />` : null;
  const code = html`<img class="invite__qr" src=${`${page.qr}?${shown.secret.slice(0, 6)}`}
    width="240" height="240" alt="The invite link as a QR code" />`;
  return html`<div class="invite" data-brief=${brief ? "" : null}>
    <div class="invite__words stack tight">
      <${CopyField} id="invite-link" label="Invite link (opens the table)" text=${address} />
      <${LinkReach} link=${address} />
      ${
        typeof navigator.share === "function"
          ? html`<button type="button" class="button wide" onClick=${share}>
            <${Icon} name="share" /> Share
          </button>`
          : null
      }
      <p class="invite__code">
        <span class="soft">
          Or open ${new URL(address).host} and type this code, which asks to be let in:
        </span> <b class="code-letters"
          aria-label=${`Code ${[...(shown.code ?? "")].join(" ")}`}>
          ${shown.code}
        </b>
      </p>
      ${
        brief
          ? html`<details class="invite__more" onToggle=${showCode}>
            <summary>QR code and new link</summary>
            ${code}${renew}
          </details>`
          : renew
      }
    </div>
    ${brief ? null : code}
  </div>`;
}

/** Brings the unfolded code into sight, which the bar would cover. @param {{currentTarget: any}} event */
const showCode = ({ currentTarget }) =>
  currentTarget.open && currentTarget.querySelector("img").scrollIntoView({ block: "center" });

function Renew() {
  return html`<div class="row">
    <${CommandButton} kind="plain" act=${() => sendCommand("renew-invite", { what: "link" })}>
      New link
    </${CommandButton}>
    <${CommandButton} kind="plain" act=${() => sendCommand("renew-invite", { what: "code" })}>
      New code
    </${CommandButton}>
  </div>`;
}

/**
 * The reach of a link, said where it does not have the address bar's own address.
 * @param {{link: string}} props
 */
export function LinkReach({ link }) {
  if (!page.linksWorkElsewhere)
    return html`<p class="notice brass">
      <span>This link works on this computer only. So that others can open it, stop the server and
        start it with <code>python3 run.py --friends</code>.</span>
    </p>`;
  const [likeliest, ...others] = page.origins;
  if (likeliest === location.origin) return null;
  return html`<p class="soft">Works on every device in your network.</p>
    ${
      others.length > 0 &&
      html`<details class="invite__more">
        <summary>Links for your other networks</summary>
        ${others.map(
          (origin) => html`<p class="invite__other">${link.replace(likeliest, origin)}</p>`,
        )}
      </details>`
    }`;
}
