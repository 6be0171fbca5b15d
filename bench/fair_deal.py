"""`bench fair-deal`: what one deal costs a slowed browser that checks it, and its bytes."""

from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any, Final

import msgspec

from bench.report import Ask, Bench, Sheet
from tests.fair.sample_table import Attempt, Deal, Table
from tests.prove.shuffles.browser import modules

SLOWED: Final = 4.0
LIMIT: Final = 30.0
"""Milliseconds for a deal of 52 cards."""
BYTES: Final = 6 * 1024
DEALS: Final = 12
"""Deals of one match; the first finds the browser's code cold."""
SIZES: Final = ((52, 4), (134, 10))
"""Cards and players."""
CHECK: Final = """async (written) => {
  const { Witness } = await import("/static/js/fair/witness.js");
  localStorage.clear();
  const nothing = async () => null;
  let lies = [];
  const onChange = (report) => (lies = report.lies);
  const witness = new Witness({ send: nothing, fetchShuffles: nothing, onChange });
  const times = JSON.parse(written).map((lines) => {
    const began = performance.now();
    for (const line of lines) witness.receive(line);
    return performance.now() - began;
  });
  if (lies.length) throw new Error(JSON.stringify(lies));
  return times;
}"""


def match(cards: int, players: int) -> list[list[dict[str, Any]]]:
    """The messages of each deal to seat 0: all cards are dealt, and everybody has a part."""
    chance = Random(cards)
    deals = [
        Deal(
            [f"{at}" for at in range(cards)],
            [str(at % players) for at in range(cards)],
            [Attempt({seat: chance.randbytes(32) for seat in range(players)})],
        )
        for _ in range(DEALS)
    ]
    lines = Table("match", chance.randbytes(32), deals).heard(0)
    return [
        [line for line in lines if line["number"] == number and line["type"] != "open"]
        for number in range(DEALS)
    ]


def run(ask: Ask) -> Iterator[Sheet]:
    rows: list[list[str | float]] = []
    kept = True
    for cards, players in SIZES:
        deals = match(cards, players)
        size = sum(len(msgspec.json.encode(line)) for line in deals[0])
        with modules() as page:
            session = page.context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
            times = page.evaluate(CHECK, msgspec.json.encode(deals).decode())
        rows.append([cards, players, times[0], median(times[1:]), max(times[1:]), size])
        kept &= cards != SIZES[0][0] or (median(times) <= LIMIT and size <= BYTES)
    yield Sheet(
        f"One deal in a browser slowed {SLOWED:g} times: seven decks and the own cards",
        ("cards", "players", "first ms", "median ms", "most ms", "bytes"),
        [[round(figure, 1) if isinstance(figure, float) else figure for figure in row]
         for row in rows],
        [f"limits for 52 cards: median {LIMIT:g} ms, {BYTES} bytes"],
        passed=kept,
    )  # fmt: skip


BENCH: Final = Bench("fair-deal", "one deal in a slowed browser that checks it", run)
