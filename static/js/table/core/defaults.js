/** Views as the game wrote them: what has its usual value is left out on the way, and put back here. */
import { kept } from "./name.js";
import { page } from "./page_data.js";

export const wholeView = (game, view) => ({
  ...view,
  public: whole(game, "public", view.public),
  private: whole(game, "private", view.private),
});

/** Of a replay, where the own parts lie by seat. */
export const wholeStep = (game, step) => ({
  ...step,
  events: step.events.map((line) => ({ ...line, text: kept(line.text, page.names) })),
  public: whole(game, "public", step.public),
  private: Object.fromEntries(
    Object.entries(step.private).map(([seat, own]) => [seat, whole(game, "private", own)]),
  ),
});

/** A spectator has no own part. */
const whole = (game, name, part) => part && { ...page.usual[game][name], ...part };
