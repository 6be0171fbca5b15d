// Cards that were played, where it is public whence a card comes.

/** Codes by the seat in whose positions they lay; `null` holds open ones and the stock. */
class Lying {
  constructor() {
    this.known = true;
    this.codes = new Set();
  }

  add(one) {
    const words = one.words;
    if (!one.hidden_codes && words.some((word) => /^[0-9]/.test(word))) {
      this.known = true;
      this.codes.clear();
    }
    const codes = one.codeList;
    for (const [position, word] of words.entries()) {
      const seat = /^[0-9]/.test(word) ? Number.parseInt(word, 10) : null;
      this.codes.add(`${seat} ${codes[one.order[position]]}`);
    }
  }

  /** A card may be taken up and played again. */
  has(seat, code) {
    return this.codes.has(`${seat} ${code}`) || this.codes.has(`null ${code}`);
  }
}

/** `types`: of the moves by which cards are played. */
export function checkPlayed(types, lines, shuffles, found) {
  const byPly = new Map(shuffles.map((one) => [one.ply, one]));
  const lying = new Lying();
  for (const [ply, { entry }] of lines.entries()) {
    const one = byPly.get(ply);
    if (one !== undefined) {
      const known = one.version === 2 && one.sound && one.codesSound && one.codeList !== null;
      if (known && one.order !== null && one.order.length === one.n) lying.add(one);
      else lying.known = false;
    }
    if (entry.type !== "played" || !lying.known) continue;
    const { type, card, cards } = entry.move;
    if (!types.has(type)) continue;
    for (const code of [card, ...(Array.isArray(cards) ? cards : [])])
      if (typeof code === "string")
        found.demand(lying.has(entry.seat, code), `entry ${ply}: ${code} did not lie there`);
  }
}
