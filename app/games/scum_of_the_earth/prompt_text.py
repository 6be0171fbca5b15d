"""The sentences for players: refusals, questions and waiting. Short, dry, kind."""

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
from app.games.scum_of_the_earth.moves import Give, Move, Play, Reason
from app.games.scum_of_the_earth.options import Options
from app.games.scum_of_the_earth.ranks import ended, outcome
from app.games.scum_of_the_earth.state import Asked, Phase, ScumView, Set, Tableau
from app.games.scum_of_the_earth.titles import LONGEST
from app.games.scum_of_the_earth.tricks import plays, size
from app.games.scum_of_the_earth.turns import best_set
from app.rules.game import Seat


def config_problem(seats: int, options: Options) -> str | None:
    """A sentence that says why so many cannot play with these options, or None."""
    if seats not in dealing.SEATS:
        return (
            f"This game is for {dealing.SEATS[0]} to {dealing.SEATS[-1]} players; you are {seats}."
        )
    allowed = dealing.allowed(seats)
    if options.highest != "auto" and dealing.HIGHEST[options.highest] not in allowed:
        fitting = listed([PLAIN[face] for face in allowed], last="or")
        return f"With {number(seats)} players the highest card is {fitting}, or auto; {options.highest} is for another number."
    if options.theme == "own" and any(len(title) > LONGEST for title in options.own_titles):
        return f"The name of a rank has at most {LONGEST} letters."
    return None


# -- refusals


def say_refusal(view: ScumView, move: Move, reason: Reason) -> str:
    """The reason for the refusal at this table, and what would work."""
    public, seat, hand = view.public, view.seat, view.private
    assert seat is not None
    assert hand is not None
    best = best_set(public) if public.trick is not None else None
    match reason:
        case Reason.NOT_ASKED:
            return f"That answers another question. {_asked(view)}"
        case Reason.NOT_YOUR_CARDS:
            return "You do not hold all of those cards. Choose among the ones in your hand."
        case Reason.WRONG_NUMBER_TO_GIVE:
            wanted = to_give(public, seat)
            shown = len(move.cards) if isinstance(move, Give) else 0
            return f"{rank_title(public, seat)} gives {counted(wanted, 'card')} back; you chose {number(shown) if shown else 'none'}."
        case Reason.NO_TAKEOVER:
            return _no_takeover(view)
        case Reason.NO_CARDS:
            return (
                "Choose the cards first."
                if best is None
                else f"Choose {counted(best.size, 'card')} first, or pass."
            )
        case Reason.MIXED_FACES:
            return f"A set is cards of one face, with wild ones for the missing; you showed {_shown(move)}."
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
            return "The Zero is played alone, and beats every other single card. Nothing goes with it, not even a wild card."
        case Reason.INFINITY_IS_LED:
            return (
                "Infinity is led, alone, and never played on anything. Keep it for when you lead."
            )
        case Reason.EIGHT_NOT_SINGLE:
            return "The special eight is not played as a single, unless it is your last card. Put another eight or a wild card with it."
        case Reason.NINE_IS_LED:
            return "The special nine may only be led. Keep it for when you lead."
        case Reason.TEN_ALONE_DOUBLES:
            return "Only the special ten counts as two; it is not in that set."
        case Reason.LEADER_MUST_PLAY:
            return "You lead, so you play: any number of cards of one face. There is nothing to pass on yet."
        case Reason.NOT_A_TARGET:
            return "Pick somebody else who still holds cards."
        case _:
            assert_never(reason)


def _no_takeover(view: ScumView) -> str:
    public = view.public
    if public.phase is not Phase.TAKEOVER:
        return "A takeover is declared between the deal and the bonuses, and at no other time."
    if view.seat == public.ranks[0]:
        return f"You are {rank_title(public, public.ranks[0])} already; there is nothing left to take over."
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
    return f"Small is good, and a follow has to be better than the {lies}: {_or_better(best)}, or pass."


def _out_of_range(move: Move) -> str:
    cards = move.cards if isinstance(move, Play) else ()
    if Card.WILD_3_9 in cards:
        return "The 3-9 wild stands for a three up to a nine and for nothing else."
    return "A WILD stands for an Ace up to a King, never for the Zero or Infinity."


# -- questions


def say_prompt(view: ScumView, names: Sequence[str]) -> str:
    """The question to this view's seat, in words."""
    public, seat, hand = view.public, view.seat, view.private
    assert seat is not None
    assert hand is not None
    match public.phase:
        case Phase.TAKEOVER:
            if hand.cards.count(Card.WILD) < 2:
                return "Look your hand over, and say when you are ready."
            if seat == public.ranks[0]:
                return f"Both WILDs, and you are {rank_title(public, seat)} already. Say when you are ready."
            return "You were dealt both WILDs: declare a takeover, or keep quiet and say when you are ready."
        case Phase.BONUS:
            other = partner(public, seat)
            assert other is not None
            assert hand.exchange is not None
            wanted = to_give(public, seat)
            back = "Give any two cards back." if wanted == 2 else "Give any card back."
            return f"{titled(public, other, names)}, gave you {cards_in_words(hand.exchange.got, article=True)}. {back}"
        case Phase.INTERVAL:
            return (
                f"You are {rank_title(public, seat)} now. Say when you are ready for the next hand."
            )
        case _:
            return _asked(view)


def _asked(view: ScumView) -> str:
    """The open question in one sentence that needs no names."""
    public = view.public
    match public.phase:
        case Phase.TAKEOVER | Phase.INTERVAL:
            return "Say when you are ready."
        case Phase.BONUS:
            assert view.seat is not None
            return f"Give {counted(to_give(public, view.seat), 'card')} back."
    best = best_set(public) if public.trick is not None else None
    match public.asked:
        case Asked.LEAD:
            return "You lead: any number of cards of one face."
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
            return f"Your special seven: beat your own {_these(best)} with {number(best.size)}, or decline."
        case None:
            return "Nothing is asked of you at the moment."


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
            return f"Everybody looks their hand over. Not ready yet: {people(_unready(public), names)}."
        case Phase.BONUS:
            return f"Bonuses: {people(public.giving, names)} {'chooses' if len(public.giving) == 1 else 'choose'} what to give back."
        case Phase.INTERVAL:
            return f"Hand {public.paid_deal} is over. Not ready for the next: {people(_unready(public), names)}."
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
