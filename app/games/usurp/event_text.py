"""The sentences of the log, one for each event."""

from collections.abc import Sequence
from typing import assert_never

from app.games.usurp.cards import CROWN, Card, Order, PlayType
from app.games.usurp.display_names import ORDER, a_card, side
from app.games.usurp.events import (
    AnyEvent,
    CardRevealed,
    Challenged,
    DealerDrawn,
    DowncardsShown,
    GaveIn,
    HandDealt,
    HandOver,
    LastDealCalled,
    Led,
    MatchOver,
    OrderNamed,
    PassedOn,
    RenegCalled,
    RenegsShown,
    RenegTakenBack,
    Rose,
    Scored,
    Sluffed,
    TurnedUp,
    Usurped,
)
from app.games.usurp.prompt_text import hand_over, match_over
from app.games.usurp.state import Tableau
from app.rules.game import Seat
from app.rules.phrases import join_words


def say_event(public: Tableau, event: AnyEvent, names: Sequence[str]) -> str:
    """One sentence for the log; `public` is the state that the event led to."""
    match event:
        case DealerDrawn(seat):
            return f"{names[seat]} was drawn to deal first."
        case HandDealt(hand, dealer, leader, upcard):
            starts = (
                f"The {a_card(upcard)} is turned up, and {names[leader]} plays first."
                if upcard
                else f"{names[leader]} leads."
            )
            return f"Hand {hand}: {names[dealer]} deals thirteen cards each. {starts}"
        case OrderNamed():
            return _named(event, names)
        case Led(seat, card):
            return f"{names[seat]} leads the {a_card(card)}."
        case Scored(seat, card, points, to, beater):
            with_ = f"{names[seat]} plays the {a_card(card)}"
            if beater:
                return f"{with_}: {_beats(card)}, {_gets(public, seat, to, points, names)}."
            return f"{with_}: {_gets(public, seat, to, points, names)}."
        case Usurped(seat, card, points, to):
            return (
                f"{names[seat]} usurps with the {a_card(card)}: "
                f"{_gets(public, seat, to, points, names)}."
            )
        case Sluffed(seat, card, points, to):
            return (
                f"{names[seat]} sluffs off the {a_card(card)}: "
                f"{_gets(public, seat, to, points, names)}."
            )
        case Rose(seat):
            return f"{names[seat]} uprises: a card face down across the Upcard."
        case PassedOn(by, seat):
            return f"{names[by]} leaves the answer to {names[seat]}."
        case GaveIn(by, seat, points, to):
            return (
                f"{names[by]} gives in: {_gets(public, by, to, points, names)}. The Downcard stays "
                "face down."
            )
        case Challenged(by, seat):
            return f"{names[by]} challenges {names[seat]}!"
        case TurnedUp():
            return _turned(public, event, names)
        case CardRevealed(card):
            return f"The Stock reveals the {a_card(card)}."
        case RenegCalled(by, accused, true, points, to):
            truth = "and is right" if true else "but there was none"
            return (
                f"{names[by]} calls a Reneg on {names[accused]}, {truth}: {points} to "
                f"{side(public, to, names)}."
            )
        case RenegTakenBack(by, accused, card):
            return (
                f"{names[by]} calls a Reneg on {names[accused]}, and is right: the {a_card(card)} "
                "goes back, and so do its points."
            )
        case HandOver(hand, hand_points, winner):
            return hand_over(public, hand, hand_points, winner, names)
        case DowncardsShown(downcards):
            return f"Downcards that nobody challenged: {_cards(downcards, names)}."
        case RenegsShown(cards):
            return f"Renegs, sluffed off with the suit in hand: {_cards(cards, names)}."
        case LastDealCalled():
            return "The host calls the last hand."
        case MatchOver(winners, _):
            return match_over(public, winners, names)
        case _:
            assert_never(event)


def _gets(public: Tableau, seat: Seat, to: int, points: int, names: Sequence[str]) -> str:
    """ "9 to Ben", or the plain number for the one who acts."""
    return f"+{points}" if seat in public.sides[to] else f"{points} to {side(public, to, names)}"


def _beats(card: Card) -> str:
    """The beater that `card` is, and the other one, which it beats."""
    return "Crown beats Plow" if card.rank == CROWN else "Plow beats Crown"


def _named(event: OrderNamed, names: Sequence[str]) -> str:
    wins = "high wins" if event.order is Order.REGAL else "low wins"
    if event.leading:
        return f"{names[event.seat]} chooses {ORDER[event.order]} as the first Order: {wins}."
    verb = "changes the Order to" if event.changed else "keeps the Order"
    return f"{names[event.seat]} {verb} {ORDER[event.order]}: {wins}."


def _turned(public: Tableau, event: TurnedUp, names: Sequence[str]) -> str:
    how = {PlayType.USURP: ", a Usurp", PlayType.SLUFF: ", a Sluff Off"}.get(
        event.way, f", {_beats(event.card)}" if event.beater else ""
    )
    gets = _gets(public, event.seat, event.to, event.points, names)
    return (
        f"{names[event.seat]} turns up the {a_card(event.card)}{how}: {gets}, and {event.bonus} "
        "for the challenge."
    )


def _cards(cards: Sequence[tuple[Seat, Card]], names: Sequence[str]) -> str:
    return join_words([f"{names[seat]}’s {a_card(card)}" for seat, card in cards])
