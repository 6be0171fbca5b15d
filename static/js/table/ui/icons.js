/** Line icons, 24 by 24, in the colour of the text round them. */
import { html } from "../../html.js";

/** @type {Record<string, string>} */
const PATHS = {
  bot: "M5 9h14v10H5zM12 5v4M9 13v2M15 13v2M12 5a1 1 0 1 0 0-2 1 1 0 0 0 0 2z",
  crown: "M4 18h16M4 15.5L3 7l5 4 4-6 4 6 5-4-1 8.5z",
  patch: "M6 6h12v12H6zM9 4v4M15 4v4M9 16v4M15 16v4M4 9h4M4 15h4M16 9h4M16 15h4",
  point: "M8 5l9 7-9 7z",
  dash: "M6 12h12",
  hush: "M6 6l12 12M18 6L6 18",
  flag: "M6 21V4h11l-2 4 2 4H6",
  check: "M4.5 12.5l5 5 10-11",
  gift: "M4 10h16v10H4zM12 10v10M4 14h16M12 10C8 10 7 5 9.5 5S12 10 12 10s0-5 2.5-5S16 10 12 10z",
  away: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v6M12 16.5v.5",
  chat: "M4 5h16v11H10l-4 4v-4H4z",
  log: "M6 4h12v16H6zM9 8h6M9 12h6M9 16h4",
  sound: "M4 9h4l5-4v14l-5-4H4zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  mute: "M4 9h4l5-4v14l-5-4H4zM16 9.5l5 5M21 9.5l-5 5",
  menu: "M5 12h.01M12 12h.01M19 12h.01",
  invite: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c.4-4 2.6-6 6-6s5.6 2 6 6M19 6v6M16 9h6",
  help: `M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z
    M9.3 9.6a2.7 2.7 0 1 1 4 2.3c-.9.5-1.3 1-1.3 2M12 16.9v.1`,
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z",
  cross: "M6 6l12 12M18 6L6 18",
  sort: "M5 7h12M5 12h8M5 17h4M19 8v9M16 14l3 3 3-3",
  pause: "M9 5v14M15 5v14",
  play: "M8 5l11 7-11 7z",
  back: "M16 5L7 12l9 7M5 5v14",
  forward: "M8 5l9 7-9 7M19 5v14",
  earlier: "M15 5l-8 7 8 7",
  later: "M9 5l8 7-8 7",
  copy: "M9 9h10v11H9zM5 15V4h10",
  share: "M12 15V4M8 7.5L12 4l4 3.5M5 12v8h14v-8",
  ladder: "M8 3v18M16 3v18M8 7h8M8 12h8M8 17h8",
  seal: "M12 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM9.5 9l2 2 3-4M8 14l-1 7 5-2.5 5 2.5-1-7",
  "seal-gap": "M12 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM9.5 9h5M8 14l-1 7 5-2.5 5 2.5-1-7",
  "seal-fault": `M12 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM10 7l4 4M14 7l-4 4
    M8 14l-1 7 5-2.5 5 2.5-1-7`,
  last: "M7 8h10v12H7zM10 8V4h10v12h-3",
  "zoom-in":
    "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20M7.5 10.5h6M10.5 7.5v6",
  "zoom-out": "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20M7.5 10.5h6",
  eye: `M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z
    M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z`,
};

/** @param {{name: string, label?: string | null}} props */
export function Icon({ name, label = null }) {
  const path = PATHS[name];
  if (!path) throw new Error(`no such icon: ${name}`);
  return html`<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor"
    stroke-width=${name === "menu" ? 3 : 1.8} stroke-linecap="round" stroke-linejoin="round"
    role=${label ? "img" : null} aria-label=${label} aria-hidden=${label ? null : "true"}>
    <path d=${path} />
  </svg>`;
}
