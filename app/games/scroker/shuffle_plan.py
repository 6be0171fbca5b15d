"""The fair shuffle of this game: what is shuffled, who gets which position, who sees which."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from app.games.scroker.cards import pack
from app.games.scroker.dealing import DEALT, HOLE
from app.games.scroker.state import Phase, Tableau
from app.rules.game import OpenedPosition, Seat

_IN_HAND: Final = (
    Phase.BET,
    Phase.CONSENT,
    Phase.DRAW,
    Phase.RESHUFFLE,
    Phase.DECLARE,
    Phase.CHALLENGE,
)
_BEFORE_DEAL: Final = (Phase.NAMING, Phase.ANTE, Phase.DEAL)


def deck_codes(public: Tableau) -> tuple[str, ...]:
    """(): discards and folded hands are shuffled again, and nobody knows all of them."""
    match public.phase:
        case Phase.LOT:
            return tuple(str(seat + 1) for seat in public.seats)
        case Phase.DEAL:
            return tuple(pack(public.named.scrokers))
        case _:
            return ()


def deal_plan(public: Tableau) -> tuple[str, ...]:
    """One card at a time from the dealer's left; the stud's later rounds lie open."""
    if public.phase is Phase.LOT:
        return ("*",) + ("-",) * (len(public.seats) - 1)
    if public.phase is not Phase.DEAL:
        return ()
    base, seats = public.named.base, tuple(map(str, public.players))
    if base == "longhorn":
        given = seats * HOLE + ("*",) * len(seats) * (DEALT[base] - HOLE)
    else:
        given = seats * DEALT[base] + (("*",) if base == "spit" else ())
    return given + ("-",) * (len(pack(public.named.scrokers)) - len(given))


def opened(public: Tableau, seat: Seat | None) -> tuple[OpenedPosition, ...]:
    """The cards that this seat was dealt or drew, and those that were dealt face up."""
    if public.phase in _BEFORE_DEAL:
        return _positions((0,)) if public.hand == 1 and public.dealer is not None else ()
    if public.phase not in _IN_HAND:
        return ()
    again = public.reshuffled and public.phase is not Phase.RESHUFFLE
    if public.named.base == "longhorn":
        return _positions(tuple(_later(public, seat, again)))
    return _positions(tuple(_drawn(public, seat, again)))


def opened_by(public: Tableau) -> object:
    """All that `opened` follows from, for every seat."""
    hand = (public.phase, public.hand, public.dealer, public.named, public.players)
    drawn = (public.drawn, public.reshuffled, public.drawn_then, public.owed_then)
    return hand, drawn, public.spit, public.up, public.counts, public.common


def _drawn(public: Tableau, seat: Seat | None, again: bool) -> Iterable[int]:
    """In a draw game: the first cards, then what each in turn drew from the stock."""
    at = 0
    if not again:
        many = len(public.players)
        at = many * DEALT[public.named.base]
        if seat in public.players:
            yield from range(public.players.index(seat), at, many)
        if public.spit is not None:
            yield at
            at += 1
    for drawer in public.players:
        cards = public.drawn[drawer] or 0
        if public.reshuffled and drawer in public.drawn_then:
            late = public.owed_then if drawer == public.drawn_then[-1] else 0
            cards = late if again else cards - late
        if drawer == seat:
            yield from range(at, at + cards)
        at += cards


def _later(public: Tableau, seat: Seat | None, again: bool) -> Iterable[int]:
    """In the stud: hole cards, open cards, and the last card of each or of all."""
    at = 0
    if not again:
        many = len(public.players)
        if seat in public.players:
            yield from range(public.players.index(seat), many * HOLE, many)
        sixth = sum(len(public.up[player]) > DEALT["longhorn"] - HOLE for player in public.players)
        at = many * DEALT["longhorn"] + sixth
        yield from range(many * HOLE, at)
    last = [player for player in public.players if public.counts[player] > HOLE]
    if public.common is not None:
        yield at
    elif seat in last:
        yield at + last.index(seat)


@lru_cache(maxsize=512)
def _positions(positions: tuple[int, ...]) -> tuple[OpenedPosition, ...]:
    return tuple(map(OpenedPosition, positions))
