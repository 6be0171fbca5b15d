/**
 * The live list of open tables: fetched every few seconds while the page is visible. Changes are
 * announced politely.
 */
const PACE = 5000;
const SLOWEST = 60000;
const CLOCKS = {
  off: "no clock",
  soft: "a clock that is shown, not enforced",
  relaxed: "a relaxed clock",
  brisk: "a brisk clock",
};

/**
 * @typedef {{id: string, game: string, title: string, host: string, people: number, bots: number,
 *   stage: string, since: number, waiting: string[], clock: string, open: boolean, watchable: boolean}} RoomCard
 */
class LiveTables {
  #section;
  #list;
  #filters;
  #blank;
  #cards = [];
  #said = null;
  #wait = PACE;
  #timer = 0;

  constructor(section) {
    this.#section = section;
    this.#list = section.querySelector("[data-tables-list]");
    this.#filters = section.querySelector("form");
    this.#blank = section.querySelector("[data-tables-card]").content.firstElementChild;
  }

  start() {
    this.#filters.hidden = false;
    this.#filters.addEventListener("change", () => this.#show());
    this.#filters.addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#look();
    });
    this.#look();
  }

  async #look() {
    clearTimeout(this.#timer);
    try {
      const answer = await fetch(this.#section.dataset.tables, {
        headers: { accept: "application/json" },
      });
      if (!answer.ok) throw new Error(String(answer.status));
      this.#cards = (await answer.json()).tables;
      this.#wait = PACE;
      this.#stale(false);
      this.#show();
    } catch {
      this.#wait = Math.min(this.#wait * 2, SLOWEST);
      this.#stale(true);
    }
    if (!document.hidden) this.#timer = setTimeout(() => this.#look(), this.#wait);
  }

  #stale(is) {
    this.#section.querySelector("[data-tables-stale]").hidden = !is;
  }

  #show() {
    const wish = new FormData(this.#filters);
    const shown = this.#cards.filter(
      (card) =>
        (!wish.get("game") || card.game === wish.get("game")) &&
        (!wish.has("open") || card.open) &&
        (!wish.has("watch") || card.watchable),
    );
    const before = new Map([...this.#list.children].map((item) => [item.dataset.room, item]));
    const items = shown.map((card) =>
      /**
       * @param {HTMLElement} item
       * @param {RoomCard} card
       */
      fill(before.get(card.id) ?? this.#blank.cloneNode(true), card),
    );
    if (
      items.length !== this.#list.children.length ||
      items.some((item, at) => item !== this.#list.children[at])
    )
      this.#list.replaceChildren(...items);
    this.#list.hidden = items.length === 0;
    this.#section.querySelector("[data-tables-none]").hidden = items.length > 0;
    this.#say(items.length === 1 ? "1 open table" : `${items.length} open tables`);
  }

  // Only changes are announced, not the list that came with the page.
  #say(words) {
    if (this.#said !== null && this.#said !== words)
      this.#section.querySelector("[data-tables-said]").textContent = words;
    this.#said = words;
  }
}

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
    const place = item.querySelector(`[data-fill="${name}"]`);
    if (place.textContent !== text) place.textContent = text;
  }
  for (const [way, is] of [
    ["sit", card.open],
    ["watch", card.watchable],
  ]) {
    const link = item.querySelector(`[data-way="${way}"]`);
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

const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;

const section = document.querySelector("[data-tables]");
if (section) new LiveTables(section).start();
