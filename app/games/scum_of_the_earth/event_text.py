"""The sentences of the log, one for each event."""

from collections.abc import Sequence
from typing import assert_never

from app.games.scum_of_the_earth.cards import FACE, Card
from app.games.scum_of_the_earth.display_names import (
    PLACES,
    a_card,
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
from app.games.scum_of_the_earth.events import (
    AnyEvent,
    Barred,
    BonusGiven,
    CardsDrawn,
    Declined,
    HandDealt,
    HandEnded,
    HandLookedAt,
    LastDealCalled,
    MatchEnded,
    Passed,
    RanksSet,
    SeatsChanged,
    SetPlayed,
    Skipped,
    TakeoverDeclared,
    TrickWon,
    WentOut,
)
from app.games.scum_of_the_earth.state import Tableau
from app.games.scum_of_the_earth.titles import title


def say_event(public: Tableau, event: AnyEvent, names: Sequence[str]) -> str:
    """One sentence for the log; `public` is the state that the event led to."""
    match event:
        case CardsDrawn(cards):
            return (
                "Drawn for the first ranks: "
                f"{listed([f'{names[seat]} {a_card(card)}' for seat, card in cards])}."
            )
        case RanksSet(ranks):
            top, last = (
                f"{names[seat]} is {title(public.titles, place, len(ranks))}"
                for place, seat in ((0, ranks[0]), (len(ranks) - 1, ranks[-1]))
            )
            return f"{top}, {last}; everybody else is in between."
        case HandDealt(deal, counts):
            held = sorted({count for count in counts if count})
            return (
                f"Hand {deal}: {listed([number(count) for count in held], last='or')} cards each."
            )
        case TakeoverDeclared(seat, _):
            return (
                f"Takeover! {names[seat]} holds both WILDs and is {rank_title(public, seat)} now."
            )
        case BonusGiven(giver, taker, count):
            return (
                f"{titled(public, giver, names)}, gives {counted(count, 'card')} to {names[taker]}."
            )
        case SetPlayed():
            return _played(event, names)
        case Passed(seat):
            return f"{names[seat]} passes."
        case Skipped(seat, why):
            return _skipped(why, names[seat])
        case Barred(seat, target):
            return f"{names[seat]} makes {names[target]} pass for the rest of the trick."
        case HandLookedAt(seat, target):
            return f"{names[seat]} looks at {names[target]}’s hand."
        case Declined(seat, what):
            return (
                f"{names[seat]} looks at nobody’s hand."
                if what == "look"
                else f"{names[seat]} does not play again."
            )
        case WentOut(seat, place):
            return f"{names[seat]} goes out {PLACES[place - 1]}."
        case TrickWon():
            return _won(event, names)
        case HandEnded(deal, order, pay):
            earned = listed(
                [f"{names[seat]} {points}" for seat, points in zip(order, pay, strict=True)]
            )
            return f"Hand {deal} is over. Salaries in play points: {earned}."
        case SeatsChanged(left, joined, _):
            gone = (
                f"{people(left, names)} {'leaves' if len(left) == 1 else 'leave'} the table"
                if left
                else ""
            )
            come = (
                f"{people(joined, names)} {'sits' if len(joined) == 1 else 'sit'} down in last "
                "place"
                if joined
                else ""
            )
            return (
                upper("; ".join(part for part in (gone, come) if part) or "everybody stays") + "."
            )
        case LastDealCalled():
            return "The host calls the last hand."
        case MatchEnded(winner):
            return (
                f"The match is over. {names[winner]} wins with {public.salaries[winner]} play "
                "points."
            )
        case _:
            assert_never(event)


def _played(event: SetPlayed, names: Sequence[str]) -> str:
    verb = "leads" if event.lead else "plays"
    wilds = [card for card in event.cards if card not in FACE]
    powers = [a_card(card) for card in event.cards if card.endswith("*")]
    notes = [cards_in_words(wilds)] if wilds else []
    notes += [f"the {power}" for power in powers]
    if event.size > len(event.cards):
        notes[-1] += " as two"
    inside = (
        f" (with {listed(notes)})"
        if notes and len(event.cards) > 1
        else f" ({listed(notes)})"
        if notes
        else ""
    )
    return f"{names[event.seat]} {verb} {a_set(event.size, event.face)}{inside}."


def _skipped(why: str, name: str) -> str:
    match why:
        case "barred":
            return f"{name} is made to pass."
        case "too-few-cards":
            return f"{name} has too few cards to follow."
        case _:
            return f"{name} is skipped: nothing can beat that."


def _won(event: TrickWon, names: Sequence[str]) -> str:
    if event.leader != event.seat:
        return f"{names[event.seat]} takes the trick and is gone; {names[event.leader]} leads."
    infinity = f" and {a_card(Card.INFINITY)} with it" if event.infinity else ""
    return f"{names[event.seat]} takes the trick{infinity}, and leads."
