"""The worlds that a search plays in: those of resampling.py, with likelier hands for the others."""

from collections.abc import Iterator

from app.games.scroker import opponent_model
from app.games.scroker.cards import pack
from app.games.scroker.resampling import draw_worlds, known_cards
from app.games.scroker.sealed_choices import with_sealed
from app.games.scroker.state import ScrokerState, ScrokerView
from app.rules.game import Chance


def sample_worlds(view: ScrokerView, chance: Chance) -> Iterator[ScrokerState]:
    """Such states without end, the likelier to have been played as the view shows the oftener."""
    public, seat = view.public, view.seat
    drawn = draw_worlds(view, chance)
    if seat is not None and opponent_model.is_informative(public):
        known = known_cards(view)
        deck = [card for card in pack(public.named.scrokers) if card not in known]
        drawn = opponent_model.likelier_worlds(public, seat, drawn, deck, chance)
    return (with_sealed(view, world, chance) for world in drawn)
