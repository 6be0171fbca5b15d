/** Motion of cards and people: FLIP over everything below one element that carries data-flip. */
import { Component } from "preact";
import { html } from "../../html.js";
import { prefs } from "../core/prefs.js";

const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const DURATION = { hand: 220, play: 220, rung: 600, deal: 260 };
const DEAL_STEP = 40;
const GATHER_MS = 300;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export function motionAllowed() {
  return prefs.value.motion && !reducedMotion.matches && !document.hidden;
}

/**
 * Moves its descendants from their places before an update to those after it. data-flip names a
 * thing, data-motion its kind (see DURATION). data-from is the origin of a new thing: another
 * thing's name, "name#" for one of a kind that has just gone, or "spot:NAME" for an element with
 * data-spot="NAME". data-gather is the spot that a thing moves to when it disappears.
 */
export class Moving extends Component {
  /** @type {HTMLElement | null} */
  #root = null;

  /** @override */
  getSnapshotBeforeUpdate() {
    if (!this.#root || !motionAllowed()) return null;
    const before = new Map();
    for (const element of this.#things()) {
      before.set(element.dataset.flip, {
        box: element.getBoundingClientRect(),
        element,
        gather: element.dataset.gather,
      });
    }
    return { before, width: innerWidth };
  }

  /** @override */
  componentDidUpdate(_props, _state, snapshot) {
    if (!snapshot || snapshot.width !== innerWidth || !motionAllowed()) return;
    const { before } = snapshot;
    const after = [...this.#things()];
    const present = new Set(after.map((element) => element.dataset.flip));
    const gone = [...before.keys()].filter((name) => !present.has(name));
    for (const element of after) cancel(element);
    const boxes = after.map((element) => element.getBoundingClientRect());
    let dealt = 0;
    after.forEach((element, i) => {
      const old =
        before.get(element.dataset.flip)?.box ?? this.#origin(element.dataset.from, before, gone);
      if (old)
        fly(
          element,
          old,
          boxes[i],
          element.dataset.motion === "deal" && !before.has(element.dataset.flip)
            ? DEAL_STEP * dealt++
            : 0,
        );
    });
    for (const name of gone) this.#gather(before.get(name));
  }

  /** @returns {Iterable<HTMLElement>} */
  #things() {
    return this.#root?.querySelectorAll("[data-flip]") ?? [];
  }

  #origin(from, before, gone) {
    if (!from) return null;
    if (from.startsWith("spot:")) return this.#spot(from.slice(5));
    if (!from.endsWith("#")) return before.get(from)?.box ?? null;
    const index = gone.findIndex((name) => name.startsWith(from));
    return index < 0 ? null : before.get(gone.splice(index, 1)[0]).box;
  }

  /** @param {string} name */
  #spot(name) {
    return (
      this.#root?.querySelector(`[data-spot="${CSS.escape(name)}"]`)?.getBoundingClientRect() ??
      null
    );
  }

  #gather({ box, element, gather }) {
    if (!gather || box.width === 0) return;
    const to = this.#spot(gather);
    if (!to) return;
    const ghost = element.cloneNode(true);
    ghost.removeAttribute("data-flip");
    ghost.setAttribute("aria-hidden", "true");
    ghost.classList.add("ghost");
    Object.assign(ghost.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    document.body.append(ghost);
    const x = to.left + to.width / 2 - box.left - box.width / 2;
    const y = to.top + to.height / 2 - box.top - box.height / 2;
    const flight = ghost.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${x}px, ${y}px) scale(0.4)`, opacity: 0 },
      ],
      { duration: GATHER_MS, easing: EASE },
    );
    flight.onfinish = flight.oncancel = () => ghost.remove();
  }

  /** @override */
  render({ class: name, children, ...rest }) {
    return html`<div ...${rest} class=${name} ref=${(element) => (this.#root = element)}>
      ${children}
    </div>`;
  }
}

function cancel(element) {
  for (const animation of element.getAnimations()) if (animation.id === "flip") animation.cancel();
}

function fly(element, from, to, delay) {
  if (from.width === 0 || to.width === 0) return;
  const x = from.left - to.left;
  const y = from.top - to.top;
  const scale = element.dataset.motion === "rung" ? 1 : from.width / to.width;
  if (Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(scale - 1) < 0.02) return;
  element.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, transformOrigin: "0 0" },
      { transform: "none", transformOrigin: "0 0" },
    ],
    {
      id: "flip",
      duration: DURATION[element.dataset.motion] ?? DURATION.play,
      delay,
      easing: EASE,
      fill: "backwards",
    },
  );
}
