"""`bench engine`, by part: the cost of one entry, and whether it grows with the match."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

import msgspec

from app.rules.codec import to_json
from app.rules.game import AnyGame, AnyState, AnyView, Seat, view
from app.rules.play import play, prompts
from app.rules.replay import Setup
from bench.play import MOST_MOVES, asked, begun, dealt, longest
from bench.report import Ask, Progress, Sheet

SAMPLE: Final = 400
"""Moves of a sample, whatever number of matches they come from."""
PASSES: Final = 5
"""The number of times that each part is measured over the sample; the median counts."""
MATCHES: Final = 12
EARLY: Final = 10
LATE: Final = 2000
"""The entries whose costs are compared, each with the whole deals around it."""

_encode: Final = msgspec.json.Encoder().encode


class Moment(msgspec.Struct, frozen=True):
    """One entry: somebody was asked, and answered."""

    ply: int
    deal: int
    """The number of shuffles before it."""
    state: AnyState
    seat: Seat
    seen: AnyView
    key: str
    move: Any
    after: AnyState


def moments(game: AnyGame, setup: Setup, chance: Random) -> Iterator[Moment]:
    """A match's entries, shuffles counted but not told."""
    state, ply, deal = begun(game, setup), 0, 0
    while True:
        while game.pending_shuffle_size(state):
            state = dealt(game, state, chance)
            ply, deal = ply + 1, deal + 1
        question = asked(game, state)
        if question is None:
            return
        seat, seen, moves = question
        prompt = game.prompt(seen)
        assert prompt is not None
        move = chance.choice(moves)
        after = game.apply(state, seat, move)
        yield Moment(ply, deal, state, seat, seen, prompt.key, move, after)
        state, ply = after, ply + 1


def sample(game: AnyGame, setup: Setup, seed: int, number: int = SAMPLE) -> Sequence[Moment]:
    """This many moments, of as many matches as it takes."""
    found: list[Moment] = []
    while len(found) < number:
        found.extend(islice(moments(game, setup, Random(seed)), number - len(found)))
        seed += 1
    return found


def cost(part: Callable[[Moment], object], sampled: Sequence[Moment]) -> float:
    """Microseconds of CPU time for each moment."""
    began = process_time()
    for moment in sampled:
        part(moment)
    return 1e6 * (process_time() - began) / len(sampled)


def parts(game: AnyGame, seats: int) -> dict[str, Callable[[Moment], object]]:
    """The work for an entry, by name: each once, but views and words once for each seat."""
    names = [f"Player {seat + 1}" for seat in range(seats)]

    def words(moment: Moment) -> None:
        prompt = game.prompt(moment.seen)
        assert prompt is not None
        game.say_prompt(moment.seen, prompt, names)

    return {
        "legal moves": lambda moment: list(islice(game.legal_moves(moment.seen), MOST_MOVES)),
        "check": lambda moment: game.check(moment.seen, moment.move),
        "apply": lambda moment: game.apply(moment.state, moment.seat, moment.move),
        "play, all told": lambda moment: play(
            game, moment.state, moment.seat, moment.key, moment.move
        ),
        "prompts": lambda moment: prompts(game, moment.after),
        "standings": lambda moment: game.standings(moment.after.public),
        "events as JSON": lambda moment: _encode([to_json(event) for event in moment.after.events]),
        "events said": lambda moment: [
            game.say_event(moment.after.public, event, names) for event in moment.after.events
        ],
        "question said": words,
        "one view as JSON": lambda moment: _encode(moment.seen),
    }


def by_part(games: Sequence[AnyGame], ask: Ask, progress: Progress) -> Sheet:
    rows: list[tuple[str | int | float, ...]] = []
    columns: Sequence[str] = ()
    for game in games:
        for seats in game.seats:
            progress.tell(f"parts: {game.slug}, {seats} players")
            sampled = sample(
                game,
                Setup(seats, game.options(), ranked=True),
                ask.seed,
                SAMPLE if ask.each(1.0) >= 1.0 else SAMPLE // 10,
            )
            costs = {
                name: median(cost(part, sampled) for _ in range(PASSES))
                for name, part in parts(game, seats).items()
            }
            size = median(len(_encode(moment.seen)) for moment in sampled)
            rows.append((game.slug, seats, *costs.values(), size))
            columns = ("game", "seats", *costs, "view, bytes")
    return Sheet("What one entry costs in rules, by part, us of CPU time", columns, rows)


def _whole_deals(match: Sequence[Moment], ply: int) -> Sequence[Moment]:
    """The deal in which that entry lies; of a shorter match the last but one, which is whole."""
    deals = [moment.deal for moment in match]
    wanted = next((moment.deal for moment in match if moment.ply >= ply), max(deals))
    if wanted == max(deals) and wanted > min(deals):
        wanted -= 1
    return [moment for moment in match if moment.deal == wanted]


def growth(games: Sequence[AnyGame], ask: Ask, progress: Progress) -> Sheet:
    """Rules and every view for an entry early and late in one match."""
    rows: list[tuple[str | int | float, ...]] = []
    for game in games:
        seats = game.seats[len(game.seats) // 2]
        setup = Setup(seats, longest(game), ranked=True)
        early, late, lengths = list[Moment](), list[Moment](), list[int]()
        for number in range(MATCHES if ask.each(1.0) >= 1.0 else 1):
            progress.tell(f"growth: {game.slug}, match {number + 1}")
            match: list[Moment] = []
            for moment in moments(game, setup, Random(f"{ask.seed}-{number}")):
                match.append(moment)
                if moment.ply >= LATE and moment.deal > match[-2].deal:
                    break
            early += _whole_deals(match, EARLY)
            late += _whole_deals(match, LATE)
            lengths.append(match[-1].ply)
        rows.append(
            (
                game.slug,
                seats,
                max(moment.ply for moment in late),
                *_compared(game, seats, early, late),
            )
        )
    return Sheet(
        f"One entry's rules and views in the deal of entry {EARLY} and of entry {LATE:,} (or the"
        " last whole deal), us of CPU time",
        (
            "game",
            "seats",
            "latest entry",
            "early",
            "late",
            "times",
            "view early, bytes",
            "view late, bytes",
            "times",
        ),
        rows,
    )


def _compared(
    game: AnyGame, seats: int, early: Sequence[Moment], late: Sequence[Moment]
) -> tuple[float, ...]:
    def entry(moment: Moment) -> None:
        after = play(game, moment.state, moment.seat, moment.key, moment.move)
        prompts(game, after)
        game.standings(after.public)
        for seat in map(Seat, range(seats)):
            _encode(view(after, seat))

    both = [(cost(entry, early), cost(entry, late)) for _ in range(PASSES)]
    before, after = median(one for one, _ in both), median(one for _, one in both)
    small, large = (
        sum(len(_encode(moment.seen)) for moment in some) / len(some) for some in (early, late)
    )
    return (
        before,
        after,
        median(two / one for one, two in both),
        round(small),
        round(large),
        large / small,
    )
