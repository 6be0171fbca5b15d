/** The replay of a match: the same table as live, moved by hand through the recorded steps. */

import { render } from "preact";
import { html } from "../../html.js";
import { loadGame } from "../core/game.js";
import { page } from "../core/page_data.js";
import { chosen } from "../portraits/portrait.js";
import { findRegion } from "../ui/announce.js";
import { keepFocus } from "../ui/focus.js";
import { unlockOnFirstTouch } from "../ui/sound.js";
import { pressKey } from "./keys.js";
import { asked, current, goTo, readHash, requireCurrent, steps, viewer } from "./moment.js";
import { Replay } from "./replay.js";

addEventListener("keydown", pressKey);
addEventListener("hashchange", () => {
  const place = readHash();
  if (place.seat !== null) viewer.value = place.seat;
  goTo(place.step);
});

/** @type {import("../parts/card_tip.js").Explainer} */
const cards = {
  ask: (code) => steps.card(code, requireCurrent().index).catch(() => null),
  moment: () => current.value,
  fleeting: true,
};

/** As at a table, but nobody is asked: the cards say what they do. */
for (const kind of ["pointerover", "focusin"])
  addEventListener(kind, (event) => {
    const target = /** @type {Element} */ (event.target);
    const card = /** @type {HTMLElement | null} */ (target.closest?.("[data-code]"));
    if (!card) return;
    import("../parts/card_tip.js").then(({ explainBy, watch }) => {
      explainBy(cards);
      watch(card, event);
    });
  });

chosen.value = new Map(page.faces.map(({ id, portrait }) => [id, portrait]));
findRegion();
unlockOnFirstTouch();
keepFocus();
loadGame(page.game).then(() => goTo(asked.step));
if (location.hash.includes("step=")) document.getElementById("replay-head")?.scrollIntoView();
const place = /** @type {HTMLElement} */ (document.getElementById("replay"));
place.replaceChildren();
render(html`<${Replay} />`, place);
