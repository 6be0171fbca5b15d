/** The log in the server's sentences, newest at the bottom. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "../../html.js";
import { pure } from "../../pure.js";
import { game } from "../core/game.js";
import { log } from "../core/store.js";

/** @import { LogLine } from "../../messages.js" */
/** @import { Component, GameModule } from "../core/game_types.js" */

/** Lines that are drawn as one part: only the newest part changes with a frame. */
const PART = 40;

export function Log() {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const lines = log.value;
  useStickToBottom(list, lines.length);
  return html`<div class="log" ref=${list} tabindex="0" role="region" aria-label="Log">
    ${
      lines.length
        ? html`<ol class="log__lines">
          ${partsOf(lines).map(
            (part) => html`<${Part} key=${Math.floor(part[0].id / PART)} lines=${part}
              weigh=${game.value?.weigh} />`,
          )}
        </ol>`
        : html`<p class="soft">Nothing has happened yet.</p>`
    }
  </div>`;
}

/** @type {Component<{lines: LogLine[], weigh: GameModule["weigh"] | undefined}>} */
const Part = pure(({ lines, weigh }) =>
  lines.map(
    (line) => html`<li key=${line.id} data-weight=${weigh?.(line.event)}>${line.text}</li>`,
  ),
);

/**
 * Whole parts by the numbers of their lines, so that a part stays the same to its end.
 * @param {LogLine[]} lines
 */
function partsOf(lines) {
  return [...Map.groupBy(lines, (line) => Math.floor(line.id / PART)).values()];
}

/**
 * Keeps a list at its newest line, unless the reader scrolled up.
 * @param {{current: HTMLElement | null}} ref
 * @param {unknown} change
 */
export function useStickToBottom(ref, change) {
  const stuck = useRef(true);
  const last = useRef(0);
  // told between the layout of a frame and its paint: to scroll sooner would lay out the page twice
  const [sizes] = useState(
    () =>
      new ResizeObserver(() => {
        const element = ref.current;
        if (!element || !stuck.current) return;
        element.scrollTop = element.scrollHeight;
        last.current = element.scrollTop; // a reader may scroll up before this scroll is told
      }),
  );
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    // only the reader's own scrolling goes up: a line may come between our scrolling and its event
    const note = () => {
      const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 40;
      if (atEnd || element.scrollTop < last.current) stuck.current = atEnd;
      last.current = element.scrollTop;
    };
    element.addEventListener("scroll", note, { passive: true });
    // a list in a sheet has no height before the sheet is open
    sizes.observe(element);
    return () => {
      element.removeEventListener("scroll", note);
      sizes.disconnect();
    };
  }, []);
  useLayoutEffect(() => {
    const newest = ref.current?.lastElementChild;
    if (newest) sizes.observe(newest);
  }, [change]);
}
