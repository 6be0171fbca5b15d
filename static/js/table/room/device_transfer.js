/** A seat moves to another device: the link and the QR code that take it along, for how long they are good, and that they were used. */
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../../html.js";
import { page } from "../core/page_data.js";
import { acting } from "../core/store.js";
import { Copying } from "../ui/copy_field.js";
import { Sheet } from "../ui/sheets.js";

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
/** The link that this page made last: {link, qr, until}, `until` on this page's own clock; null where there is none that could be good. */
const made = signal(null);
const failed = signal("");
const busy = signal(false);

export function HandoverSheet() {
  const left = useSeconds();
  const gone = useGone();
  useEffect(() => {
    if (!good()) make();
  }, []);
  return html`<${Sheet} title="Play on another device" name="handover">
    <div class="stack">${gone ? html`<${Gone} />` : html`<${Here} left=${left} />`}</div>
  </${Sheet}>`;
}

function Gone() {
  return html`<p class="notice good" role="status">
    You play on the other device now. This one looks on.
  </p>`;
}

function Here({ left }) {
  return html`${
    busy.value
      ? html`<p role="status">Making a link</p>`
      : failed.value
        ? html`<p class="notice bad" role="alert">${failed.value}</p>`
        : left > 0
          ? html`<${Link} left=${left} />`
          : html`<p role="status">The link has run out, unused.</p>`
  }
    <button type="button" class="button quiet" aria-busy=${busy.value ? "true" : null}
      onClick=${() => busy.value || make()}>
      ${left > 0 ? "Another link instead of this one" : "Make a new link"}
    </button>`;
}

function Link({ left }) {
  return html`<div class="invite">
    <div class="invite__words stack tight">
      <p>
        Open this on the phone, tablet or computer you want to go on with: same seat, same cards.
      </p>
      <${Copying} id="handover-link" label="The link for the other device"
        text=${made.value.link} />
      <p>
        <b>Good once, for ${words(left)}.</b> Whoever opens it plays as you: show it to nobody else.
      </p>
    </div>
    <img class="invite__qr" src=${made.value.qr} width="180" height="180"
      alt="The link as a QR code" />
  </div>`;
}

const good = () => made.value !== null && performance.now() < made.value.until;

async function make() {
  failed.value = "";
  made.value = null;
  busy.value = true;
  try {
    const answer = await fetch(page.handover, {
      method: "POST",
      headers: { accept: "application/json" },
    });
    const told = await answer.json();
    if (answer.ok)
      made.value = { link: told.link, qr: told.qr, until: performance.now() + told.seconds * 1000 };
    else failed.value = told.error;
  } catch {
    failed.value = "The house did not answer. Try again.";
  } finally {
    busy.value = false;
  }
}

/** Seconds for which the link is still good, by the second. */
function useSeconds() {
  const [, tick] = useState(0);
  useEffect(() => {
    const beat = setInterval(() => tick((beats) => beats + 1), 1000);
    return () => clearInterval(beat);
  }, []);
  return made.value === null ? 0 : Math.max(0, (made.value.until - performance.now()) / 1000);
}

/** Whether this page ceased to act while the sheet was open: the other device has taken over, and the link is used. */
function useGone() {
  const began = useRef(acting.value);
  const gone = began.current && !acting.value;
  useEffect(() => {
    if (gone) made.value = null;
  }, [gone]);
  return gone;
}

function words(seconds) {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? "less than a minute" : `${NUMBERS[minutes] ?? minutes} minutes`;
}
