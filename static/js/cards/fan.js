/** The layout of a hand: a pure function of width, height and groups. No index is ever covered. */

/** @typedef {{x: number, y: number, row: number, column: number}} Place */

/**
 * The places of a hand's cards, `width` by `height` pixels each.
 * @typedef {object} Fan
 * @property {number} width
 * @property {number} height
 * @property {Place[]} cards
 * @property {number} total height in pixels
 * @property {boolean} whole no row covers another
 */

const RATIO = 1.4;
const SMALLEST = 46;
const TARGET = 44;
/**
 * Cards of this width lie in rows that do not cover each other, where there is room. Suited ones
 * may be narrower.
 */
const COMFORT = 54;
const SUITED_COMFORT = 50;
/** Of equal cards so much shows at least, where it keeps a hand low: any of them is the same one. */
const EQUAL = 38;
/** Cards may shrink to this share so that all lie in one row. */
const ONE_ROW = 0.85;
/** From this room on, the groups of one row may overlap, as in a hand that is held. */
const ROOM_TO_OVERLAP = 700;
/** Groups that overlap show this share of their last card at least. */
const SHOWN = 0.68;
/** Cards may shrink to this share so that all lie in one row of overlapping groups. */
const ONE_OVERLAPPING_ROW = 0.75;
const GAP = 6;
const LIFT = 12;

/**
 * Places the cards of a hand, as large as fit, each with 44 px to touch.
 * @param {number[]} groups sizes of the runs of equal cards, in order; with `suited`, of cards that
 *   only belong together
 * @param {number} room width in pixels
 * @param {number} limit height in pixels
 * @param {number} [largest] width of the largest card
 * @param {boolean} [suited]
 * @param {number} [target] width in pixels that a pointer needs of each card
 * @returns {Fan}
 */
export function arrange(groups, room, limit, largest = 92, suited = false, target = TARGET) {
  /** @type {[number, boolean, number][]} */
  const attempts = [
    [suited ? SUITED_COMFORT : COMFORT, true, TARGET],
    [SMALLEST + 1, false, TARGET],
    [SMALLEST, false, suited ? TARGET : EQUAL],
  ];
  for (const [least, whole, shown] of attempts)
    for (let width = largest; width >= least; width -= 2) {
      const laid = lay(groups, room, width, limit, suited, shown);
      if (laid.total > limit || (whole && !laid.whole)) continue;
      const row = inOneRow(laid, Math.max(least, width * ONE_ROW), (smaller) =>
        lay(groups, room, smaller, limit, suited, shown),
      );
      if (rowsOf(row) === 1) return row;
      const smallest = Math.max(least, width * ONE_OVERLAPPING_ROW);
      return overlapping(groups, room, [largest, smallest], target) ?? row;
    }
  return lay(groups, room, SMALLEST, limit, suited, suited ? TARGET : EQUAL);
}

/**
 * The hand in one row where no card gets narrower than `least`; otherwise as it is `laid`.
 * @param {Fan} laid
 * @param {number} least
 * @param {(width: number) => Fan} lay
 */
function inOneRow(laid, least, lay) {
  if (rowsOf(laid) === 1) return laid;
  for (let width = laid.width - 2; width >= least; width -= 2) {
    const smaller = lay(width);
    if (rowsOf(smaller) === 1) return smaller;
  }
  return laid;
}

/**
 * One row whose groups overlap, with the largest cards that fit; null where none do.
 * @param {number[]} groups
 * @param {number} room
 * @param {[number, number]} widths the largest and the smallest
 * @param {number} target
 * @returns {Fan | null}
 */
function overlapping(groups, room, [largest, smallest], target) {
  if (room < ROOM_TO_OVERLAP) return null;
  const held = groups.reduce((sum, size) => sum + size, 0);
  for (let width = largest; width >= smallest; width -= 2) {
    const inside = Math.max(target, Math.round(width * 0.52));
    const left = room - width - (held - groups.length) * inside;
    const step = Math.min(width + GAP, left / (groups.length - 1));
    if (step < Math.max(target, width * SHOWN)) continue;
    const height = Math.round(width * RATIO);
    let x = 0;
    const cards = groups.flatMap((size, group) =>
      Array.from({ length: size }, (_, i) => {
        x += i ? inside : group ? step : 0;
        return Math.round(x);
      }),
    );
    return {
      width,
      height,
      cards: cards.map((at, column) => ({ x: at, y: LIFT, row: 0, column })),
      total: LIFT + height,
      whole: true,
    };
  }
  return null;
}

/** @param {Fan} fan */
const rowsOf = ({ cards }) => 1 + Math.max(0, ...cards.map((card) => card.row));

/**
 * The hand with cards of one width.
 * @param {number[]} groups
 * @param {number} room
 * @param {number} width
 * @param {number} limit
 * @param {boolean} suited
 * @param {number} shown pixels of a covered card
 * @returns {Fan}
 */
function lay(groups, room, width, limit, suited, shown) {
  const height = Math.round(width * RATIO);
  const inside = Math.max(shown, Math.round(width * 0.52));
  const rows = evenRows(groups, room, width, inside, suited);
  const open = height + GAP;
  const tight = Math.max(TARGET + 2, Math.round(height * 0.5));
  const fits = LIFT + (rows.length - 1) * open + height <= limit;
  const pitch = rows.length > 1 && !fits ? tight : open;
  // several rows share one left edge, one row stands in the middle
  const widest = Math.max(...rows.map((row) => Math.min(room, spanOf(row, width, inside, GAP))));
  const start = rows.length > 1 ? Math.max(0, (room - widest) / 2) : null;
  const cards = rows.flatMap((row, r) => {
    const step = inside + spread(row, room, width, inside, rows.length > 1);
    const span = spanOf(row, width, step, GAP);
    let x = start ?? Math.max(0, (room - span) / 2);
    return row.map((first, column) => {
      if (column) x += first ? width + GAP : step;
      return { x: Math.round(x), y: LIFT + r * pitch, row: r, column };
    });
  });
  return {
    width,
    height,
    cards,
    total: LIFT + (rows.length - 1) * pitch + height,
    whole: pitch === open,
  };
}

/**
 * As few rows as fit, of similar length; no group is broken for that.
 * @param {number[]} groups
 * @param {number} room
 * @param {number} width
 * @param {number} inside
 * @param {boolean} suited
 */
function evenRows(groups, room, width, inside, suited) {
  let rows = breakRows(groups, room, width, inside, suited);
  for (let less = room - 8; less > width * 2; less -= 8) {
    const tried = breakRows(groups, less, width, inside, suited);
    if (tried.length > rows.length || runsIn(tried) > runsIn(rows)) break;
    rows = tried;
  }
  return rows;
}

/**
 * The number of runs that lie side by side: a group broken over two rows counts twice.
 * @param {boolean[][]} rows
 */
const runsIn = (rows) => rows.flat().filter(Boolean).length;

/**
 * Rows of booleans, one a card: whether it begins a group. A suit is broken anywhere, equal cards
 * never: a row of too many of them is drawn together.
 * @param {number[]} groups
 * @param {number} room
 * @param {number} width
 * @param {number} inside
 * @param {boolean} suited
 */
function breakRows(groups, room, width, inside, suited) {
  /** @type {boolean[][]} */
  const rows = [[]];
  let used = 0;
  for (const size of groups) {
    const least = suited ? width : width + (size - 1) * inside;
    if (used && used + GAP + least > room) {
      rows.push([]);
      used = 0;
    }
    for (let i = 0; i < size; i++) {
      const step = used === 0 ? width : i ? inside : GAP + width;
      if (suited && used + step > room && used) {
        rows.push([]);
        used = 0;
      }
      rows[rows.length - 1].push(i === 0 || used === 0);
      used += used === 0 ? width : step;
    }
  }
  return rows;
}

/**
 * The width of a row.
 * @param {boolean[]} row
 * @param {number} width
 * @param {number} inside
 * @param {number} gap
 */
function spanOf(row, width, inside, gap) {
  return row.reduce((sum, first, i) => sum + (i === 0 ? width : first ? width + gap : inside), 0);
}

/**
 * The further distance between cards of a group, in one row with room to spare; negative where too
 * many equal cards lie in it.
 * @param {boolean[]} row
 * @param {number} room
 * @param {number} width
 * @param {number} inside
 * @param {boolean} many true: there are other rows
 */
function spread(row, room, width, inside, many) {
  const covered = row.filter((first, i) => i && !first).length;
  const left = room - spanOf(row, width, inside, GAP);
  if (!covered || (many && left >= 0)) return 0;
  return left < 0 ? left / covered : Math.max(0, Math.min(width * 0.72 - inside, left / covered));
}
