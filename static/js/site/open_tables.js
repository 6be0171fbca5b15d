/**
 * The live list of open tables: fetched every few seconds while the page is visible. Changes are
 * announced politely.
 */
const PACE = 5000;
const SLOWEST = 60000;
/** @type {Record<string, string>} */
const CLOCKS = {
  off: "no clock",
  soft: "a clock that is shown, not enforced",
  relaxed: "a relaxed clock",
  brisk: "a brisk clock",
  hours: "a few hours for a decision",
  day: "a day for a decision",
  days: "three days for a decision",
};

/** @import { RoomCard } from "../records.js" */

/**
 * A part that the page always has.
 * @param {ParentNode} place
 * @param {string} selector
 */
const part = (place, selector) => /** @type {HTMLElement} */ (place.querySelector(selector));

class LiveTables {
  #section;
  #list;
  #filters;
  #blank;
  /** @type {string | null} */
  #said = null;
  #wait = PACE;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} section */
  constructor(section) {
    this.#section = section;
    this.#list = part(section, "[data-tables-list]");
    this.#filters = /** @type {HTMLFormElement} */ (part(section, "form"));
    const card = /** @type {HTMLTemplateElement} */ (part(section, "[data-tables-card]"));
    this.#blank = /** @type {HTMLElement} */ (card.content.firstElementChild);
  }

  start() {
    this.#filters.hidden = false;
    this.#filters.addEventListener("change", () => this.#look());
    this.#filters.addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#look();
    });
    this.#look();
  }

  async #look() {
    clearTimeout(this.#timer);
    const wish = this.#wish();
    try {
      const answer = await fetch(`${this.#section.dataset.tables}?${wish}`, {
        headers: { accept: "application/json" },
      });
      if (!answer.ok) throw new Error(String(answer.status));
      const cards = (await answer.json()).tables;
      if (wish !== this.#wish()) return; // the look for the newer wish is on its way
      this.#wait = PACE;
      this.#stale(false);
      this.#show(cards);
    } catch {
      this.#wait = Math.min(this.#wait * 2, SLOWEST);
      this.#stale(true);
    }
    if (!document.hidden) this.#timer = setTimeout(() => this.#look(), this.#wait);
  }

  /** The filters as the server takes them: it shows a hundred tables, so it must choose them. */
  #wish() {
    const wish = new FormData(this.#filters);
    const asked = new URLSearchParams();
    if (wish.get("game")) asked.set("game", String(wish.get("game")));
    for (const way of ["open", "watch"]) if (wish.has(way)) asked.set(way, "true");
    return String(asked);
  }

  /** @param {boolean} is */
  #stale(is) {
    part(this.#section, "[data-tables-stale]").hidden = !is;
  }

  /** @param {RoomCard[]} shown */
  #show(shown) {
    const known = /** @type {HTMLElement[]} */ ([...this.#list.children]);
    const before = new Map(known.map((item) => [item.dataset.room, item]));
    const blank = () => /** @type {HTMLElement} */ (this.#blank.cloneNode(true));
    const items = shown.map((card) => fill(before.get(card.id) ?? blank(), card));
    if (
      items.length !== this.#list.children.length ||
      items.some((item, at) => item !== this.#list.children[at])
    )
      this.#list.replaceChildren(...items);
    this.#list.hidden = items.length === 0;
    part(this.#section, "[data-tables-none]").hidden = items.length > 0;
    this.#say(items.length === 1 ? "1 open table" : `${items.length} open tables`);
  }

  /**
   * Announces changes only, not the list that came with the page.
   * @param {string} words
   */
  #say(words) {
    if (this.#said !== null && this.#said !== words)
      part(this.#section, "[data-tables-said]").textContent = words;
    this.#said = words;
  }
}

/**
 * @param {HTMLElement} item
 * @param {RoomCard} card
 */
function fill(item, card) {
  item.dataset.room = card.id;
  const bots = card.bots ? `, ${count(card.bots, "bot", "bots")}` : "";
  const words = {
    title: card.title,
    host: card.host,
    company: count(card.people, "person", "people") + bots,
    stage: stageOf(card),
    clock: CLOCKS[card.clock] ?? card.clock,
  };
  for (const [name, text] of Object.entries(words)) {
    const place = part(item, `[data-fill="${name}"]`);
    if (place.textContent !== text) place.textContent = text;
  }
  for (const [way, is] of Object.entries({ sit: card.open, watch: card.watchable })) {
    const link = /** @type {HTMLAnchorElement} */ (part(item, `[data-way="${way}"]`));
    link.href = `/table/${card.id}`;
    link.hidden = !is;
  }
  return item;
}

/** @param {RoomCard} card */
function stageOf({ stage, since, waiting }) {
  if (!waiting.length) return stage === "playing" ? "playing" : "waiting for players";
  const minutes = Math.floor((Date.now() - since) / 60000);
  const time = minutes > 0 ? ` (${minutes} min)` : "";
  return `${waiting.join(", ")} ${waiting.length === 1 ? "is" : "are"} waiting${time}`;
}

/**
 * @param {number} n
 * @param {string} one
 * @param {string} many
 */
const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;

/** @type {HTMLElement | null} */
const section = document.querySelector("[data-tables]");
if (section) new LiveTables(section).start();
