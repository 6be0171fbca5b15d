"""Balance of clans and disciplines: many rounds with ranks between bots.

`python -m tests.games.scum_the_masquerade.balance [rounds] [players] [seed] [evening]` prints a
table for clans and one for disciplines; the evening is `masquerade`, or `first-night`. Clans and
splits of dots are drawn at random, so that a clan meets every rank equally often. A place is
compared with the mean place of the same rank, whatever the clan: the gain is how many places better
it is. Intervals hold 95 of 100 times.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from app.games.scum_the_masquerade import GAME, candidates, heuristics, prompts
from app.games.scum_the_masquerade.events import (
    BluffCalled,
    DisciplineUsed,
    HandAnnounced,
    HandPlayed,
    UseCancelled,
)
from app.games.scum_the_masquerade.moves import Decide, Declare
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers import declaring
from app.games.scum_the_masquerade.powers.clans import LINEAGES, Clan
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.sheets import Sheet, dots
from app.games.scum_the_masquerade.round_end import next_extras
from app.games.scum_the_masquerade.state import Phase, ScumState
from app.rules.game import Seat, view

EVERY: Final = 1000
"""Rounds after which the tables are printed as they are by then."""
MOST: Final = 5000
"""Moves after which a round counts as stuck."""
Evening: TypeAlias = Literal["masquerade", "first-night"]
OFFERED: Final = (
    "use", "play-with", "play-reshaped", "see-through", "ask-boon", "answer-conspiracy",
)  # fmt: skip


@dataclass
class Sample:
    """Numbers of which the mean matters."""

    values: list[float] = field(default_factory=list)

    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0

    def interval(self) -> float:
        """Half the width of the interval around the mean."""
        many = len(self.values)
        if many < 2:
            return 0.0
        mean = self.mean()
        spread = sum((value - mean) ** 2 for value in self.values) / (many - 1)
        return 1.96 * sqrt(spread / many)

    def __str__(self) -> str:
        return f"{self.mean():+.2f} ± {self.interval():.2f}"


@dataclass
class Played:
    """One seat in one round."""

    rank: int
    place: int
    sheet: Sheet
    used: Counter[Discipline]
    cancelled: Counter[Discipline]


def begun(players: int, chance: random.Random, evening: Evening = "masquerade") -> ScumState:
    """A round with ranks before its deal, everybody with a random sheet."""
    state = GAME.setup(players, Options(evening=evening, ending="endless"), False)
    order = tuple(chance.sample(state.public.order, players))
    packs = {lineage.pack for lineage in LINEAGES.values()}
    every = Decide(tuple(packs)) if evening == "masquerade" else state.public.decisions
    public = replace(
        state.public,
        round=1,
        order=order,
        placed=order,
        extras=next_extras(state.public, order),
        decisions=every,
        decided_by=order[0],
    )
    sheets = tuple(random_sheet(public, Seat(seat), chance) for seat in range(players))
    return declaring.begin(replace(state, public=replace(public, sheets=sheets)))


def random_sheet(public: Any, seat: Seat, chance: random.Random) -> Sheet:
    """A random clan with a random split; without a clan, a random declaration."""
    if declaring.standing(public, seat) == "clanned" and public.options.evening == "masquerade":
        clan = chance.choice(list(LINEAGES))
        three = chance.choice(list(declaring.splits(public, clan)))
        return Sheet.of(clan, dots(three))
    move: Declare = chance.choice(list(declaring.choices(public, seat)))
    return Sheet.of(move.clan, dots(move.disciplines), move.specialty).refilled()


def play_round(state: ScumState, chance: random.Random) -> list[Played]:
    """The round to its end, and what became of each seat."""
    order, sheets = state.public.order, state.public.sheets
    used: list[Counter[Discipline]] = [Counter() for _ in order]
    cancelled: list[Counter[Discipline]] = [Counter() for _ in order]
    declined: set[str] = set()
    for _ in range(MOST):
        public = state.public
        if public.phase in (Phase.INTERVAL, Phase.OVER):
            ranks = {seat: place for place, seat in enumerate(public.placed)}
            held = {seat: place for place, seat in enumerate(order)}
            return [
                Played(held[seat], ranks[seat], sheets[seat], used[seat], cancelled[seat])
                for seat in map(Seat, range(len(order)))
            ]
        state = _next(state, chance, declined)
        played = {
            (event.seat, event.power) for event in state.events if isinstance(event, HandPlayed)
        }
        for player, power in played:
            if power is not None and power is not Discipline.CHIMERSTRY:
                used[player][power] += 1
        for event in state.events:
            match event:
                case DisciplineUsed():
                    used[event.seat][event.discipline] += 1
                case HandAnnounced():
                    used[event.seat][Discipline.CHIMERSTRY] += 1
                case BluffCalled():
                    cancelled[event.user][Discipline.CHIMERSTRY] += event.false
                case UseCancelled():
                    cancelled[event.user][event.discipline] += 1
                    used[event.seat][Discipline.FORTITUDE] += bool(
                        sheets[event.seat].unspent(Discipline.FORTITUDE)
                    )
                case _:
                    pass
    raise AssertionError("a round comes to its end")


def _next(state: ScumState, chance: random.Random, declined: set[str]) -> ScumState:
    size = GAME.pending_shuffle_size(state)
    if size:
        return GAME.apply_shuffle(state, chance.sample(range(size), size))
    if state.public.phase is Phase.PACTS:
        (window,) = GAME.spans(view(state, None))
        return GAME.expire(state, window.key)
    seat = GAME.awaited_seats(state.public)[0]
    if state.public.pending is not None:
        seat = next(one for one in state.public.pending.may if _asked(state, one))
    seen = view(state, seat)
    found = prompts.prompts(seen)
    for prompt in found:
        if prompt.offer and prompt.kind in OFFERED and prompt.key not in declined:
            move = candidates.accepted_offer(seen, prompt)
            if move is not None:
                return GAME.apply(state, seat, move)
            declined.add(prompt.key)
    asked = next(prompt for prompt in found if not prompt.offer)
    moves = list(heuristics.candidates(seen, asked))
    if asked.kind in ("wish", "offer", "answer-offer", "ask-back", "decide", "name-hand"):
        return GAME.apply(state, seat, moves[0])
    scores = heuristics.score_moves(seen, moves)
    return GAME.apply(state, seat, moves[max(range(len(moves)), key=lambda at: scores[at])])


def _asked(state: ScumState, seat: Seat) -> bool:
    return state.private[seat].reaction is None


# -- the tables


def gains(rounds: Sequence[Sequence[Played]]) -> dict[int, float]:
    """The mean place by rank."""
    by_rank: dict[int, Sample] = {}
    for one in rounds:
        for seat in one:
            by_rank.setdefault(seat.rank, Sample()).values.append(seat.place)
    return {rank: sample.mean() for rank, sample in by_rank.items()}


def tables(rounds: Sequence[Sequence[Played]]) -> str:
    """Both tables, as Markdown."""
    mean = gains(rounds)
    clans: dict[Clan, Sample] = {clan: Sample() for clan in LINEAGES}
    firsts: dict[Clan, Sample] = {clan: Sample() for clan in LINEAGES}
    held: dict[Discipline, dict[int, Sample]] = {one: {} for one in Discipline}
    uses: Counter[Discipline] = Counter()
    cancelled: Counter[Discipline] = Counter()
    had: Counter[Discipline] = Counter()
    for one in rounds:
        for seat in one:
            gain = mean[seat.rank] - seat.place
            if seat.sheet.clan is not None:
                clans[seat.sheet.clan].values.append(gain)
                firsts[seat.sheet.clan].values.append(seat.place == 0)
            for dot in seat.sheet.dots:
                held[dot.discipline].setdefault(dot.have, Sample()).values.append(gain)
                had[dot.discipline] += dot.have
            uses.update(seat.used)
            cancelled.update(seat.cancelled)
    lines = ["| clan | rounds | first | places gained |", "|---|---|---|---|"]
    played = {clan: sample for clan, sample in clans.items() if sample.values}
    for clan, sample in sorted(played.items(), key=lambda item: -item[1].mean()):
        share = firsts[clan]
        won = f"{100 * share.mean():.1f} ± {100 * share.interval():.1f} %"
        lines.append(f"| {LINEAGES[clan].name} | {len(sample.values)} | {won} | {sample} |")
    lines += ["", "| discipline | one dot | two dots | three dots | uses a dot | cancelled |"]
    lines += ["|---|---|---|---|---|---|"]
    for discipline, by_dots in held.items():
        if not by_dots:
            continue
        cells = [str(by_dots.get(many, Sample())) for many in (1, 2, 3)]
        share_of = cancelled[discipline] / uses[discipline] if uses[discipline] else 0
        a_dot = uses[discipline] / had[discipline] if had[discipline] else 0
        lines.append(
            f"| {discipline} | {' | '.join(cells)} | {a_dot:.2f} | {100 * share_of:.0f} % |"
        )
    return "\n".join(lines)


def figures(
    number: int,
    players: int,
    seed: int = 1,
    evening: Evening = "masquerade",
) -> Iterator[list[Played]]:
    """This many rounds, one after the other."""
    chance = random.Random(seed)
    return (play_round(begun(players, chance, evening), chance) for _ in range(number))


def main(given: list[str]) -> None:
    """Prints both tables, now and then, and at the end."""
    number, players, seed = [int(one) for one in given[:3]] + [1000, 5, 1][len(given) :]
    kind: Evening = "first-night" if given[3:] == ["first-night"] else "masquerade"
    rounds: list[list[Played]] = []
    for one in figures(number, players, seed, kind):
        rounds.append(one)
        if len(rounds) % EVERY == 0 or len(rounds) == number:
            sys.stdout.write(f"{len(rounds)} rounds of {players} players\n\n{tables(rounds)}\n\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
