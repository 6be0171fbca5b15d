"""The reasons of hints: what is true of the move, counted from the view."""

from collections.abc import Sequence
from typing import assert_never

from app.games.skuncum import board
from app.games.skuncum.cards import FACES
from app.games.skuncum.display_names import AREA, ROLE, card_name, card_names, counted
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
from app.rules.game import HintReason


def say_reason(
    view: SkuncumView, moves: Sequence[Move], move: Move, names: Sequence[str]
) -> HintReason:
    """The move, and what is true of it."""
    match move:
        case Lead(card):
            value = FACES[card].value
            lowest = value == min(FACES[one.card].value for one in moves if isinstance(one, Lead))
            fact = f"with {counted(value, 'point')} it is your lowest Suit card"
            return HintReason(f"Lead the {card_name(card)}", fact if lowest else "")
        case PassLead():
            leads = [FACES[one.card].value for one in moves if isinstance(one, Lead)]
            fact = f"your lowest Suit card has {counted(min(leads), 'point')}" if leads else ""
            return HintReason("Pass the lead", fact)
        case Politiks():
            return _politiks(view, move, names)
        case DropOut():
            done = "after Politiks you need not risk a Suit card"
            return HintReason("Drop out", done if view.public.politiks else "you hold no Suit card")
        case Join():
            return _join(move)
        case Play(card):
            return HintReason(f"Play the {card_name(card)}", _cheapest(moves, move))
        case PowerPlay(cards):
            alone = "" if _plays(moves) else "no single card of yours may be played"
            return HintReason(f"Make a Power Play with {card_names(cards)}", alone)
        case Stand() | Concede():
            plays = any(isinstance(one, Play | PowerPlay) for one in moves)
            why = "" if plays else "no card of yours may be played"
            return HintReason("Stand" if isinstance(move, Stand) else "Concede", why)
        case ChooseHats(picks):
            return HintReason("Mark these hats" if picks else "Take the highest hats")
        case BuyHats(number):
            return HintReason(f"Buy {counted(number, 'hat') if number else 'none'}")
        case _:
            assert_never(move)


def _politiks(view: SkuncumView, move: Politiks, names: Sequence[str]) -> HintReason:
    stack = board.stack_of(view.public, move.target)
    role = board.target_role(view.public, move.target)
    assert stack is not None
    assert role is not None
    what = f"Play the {card_name(move.card)} on {names[move.target]}, {ROLE[role]}"
    after = board.laid_on(stack, (move.card,)).value
    if after == stack.value:
        return HintReason(what)
    return HintReason(what, f"that stack goes from {stack.value} to {counted(after, 'point')}")


def _join(move: Join) -> HintReason:
    what = f"Lay the {card_name(move.card)} on {AREA[move.area]}"
    value = counted(FACES[move.card].value, "point")
    match move.area:
        case Area.CHALLENGER:
            return HintReason(what, f"it stands there with {value}")
        case Area.BANDWAGON:
            return HintReason(what, f"it risks {value}, and wins if the Candidate does")
        case Area.COALITION:
            return HintReason(what, f"it risks {value}, and wins if the Kingmaker does")


def _plays(moves: Sequence[Move]) -> list[Play]:
    return [one for one in moves if isinstance(one, Play)]


def _cheapest(moves: Sequence[Move], move: Play) -> str:
    plays = _plays(moves)
    if len(plays) == 1:
        return "it is the only single card that may be played"
    printed = [FACES[one.card].value for one in plays]
    cheapest = all(printed) and FACES[move.card].value == min(printed)
    return "no other card that may be played has fewer points" if cheapest else ""
