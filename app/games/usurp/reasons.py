"""The reasons of hints: what is true of the move, counted from the view."""

from collections.abc import Sequence
from typing import Final, assert_never

from app.games.usurp.cards import Order, PlayType
from app.games.usurp.display_names import ORDER, a_card, points
from app.games.usurp.moves import (
    CallReneg,
    Challenge,
    Confirm,
    GiveIn,
    Move,
    NameOrder,
    Play,
    Uprise,
)
from app.games.usurp.odds import BETTER, EQUALS, Odds
from app.games.usurp.plays import judge
from app.games.usurp.scoring import BONUS
from app.games.usurp.state import UsurpView
from app.rules.game import HintReason

HIGH: Final = 7
"""Ranks above this one are high cards."""


def say_reason(view: UsurpView, moves: Sequence[Move], move: Move) -> HintReason:
    """The move, and what is true of it."""
    public = view.public
    match move:
        case NameOrder(order):
            verb = "Leave it" if order is public.order else "Name"
            return HintReason(f"{verb} {ORDER[order]}", _most(view, order))
        case Play():
            return _lead(view, move) if public.upcard is None else _play(view, moves, move)
        case Uprise():
            return _uprise(view, move)
        case Challenge():
            return HintReason("Challenge", _winners(view))
        case GiveIn():
            free = "any card wins here, so a challenge can only lose"
            return HintReason("Give in", free if public.free else _winners(view))
        case CallReneg(card):
            what = "the last Sluff Off" if card is None else f"the {a_card(card)}"
            return HintReason(f"Call {what} a Reneg")
        case Confirm():
            return HintReason("Say that you are ready")
        case _:
            assert_never(move)


def _most(view: UsurpView, order: Order) -> str:
    assert view.private is not None
    cards, regal = view.private.cards, order is Order.REGAL
    better = sum(1 for card in cards if (card.rank > HIGH) == regal)
    way = "high" if regal else "low"
    return f"most of your cards are {way}, and {way} wins then" if 2 * better > len(cards) else ""


def _lead(view: UsurpView, move: Play) -> HintReason:
    order, odds = view.public.order, Odds(view)
    assert order is not None
    winners = odds.unseen & (BETTER[order][move.card] | EQUALS[move.card])
    return HintReason(f"Lead the {a_card(move.card)}", _of_unseen(odds, winners, "beat it"))


def _winners(view: UsurpView) -> str:
    upcard, order, odds = view.public.upcard, view.public.order, Odds(view)
    if view.public.free:
        return ""
    assert upcard is not None
    assert order is not None
    return _of_unseen(odds, odds.unseen & (BETTER[order][upcard] | EQUALS[upcard]), "win here")


def _of_unseen(odds: Odds, cards: int, verb: str) -> str:
    number, among = cards.bit_count(), odds.unseen.bit_count()
    return f"of the {among} cards that you have not seen, {number or 'none'} would {verb}"


def _play(view: UsurpView, moves: Sequence[Move], move: Play) -> HintReason:
    public = view.public
    verdict = judge(public, move.card)
    card = a_card(move.card)
    brings = f"it brings {points(verdict.points)}"
    if not verdict.wins:
        winner = any(isinstance(one, Play) and judge(public, one.card).wins for one in moves)
        what = f"{'Sluff off' if verdict.way is PlayType.SLUFF else 'Play'} the {card}"
        return HintReason(what, "" if winner else "nothing you hold wins now")
    if verdict.way is PlayType.USURP:
        return HintReason(f"Usurp with the {card}", f"{brings}, and you may change the Order")
    return HintReason(f"Score with the {card}", brings)


def _uprise(view: UsurpView, move: Uprise) -> HintReason:
    what = f"Uprise with the {a_card(move.card)}"
    bonus = BONUS[view.public.options.points]
    if judge(view.public, move.card).wins:
        return HintReason(what, f"it wins, and a wrong challenge would cost {bonus}")
    return HintReason(f"{what}, a bluff", f"it cannot win, but a wrong challenge costs {bonus}")
