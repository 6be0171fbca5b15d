// The findings: faults (something does not fit) and gaps (something was not shown).

export class Findings {
  constructor() {
    this.faults = [];
    this.gaps = [];
    this.shuffles = [];
  }

  /** `about`: a shuffle, or nothing. */
  fault(sentence, about) {
    (about ? about.faults : this.faults).push(sentence);
  }

  gap(sentence, about) {
    (about ? about.gaps : this.gaps).push(sentence);
  }

  demand(holds, sentence, about) {
    if (!holds) this.fault(sentence, about);
    return holds;
  }

  get verdict() {
    const all = [this, ...this.shuffles];
    if (all.some((one) => one.faults.length > 0)) return "not-fair";
    return all.some((one) => one.gaps.length > 0) ? "not-checked" : "fair";
  }

  told() {
    return {
      verdict: this.verdict,
      faults: this.faults,
      gaps: this.gaps,
      shuffles: this.shuffles.map((one) => ({
        number: one.number,
        places: Number(one.n ?? 0),
        checked: one.allOpen ? one.n : one.placed.size,
        parts: Object.keys(one.openings ?? {}).length,
        faults: one.faults,
        gaps: one.gaps,
      })),
    };
  }
}

const rising = (list) => [...list].sort((left, right) => left - right);
export const sameSeats = (left, right) => rising(left).join() === rising(right).join();
export const sameMap = (left, right) =>
  Object.keys(left).length === Object.keys(right).length &&
  Object.keys(left).every((seat) => left[seat] === right[seat]);
