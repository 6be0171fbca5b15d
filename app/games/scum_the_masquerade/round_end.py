"""The end of a round and of the match: ranks, points, and the revolution."""

from msgspec.structs import replace

from app.games.scum_the_masquerade.events import (
    DebtsCollected,
    MatchEnded,
    Revolution,
    RoundEnded,
)
from app.games.scum_the_masquerade.state import Phase, ScumState, Tableau, last_rank, still_in
from app.kits.next_state import after
from app.rules.game import Outcome, Seat, Standing


def end_round(state: ScumState) -> ScumState:
    """One player still has cards and is last (H12); the finishing order gives the ranks."""
    public = state.public
    finished = public.out + still_in(public)
    fallen = debtors(public, finished)
    if fallen:
        state = after(state, DebtsCollected(fallen))
    kept = tuple(seat for seat in finished if seat not in fallen)
    return settle(state, kept + fallen)


def debtors(public: Tableau, finished: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Takers of pacts that finished below the rank they held after it: they come last (A14)."""
    return tuple(
        seat
        for place, seat in enumerate(finished)
        if public.ranked and seat in public.takers and place > public.order.index(seat)
    )


def revolution(state: ScumState) -> ScumState:
    """The last rank is out first: the round ends at once, and all ranks reverse."""
    public = state.public
    state = after(state, Revolution(last_rank(public)), revolution=True)
    return settle(state, tuple(reversed(public.order)))


def settle(state: ScumState, ranks: tuple[Seat, ...]) -> ScumState:
    """The end of the round, with the rank that each seat holds next (A11)."""
    public = state.public
    scores = list(public.scores)
    points = pay(public, len(ranks))
    for seat, own in zip(ranks, points, strict=True):
        scores[seat] += own
    ranked = public.options.ranks
    trick = public.trick
    assert trick is not None
    private = tuple(replace(hand, requests=(), resting=False) for hand in state.private)
    state = after(
        replace(state, private=private),
        RoundEnded(ranks, points),
        phase=Phase.INTERVAL,
        order=ranks if ranked else public.order,
        scores=tuple(scores),
        placed=ranks,
        placed_round=public.placed_round + any(points),
        extras=next_extras(public, ranks) if ranked else (),
        confirmed=(),
        hunted=None,
        hunted_before=public.hunted,
        turn=None,
        asked=None,
        trick=None,
        last_trick=trick.won(),
        pile=public.open_cards,
        effects=(),
        forbidden=(),
    )
    reason = ended(state.public)
    if reason is None:
        return state
    winner = outcome(state.public, reason).ranking[0][0]
    return after(state, MatchEnded(winner), phase=Phase.OVER)


def next_extras(public: Tableau, ranks: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The lowest ranks get the extra cards, unless the first rank says otherwise (H19)."""
    extra = len(public.deck) % len(ranks)
    return tuple(sorted(ranks[-extra:])) if extra else ()


def pay(public: Tableau, players: int) -> tuple[int, ...]:
    """The points by rank: n for the first (H14); the round for the ranks scores nothing."""
    scores = public.round > 0
    return tuple(players - place if scores else 0 for place in range(players))


def ended(public: Tableau) -> str | None:
    """The reason why the match is over after the last finished round, or None."""
    if public.last_round:
        return "last-round"
    long = public.options.ending == "rounds" and public.placed_round >= public.options.rounds
    return "all-rounds" if long else None


def outcome(public: Tableau, reason: str) -> Outcome:
    """The most points win; among equals the better place in the last round (H14)."""
    place = {seat: at for at, seat in enumerate(public.placed)}
    seats = sorted(public.order, key=lambda seat: (-public.scores[seat], place[seat]))
    return Outcome(tuple((seat,) for seat in seats), public.scores, reason)


def standings(public: Tableau) -> tuple[Standing, ...]:
    """The points of the last finished round that scored."""
    if not public.placed_round or not public.placed:
        return ()
    players = len(public.placed)
    return tuple(
        Standing(public.placed_round, seat, place + 1, players - place)
        for place, seat in enumerate(public.placed)
    )
