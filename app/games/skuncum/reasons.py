"""The reasons of hints: the feature of the heuristic that decided, in a sentence."""

from collections.abc import Sequence
from typing import assert_never

from app.games.skuncum import board
from app.games.skuncum.cards import FACES, Card
from app.games.skuncum.display_names import AREA, ROLE, card_name, card_names, counted
from app.games.skuncum.heuristics import STRONG, TOO_HIGH
from app.games.skuncum.moves import (
    Area,
    BuyHats,
    ChooseHats,
    Concede,
    DropOut,
    Join,
    Lead,
    Move,
    PassLead,
    Play,
    Politiks,
    PowerPlay,
    Stand,
)
from app.games.skuncum.state import SkuncumView


def say_reason(view: SkuncumView, moves: Sequence[Move], move: Move, names: Sequence[str]) -> str:
    """The move and why it scores best of `moves`."""
    match move:
        case Lead(card):
            return f"Lead the {card_name(card)}: {_lead(card)}."
        case PassLead():
            return (
                f"Pass the lead: your lowest Suit card has more than {TOO_HIGH} points, and is "
                "worth more later."
            )
        case Politiks(card, target):
            role = board.target_role(view.public, target)
            assert role is not None
            whose = f"{names[target]}, {ROLE[role]}"
            return f"Play the {card_name(card)} on {whose}: {_politiks(card)}."
        case DropOut():
            why = (
                "after Politiks you need not risk a Suit card"
                if view.public.politiks
                else ("you hold no Suit card")
            )
            return f"Drop out: {why}."
        case Join():
            return f"Lay the {card_name(move.card)} on {AREA[move.area]}: {_join(move)}."
        case Play(card):
            return f"Play the {card_name(card)}: {_cheapest(moves)}."
        case PowerPlay(cards):
            return (
                f"Make a Power Play with {card_names(cards)}: no single card of yours catches up, "
                "and these cost you least."
            )
        case Stand():
            return "Stand: none of your cards puts you ahead."
        case Concede():
            return "Concede: none of your cards catches up."
        case ChooseHats(picks):
            return (
                "Take the highest hats: they are the hardest to win."
                if not picks
                else "Mark these hats: they are the highest that are open."
            )
        case BuyHats(number):
            return _buy(number)
        case _:
            assert_never(move)


def _lead(card: Card) -> str:
    return f"with {counted(FACES[card].value, 'point')} it is the Suit card you can best spare"


def _politiks(card: Card) -> str:
    if FACES[card].attack:
        return "it hurts most there, and you still lay a Suit card after it"
    return "it helps the one who threatens you least, and you still lay a Suit card after it"


def _join(move: Join) -> str:
    value = counted(FACES[move.card].value, "point")
    match move.area:
        case Area.CHALLENGER if FACES[move.card].value >= STRONG:
            return f"with {value} it can win its duels"
        case Area.CHALLENGER:
            return "no other area is open to a better card of yours"
        case Area.BANDWAGON:
            return f"it risks only {value}, and the Bandwagon wins if its Candidate does"
        case Area.COALITION:
            return f"it risks only {value}, and the Coalition wins if its Kingmaker does"


def _cheapest(moves: Sequence[Move]) -> str:
    if sum(isinstance(one, Play) for one in moves) == 1:
        return "it is the only single card that is enough"
    return "it is enough, and your dearer cards stay for later duels"


def _buy(number: int) -> str:
    if not number:
        return "Buy none: no hat is to be had for Vote strokes alone."
    return f"Buy {counted(number, 'hat')}: Vote strokes pay for them, and no posted vote is lost."
