"""Blood hunts: the second rank may name a player who is easier prey for one round (8.2).

The owner's text gives the right to the Prince; the effects are ours (A16).
"""

from app.games.scum_the_masquerade.events import HuntDeclared
from app.games.scum_the_masquerade.state import Phase, ScumState, Tableau
from app.kits.next_state import after
from app.rules.game import Seat


def prey(public: Tableau) -> tuple[Seat, ...]:
    """The players who may be hunted: neither of the first two ranks, and nobody twice running."""
    return tuple(seat for seat in public.order[2:] if seat != public.hunted_before)


def may_declare(public: Tableau, seat: Seat) -> bool:
    """True for the second rank before the deal, until it has declared a hunt."""
    waiting = public.phase in (Phase.INTERVAL, Phase.DECIDE, Phase.DECLARE) and not public.dealt
    due = public.options.has_hunts and public.hunted is None
    return due and waiting and seat == public.order[1]


def declare(state: ScumState, seat: Seat, hunted: Seat) -> ScumState:
    """The hunt is public and stands on the player, whatever rank a pact may bring."""
    return after(state, HuntDeclared(seat, hunted), hunted=hunted)
