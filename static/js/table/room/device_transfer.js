/**
 * The device transfer: a link and QR code that take the seat to another device, how long they are
 * valid, and that they were used.
 */
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../../html.js";
import { page } from "../core/page_data.js";
import { acting } from "../core/store.js";
import { CopyField } from "../ui/copy_field.js";
import { Sheet } from "../ui/sheets.js";
import { LinkReach } from "./invite.js";

/** @import { Signal } from "@preact/signals" */

const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
];
/**
 * The newest link, `until` on this page's own clock; null where none can be valid.
 * @type {import("@preact/signals").Signal<{link: string, qr: string, until: number} | null>}
 */
const transferLink = signal(null);
const failure = signal("");
const pending = signal(false);

export function DeviceTransferSheet() {
  const left = useSecondsLeft();
  const gone = useTransferred();
  useEffect(() => {
    if (!isValid()) requestLink();
  }, []);
  return html`<${Sheet} title="Play on another device" name="device-transfer">
    <div class="stack">
      ${gone ? html`<${Transferred} />` : html`<${LinkState} left=${left} />`}
    </div>
  </${Sheet}>`;
}

function Transferred() {
  return html`<p class="notice good" role="status">
    You’re now playing on the other device. This one is watching.
  </p>`;
}

/** @param {{left: number}} props */
function LinkState({ left }) {
  return html`${
    pending.value
      ? html`<p role="status">Making a link</p>`
      : failure.value
        ? html`<p class="notice bad" role="alert">${failure.value}</p>`
        : left > 0
          ? html`<${Link} left=${left} />`
          : html`<p role="status">This link has expired.</p>`
  }
    <button type="button" class="button quiet" aria-busy=${pending.value ? "true" : null}
      onClick=${() => pending.value || requestLink()}>
      ${left > 0 ? "Make another link" : "Make a new link"}
    </button>`;
}

/** @param {{left: number}} props */
function Link({ left }) {
  const made = transferLink.value;
  if (made === null) return null;
  return html`<div class="invite">
    <div class="invite__words stack tight">
      <p>
        Open this on your other phone, tablet or computer. You keep your seat and cards.
      </p>
      <${CopyField} id="device-transfer-link" label="Link for the other device" text=${made.link} />
      <${LinkReach} link=${made.link} />
      <p>
        <b>
          Works once, for ${duration(left)}.
        </b> Anyone who opens it plays as you, so don’t share it.
      </p>
    </div>
    <img class="invite__qr" src=${made.qr} width="240" height="240" alt="The link as a QR code" />
  </div>`;
}

const isValid = () => performance.now() < (transferLink.value?.until ?? -Infinity);

async function requestLink() {
  failure.value = "";
  transferLink.value = null;
  pending.value = true;
  try {
    const answer = await fetch(page.deviceLink, {
      method: "POST",
      headers: { accept: "application/json" },
    });
    const body = await answer.json();
    if (answer.ok)
      transferLink.value = {
        link: body.link,
        qr: body.qr,
        until: performance.now() + body.seconds * 1000,
      };
    else failure.value = body.error;
  } catch {
    failure.value = "The server did not answer. Try again.";
  } finally {
    pending.value = false;
  }
}

/** Seconds for which the link is still valid, updated every second. */
function useSecondsLeft() {
  const [, tick] = useState(0);
  useEffect(() => {
    const beat = setInterval(() => tick((beats) => beats + 1), 1000);
    return () => clearInterval(beat);
  }, []);
  return transferLink.value === null
    ? 0
    : Math.max(0, (transferLink.value.until - performance.now()) / 1000);
}

/** True if this page stopped acting while the sheet was open: the other device has taken over. */
function useTransferred() {
  const began = useRef(acting.value);
  const gone = began.current && !acting.value;
  useEffect(() => {
    if (gone) transferLink.value = null;
  }, [gone]);
  return gone;
}

/** @param {number} seconds */
function duration(seconds) {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? "less than a minute" : `${NUMBERS[minutes] ?? minutes} minutes`;
}
