"""Frames as they are sent: small enough, and equal in worlds that look alike."""

import copy
import random

from msgspec.structs import replace

from app.rules.game import Seat
from app.table.match.live_match import LiveMatch
from app.table.match.moment import first_moment
from app.table.match.prompt_clock import Instant
from app.table.match.turn_clocks import TurnClocks
from app.table.model.match_messages import Frame
from app.table.model.records import Place
from app.table.model.room import ClockLevel, MatchId
from app.table.show.frames import Frames
from app.web.socket.wire import encode
from tests.games.kit.adapter import Adapter
from tests.games.kit.counts import Counts
from tests.games.kit.match_record import require, viewers
from tests.games.kit.random_matches import NAMES, random_match

LIMIT = 8192
"""Bytes that 99 frames of a hundred may have."""


def frame_sizes(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    """Measures the frames of a random match for every viewer, and compares those of one in turn."""
    record = random_match(adapter, seed, steps)
    chance = random.Random(seed)
    live = LiveMatch(
        adapter.game,
        MatchId("m" * 22),
        1,
        record.setup,
        [_place(seat) for seat in range(record.setup.seats)],
    )
    questions = TurnClocks(ClockLevel.RELAXED, 1.0)
    since = 0
    for ply, entry in enumerate(record.entries):
        seats = range(len(live.places), len(record.states[ply + 1].private))
        changed = live.apply(live.step(entry), live.last_hash, [_place(seat) for seat in seats])
        now = Instant(float(ply), 1000 * ply)
        questions.follow_prompts(live.moment.open_to, now, live.moment.spans)
        if changed:
            questions.publish(live.moment.awaited)
        if ply % 3:
            continue
        shown = Frames(live)
        shown.follow(questions, False)
        frames = {one: shown.of(one) for one in viewers(live.state)}
        for viewer, frame in frames.items():
            counts.sizes.append(_bytes(frame, live, since, viewer))
        counts.add("frames", len(frames))
        viewer = chance.choice(list(frames))
        elsewhere = Frames(_elsewhere(live, viewer, chance))
        elsewhere.follow(questions, False)
        require(
            encode(elsewhere.of(viewer)) == encode(frames[viewer]),
            "a frame is the same in worlds that its viewer cannot tell apart", viewer=viewer,
        )  # fmt: skip
        since = live.event_log.count


def _elsewhere(live: LiveMatch, viewer: Seat | None, chance: random.Random) -> LiveMatch:
    """The match in another world for this viewer."""
    elsewhere = copy.copy(live)
    elsewhere.enter(first_moment(live.game, live.game.resample(live.view(viewer), chance)))
    return elsewhere


def _bytes(frame: Frame, live: LiveMatch, since: int, viewer: Seat | None) -> int:
    events = live.event_log.since(since, viewer)
    return len(encode(replace(frame, events=events, n=1234, now=1_893_456_000_000)))


def _place(seat: int) -> Place:
    return Place(Seat(seat), None, "steady", NAMES[seat])


def light(counts: Counts) -> None:
    """Raises Broken where too many frames were too big."""
    heavy = counts.heavy()
    require(
        heavy is not None and heavy <= LIMIT,
        f"99 of 100 frames are under {LIMIT} bytes",
        bytes=heavy,
    )
