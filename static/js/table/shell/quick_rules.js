/**
 * The quick rules for newcomers: the short part of this table's rules, with the table's own cards.
 */
import { h, render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../../html.js";
import { addStyleSheet, game } from "../core/game.js";
import { page } from "../core/page_data.js";
import { Sheet } from "../ui/sheets.js";

export function QuickRulesSheet() {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [state, setState] = useState("coming");
  useEffect(() => {
    let closed = false;
    addStyleSheet("css/rules.css");
    fetchQuickRules().then((rules) => {
      if (closed) return;
      setState(rules ? "here" : "missing");
      if (rules) place.current?.replaceChildren(rules);
    });
    return () => (closed = true);
  }, []);
  const more = html`<a class="button quiet" href=${page.rules} target="_blank">
    All rules of this table
  </a>`;
  return html`<${Sheet} title="How to play" name="brief" foot=${more}>
    ${
      state === "here"
        ? null
        : html`<p class="soft" role="status">
          ${state === "coming" ? "Loading" : "The rules did not load. Read them on their own page."}
        </p>`
    }
    <div class="rules" ref=${place}></div>
  </${Sheet}>`;
}

/** The first section of the rules page; null where it did not come. */
async function fetchQuickRules() {
  const section = (await fetchDocument(page.rules))?.querySelector(".rules > section:not(.panel)");
  if (!section) return null;
  const steps = document.createElement("div");
  steps.append(...[...section.children].filter((child) => child.tagName !== "H2"));
  /** @type {NodeListOf<HTMLElement>} */
  const cards = steps.querySelectorAll(".pc[data-code]");
  for (const card of cards) draw(card);
  return steps;
}

/**
 * A page of this server as a document whose scripts do not run, so no markup is made from text.
 * Null where it did not come.
 * @param {string} address
 * @returns {Promise<Document | null>}
 */
function fetchDocument(address) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.onloadend = () => resolve(request.status === 200 ? request.response : null);
    request.send();
  });
}

/** @param {HTMLElement} card */
function draw(card) {
  if (!game.value?.Face) return;
  card.replaceChildren();
  render(h(game.value.Face, { code: card.dataset.code, small: true }), card);
}
