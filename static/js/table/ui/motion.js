/** Motion of cards and people: FLIP for what is found at another place after an update. */
import { Component } from "preact";
import { html } from "../../html.js";
import { prefs } from "../core/prefs.js";
import { bringBack, durationOf, fly, GATHER_MS, gather, isAway } from "./flights.js";

/** @import { Child } from "../core/game_types.js" */

/** @typedef {unknown[]} Place */
/** @typedef {{element: HTMLElement, place: Place, box: DOMRect}} Known */
/** @typedef {{element: HTMLElement, name: string, from: DOMRect, dealt: boolean}} Move */

/** @typedef {{before: Map<string, Known>, people: boolean, width: number}} Snapshot */
/** @typedef {{order?: string, class?: string, children?: Child}} MovingProps */

const DEAL_STEP = 40;
const MOST_FLIGHTS = 12;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export function motionAllowed() {
  return prefs.value.motion && !reducedMotion.matches && !document.hidden;
}

/**
 * Moves its descendants from their places before an update to those after it. data-flip names a
 * thing, data-motion its kind (see flights.js). data-from is the origin of a new thing: another
 * thing's name, "name#" for one of a kind that has just gone, or "spot:NAME" for an element with
 * data-spot="NAME". data-gather is the spot that a thing moves to when it disappears.
 *
 * `order` names the seats in their order: people are looked at only when it changes. At most
 * MOST_FLIGHTS are in the air, and none where the next update comes before they would have landed.
 * An update that moves nothing measures nothing: boxes are kept from when all last lay still.
 * @extends {Component<MovingProps>}
 */
export class Moving extends Component {
  /** @type {HTMLElement | null} */
  #root = null;
  /** @type {Map<string, Known>} */
  #known = new Map();
  /** @type {Set<Animation>} */
  #flights = new Set();
  /** The time at which the last flights land, or would have landed. */
  #landing = 0;
  #timer = 0;
  #sizes = new ResizeObserver(() => this.#known.clear());

  /** @param {HTMLElement | null} element */
  #setRoot = (element) => {
    this.#root = element;
  };

  /** @override */
  componentDidMount() {
    const root = /** @type {HTMLElement} */ (this.#root);
    for (const part of [root, ...root.querySelectorAll("[data-drop]")]) this.#sizes.observe(part);
    root.addEventListener("scroll", () => this.#known.clear(), { capture: true, passive: true });
    this.#learnLater();
  }

  /** @override */
  componentWillUnmount() {
    this.#sizes.disconnect();
    clearTimeout(this.#timer);
  }

  /**
   * @override
   * @param {MovingProps} props
   * @returns {Snapshot | null}
   */
  getSnapshotBeforeUpdate({ order }) {
    if (!this.#root || !motionAllowed()) return null;
    const people = order !== this.props.order;
    /** @type {Map<string, Known>} */
    const before = new Map();
    for (const element of this.#things(people)) before.set(nameOf(element), this.#look(element));
    return { before, people, width: innerWidth };
  }

  /**
   * @override
   * @param {MovingProps} _props
   * @param {object} _state
   * @param {Snapshot | null} snapshot
   */
  componentDidUpdate(_props, _state, snapshot) {
    bringBack();
    if (!snapshot || snapshot.width !== innerWidth || !motionAllowed()) return;
    const { before, people } = snapshot;
    const after = [...this.#things(people)];
    const present = new Set(after.map(nameOf));
    const gone = [...before.keys()].filter((name) => !present.has(name));
    const moved = after.filter((element) => this.#hasMoved(element, before));
    const gathered = gone.filter((name) => before.get(name)?.element.dataset.gather);
    if (!moved.length && !gathered.length) return;
    const now = performance.now();
    const tooFast = now < this.#landing;
    this.#landing = now + Math.max(...moved.map(durationOf), GATHER_MS);
    this.#land(tooFast ? null : new Set(moved));
    if (!tooFast) this.#start(moved, gathered, gone, before);
    this.#learnLater();
  }

  /**
   * @param {HTMLElement[]} moved
   * @param {string[]} gathered
   * @param {string[]} gone
   * @param {Map<string, Known>} before
   */
  #start(moved, gathered, gone, before) {
    const moves = this.#chosen(this.#moves(moved, before, gone));
    const ghosts = gathered.slice(-Math.max(1, MOST_FLIGHTS - moves.length));
    const flights = moves.map((move) => ({ ...move, to: move.element.getBoundingClientRect() }));
    const goals = ghosts.flatMap((name) => {
      const known = before.get(name);
      return known ? [{ ...known, to: this.#spot(known.element.dataset.gather ?? "") }] : [];
    });
    let dealt = 0;
    for (const { element, from, to, dealt: isDealt } of flights)
      this.#note(fly(element, from, to, isDealt ? DEAL_STEP * dealt++ : 0));
    this.#landing += DEAL_STEP * dealt;
    for (const { element, box, to } of goals) if (to) this.#note(gather(element, box, to));
  }

  /** Learns where everything lies, once it lies still and is laid out anyway. */
  #learnLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => requestAnimationFrame(() => setTimeout(() => this.#learn())),
      this.#landing - performance.now(),
    );
  }

  #learn() {
    if (performance.now() < this.#landing || !motionAllowed()) return;
    this.#known.clear();
    for (const element of this.#things(true)) this.#known.set(nameOf(element), this.#look(element));
  }

  /**
   * A thing with its place and box; what has not moved since it was learnt is not measured again.
   * @param {HTMLElement} element
   * @returns {Known}
   */
  #look(element) {
    const place = this.#place(element);
    const known = this.#known.get(nameOf(element));
    return known?.element === element && isSame(known.place, place) && !isAway(element)
      ? known
      : { element, place, box: element.getBoundingClientRect() };
  }

  /**
   * Everything that may fly; people only where their order changed.
   * @param {boolean} people
   * @returns {Iterable<HTMLElement>}
   */
  #things(people) {
    const some = people ? "[data-flip]" : '[data-flip]:not([data-motion="rung"])';
    return this.#root?.querySelectorAll(some) ?? [];
  }

  /**
   * All that decides where an element lies, read without a layout: its neighbours and styles, up
   * to the root. People stand in a row, where all behind a climber move too: their number counts.
   * @param {HTMLElement} element
   * @returns {Place}
   */
  #place(element) {
    /** @type {Place} */
    const place = element.dataset.motion === "rung" ? [numberOf(element)] : [];
    /** @type {HTMLElement | null} */
    let one = element;
    for (; one && one !== this.#root; one = one.parentElement)
      place.push(
        one.previousElementSibling,
        one.parentElement?.childElementCount,
        one.getAttribute("style"),
      );
    return place;
  }

  /**
   * @param {HTMLElement} element
   * @param {Map<string, Known>} before
   */
  #hasMoved(element, before) {
    const old = before.get(nameOf(element));
    if (old === undefined) return Boolean(element.dataset.from);
    return old.element !== element || !isSame(old.place, this.#place(element));
  }

  /**
   * @param {HTMLElement[]} moved
   * @param {Map<string, Known>} before
   * @param {string[]} gone
   * @returns {Move[]}
   */
  #moves(moved, before, gone) {
    return moved.flatMap((element) => {
      const name = nameOf(element);
      const old = before.get(name);
      const from = old?.box ?? this.#origin(element.dataset.from, before, gone);
      const dealt = element.dataset.motion === "deal" && old === undefined;
      return from ? [{ element, name, from, dealt }] : [];
    });
  }

  /**
   * As many moves as may fly. Where not all of a group can, none of it does, except that of newly
   * dealt cards the first fly.
   * @param {Move[]} moves
   */
  #chosen(moves) {
    /** @type {Map<string, Move[]>} */
    const groups = new Map();
    for (const move of moves) {
      const group = `${move.name.split(":")[0]}${move.dealt ? " dealt" : ""}`;
      groups.set(group, [...(groups.get(group) ?? []), move]);
    }
    /** @type {Move[]} */
    const chosen = [];
    for (const group of groups.values()) {
      const left = MOST_FLIGHTS - chosen.length;
      if (group.length <= left) chosen.push(...group);
      else if (group[0].dealt) chosen.push(...group.slice(0, left));
    }
    return chosen;
  }

  /**
   * Ends flights: those of these elements, or all.
   * @param {Set<Element | null> | null} elements
   */
  #land(elements) {
    for (const flight of this.#flights) {
      const { target } = /** @type {KeyframeEffect} */ (flight.effect);
      if (elements === null || elements.has(target)) flight.cancel();
    }
  }

  /** @param {Animation | null} flight */
  #note(flight) {
    if (flight === null) return;
    this.#flights.add(flight);
    flight.finished.catch(() => {}).finally(() => this.#flights.delete(flight));
  }

  /**
   * @param {string | undefined} from
   * @param {Map<string, Known>} before
   * @param {string[]} gone those that are not taken yet
   */
  #origin(from, before, gone) {
    if (!from) return null;
    if (from.startsWith("spot:")) return this.#spot(from.slice(5));
    if (!from.endsWith("#")) return before.get(from)?.box ?? null;
    const index = gone.findIndex((name) => name.startsWith(from));
    return index < 0 ? null : (before.get(gone.splice(index, 1)[0])?.box ?? null);
  }

  /** @param {string} name */
  #spot(name) {
    return (
      this.#root?.querySelector(`[data-spot="${CSS.escape(name)}"]`)?.getBoundingClientRect() ??
      null
    );
  }

  /**
   * @override
   * @param {MovingProps} props
   */
  render({ class: name, children, order: _order, ...rest }) {
    return html`<div ...${rest} class=${name} ref=${this.#setRoot}>
      ${children}
    </div>`;
  }
}

/** @param {HTMLElement} element */
const nameOf = (element) => element.dataset.flip ?? "";
/** @param {HTMLElement} element */
const numberOf = (element) => [...(element.parentElement?.children ?? [])].indexOf(element);
/**
 * @param {Place} one
 * @param {Place} other
 */
const isSame = (one, other) =>
  one.length === other.length && one.every((part, i) => part === other[i]);
