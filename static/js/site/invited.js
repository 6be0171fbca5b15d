/** News of invitations for a member who keeps the home page open: says that one has come. */
const PACE = 20000;
const SLOWEST = 120000;

/** @import { Invited } from "../records.js" */

class InvitationNews {
  #place;
  #path;
  #known;
  #wait = PACE;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} place an empty live region; its data says what the page shows already */
  constructor(place) {
    this.#place = place;
    this.#path = place.dataset.invited ?? "";
    this.#known = new Set((place.dataset.shown ?? "").split(" "));
  }

  start() {
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#look();
    });
    this.#timer = setTimeout(() => this.#look(), PACE);
  }

  async #look() {
    clearTimeout(this.#timer);
    try {
      const answer = await fetch(this.#path, { headers: { accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      const { invitations } = await answer.json();
      this.#wait = PACE;
      this.#say(invitations);
    } catch {
      this.#wait = Math.min(this.#wait * 2, SLOWEST); // nothing is said: the page itself is right
    }
    if (!document.hidden) this.#timer = setTimeout(() => this.#look(), this.#wait);
  }

  /** @param {Invited[]} invitations the newest first */
  #say(invitations) {
    const come = invitations.find(({ room }) => !this.#known.has(room));
    if (come?.room === this.#place.dataset.said) return;
    this.#place.dataset.said = come?.room ?? "";
    if (come) this.#place.replaceChildren(notice(come));
    else this.#place.replaceChildren();
  }
}

/** @param {Invited} invitation */
function notice({ name, title }) {
  const [line, words, who, show] = ["p", "span", "bdi", "a"].map((tag) =>
    document.createElement(tag),
  );
  line.className = "notice brass";
  who.textContent = name;
  show.setAttribute("href", "/");
  show.textContent = "Show the invitation";
  words.append(who, ` invites you to a table of ${title}. `, show);
  line.append(words);
  return line;
}

/** @type {HTMLElement | null} */
const place = document.querySelector("[data-invited]");
if (place) new InvitationNews(place).start();
