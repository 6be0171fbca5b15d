"""Answers in steps: hats to mark, and hats to buy."""

from typing import Any

from app.games.skuncum.cards import Rank
from app.games.skuncum.display_names import HAT, ranks_named
from app.games.skuncum.hats import Purchase, purchases, size_of
from app.games.skuncum.moves import BuyHats, ChooseHats
from app.games.skuncum.prompts import awaited, open_hats, winning_of
from app.games.skuncum.state import Phase, SkuncumView, Tableau
from app.rules.game import Seat
from app.rules.values import Choice, MoveStep


def next_step(view: SkuncumView, picks: tuple[tuple[Any, ...], ...]) -> MoveStep | None:
    """The next hat to choose, or the hats to buy; None: all are chosen, or none are asked for."""
    public, seat = view.public, view.seat
    if seat is None or seat not in awaited(public):
        return None
    match public.phase:
        case Phase.HATS:
            return _hat_step(public, seat, picks)
        case Phase.CONVERT:
            return None if picks else _purchase_step(public, seat)
        case _:
            return None


def _hat_step(public: Tableau, seat: Seat, picks: tuple[tuple[Any, ...], ...]) -> MoveStep | None:
    won, number = winning_of(public, seat), len(picks)
    open_to = open_hats(public, won, picked(picks))
    if not open_to:
        return None
    choices = tuple(Choice(str(rank), HAT[rank]) for rank in reversed(open_to))
    text = "Which hat do you mark?" if not number else "Which hat do you mark next?"
    return MoveStep(f"hat-{number + 1}", "options", text, choices)


def _purchase_step(public: Tableau, seat: Seat) -> MoveStep | None:
    """One choice for each number of hats; None where the votes buy none."""
    offers = purchases(public.boxes[seat], size_of(public))
    if len(offers) == 1:
        return None
    choices = tuple(Choice(str(number), _offer_text(one)) for number, one in enumerate(offers))
    return MoveStep("hats-bought", "options", "Which hats do you buy?", choices)


def _offer_text(offer: Purchase) -> str:
    """The hats of a purchase with their price: "Grass Roots twice and Delegate for 15"."""
    return f"{ranks_named(offer.hats)} for {offer.price}" if offer.hats else "Buy none"


def composed(view: SkuncumView, picks: tuple[tuple[Any, ...], ...]) -> ChooseHats | BuyHats:
    """The answer of complete picks."""
    if view.public.phase is Phase.CONVERT:
        ((number,),) = picks
        return BuyHats(int(number))
    return ChooseHats(picked(picks))


def picked(picks: tuple[tuple[Any, ...], ...]) -> tuple[Rank, ...]:
    """The hats of complete picks."""
    return tuple(Rank(rank) for (rank,) in picks)
