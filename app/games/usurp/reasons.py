"""The reasons of hints: the feature of the heuristic that decided, in a sentence."""

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
from app.games.usurp.odds import Odds
from app.games.usurp.plays import judge
from app.games.usurp.scoring import BONUS
from app.games.usurp.state import UsurpView

LIKELY: Final = 0.5
EXPOSED: Final = 0.3
"""The next player wins an Upcard with less than this chance: the card is safe there."""


def say_reason(view: UsurpView, moves: Sequence[Move], move: Move, names: Sequence[str]) -> str:
    """The move and why it scores best of `moves`."""
    public = view.public
    match move:
        case NameOrder(order):
            return _order(view, order)
        case Play(card):
            return _lead(view, move) if public.upcard is None else _play(view, moves, move)
        case Uprise(card):
            return _uprise(view, move)
        case Challenge():
            return _challenge(view, names)
        case GiveIn():
            return _give_in(view, names)
        case CallReneg(card):
            what = "the last Sluff Off" if card is None else f"the {a_card(card)}"
            return f"Call {what} a Reneg: more likely than not that player could follow suit."
        case Confirm():
            return "Say that you are ready: there is nothing else to decide."
        case _:
            assert_never(move)


def _order(view: UsurpView, order: Order) -> str:
    assert view.private is not None
    way = "high" if order is Order.REGAL else "low"
    better = sum(1 for card in view.private.cards if (card.rank > 7) == (order is Order.REGAL))
    name = f"{'Leave it' if order is view.public.order else 'Name'} {ORDER[order]}"
    if 2 * better > len(view.private.cards):
        return f"{name}: most of your cards are {way}, and {way} wins then."
    return f"{name}: where {way} wins, your cards win more and are harder to beat."


def _lead(view: UsurpView, move: Play) -> str:
    public = view.public
    assert public.order is not None
    what = f"Lead the {a_card(move.card)}"
    if Odds(view).winning(move.card, public.order) < EXPOSED:
        return f"{what}: the next player can hardly win it."
    return f"{what}: losing it costs you little, and your winners stay in your hand."


def _play(view: UsurpView, moves: Sequence[Move], move: Play) -> str:
    public = view.public
    verdict = judge(public, move.card)
    card = a_card(move.card)
    odds = Odds(view)
    if verdict.way is PlayType.SLUFF:
        winner = any(isinstance(one, Play) and judge(public, one.card).wins for one in moves)
        why = "what would win is worth more later" if winner else "nothing you hold wins now"
        return f"Sluff off the {card}: {why}, and this card is worth least to you."
    if not verdict.wins:
        return f"Play the {card}: you win nothing here, and this costs you least later on."
    if verdict.way is PlayType.USURP:
        return f"Usurp with the {card}: {_brings(verdict.points)}, and you may change the Order."
    assert public.order is not None
    if verdict.beater:
        return f"Score with the {card}: beating it brings {points(verdict.points)}."
    if odds.winning(move.card, public.order) < EXPOSED:
        return f"Score with the {card}: {_brings(verdict.points)}, and it is hard to beat."
    return f"Score with the {card}: {_brings(verdict.points)} at the smallest cost to your hand."


def _brings(number: int) -> str:
    return f"it brings {points(number)}"


def _uprise(view: UsurpView, move: Uprise) -> str:
    public = view.public
    card, bonus = a_card(move.card), BONUS[public.options.points]
    if judge(public, move.card).wins:
        return f"Uprise with the {card}: it wins, and a challenge would bring you {bonus} more."
    return (
        f"Uprise with the {card}, a bluff: it cannot win, but a wrong challenge costs {bonus}, so "
        "you may be given the points."
    )


def _challenge(view: UsurpView, names: Sequence[str]) -> str:
    public = view.public
    assert public.rising is not None
    if _able(view) < LIKELY:
        return (
            f"Challenge: by the cards you have seen, {names[public.rising]} probably holds nothing "
            "that wins."
        )
    return "Challenge: the points are worth the risk, and who never challenges invites bluffs."


def _give_in(view: UsurpView, names: Sequence[str]) -> str:
    public = view.public
    assert public.rising is not None
    if public.free:
        return "Give in: any card wins here, so a challenge can only lose."
    if _able(view) >= LIKELY:
        return (
            f"Give in: by the cards you have seen, {names[public.rising]} may well hold a winner."
        )
    bonus = BONUS[public.options.points]
    return f"Give in: {points(public.worth)} are not worth the {bonus} of a wrong challenge."


def _able(view: UsurpView) -> float:
    """The chance that the riser can win the Upcard, by what this seat has seen."""
    public = view.public
    assert public.upcard is not None
    assert public.order is not None
    return Odds(view).winning(public.upcard, public.order)
