"""One pair of runs: the truth, and another world that one viewer cannot tell from it.

What the viewer is sent during the match must be the same, byte for byte, at the same simulated
moments. Viewers without a seat know only what is public, so they are compared in every pair.
Operators' lines and numbers are compared where both runs were asked for the same: what other
players try is counted there and is no secret of the cards.
"""

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from app.rules.game import Seat
from app.rules.play import prompts
from app.rules.replay import Expired
from tests.games.kit.adapter import Adapter
from tests.games.kit.match_record import Broken, Record, require
from tests.games.kit.observation import around
from tests.games.kit.pairwise_setups import pairwise_setups
from tests.games.kit.random_matches import NAMES
from tests.games.kit.table_script import Act, Script, orders
from tests.games.kit.twin_tables import improvised, repeated
from tests.games.kit.twin_worlds import answers_of, world_for
from tests.prove.noninterference.app_harness import (
    SENT_AWAY,
    WATCHERS,
    AppHarness,
    app_harness,
)
from tests.prove.noninterference.in_process_client import Part, Received
from tests.prove.noninterference.ordered_loop import run_ordered
from tests.prove.noninterference.salt_guess import check_sealed
from tests.prove.noninterference.viewer_cards import with_viewers_cards

STEPS: Final = 40
"""Steps of one run."""
LOOK_AT: Final = (6, 20)
"""Steps after which pages are fetched."""
LOOK_OFTEN: Final = range(2, STEPS, 3)
"""Steps after which pages are fetched where one kind of page is fetched again and again."""
RARE: Final = (
    "/leaderboard/",
    "/steps?seat=0",
    "/steps?seat=1",
    "/steps?seat=all",
    "&count=3",
    "/export",
    "/rules",
)
"""Pages whose cells fill slowest, as few games have them or seats differ; each eighth seed is for
one."""
LEAST_CLOCK: Final = 30
"""The least seconds for a prompt without a response window."""
VIEWERS: Final = 3
"""Viewers and moments of one run for which another world is played."""
PARTS: Final[tuple[Part, ...]] = ("open", "none", "keep")
SEALED: Final = frozenset({"shuffle", "dealt", "cards-opened"})
"""Messages with hashes that differ between worlds by design; all else in them is compared."""
HASHES: Final = re.compile(rb'"(?:[0-9a-f]{64}|[0-9a-f]{32})"')
DRAWN: Final = re.compile(
    rb'"(?:names_)?nodes":\[[^]]*\]|"chosen":[0-7]|"thing":\d+(?=,"salt":"[^"]*","code")'
)
"""Values that follow from hashes: the deck, nodes of its tree, numbers of hidden codes."""


class NoChance(random.Random):
    """Chance in a run in which nobody does anything else."""

    def random(self) -> float:
        return 0.0


@dataclass
class Count:
    """The counts of comparisons."""

    cells: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """By viewer, channel and kind: comparisons while the two worlds really differed."""
    what: Counter[str] = field(default_factory=Counter)

    @property
    def frames(self) -> int:
        return self.cells.total()


def compare_pairs(adapter: Adapter, seed: int, count: Count, focus: str | None = None) -> None:
    """Raises Broken where anything differs that may not.

    `focus`: only pages with it in their address.
    """
    run_ordered(_pairs(adapter, seed, count, focus))


async def _pairs(adapter: Adapter, seed: int, count: Count, focus: str | None) -> None:
    setups = [setup for setup in pairwise_setups(adapter.game) if not setup.ranked]
    setup = setups[seed % len(setups)]
    chance = random.Random(seed)
    people = chance.randrange(2, setup.seats + 1)
    lost = seed % 2 == 1 and people < setup.seats
    script = Script(adapter.game, setup, seed, people, sent_away=lost)
    shift = chance.randrange(1000)
    if focus is None and seed % 8 == 5:
        focus = RARE[seed // 8 % len(RARE)]
    looks = {
        step: (shift + turn,) for turn, step in enumerate(LOOK_AT if focus is None else LOOK_OFTEN)
    }
    parts = (
        tuple(chance.choices(PARTS, (6, 3, 1), k=script.people)) if chance.random() < 0.5 else ()
    )
    async with app_harness(adapter.game, looks, focus, parts) as harness:
        acts = await improvised(script, harness, STEPS, chance)
        record = script.record(harness)
        harness.end()
    count.what["runs"] += 1
    count.what["runs with sealed shuffles"] += any(
        each.kind == "dealt" and b'"openings":{"' in each.data for each in harness.journal.heard
    )
    for viewer, number in horizons(adapter, script, record, acts, chance):
        twin = world_for(adapter, record.until(acts[number].plies), viewer, script.people, chance)
        twin = twin and with_viewers_cards(record, twin, viewer)
        if twin is None:
            count.what["moments without another world"] += 1
            continue
        other = Script(
            adapter.game, setup, seed, people, orders(twin), answers_of(twin), sent_away=lost
        )
        async with app_harness(adapter.game, looks, focus, parts) as again:
            await repeated(
                other,
                again,
                acts[: number + 1],
                viewer,
                chance if chance.random() < 0.5 else NoChance(),
            )
            said = answers_of(other.record(again))
            again.end()
        if time_was_up(again, other.record(again), twin):
            count.what["worlds that a clock rules out"] += 1
            continue
        require(
            all(other.answers.get(key, move) == move for key, move in said.items()),
            "the second run goes by its script",
        )
        differ = twin.now != record.states[acts[number].plies]
        count.what["pairs of different worlds" if differ else "pairs of equal worlds"] += 1
        compare(
            heard_until(harness, number), again.journal.heard, viewer, count if differ else Count()
        )


def horizons(
    adapter: Adapter, script: Script, record: Record, acts: Sequence[Act], chance: random.Random
) -> list[tuple[Seat | None, int]]:
    """Viewers, and an act of each while cards are hidden and the match runs."""
    secret = [
        number
        for number, act in enumerate(acts)
        if adapter.deck(record.states[act.plies])
        and adapter.game.outcome(record.states[act.plies].public) is None
    ]
    if not secret:
        return []
    return [
        (viewer, chance.choice(secret))
        for viewer in chance.sample([*script.guests], min(VIEWERS, len(script.guests)))
    ]


def time_was_up(harness: AppHarness, told: Record, twin: Record) -> bool:
    """A prompt ran out in that world that was answered in the truth, as a clock would show."""
    expected = [entry for entry in twin.entries if isinstance(entry, Expired)]
    asked: dict[str, tuple[datetime, int]] = {}
    lines = harness.store.matches[harness.match_id].lines
    for line, after in zip(lines, told.states[1:], strict=True):
        if isinstance(line.entry, Expired) and line.entry not in expected:
            since, window = asked[line.entry.key]
            return (line.at - since).total_seconds() > window - 0.001
        for prompt in prompts(told.game, after).values():
            asked.setdefault(prompt.key, (line.at, prompt.window or LEAST_CLOCK))
    return False


def heard_until(harness: AppHarness, number: int) -> list[Received]:
    """The journal up to the end of that act."""
    return harness.journal.heard[: harness.marks[number + 1]]


def compare(
    truth: Sequence[Received], world: Sequence[Received], viewer: Seat | None, count: Count
) -> None:
    """Raises Broken at the first difference for this viewer or for anybody without a seat."""
    if viewer is not None:
        mine = [each for each in truth if each.viewer == NAMES[viewer]]
        count.what["sealed leaves that could not be guessed"] += check_sealed(
            mine, f"seat {viewer}"
        )
    for name in (*WATCHERS, SENT_AWAY, *(() if viewer is None else (NAMES[viewer],))):
        one, other = ([each for each in heard if each.viewer == name] for heard in (truth, world))
        who = (
            f"seat {viewer}" if name == NAMES[viewer or 0] and viewer is not None else f"the {name}"
        )
        same(one, other, who, count)
    one, other = (
        [each for each in heard if each.viewer == "operator" and each.channel == "log"]
        for heard in (truth, world)
    )
    same(one, other, "the operator", count)
    for one, other in zip(*(by_asked(heard) for heard in (truth, world)), strict=False):
        if one[0] == other[0]:
            same([one[1]], [other[1]], "the operator", count)


def by_asked(heard: Sequence[Received]) -> list[tuple[bytes, Received]]:
    """Each reading of the metrics, with its lines about commands."""
    numbers = [each for each in heard if each.channel == "metrics"]
    return [
        (b"".join(line for line in each.data.splitlines() if b"_commands" in line), each)
        for each in numbers
    ]


def same(truth: Sequence[Received], world: Sequence[Received], who: str, count: Count) -> None:
    for number, (one, other) in enumerate(zip(truth, world, strict=False)):
        if shown(one) != shown(other):
            raise Broken(
                f"{one.kind} number {number} by {one.channel} at {one.at:.3f} s "
                f"tells {who} what it may not know: "
                f"{around(shown(one), shown(other))}"
            )
        require(
            one.at == other.at,
            f"{who} gets {one.kind} at the same moment in both worlds",
            truth=one.at,
            world=other.at,
        )
        count.cells["seat" if who.startswith("seat") else who, one.channel, one.kind] += 1
    if len(truth) != len(world):
        more = (truth if len(truth) > len(world) else world)[min(len(truth), len(world))]
        raise Broken(
            f"{who} is sent more in one of two worlds that it cannot tell apart: "
            f"{more.kind} by {more.channel} at {more.at:.3f} s"
        )


def shown(one: Received) -> bytes:
    """The bytes that are compared: hashes of hidden things only by their form."""
    return (
        HASHES.sub(b'"(a hash)"', DRAWN.sub(b"(drawn)", one.data))
        if one.channel == "socket" and one.kind in SEALED
        else one.data
    )
