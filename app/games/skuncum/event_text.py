"""The sentences of the log, one for each event."""

from collections.abc import Sequence
from typing import assert_never

from app.games.skuncum.display_names import (
    AREA,
    ROLE,
    STAGE,
    card_name,
    card_names,
    counted,
    gain,
    hats,
    people,
)
from app.games.skuncum.events import (
    AnyEvent,
    Conceded,
    DroppedOut,
    DuelBegun,
    DuelTied,
    HandDealt,
    HandOver,
    HatsBought,
    HatsMarked,
    Joined,
    LastDealCalled,
    LeaderDrawn,
    LeadPassed,
    Led,
    MatchOver,
    Played,
    PolitiksPlayed,
    RaceWon,
    Reshuffled,
    Stalemate,
    Stood,
    Tallied,
    VotesWon,
)
from app.games.skuncum.moves import Area
from app.games.skuncum.prompt_text import match_over
from app.games.skuncum.state import Tableau
from app.games.skuncum.table_records import Gain, Tally
from app.rules.phrases import join_words


def say_event(public: Tableau, event: AnyEvent, names: Sequence[str]) -> str:
    """One sentence for the log; `public` is the state that the event led to."""
    match event:
        case LeaderDrawn(seat):
            return f"{names[seat]} is drawn to lead first."
        case HandDealt(hand, seat):
            return f"Hand {hand}: five cards each. {names[seat]} may lead."
        case Reshuffled(cards):
            return f"The deck has run out: {cards} cards are shuffled, and dealing goes on."
        case LeadPassed(seat):
            return f"{names[seat]} passes the lead."
        case Led(seat, card, race):
            return f"Race {race}: {names[seat]} leads the {card_name(card)}."
        case PolitiksPlayed(seat, card, target, role, value):
            whose = f"{names[target]}’s {ROLE[role]} card"
            return f"{names[seat]} plays Politiks: {card_name(card)} on {whose}, now worth {value}."
        case Joined():
            return _joined(event, names)
        case DroppedOut(seat):
            return f"{names[seat]} drops out of this Race."
        case DuelBegun(stage, (first, second)):
            return (
                f"{STAGE[stage]}: {names[first.seat]} with {first.total} against "
                f"{names[second.seat]} with {second.total}."
            )
        case Played(seat, cards, power, own, other):
            how = "makes the Power Play" if power else "plays"
            return f"{names[seat]} {how}: {card_names(cards)}, {own} against {other}."
        case Stood(seat):
            return f"{names[seat]} stands at the tie."
        case Conceded(seat, winner):
            return f"{names[seat]} concedes to {names[winner]}."
        case DuelTied(seats):
            return f"{people(seats, names)} are tied, and both are out."
        case RaceWon(seat, role, landslide, cards):
            how = " in a Landslide" if landslide else ""
            took = counted(cards, "card")
            return f"{names[seat]} wins the Race as {ROLE[role]}{how}, and takes {took}."
        case Stalemate(cards):
            return f"Stalemate: nobody wins the Race, and {counted(cards, 'card')} are discarded."
        case HatsMarked(seat, ranks, strokes):
            return f"{names[seat]} marks {gain(Gain(seat, ranks, strokes))}."
        case VotesWon(gains):
            words = [f"{names[one.seat]} {counted(one.votes, 'vote')}" for one in gains]
            return f"The Coalition wins votes: {join_words(words)}."
        case HandOver():
            return _hand_over(event, names)
        case Tallied(tallies):
            return _tallied(tallies, names)
        case HatsBought(seat, ranks, price):
            return f"{names[seat]} buys {hats(ranks)} for {counted(price, 'vote')}."
        case LastDealCalled():
            return "The host calls the last hand."
        case MatchOver():
            return match_over(public, names)
        case _:
            assert_never(event)


def _joined(event: Joined, names: Sequence[str]) -> str:
    who, card = names[event.seat], card_name(event.card)
    if event.area is Area.CHALLENGER:
        return f"{who} challenges with the {card}."
    pawn = ", and is Kingmaker" if event.kingmaker else ""
    return f"{who} joins {AREA[event.area]} with the {card}{pawn}."


def _hand_over(event: HandOver, names: Sequence[str]) -> str:
    if not event.forfeited:
        return f"Hand {event.hand} is over."
    held = [f"{names[seat]}’s {card_names(cards)}" for seat, cards in event.forfeited]
    return f"Hand {event.hand} is over. Cards still held are discarded: {'; '.join(held)}."


def _tallied(tallies: Sequence[Tally], names: Sequence[str]) -> str:
    if not tallies:
        return "Nobody has won CARDS in this hand."
    words = []
    for tally in tallies:
        parts = []
        if tally.votes:
            points = counted(tally.points, "point")
            parts.append(f"{counted(tally.votes, 'vote')} for CARDS of {points}")
        if tally.stroke_votes:
            parts.append(f"{counted(tally.stroke_votes, 'vote')} for Hat strokes")
        words.append(f"{names[tally.seat]} gets {join_words(parts)}")
    return f"{'; '.join(words)}."
