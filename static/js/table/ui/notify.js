/** "Your turn" outside the tab: title, favicon and, where allowed, a notification. */
import { prefs, setPref } from "../core/prefs.js";

const plainTitle = document.title;
/** @type {HTMLLinkElement | null} */
let icon = null;
/** @type {string | null} */
let plainIcon = null;
/** @type {Notification | null} */
let shown = null;

/**
 * Marks the tab, and notifies a person who looks elsewhere.
 * @param {boolean} yours
 * @param {string} text
 */
export function showTurn(yours, text) {
  document.title = yours ? `● Your turn – ${plainTitle}` : plainTitle;
  markIcon(yours);
  if (!yours) {
    shown?.close();
    shown = null;
    return;
  }
  notify("Your turn", text);
}

/**
 * Notifies a person who looks elsewhere, where the browser allows it.
 * @param {string} title
 * @param {string} body
 */
export function notify(title, body) {
  if (!document.hidden || !prefs.value.notify || globalThis.Notification?.permission !== "granted")
    return;
  shown = new Notification(title, { body, tag: "turn", icon: plainIcon ?? undefined });
  shown.onclick = () => window.focus();
}

/**
 * Asks the browser once, and keeps the preference only if the browser agrees.
 * @param {boolean} wanted
 */
export async function wantNotifications(wanted) {
  if (!wanted) {
    setPref("notify", false);
    return;
  }
  const answer = await Notification.requestPermission();
  setPref("notify", answer === "granted");
}

export const canNotify = () => isSecureContext && "Notification" in globalThis;

/** @param {boolean} yours */
function markIcon(yours) {
  icon ??= document.querySelector('link[rel~="icon"]');
  if (!icon) return;
  plainIcon ??= icon.href;
  icon.href = yours ? (icon.dataset.yourTurn ?? "") : plainIcon;
}
