/**
 * The text of the next announcement: what happened, then the question, with nothing said twice and
 * a cap on what waits. Touches no page.
 */

/** @import { Frame, GameEvent } from "../../messages.js" */
/** @import { EventLine } from "../../records.js" */

/** The most events in one announcement; the log has the others. */
export const MOST_NEWS = 8;
/** The most offers that are told one by one. */
const MOST_OFFERS = 3;
/** @type {Record<string, number>} */
const LEVELS = { turns: 1, plays: 2, all: 3 };

/**
 * @typedef {object} News
 * @property {string} text
 * @property {number} weight 1 always, 2 plays, 3 every detail
 * @property {GameEvent} [event] none: news that is no event of the game
 */
/**
 * @typedef {object} Question
 * @property {string} text
 * @property {(event: GameEvent) => boolean} isRestated true: the question says that event again
 */

/**
 * The news that the verbosity lets through.
 * @param {EventLine[]} lines
 * @param {string} verbosity
 * @param {(event: GameEvent) => number} weigh 1 always, 2 plays, 3 every detail
 * @returns {News[]}
 */
export function newsOf(lines, verbosity, weigh) {
  const limit = LEVELS[verbosity];
  if (limit === undefined) throw new Error(`no such verbosity: ${verbosity}`);
  return lines
    .map(({ text, event }) => ({ text, event, weight: weigh(event) }))
    .filter(({ weight }) => weight <= limit);
}

/**
 * All that a frame opens other than its question: offers, further questions and spans of time.
 * @param {Frame} frame
 * @param {Set<string>} known the keys that were told, to which the new ones are added
 * @param {(key: string) => string | null | undefined} spanText what a span is for; null: say nothing
 * @returns {string[]}
 */
export function openingsOf(frame, known, spanText) {
  /** @param {string} key */
  const isNew = (key) => !known.has(`${frame.match}:${key}`) && known.add(`${frame.match}:${key}`);
  const opens = (frame.more ?? []).filter(({ prompt }) => isNew(prompt.key));
  const offers = opens.filter(({ prompt }) => prompt.offer).map(({ text }) => text);
  const questions = opens.filter(({ prompt }) => !prompt.offer).map(({ text }) => text);
  const spans = (frame.spans ?? [])
    .filter(({ key }) => isNew(key))
    .map(({ key, due }) => {
      const text = spanText(key);
      if (!text) return "";
      const left =
        due === null ? "" : `: ${Math.max(0, Math.round((due - frame.now) / 1000))} seconds`;
      return `${text}${left}.`;
    });
  return [
    ...spans.filter(Boolean),
    ...questions.map((text) => `Also asked: ${text}`),
    ...(offers.length ? [offersText(offers)] : []),
  ];
}

/** @param {string[]} offers */
function offersText(offers) {
  const more = offers.length - MOST_OFFERS;
  const told = offers.slice(0, MOST_OFFERS).join(" ");
  return `You may: ${told}${more > 0 ? ` And ${more} more.` : ""}`;
}

/** The news that wait to be said. */
export class Announcement {
  /** @type {News[]} */
  #news = [];
  #leftOut = 0;
  /** @type {string[]} */
  #texts = [];
  /** @type {Question | null} */
  #question = null;

  /**
   * Adds events. Over the cap the least important go first, and the oldest of these.
   * @param {News[]} news
   */
  addNews(news) {
    this.#news.push(...news);
    while (this.#news.length > MOST_NEWS) {
      const weights = this.#news.map((one) => one.weight);
      this.#news.splice(weights.indexOf(Math.max(...weights)), 1);
      this.#leftOut += 1;
    }
  }

  /**
   * Adds a text that was asked for; it comes after the events.
   * @param {string} text
   */
  addText(text) {
    if (!this.#texts.includes(text)) this.#texts.push(text);
  }

  /**
   * Puts the question at the end, in place of an earlier one; null: nothing is asked.
   * @param {Question | null} question
   */
  ask(question) {
    this.#question = question;
  }

  get asks() {
    return this.#question !== null;
  }

  get isEmpty() {
    return !this.#news.length && !this.#texts.length && !this.asks;
  }

  /** The text to say; nothing waits after that. */
  take() {
    const question = this.#question;
    const news = this.#news
      .filter(({ event }) => !(event && question?.isRestated(event)))
      .filter(({ text }) => !question?.text.includes(text))
      .map(({ text }) => text);
    const parts = [leftOutText(this.#leftOut), ...news, ...this.#texts];
    if (question) parts.push(`Your turn. ${question.text}`);
    this.#news = [];
    this.#leftOut = 0;
    this.#texts = [];
    this.#question = null;
    return parts.filter(Boolean).join(" ");
  }
}

/** @param {number} number */
const leftOutText = (number) =>
  number === 0
    ? ""
    : number === 1
      ? "One more event is in the log."
      : `${number} more events are in the log.`;
