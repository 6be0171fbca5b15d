"""`bench fair-deal`: what one deal costs a slowed browser that checks it, and its bytes."""

from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Final

from playwright.sync_api import CDPSession

from app.web.socket.wire import encode_short
from bench.report import Ask, Bench, Sheet
from tests.fair.sample_table import Attempt, Deal, Table, as_sent
from tests.prove.shuffles.browser import modules

SLOWED: Final = 4.0
LIMIT: Final = 30.0
"""Milliseconds for the first deal of a warm page, and for the median of the later ones."""
BYTES: Final = 6 * 1024
DEALS: Final = 12
"""Deals of one match."""
SIZES: Final = ((52, 4), (134, 10))
"""Cards and players."""
PREPARE: Final = """async ([written, warm]) => {
  const { wholeMessage } = await import("/static/js/fair/short_form.js");
  const { warmUp } = await import("/static/js/fair/warm_up.js");
  const { Witness } = await import("/static/js/fair/witness.js");
  if (warm) for (const _ of warmUp());
  localStorage.clear();
  const nothing = async () => null;
  let found = null;
  const onChange = (report) => (found = report);
  const witness = new Witness({ send: nothing, fetchShuffles: nothing, onChange });
  const frame = { match: "match", view: { public: {}, private: null } };
  witness.update({ frame, acting: false, member: false, game: null });
  const deals = JSON.parse(written);
  globalThis.checkDeal = (at) => {
    for (const line of deals[at]) witness.receive(wholeMessage(line));
    const { number, decks } = found?.deal ?? {};
    if (found?.lies.length !== 0 || number !== at || decks !== 7)
      throw new Error(`not checked: ${JSON.stringify(found)}`);
  };
}"""
CHECK: Final = "(at) => checkDeal(at)"


def match(cards: int, players: int) -> list[list[bytes]]:
    """The messages of each deal to seat 0, in the form that pages ask for.

    All cards are dealt, and everybody has a part.
    """
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
        [
            encode_short(as_sent(line))
            for line in lines
            if line["number"] == number and line["type"] != "open"
        ]
        for number in range(DEALS)
    ]


def milliseconds(deals: list[list[bytes]], warm: bool) -> list[float]:
    """The CPU time for each deal on a new page. `warm`: it had idle time before the first."""
    written = b"[%s]" % b",".join(b"[%s]" % b",".join(lines) for lines in deals)
    times = list[float]()
    with modules() as page:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.evaluate(PREPARE, [written.decode(), warm])
        for at in range(len(deals)):
            before = cpu_seconds(session)
            page.evaluate(CHECK, at)
            times.append(1000 * (cpu_seconds(session) - before))
    return times


def cpu_seconds(session: CDPSession) -> float:
    """The CPU time of the page's main thread, as it is while the page is slowed."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def run(ask: Ask) -> Iterator[Sheet]:
    rows: list[list[str | float]] = []
    kept = True
    for cards, players in SIZES:
        deals = match(cards, players)
        size = max(sum(map(len, lines)) for lines in deals)
        cold, times = (milliseconds(deals, warm) for warm in (False, True))
        rows.append([cards, players, cold[0], times[0], median(times[1:]), max(times[1:]), size])
        kept &= size <= BYTES and max(times[0], median(times[1:])) <= LIMIT
    yield Sheet(
        f"One deal in a browser slowed {SLOWED:g} times: seven decks and the own cards",
        ("cards", "players", "cold ms", "first ms", "median ms", "most ms", "bytes"),
        [[round(figure, 1) if isinstance(figure, float) else figure for figure in row]
         for row in rows],
        [
            f"limits: {BYTES} bytes; first and median {LIMIT:g} ms",
            "CPU time; cold: the first deal of a page without idle time before; first: with it",
        ],
        passed=kept,
    )  # fmt: skip


BENCH: Final = Bench("fair-deal", "one deal in a slowed browser that checks it", run)
