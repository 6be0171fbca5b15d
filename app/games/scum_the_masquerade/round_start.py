"""The step that a round is dealt by: a lot for extra cards comes first in a plain round."""

from app.games.scum_the_masquerade.state import Phase, Tableau


def extra_cards(public: Tableau) -> int:
    """The number of cards that an even deal leaves over."""
    return len(public.deck) % len(public.order)


def due(public: Tableau) -> Phase:
    """The lot, or the deal."""
    return Phase.LOT if not public.ranked and extra_cards(public) else Phase.DEAL
