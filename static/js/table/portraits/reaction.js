/** The eight reactions as drawings, and the one over a portrait. */
import { signal } from "@preact/signals";
import { html } from "../../html.js";

const HEAD = "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z";

/**
 * Line drawings, 24 by 24, by the names that the server knows.
 * @type {Record<string, string>}
 */
export const DRAWINGS = {
  bravo: "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z",
  laugh: `${HEAD}M7.5 10l1.5-1.5 1.5 1.5M13.5 10L15 8.5l1.5 1.5M7.5 13.5h9a4.5 4.5 0 0 1-9 0z`,
  gasp: `${HEAD}M9 9.5v.1M15 9.5v.1M12 17a2 2 0 1 0 0-4 2 2 0 0 0 0 4z`,
  ouch: `${HEAD}M7.5 8.5l3 2.5M10.5 8.5l-3 2.5M13.5 8.5l3 2.5M16.5 8.5l-3 2.5M8 16l2-2 2 2 2-2 2 2`,
  doubt: `${HEAD}M7.5 9.5h3M13.5 8l3-1.5M15 10v.1M8.5 16l6.5-1.5`,
  bow: "M4 17h16M7 17l.8-10h8.4L17 17M7.3 13.5h9.4",
  sorry: `${HEAD}M9 9.5v.1M15 9.5v.1M8.5 16.5a4 4 0 0 1 7 0M16.5 12.5c1.2 1.6 1 2.6 0 2.6s-1.2-1 0-2.6`,
  thanks:
    "M12 20C6 15.5 3.5 12.5 3.5 9A4.2 4.2 0 0 1 12 7.5 4.2 4.2 0 0 1 20.5 9c0 3.5-2.5 6.5-8.5 11z",
};

/** The reactions that are shown now, by person. @type {import("@preact/signals").Signal<Map<string, string>>} */
export const shown = signal(new Map());

/** @param {{name: string}} props */
export const Drawing = ({
  name,
}) => html`<svg viewBox="0 0 24 24" width="24" height="24" fill="none"
  stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"
  aria-hidden="true"><path d=${DRAWINGS[name]} /></svg>`;

/**
 * The reaction over the portrait of one person.
 * @param {{id: string}} props
 */
export function Reaction({ id }) {
  const name = shown.value.get(id);
  return name
    ? html`<span class="face__reaction" data-reaction=${name}><${Drawing} name=${name} /></span>`
    : null;
}
