/** The steps of a match, fetched in pieces as they are needed and kept. */
import { build } from "../../site/build.js";
import { fullStep } from "../core/defaults.js";

/** @import { ReplayStep } from "../../messages.js" */
/** @import { EventLine } from "../../records.js" */

const PIECE = 100;

export class ReplaySteps {
  #address;
  #seat;
  #onOtherBuild;
  /** @type {Map<number, ReplayStep[] | Promise<ReplayStep[]>>} */
  #pieces = new Map();
  /** @type {number | null} */
  total = null;

  /**
   * @param {string} address
   * @param {number | string} seat a seat's number, "all" or "public"
   * @param {(build: string) => void} onOtherBuild called where the server is not of this page's
   *   build
   */
  constructor(address, seat, onOtherBuild) {
    this.#address = address;
    this.#seat = seat;
    this.#onOtherBuild = onOtherBuild;
  }

  /**
   * The step at `index`, or null where there is none. Throws Error with the server's sentence.
   * @param {number} index
   * @returns {Promise<ReplayStep | null>}
   */
  async at(index) {
    if (index < 0 || (this.total !== null && index >= this.total)) return null;
    const piece = await this.#piece(Math.floor(index / PIECE));
    return piece[index % PIECE] ?? null;
  }

  /**
   * The first index after `from` in direction `by` (1 or -1) at which `differs(step, first)`;
   * otherwise the last one reached.
   * @param {number} from
   * @param {number} by
   * @param {(step: ReplayStep, first: ReplayStep) => boolean} differs
   */
  async find(from, by, differs) {
    const first = /** @type {ReplayStep} */ (await this.at(from));
    let index = from;
    for (
      let step = /** @type {ReplayStep | null} */ (first);
      step;
      step = await this.at(index + by)
    ) {
      if (step !== first) index += by;
      if (differs(step, first)) return index;
    }
    return index;
  }

  /**
   * The first index of the stretch around `index` in which `same(step, other)` holds.
   * @param {number} index
   * @param {(one: ReplayStep, other: ReplayStep) => boolean} same
   */
  async findStart(index, same) {
    const here = /** @type {ReplayStep} */ (await this.at(index));
    let first = index;
    for (
      let step = await this.at(first - 1);
      step && same(step, here);
      step = await this.at(first - 1)
    )
      first -= 1;
    return first;
  }

  /**
   * The event lines up to `index`, oldest first, as far as they are fetched.
   * @param {number} index
   * @param {number} most
   */
  eventLines(index, most) {
    /** @type {(EventLine & {index: number})[]} */
    const lines = [];
    for (let i = index; i >= 0 && lines.length < most; i--) {
      const step = this.#known(i);
      if (!step) break;
      lines.unshift(...step.events.map((line) => ({ ...line, index: i })));
    }
    return lines.slice(-most);
  }

  /**
   * The effect of the card at `index`, by what everybody saw; null where the game does not say.
   * @param {string} code
   * @param {number} index
   * @returns {Promise<{does: string} | null>}
   */
  async card(code, index) {
    const asked = new URLSearchParams({ card: code, step: `${index}`, seat: `${this.#seat}` });
    const answer = await fetch(`${this.#address.replace(/steps$/, "card")}?${asked}`);
    if (!answer.ok) return null;
    const { does } = await answer.json();
    return does === null ? null : { does };
  }

  /** @param {number} index */
  #known(index) {
    const piece = this.#pieces.get(Math.floor(index / PIECE));
    return Array.isArray(piece) ? piece[index % PIECE] : null;
  }

  /** @param {number} number */
  async #piece(number) {
    let piece = this.#pieces.get(number);
    if (!piece) {
      piece = this.#fetch(number).then(
        (steps) => {
          this.#pieces.set(number, steps);
          return steps;
        },
        (error) => {
          this.#pieces.delete(number);
          throw error;
        },
      );
      this.#pieces.set(number, piece);
    }
    return piece;
  }

  /**
   * @param {number} number
   * @returns {Promise<ReplayStep[]>}
   */
  async #fetch(number) {
    const answer = await fetch(
      `${this.#address}?start=${number * PIECE}&count=${PIECE}&seat=${this.#seat}`,
      { headers: { Accept: "application/json", "X-Pecking-Order-Build": build() } },
    );
    const body = await answer.json();
    if (!answer.ok) throw new Error(body.error);
    if (body.build !== build()) this.#onOtherBuild(body.build);
    this.total = body.total;
    return body.steps.map((/** @type {ReplayStep} */ step) => fullStep(body.game, step));
  }
}
