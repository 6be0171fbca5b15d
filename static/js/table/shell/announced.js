/**
 * The announcement of administrators over a table: nothing there moves for it, and it takes no
 * touch but on its button, which works once it has been seen.
 */
import { announce } from "../ui/announce.js";

/** @import { Announced } from "../../records.js" */

const CLOSED = "announced-closed"; // as in site/announced.js
const HEARD = "announced-heard";
const LONGEST_TIMER_MS = 2 ** 31 - 1;
let timer = 0;

/** @param {Announced} message */
export function showAnnounced(message) {
  clearTimeout(timer);
  document.querySelector(".announced")?.remove();
  const lines = linesOf(message);
  if (!lines.length || recall(CLOSED) === message.key) return;
  const ends = [message.ends_in, message.rest_ends_in].filter((end) => end > 0);
  const next = Math.min(...ends);
  timer = setTimeout(() => showAnnounced(later(message, next)), Math.min(next, LONGEST_TIMER_MS));
  document.body.append(drawn(lines, message.key));
  if (recall(HEARD) === message.key) return;
  remember(HEARD, message.key);
  announce(lines.join(" "));
}

/**
 * The sentences of an announcement, with times on this device's clock.
 * @param {Announced} message
 * @param {number} now milliseconds since 1970
 * @returns {string[]}
 */
export function linesOf(message, now = Date.now()) {
  const lines = message.text ? [message.text] : [];
  if (message.rests_in !== null) {
    const [from, to] = [message.rests_in, message.rest_ends_in].map((ms) => clockTime(now + ms));
    lines.push(`The server rests from ${from} to ${to}. Matches that run go on; none begins.`);
  }
  return lines;
}

/**
 * The same announcement after some time: without what has ended.
 * @param {Announced} message
 * @param {number} ms
 * @returns {Announced}
 */
export function later(message, ms) {
  const rests = message.rests_in !== null && message.rest_ends_in > ms;
  return {
    ...message,
    text: message.ends_in > ms ? message.text : "",
    ends_in: message.ends_in - ms,
    rests_in: rests ? Number(message.rests_in) - ms : null,
    rest_ends_in: message.rest_ends_in - ms,
  };
}

/** @param {number} at milliseconds since 1970 */
const clockTime = (at) =>
  new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });

/**
 * @param {string[]} lines
 * @param {string} key
 */
function drawn(lines, key) {
  const [aside, words, close] = ["aside", "div", "button"].map((tag) =>
    document.createElement(tag),
  );
  aside.className = "announced";
  aside.setAttribute("aria-label", "Announcement");
  words.append(
    ...lines.map((line) => {
      const paragraph = document.createElement("p");
      paragraph.dir = "auto";
      paragraph.textContent = line;
      return paragraph;
    }),
  );
  close.className = "button quiet";
  close.setAttribute("type", "button");
  close.setAttribute("aria-label", "Close the announcement");
  close.textContent = "Close";
  close.addEventListener("click", () => {
    remember(CLOSED, key);
    aside.remove();
    document.getElementById("main")?.focus({ preventScroll: true });
  });
  aside.append(words, close);
  return aside;
}

/** @param {string} name */
function recall(name) {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null; // storage may be forbidden; then it comes again with each connection
  }
}

/**
 * @param {string} name
 * @param {string} key
 */
function remember(name, key) {
  try {
    sessionStorage.setItem(name, key);
  } catch {
    // as above
  }
}
