"""The sentences for refused moves of Scum of the Earth: the rule, and what would work."""

from typing import assert_never

from app.games.scum_of_the_earth.bonus import to_give
from app.games.scum_of_the_earth.cards import Card
from app.games.scum_of_the_earth.display_names import (
    PLURAL,
    SINGULAR,
    a_set,
    cards_in_words,
    counted,
    number,
    rank_title,
)
from app.games.scum_of_the_earth.moves import Give, Move, Play, Reason
from app.games.scum_of_the_earth.prompt_text import open_question
from app.games.scum_of_the_earth.state import Phase, ScumView, Set
from app.games.scum_of_the_earth.tricks import size
from app.games.scum_of_the_earth.turns import best_set


def say_refusal(view: ScumView, move: Move, reason: Reason) -> str:
    """The reason for the refusal at this table, and what would work."""
    public, seat, hand = view.public, view.seat, view.private
    assert seat is not None
    assert hand is not None
    best = best_set(public) if public.trick is not None else None
    match reason:
        case Reason.NOT_ASKED:
            return f"That answers another question. {open_question(view)}"
        case Reason.NOT_YOUR_CARDS:
            return "You do not hold all of those cards. Choose among the ones in your hand."
        case Reason.WRONG_NUMBER_TO_GIVE:
            wanted = to_give(public, seat)
            shown = len(move.cards) if isinstance(move, Give) else 0
            return (
                f"{rank_title(public, seat)} gives {counted(wanted, 'card')} back; you chose "
                f"{number(shown) if shown else 'none'}."
            )
        case Reason.NO_TAKEOVER:
            return _no_takeover(view)
        case Reason.NO_CARDS:
            return (
                "Choose the cards first."
                if best is None
                else f"Choose {counted(best.size, 'card')} first, or pass."
            )
        case Reason.MIXED_FACES:
            return (
                "A set is cards of one number, and wild cards for missing ones; you showed "
                f"{_shown(move)}."
            )
        case Reason.WRONG_SIZE:
            assert best is not None
            return _wrong_size(move, best)
        case Reason.NOT_BETTER:
            assert best is not None
            return _not_better(best)
        case Reason.WILD_OUT_OF_RANGE:
            return _out_of_range(move)
        case Reason.NAME_THE_WILD:
            return "Wild cards alone may be several things here. Say what they stand for."
        case Reason.ZERO_IS_SINGLE:
            return (
                "The Zero is played alone, and beats every other single card. Nothing goes with "
                "it, not even a wild card."
            )
        case Reason.INFINITY_IS_LED:
            return (
                "Infinity is led, alone, and never played on anything. Keep it for when you lead."
            )
        case Reason.EIGHT_NOT_SINGLE:
            return (
                "The special eight is not played as a single, unless it is your last card. Put "
                "another eight or a wild card with it."
            )
        case Reason.NINE_IS_LED:
            return "The special nine may only be led. Keep it for when you lead."
        case Reason.TEN_ALONE_DOUBLES:
            return "Only the special ten counts as two; it is not in that set."
        case Reason.LEADER_MUST_PLAY:
            return (
                "You lead, so you play: one or more cards of one number. There is nothing to "
                "pass on yet."
            )
        case Reason.NOT_A_TARGET:
            return "Pick somebody else who still has cards."
        case _:
            assert_never(reason)


def _no_takeover(view: ScumView) -> str:
    public = view.public
    if public.phase is not Phase.TAKEOVER:
        return "A takeover is declared right after the deal, before the card swap."
    if view.seat == public.ranks[0]:
        return (
            f"You are {rank_title(public, public.ranks[0])} already; there is nothing left to take "
            "over."
        )
    return "A takeover needs both WILD A-K cards in the hand you were dealt."


def _shown(move: Move) -> str:
    return cards_in_words(move.cards) if isinstance(move, Play) else "something else"


def _wrong_size(move: Move, best: Set) -> str:
    assert isinstance(move, Play)
    better = _or_better(best)
    hint = ""
    if Card.SPECIAL_10 in move.cards and len(move.cards) + (not move.double) == best.size:
        hint = " The special ten may count as one or as two: say which."
    return f"That takes {better}; you showed {number(size(move))}.{hint}"


def _or_better(best: Set) -> str:
    """The worst set that would follow: "three eights or better"."""
    if best.face == 1:
        return "the Zero"
    worst = a_set(best.size, best.face - 1)
    return worst if best.face == 2 and best.size > 1 else f"{worst} or better"


def _not_better(best: Set) -> str:
    lies = PLURAL[best.face] if best.size > 1 else SINGULAR[best.face]
    return f"Lower is better, and you have to beat the {lies}: {_or_better(best)}, or pass."


def _out_of_range(move: Move) -> str:
    cards = move.cards if isinstance(move, Play) else ()
    if Card.WILD_3_9 in cards:
        return "The 3-9 wild stands for a three up to a nine and for nothing else."
    return "A WILD stands for an Ace up to a King, never for the Zero or Infinity."
