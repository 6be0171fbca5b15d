/**
 * Announcements for screen readers: one polite region, so that nothing that is said cuts off
 * anything else.
 */

import { Announcement } from "./announcement.js";

/** @import { News, Question } from "./announcement.js" */

/** The time to read a letter aloud, at a brisk pace. */
const MS_PER_LETTER = 40;
const LONGEST_MS = 6000;

/** @type {HTMLElement | null} */
let region = null;
const next = new Announcement();
let redrawing = false;
/** True while the region shows an open question. */
let asking = false;
/** The time at which the last announcement should have been read. */
let readAt = 0;
let timer = 0;

export function findRegion() {
  region = document.getElementById("announcements");
}

/**
 * Announces a text, after the events that wait.
 * @param {string} text
 */
export function announce(text) {
  next.addText(text);
  sayNow();
}

/**
 * Announces events as soon as the last announcement should have been read.
 * @param {News[]} news
 */
export function announceNews(news) {
  if (!news.length) return;
  next.addNews(news);
  if (redrawing || timer) return;
  const wait = readAt - performance.now();
  if (wait <= 0) sayNow();
  else timer = setTimeout(sayNow, wait);
}

/**
 * Announces the question at once, after the events that wait; null: nothing is asked any more.
 * @param {Question | null} question
 */
export function announceQuestion(question) {
  next.ask(question);
  if (question) sayNow();
  else endQuestion();
}

/** Drops the question: an answer makes it old. */
function endQuestion() {
  if (!asking) return;
  asking = false;
  readAt = 0;
  if (next.isEmpty) region?.replaceChildren();
  else sayNow();
}

function sayNow() {
  clearTimeout(timer);
  timer = 0;
  if (!region || redrawing) return;
  redrawing = true;
  region.replaceChildren();
  // the empty moment makes the same sentence heard twice
  requestAnimationFrame(show);
}

function show() {
  redrawing = false;
  asking = next.asks;
  const text = next.take();
  readAt = performance.now() + Math.min(LONGEST_MS, text.length * MS_PER_LETTER);
  if (region) region.textContent = text;
}
