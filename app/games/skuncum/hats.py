"""Hats and votes in a score box: what a card may mark, what is won, and what votes buy."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from app.games.skuncum.board import total
from app.games.skuncum.cards import ANY_HAT, FACES, HATS, SUIT_CARDS, Card, Rank
from app.games.skuncum.options import BoxSize, coalition_votes
from app.games.skuncum.state import Tableau
from app.games.skuncum.table_records import Box, Gain, Role, Stake
from app.rules.game import Seat

PRICES: Final = (5, 5, 5, 10, 10, 10, 15)
"""Votes for one hat, by rank, lowest first."""
STROKE_VOTES: Final = 2
"""Votes for a Hat stroke at the end of a hand."""
CARDS_VOTES: Final = 2
"""Votes for having won CARDS."""
POINTS_A_VOTE: Final = 50
"""Suit points among the CARDS for one more vote."""


def size_of(public: Tableau) -> BoxSize:
    """The places in the score boxes of this table."""
    return BoxSize(public.hat_sizes, public.vote_size)


def is_full(box: Box, size: BoxSize) -> bool:
    """True if all hats and votes are marked."""
    return box.hats == size.hats and box.votes == size.votes


def marks(box: Box) -> int:
    """Hats and votes marked in the box."""
    return sum(box.hats) + box.votes


# -- hats


def eligible(card: Card, hats: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """The hats, by number, of which this card marks one; empty: it makes a Hat stroke."""
    face = FACES[card]
    if face.value >= ANY_HAT:
        return [at for at, many in enumerate(hats) if many < sizes[at]]
    assert face.rank is not None, "Action cards win no hats"
    own = HATS.index(face.rank)
    if hats[own] < sizes[own]:
        return [own]
    return [at for at in range(own) if hats[at] < sizes[at]]


def marking_order(cards: Iterable[Card], times: int = 1) -> tuple[Card, ...]:
    """The Suit cards among these as they are marked: by rising value, each `times` times."""
    suits = sorted(
        (card for card in cards if card in SUIT_CARDS),
        key=lambda card: (FACES[card].value, FACES[card].place),
    )
    return tuple(card for card in suits for _ in range(times))


class Marking(NamedTuple):
    """The hats that are marked for some cards."""

    hats: tuple[int, ...]
    """The box's hats afterwards."""
    marked: tuple[Rank, ...]
    strokes: int
    choices: tuple[tuple[Rank, ...], ...]
    """For each card with a real choice: the hats that were open to it."""
    refused: int | None
    """The number of the first pick that could not be marked."""
    unused: int
    """Picks for which there was no choice."""


@lru_cache(maxsize=4096)
def mark(
    cards: tuple[Card, ...],
    hats: tuple[int, ...],
    sizes: tuple[int, ...],
    picks: tuple[Rank, ...] = (),
    most: int = 1000,
) -> Marking:
    """Marks hats for `cards` in their order, by `picks` where there is a choice.

    Missing picks mark the highest hat. It stops before the choice after number `most`.
    """
    now, marked, strokes = list(hats), list[Rank](), 0
    choices: list[tuple[Rank, ...]] = []
    for card in cards:
        open_to = eligible(card, now, sizes)
        if not open_to:
            strokes += 1
            continue
        at = open_to[-1]
        if len(open_to) > 1:
            choices.append(tuple(HATS[one] for one in open_to))
            if len(choices) > most:
                break
            if len(choices) <= len(picks):
                pick = picks[len(choices) - 1]
                if pick not in choices[-1]:
                    return Marking(tuple(now), (), 0, tuple(choices), len(choices) - 1, 0)
                at = HATS.index(pick)
        now[at] += 1
        marked.append(HATS[at])
    unused = max(0, len(picks) - len(choices))
    return Marking(tuple(now), tuple(marked), strokes, tuple(choices), None, unused)


# -- votes


def with_votes(box: Box, votes: int, size: BoxSize) -> Box:
    """The box with this many more votes; the surplus become Vote strokes."""
    posted = min(votes, size.votes - box.votes)
    return replace(box, votes=box.votes + posted, vote_strokes=box.vote_strokes + votes - posted)


def strokes_converted(box: Box, size: BoxSize) -> Box:
    """The box with its Hat strokes turned into votes."""
    return with_votes(replace(box, hat_strokes=0), STROKE_VOTES * box.hat_strokes, size)


def cards_votes(points: int) -> int:
    """Votes for CARDS with this many Suit points."""
    return CARDS_VOTES + points // POINTS_A_VOTE


class Purchase(NamedTuple):
    box: Box
    hats: tuple[Rank, ...]
    price: int


@lru_cache(maxsize=1024)
def purchases(box: Box, size: BoxSize) -> tuple[Purchase, ...]:
    """The box after buying none, one, two … hats, as far as its votes go."""
    bought, hats, spent = box, tuple[Rank, ...](), 0
    found = [Purchase(box, (), 0)]
    while True:
        lowest = next((at for at, many in enumerate(bought.hats) if many < size.hats[at]), None)
        if lowest is None or bought.votes + bought.vote_strokes < PRICES[lowest]:
            return tuple(found)
        strokes = min(bought.vote_strokes, PRICES[lowest])
        marked = bought.hats[lowest] + 1
        bought = replace(
            bought,
            hats=(*bought.hats[:lowest], marked, *bought.hats[lowest + 1 :]),
            votes=bought.votes - PRICES[lowest] + strokes,
            vote_strokes=bought.vote_strokes - strokes,
        )
        hats, spent = (*hats, HATS[lowest]), spent + PRICES[lowest]
        found.append(Purchase(bought, hats, spent))


def free_purchases(box: Box, size: BoxSize) -> int:
    """The number of hats that Vote strokes alone pay for: the default."""
    return sum(one.price <= box.vote_strokes for one in purchases(box, size)) - 1


# -- what a Race is worth


def race_cards(public: Tableau) -> list[Card]:
    """The Suit cards in the Candidate circle and on the Bandwagon."""
    assert public.candidate is not None
    circle = (public.candidate.card, *public.candidate.laid)
    own = [card for card in circle if card in SUIT_CARDS]
    return own + [stack.card for stack in public.bandwagon]


def hats_won(public: Tableau, winner: Seat, role: Role) -> list[tuple[Seat, tuple[Card, ...]]]:
    """The cards that win hats, by seat in the order of play, as they are marked."""
    match role:
        case Role.CANDIDATE:
            own = ((stack.seat, (stack.card,)) for stack in public.bandwagon)
            return [(winner, marking_order(race_cards(public))), *own]
        case Role.CHALLENGER:
            return [(winner, marking_order(race_cards(public), 2))]
        case _:
            return []


def votes_won(public: Tableau) -> tuple[Gain, ...]:
    """The votes of a winning Coalition."""
    king, member = coalition_votes(public.options)
    return tuple(
        Gain(stack.seat, votes=king if stack.seat == public.kingmaker else member)
        for stack in sorted(public.coalition, key=lambda one: one.seat != public.kingmaker)
    )


def stakes(public: Tableau, sides: Sequence[tuple[Seat, Role]]) -> tuple[Stake, ...]:
    """The marks that a win of each of these sides now would bring."""
    found = []
    for seat, role in sides:
        gains = votes_won(public) if role is Role.COALITION else ()
        for winner, cards in hats_won(public, seat, role):
            done = mark(cards, public.boxes[winner].hats, public.hat_sizes)
            gains = (*gains, Gain(winner, done.marked, done.strokes))
        found.append(Stake(seat, role, total(public, seat), gains))
    return tuple(found)
