"""The sentences for players: questions, and what the table waits for. Short, dry, kind."""

from collections.abc import Sequence
from typing import assert_never

from app.games.scum_of_the_earth import dealing
from app.games.scum_of_the_earth.bonus import partner, to_give
from app.games.scum_of_the_earth.cards import PLAIN, Card
from app.games.scum_of_the_earth.display_names import (
    PLURAL,
    SINGULAR,
    a_set,
    cards_in_words,
    counted,
    listed,
    number,
    people,
    rank_title,
    titled,
    upper,
)
from app.games.scum_of_the_earth.options import Options
from app.games.scum_of_the_earth.ranks import ended, outcome
from app.games.scum_of_the_earth.state import Asked, Phase, ScumView, Set, Tableau
from app.games.scum_of_the_earth.titles import LONGEST
from app.games.scum_of_the_earth.tricks import plays
from app.games.scum_of_the_earth.turns import best_set
from app.rules.game import Seat


def config_problem(seats: int, options: Options) -> str | None:
    """A sentence that says why this many people cannot play with these options, or None."""
    if seats not in dealing.SEATS:
        return (
            f"This game is for {dealing.SEATS[0]} to {dealing.SEATS[-1]} players; you are {seats}."
        )
    allowed = dealing.allowed(seats)
    if options.highest != "auto" and dealing.HIGHEST[options.highest] not in allowed:
        fitting = listed([PLAIN[face] for face in allowed], last="or")
        return (
            f"With {number(seats)} players the highest card can be {fitting}, or auto, but not "
            f"{options.highest}."
        )
    if options.theme == "own" and any(len(title) > LONGEST for title in options.own_titles):
        return f"The name of a rank has at most {LONGEST} letters."
    return None


def say_prompt(view: ScumView, names: Sequence[str]) -> str:
    """The question to this view's seat, in words."""
    public, seat, hand = view.public, view.seat, view.private
    assert seat is not None
    assert hand is not None
    match public.phase:
        case Phase.TAKEOVER:
            if hand.cards.count(Card.WILD) < 2:
                return "Look at your cards. Are you ready?"
            if seat == public.ranks[0]:
                return (
                    f"You were dealt both WILDs, and you are {rank_title(public, seat)} already. "
                    "Are you ready?"
                )
            return "You were dealt both WILDs. Take over, or keep quiet and continue?"
        case Phase.BONUS:
            other = partner(public, seat)
            assert other is not None
            assert hand.exchange is not None
            wanted = to_give(public, seat)
            back = "Give any two cards back." if wanted == 2 else "Give any card back."
            return (
                f"{titled(public, other, names)}, gave you "
                f"{cards_in_words(hand.exchange.got, article=True)}. {back}"
            )
        case Phase.INTERVAL:
            return f"You are {rank_title(public, seat)} now. Ready for the next hand?"
        case _:
            return open_question(view)


def open_question(view: ScumView) -> str:
    """The open question in one sentence that needs no names."""
    public = view.public
    match public.phase:
        case Phase.TAKEOVER | Phase.INTERVAL:
            return "Are you ready?"
        case Phase.BONUS:
            assert view.seat is not None
            return f"Give {counted(to_give(public, view.seat), 'card')} back."
    best = best_set(public) if public.trick is not None else None
    match public.asked:
        case Asked.LEAD:
            return "You lead: one or more cards of one number."
        case Asked.FOLLOW:
            assert best is not None
            assert view.private is not None
            return _to_beat(public, best, able=bool(plays(view.private.cards, best)))
        case Asked.TARGET:
            return "Your special six: who passes for the rest of this trick?"
        case Asked.LOOK:
            return "Your special five: look at one hand, or decline."
        case Asked.AGAIN:
            assert best is not None
            return (
                f"Your special seven: beat your own {_these(best)} with {number(best.size)}, or "
                "decline."
            )
        case None:
            return "Nothing to do right now."


def _these(best: Set) -> str:
    return SINGULAR[best.face] if best.size == 1 else f"{number(best.size)} {PLURAL[best.face]}"


def _to_beat(public: Tableau, best: Set, able: bool) -> str:
    """`able`: whether the hand that is asked holds anything that does."""
    assert public.trick is not None
    leads = len(public.trick.sets) == 1
    if best.size == 1:
        lies, how = (
            f"{upper(a_set(1, best.face))} {'leads' if leads else 'is best so far'}.",
            "Beat it with one card, or pass.",
        )
    else:
        many = number(best.size)
        lies = (
            f"{upper(PLURAL[best.face])} lead."
            if leads and able
            else f"{upper(a_set(best.size, best.face))} {'lead' if leads else 'are best so far'}."
        )
        how = f"Beat {many} with {many}, or pass."
    return f"{lies} {how if able else 'Nothing you hold beats that: pass.'}"


def say_wait(public: Tableau, names: Sequence[str]) -> str:
    """The sentence for those who are not asked; from public facts alone."""
    match public.phase:
        case Phase.DRAW:
            return "Everybody draws a card for the first ranks."
        case Phase.DEAL:
            return "The cards are dealt."
        case Phase.TAKEOVER:
            return (
                f"Everybody looks at their cards. Not ready yet: {people(_unready(public), names)}."
            )
        case Phase.BONUS:
            return (
                f"Card swap: {people(public.giving, names)} "
                f"{'chooses' if len(public.giving) == 1 else 'choose'} what to give back."
            )
        case Phase.INTERVAL:
            return (
                f"Hand {public.paid_deal} is over. Not ready yet: "
                f"{people(_unready(public), names)}."
            )
        case Phase.OVER:
            return _over(public, names)
        case Phase.PLAY:
            return _playing(public, names)
        case _:
            assert_never(public.phase)


def _unready(public: Tableau) -> tuple[Seat, ...]:
    return tuple(seat for seat in public.ranks if seat not in public.confirmed)


def _over(public: Tableau, names: Sequence[str]) -> str:
    winner = outcome(public, ended(public) or "").ranking[0][0]
    return f"The match is over. {names[winner]} wins with {public.salaries[winner]} play points."


def _playing(public: Tableau, names: Sequence[str]) -> str:
    assert public.turn is not None
    who = names[public.turn]
    best = best_set(public)
    match public.asked:
        case Asked.FOLLOW:
            assert best is not None
            return f"{who} has {a_set(best.size, best.face)} to beat, or passes."
        case Asked.TARGET:
            return f"{who} picks who passes for the rest of this trick."
        case Asked.LOOK:
            return f"{who} may look at one hand."
        case Asked.AGAIN:
            return f"{who} may play again right now."
        case _:
            return f"{titled(public, public.turn, names)}, leads."
