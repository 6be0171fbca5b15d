"""Vicissitude composed in steps: the cards that change and their forms; a hand with such cards."""

from typing import Any, TypeAlias

from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.display_names import a_card
from app.games.scum_the_masquerade.hands import LONGEST, length
from app.games.scum_the_masquerade.moves import PlayReshaped, Reshape
from app.games.scum_the_masquerade.powers.reshaping import MOST, forms_of
from app.games.scum_the_masquerade.state import Hand, ScumView
from app.games.scum_the_masquerade.tricks import best
from app.rules.game import MoveStep
from app.rules.values import Choice

Picks: TypeAlias = tuple[tuple[Any, ...], ...]


def next_step(view: ScumView, kind: str, picks: Picks) -> MoveStep | None:
    """The step after these picks."""
    public, crypt = view.public, (view.private or Hand()).cards
    own = tuple(Choice(card, a_card(card)) for card in crypt)
    if kind == "play-reshaped":
        if picks:
            return None
        lies = best(public)
        least, most = (1, LONGEST) if lies is None else (length(lies.kind, public.packs),) * 2
        most = min(most, len(own))
        text = "Which hand, with changed cards in it?"
        return MoveStep("cards", "cards", text, own, min(least, most), most, checked_after=True)
    level = public.reshapings[-1].level
    chosen = [Card(pick[0]) for pick in picks[::2] if pick]
    if len(picks) % 2:
        if not picks[-1]:
            return None
        forms = forms_of(public, crypt, chosen[-1], level)
        text = f"What may the {a_card(chosen[-1])} count as?"
        field = "counts_as" if len(picks) == 1 else "second_as"
        choices = tuple(Choice(one, a_card(one)) for one in forms)
        return MoveStep(field, "cards", text, choices) if forms else None
    if len(chosen) == MOST[level - 1]:
        return None
    rest = tuple(choice for choice in own if choice.value not in chosen)
    text = "Which other card changes, if any?" if chosen else "Which card changes, if any?"
    return MoveStep("second" if chosen else "card", "cards", text, rest, 0) if rest else None


def composed(kind: str, picks: Picks) -> Reshape | PlayReshaped:
    """The move that complete picks make."""
    if kind == "play-reshaped":
        return PlayReshaped(tuple(map(Card, picks[0])))
    return Reshape(*(Card(pick[0]) if pick else None for pick in picks))
