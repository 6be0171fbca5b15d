"""Mytherceria: ranks of which no hand may have its top, leads apart (page 6.3, A24)."""

from app.games.scum_the_masquerade.cards import RANKS, SUITS, Card
from app.games.scum_the_masquerade.powers.marks import ForbiddenRanks
from app.games.scum_the_masquerade.powers.possible_hands import highest_top, lowest_top
from app.games.scum_the_masquerade.state import ScumState, Tableau
from app.games.scum_the_masquerade.table_records import Laid
from app.kits.next_state import after
from app.rules.game import Seat


def forbidden(public: Tableau) -> tuple[int, ...]:
    """The forbidden ranks, lowest first."""
    return tuple(sorted({RANKS.index(rank) for one in public.forbidden for rank in one.ranks}))


def forbids(public: Tableau, height: int) -> bool:
    """True for a hand with this top; it counts without Potence (A24)."""
    return bool(public.forbidden) and height // len(SUITS) in forbidden(public)


def highest_allowed(public: Tableau, crypt: tuple[Card, ...], lies: Laid) -> int | None:
    """The highest top of a hand like the one that lies, with no discipline (A19)."""
    return highest_top(crypt, lies.kind, public.packs, forbidden(public))


def lowest_allowed(public: Tableau, crypt: tuple[Card, ...], lies: Laid) -> int | None:
    """The lowest top of a hand that beats the one that lies, with no discipline (A19)."""
    return lowest_top(crypt, lies.kind, public.packs, lies.top, forbidden(public))


def forbid(state: ScumState, seat: Seat, ranks: tuple[str, ...], until: int) -> ScumState:
    """These ranks are forbidden until the trick of this number ends.

    0: until the next turn of this seat starts.
    """
    return after(state, forbidden=(*state.public.forbidden, ForbiddenRanks(seat, ranks, until)))


def turn_came(state: ScumState, seat: Seat) -> ScumState:
    """The end of what a seat had forbidden until its next turn; one who is out has none."""
    left = tuple(one for one in state.public.forbidden if one.by != seat or one.until)
    return after(state, forbidden=left) if left != state.public.forbidden else state


def lasting(public: Tableau, number: int) -> tuple[ForbiddenRanks, ...]:
    """The ranks that stay forbidden when the trick of this number is over."""
    return tuple(one for one in public.forbidden if not 0 < one.until <= number)
