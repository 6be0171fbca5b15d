"""The cells (viewer, channel, kind): those that a long run must fill, and the impossible ones."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from tests.prove.noninterference.run_pair import Count

VIEWERS: Final = (
    "seat",
    "the stranger",
    "the guest",
    "the link holder",
    "the person of the room",
    "the administrator",
    "the person sent away",
)
MESSAGES: Final = (
    "accept", "room", "frame", "shuffle", "dealt", "cards-opened", "chat", "reacted", "done",
    "refused", "pong",
)  # fmt: skip
CANNOT: Final = {
    **{
        (who, "socket", kind): "chat and reactions are for members of the room"
        for who in VIEWERS[1:4] + VIEWERS[5:]
        for kind in ("chat", "reacted")
    },
    **{
        (who, "socket", "done"): "viewers without a seat only send what is refused"
        for who in VIEWERS[1:]
    },
    (
        "every other viewer",
        "socket",
        "bye",
    ): "nobody else is sent away in a run, and a goodbye's text is fixed",
    (
        "the operator",
        "metrics",
        "seconds",
    ): "durations of this process are not of the simulated world",
}
"""Cells that never fill, each with the reason."""
PAGES: Final = (
    "/", "/history", "/match/…", "/table/…", "/table/…/results", "/join/…", "/api/tables",
    "/api/matches/…/steps", "/api/matches/…/export",
)  # fmt: skip


def missing(count: Count) -> list[str]:
    """Cells that should have been compared and never were."""
    wanted = [
        (who, "socket", kind)
        for who in VIEWERS
        for kind in MESSAGES
        if (who, "socket", kind) not in CANNOT
    ]
    found = {(who, channel, kind.rpartition(" ")[0] or kind) for who, channel, kind in count.cells}
    pages = [
        (who, "api" if path.startswith("/api/") else "page", path)
        for who in VIEWERS
        for path in PAGES
    ]
    wanted += [("the operator", "metrics", "numbers")]
    return [" / ".join(cell) for cell in (*wanted, *pages) if cell not in found]


def summary(count: Count, often: int) -> Iterator[str]:
    """A table by viewer and channel: how much was compared in how many cells, and the rarest."""
    sums: Counter[tuple[str, str]] = Counter()
    cells: Counter[tuple[str, str]] = Counter()
    rare: Counter[tuple[str, str]] = Counter()
    for (who, channel, _), times in count.cells.items():
        sums[who, channel] += times
        cells[who, channel] += 1
        rare[who, channel] += times < often
    yield f"{'viewer':24}{'channel':10}{'compared':>12}{'cells':>8}{f'under {often}':>12}"
    for (who, channel), times in sorted(sums.items()):
        yield f"{who:24}{channel:10}{times:12,}{cells[who, channel]:8}{rare[who, channel]:12}"
    for what, many in sorted(count.what.items()):
        yield f"{many:12,}  {what}"
    for (who, channel, kind), reason in CANNOT.items():
        yield f"never: {who}, {channel}, {kind}: {reason}"
