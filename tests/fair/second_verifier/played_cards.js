// Cards that were played, where it is public whence a card comes.

/** The places of cards, by code: whose they are, `null` for open ones and the stock. */
class Lying {
  constructor() {
    this.known = false;
    this.pack = 0;
    this.places = new Map();
  }

  add({ words, hidden_codes, codeList, order }) {
    const owners = words.map((word) => (/^[0-9]/.test(word) ? Number.parseInt(word, 10) : null));
    const deals = !hidden_codes && owners.some((owner) => owner !== null);
    if (deals && order.length >= this.pack) {
      this.known = true;
      this.pack = order.length;
      this.places.clear();
    }
    const added = Map.groupBy(owners.keys(), (position) => codeList[order[position]]);
    for (const [code, positions] of added) {
      const before = this.places.get(code) ?? [];
      const stay = before.length > positions.length ? before : [];
      this.places.set(code, [...stay, ...positions.map((position) => owners[position])]);
    }
  }

  /** A card may be taken up and played again. */
  has(seat, code) {
    const owners = this.places.get(code) ?? [];
    return owners.includes(seat) || owners.includes(null);
  }
}

/** `types`: of the moves by which cards are played. */
export function checkPlayed(types, lines, shuffles, found) {
  const byPly = new Map(shuffles.map((one) => [one.ply, one]));
  const lying = new Lying();
  for (const [ply, { entry }] of lines.entries()) {
    const one = byPly.get(ply);
    if (one !== undefined) {
      const known = one.version === 3 && one.sound && one.codesSound && one.codeList !== null;
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
