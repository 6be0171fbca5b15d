"""`bench engine`, frames: the bytes that the page of every viewer of a random match is sent."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from app.rules.game import AnyGame, Seat, view
from app.rules.play import first_questions
from app.rules.replay import Entry, Expired, Played, Setup, Shuffled
from app.table.match.live_match import LiveMatch
from app.table.match.prompt_clock import Instant
from app.table.match.turn_clocks import TurnClocks
from app.table.model.records import Place
from app.table.model.room import ClockLevel, MatchId
from app.table.show.frames import Frames
from app.web.socket.wire import encode_short
from bench.play import asked
from bench.report import Ask, Progress, Sheet

ENTRIES: Final = 400
"""Entries of each game and number of players."""


def frames(game: AnyGame, seats: int, seed: int, entries: int) -> Iterator[bytes]:
    """Each frame of a random match as JSON: after every entry, a spectator's, then each seat's."""
    chance, setup = Random(seed), Setup(seats, game.options(), ranked=True)
    places = [Place(Seat(seat), None, "steady", f"Player {seat + 1}") for seat in range(seats)]
    live = LiveMatch(game, MatchId("m" * 22), 1, setup, places)
    questions = TurnClocks(ClockLevel.RELAXED, 1.0)
    for ply in range(entries):
        number, count = game.pending_shuffle_size(live.state), live.event_log.count
        question = None if number else asked(game, live.state)
        spans = () if number or question else game.spans(view(live.state, None))
        if question is None and not number and not spans:
            return
        entry: Entry
        if spans:
            entry = Expired(spans[0].key)
        elif question is None:
            entry = Shuffled(tuple(chance.sample(range(number), number)))
        else:
            seat, _, moves = question
            first = first_questions(live.moment.open_to)[seat]
            entry = Played(seat, first.key, chance.choice(moves))
        changed = live.apply(live.step(entry), live.last_hash)
        now = Instant(float(ply), 1000 * ply)
        questions.follow_prompts(live.moment.open_to, now, live.moment.spans)
        if changed:
            questions.publish(live.moment.awaited)
        shown = Frames(live)
        shown.follow(questions, False)
        for viewer in (None, *map(Seat, range(seats))):
            frame = shown.of(viewer)
            yield encode_short(
                replace(
                    frame,
                    events=live.event_log.since(count, viewer),
                    n=ply,
                    now=1_893_456_000_000,
                )
            )


def sizes(games: Sequence[AnyGame], ask: Ask, progress: Progress) -> Sheet:
    rows: list[tuple[str | int, ...]] = []
    entries = ENTRIES if ask.each(1.0) >= 1.0 else ENTRIES // 10
    for game in games:
        for seats in game.seats:
            progress.tell(f"frames: {game.slug}, {seats} players")
            found: list[int] = []
            seed = ask.seed
            while len(found) < entries * (seats + 1):
                found.extend(
                    map(len, frames(game, seats, seed, entries - len(found) // (seats + 1)))
                )
                seed += 1
            found.sort()
            rows.append(
                (
                    game.slug,
                    seats,
                    len(found),
                    *(found[len(found) * part // 100] for part in (50, 90, 99)),
                    found[-1],
                )
            )
    return Sheet(
        "Frames of random matches, bytes of JSON before compression",
        ("game", "seats", "frames", "p50", "p90", "p99", "most"),
        rows,
        (
            (
                "For every seat and one spectator after every entry, with its events, clocks and"
                " legal"
                " moves."
            ),
        ),
    )
