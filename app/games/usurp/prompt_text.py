"""The sentences for players: questions, and what the table waits for. Short, warm, exact."""

from collections.abc import Sequence
from typing import assert_never

from app.games.usurp.cards import Order, other, suits
from app.games.usurp.display_names import ORDER, SUIT, a_card, people, points, side, verb
from app.games.usurp.plays import must_follow
from app.games.usurp.scoring import BONUS, RENEG, leaders, side_of
from app.games.usurp.state import Asked, Phase, Tableau, UsurpView
from app.rules.game import Seat


def say_prompt(view: UsurpView, names: Sequence[str]) -> str:
    """The question to this view's seat, in words."""
    public = view.public
    match public.asked:
        case Asked.ANSWER:
            assert public.rising is not None
            bonus = BONUS[public.options.points]
            partner = (
                " Give in, and your partner may still challenge." if len(public.answers) > 1 else ""
            )
            return (
                f"{names[public.rising]} uprises for {public.worth}. Give in, or challenge: "
                f"whoever is right gets {bonus} more.{partner}"
            )
        case Asked.PLAY if public.accused is not None:
            return (
                f"{open_question(view)} {names[public.accused]} sluffed off: call a Reneg now, and "
                f"the card goes back; call it later, for {RENEG[public.options.points]}."
            )
        case None if public.paid is not None:
            return f"{_result(public, names, view.seat)} Ready for the next hand?"
        case _:
            return open_question(view)


def open_question(view: UsurpView) -> str:
    """The open question in a sentence or two that need no names."""
    public, hand = view.public, view.private
    match public.asked:
        case Asked.LEADING:
            return (
                "You deal, so you choose the first Order: Regal, where high wins, or Common, where "
                "low wins."
            )
        case Asked.ORDER:
            assert public.order is not None
            return (
                f"You usurped. Leave the Order {ORDER[public.order]}, or make it "
                f"{ORDER[other(public.order)]}."
            )
        case Asked.LEAD:
            return "You lead. Your card starts the pile and scores nothing yet."
        case Asked.PLAY:
            assert public.upcard is not None
            assert hand is not None
            name = a_card(public.upcard)
            upper = _upper(name) if public.upcard.beater else name.capitalize()
            lies = f"{upper}, worth {public.worth}."
            if must_follow(public):
                return f"{lies} Your Sluff Off was a Reneg and goes back. {_to_win(public)}"
            if public.free:
                return f"{lies} It was sluffed off, so any card you play scores."
            if public.upcard.suit in suits(hand.cards):
                return f"{lies} {_to_win(public)}"
            return (
                f"{lies} You hold no {SUIT[public.upcard.suit]}: usurp with a card of the same "
                "rank, uprise, or sluff off."
            )
        case Asked.ANSWER:
            return "Give in to the Uprising, or challenge it."
        case None:
            return (
                "Are you ready?" if public.phase is Phase.INTERVAL else "Nothing to do right now."
            )


def _to_win(public: Tableau) -> str:
    assert public.upcard is not None
    suit = SUIT[public.upcard.suit]
    way = "High" if public.order is Order.REGAL else "Low"
    return f"{way} wins: follow with {suit}, usurp with a card of the same rank, or uprise."


def _upper(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def say_wait(public: Tableau, names: Sequence[str]) -> str:
    """The sentence for those who are not asked; from public facts alone."""
    match public.phase:
        case Phase.LOT:
            return "Drawing the first dealer."
        case Phase.DEAL:
            return "The cards are dealt."
        case Phase.INTERVAL:
            waiting = tuple(seat for seat in public.seats if seat not in public.confirmed)
            return f"{_result(public, names)} Not ready yet: {people(waiting, names)}."
        case Phase.OVER:
            return match_over(public, leaders(public), names)
        case Phase.LEADING | Phase.PLAY:
            return _turn(public, names)
        case _:
            assert_never(public.phase)


def _turn(public: Tableau, names: Sequence[str]) -> str:
    assert public.turn is not None
    who = names[public.turn]
    match public.asked:
        case Asked.LEADING:
            return f"{who} deals, and chooses the first Order."
        case Asked.ORDER:
            return f"{who} usurped, and may change the Order."
        case Asked.LEAD:
            return f"{who} leads the first card."
        case Asked.ANSWER:
            assert public.rising is not None
            return f"Waiting for {who}: give in to {names[public.rising]}, or challenge?"
        case _:
            assert public.upcard is not None
            return f"{who} plays next on the {a_card(public.upcard)}, worth {public.worth}."


def _result(public: Tableau, names: Sequence[str], reader: Seat | None = None) -> str:
    assert public.paid is not None
    return hand_over(
        public, public.paid.hand, public.paid.hand_points, public.paid.winner, names, reader
    )


def hand_over(
    public: Tableau,
    hand: int,
    hand_points: tuple[int, ...],
    winner: int | None,
    names: Sequence[str],
    reader: Seat | None = None,
) -> str:
    """The result of a hand, in a sentence; `reader` is "you"."""
    if winner is None:
        most = max(hand_points)
        return (
            f"Hand {hand} is a tie at {most}. It does not count, and the same dealer deals again."
        )
    seats = public.sides[winner]
    others = (
        " to ".join(map(str, sorted(hand_points, reverse=True)))
        if len(hand_points) == 2
        else str(hand_points[winner])
    )
    won = (
        "You win"
        if seats == (reader,)
        else f"{side(public, winner, names)} {verb(seats, 'wins', 'win')}"
    )
    return f"{won} hand {hand} with {others}."


def match_over(public: Tableau, winners: Sequence[Seat], names: Sequence[str]) -> str:
    """The result of the match, in a sentence or two."""
    most = public.game_points[side_of(public, winners[0])]
    if len(winners) > len(public.sides[0]):
        return (
            f"The match is over. {people(winners, names)} share it with "
            f"{points(most, 'game point')} each."
        )
    return (
        f"The match is over. {people(winners, names)} {verb(winners, 'wins', 'win')} with "
        f"{points(most, 'game point')}."
    )
