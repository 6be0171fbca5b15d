"""The sentences of the log, one for each event."""

from collections.abc import Sequence
from typing import assert_never

from app.games.scum_the_masquerade import events
from app.games.scum_the_masquerade.cards import FIRST_LEAD, Card
from app.games.scum_the_masquerade.display_names import (
    TYPE,
    a_card,
    cards_in_words,
    people,
    title,
)
from app.games.scum_the_masquerade.events import AnyEvent
from app.games.scum_the_masquerade.hands import HandType
from app.games.scum_the_masquerade.politics import trade_events as traded
from app.games.scum_the_masquerade.powers import power_text
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.state import Tableau
from app.games.scum_the_masquerade.tricks import led_by_seat


def say_event(public: Tableau, event: AnyEvent, names: Sequence[str]) -> str:
    """One sentence for the log; `public` is the state that the event led to."""
    match event:
        case events.ExtrasDrawn(seats):
            return f"The extra cards go to {people(seats, names)}."
        case events.ExtrasChosen(seats):
            return f"The extra cards of the next round go to {people(seats, names)}."
        case (
            events.Decided() | events.Declared() | events.PactsRevealed()
            | events.DebtsCollected() | events.HuntDeclared()
            | events.DisciplineUsed() | events.UseCancelled() | events.CryptSeen()
            | events.DotLost() | events.DotRestored() | events.TurnLost()
        ):  # fmt: skip
            return power_text.say_event(public, event, names)
        case events.RoundDealt(number, _):
            if not number:
                return "The round that settles the ranks begins."
            return f"Round {number} begins."
        case events.LeadAnnounced(seat):
            if led_by_seat(public):
                return f"{names[seat]} leads first."
            return f"{names[seat]} holds the {a_card(FIRST_LEAD)}, and leads with it."
        case traded.TradeWithSelf(seat):
            return f"{names[seat]} has no partner, and trades with nobody."
        case traded.Exchanged(higher, lower):
            return f"{names[higher]} and {names[lower]} have exchanged a card."
        case traded.NothingExchanged(higher, lower):
            return f"{names[higher]} and {names[lower]} keep their cards."
        case traded.BoonAsked(seat):
            return f"{names[seat]} asks for a boon: the first lead."
        case traded.BoonAnswered(seat, granted):
            answer = "granted" if granted else "refused"
            return f"{names[seat]}’s boon is {answer}."
        case traded.Conspired(seats):
            return f"{people(seats, names)} look at each other’s cards."
        case traded.Smuggled(seats, number):
            cards = "a card" if number == 1 else f"{number} cards"
            return f"{people(seats, names)} have traded {cards} in secret."
        case events.LastRoundCalled():
            return "This is the last round."
        case events.MatchEnded(winner):
            return f"The match is over. {names[winner]} wins."
        case (
            events.HandPlayed() | events.HandAnnounced() | events.BluffCalled()
            | events.HandTakenBack() | events.LeftToChance() | events.Passed()
            | events.WentOut() | events.TrickWon() | events.Revolution() | events.RoundEnded()
        ):  # fmt: skip
            return _of_the_play(public, event, names)
        case _:
            return _between_two(event, names)


def _of_the_play(
    public: Tableau,
    event: events.HandPlayed
    | events.HandAnnounced
    | events.BluffCalled
    | events.HandTakenBack
    | events.LeftToChance
    | events.Passed
    | events.WentOut
    | events.TrickWon
    | events.Revolution
    | events.RoundEnded,
    names: Sequence[str],
) -> str:
    match event:
        case events.HandAnnounced(seat, level, cards, kind, lead):
            verb = "leads" if lead else "plays"
            how = power_text.at_level(public, Discipline.CHIMERSTRY, level)
            return (
                f"{names[seat]} {verb} face down, with {how}, and announces {_hand(kind, cards)}."
            )
        case events.BluffCalled(seat, user, cards, false):
            shown = f"{names[seat]} challenges {names[user]}: the {cards_in_words(cards)}."
            back = f" The cards go back, and {names[user]}’s turn is a pass."
            return shown + (back if false else f" It is true, and {names[seat]} must pass.")
        case events.HandPlayed(
            seat, cards, kind, lead, power, counts_as, borrowed, announced, forms
        ):
            verb = "leads" if lead else "plays"
            how = f", with {power_text.name(public, power)}" if power is not None else ""
            shape = f": one card counts as the {a_card(counts_as)}" if counts_as else ""
            into = [f"{a_card(one.card)} as the {a_card(one.counts_as)}" for one in forms]
            shape = f": the {' and the '.join(into)}" if into else shape
            out = f": the {cards_in_words(borrowed)} out of the pile" if borrowed else ""
            said = f", which counts as the {cards_in_words(announced)}" if announced else ""
            what = f"the {cards_in_words(cards)}" if announced else _hand(kind, cards)
            return f"{names[seat]} {verb} {what}{how}{shape}{out}{said}."
        case events.LeftToChance(seat):
            return f"Chance plays for {names[seat]}."
        case events.HandTakenBack(seat, cards, leads):
            again = ", and leads another hand" if leads else ""
            return f"{names[seat]} takes back the {cards_in_words(cards)}{again}."
        case events.Passed(seat, rest):
            return f"{names[seat]} passes{' for the rest of this trick' if rest else ''}."
        case events.WentOut(seat, place):
            return f"{names[seat]} is out of cards: place {place}."
        case events.TrickWon(seat, leader):
            also = "" if seat == leader else f", and {names[leader]} leads"
            return f"{names[seat]} wins the trick{also}."
        case events.Revolution(seat):
            return f"Revolution! {names[seat]} is out first, and all ranks reverse."
        case events.RoundEnded(order, _):
            rank = title(public, order[0])
            return f"The round is over: {names[order[0]]} is {rank or 'first'}."
        case _:
            assert_never(event)


def _hand(kind: HandType, cards: Sequence[Card]) -> str:
    words = cards_in_words(cards)
    return f"the {words}" if kind is HandType.SINGLE else f"{TYPE[kind]}: {words}"


def _between_two(event: AnyEvent, names: Sequence[str]) -> str:
    """The sentences that two seats read."""
    match event:
        case traded.WishTold(seat, missed, card):
            none = f"Not held: {cards_in_words(missed)}. " if missed else ""
            got = "none of the cards" if card is None else f"the {a_card(card)}"
            return f"{none}{names[seat]}’s wish brings {got}."
        case traded.AskedBack(seat, card):
            return f"{names[seat]} asks for the {a_card(card)} in return."
        case traded.CardsExchanged(higher, lower, up, down):
            return f"{names[higher]} gets the {a_card(up)}, {names[lower]} gets the {a_card(down)}."
        case traded.Offered(offer, _):
            return (
                f"{names[offer.seat]} offers the {a_card(offer.give)} for the {a_card(offer.want)}."
            )
        case traded.Declined():
            return "The offer comes to nothing."
        case traded.BoonShown(seat, cards):
            return f"{names[seat]} would lead the {cards_in_words(cards)}."
        case traded.BidMade(seat, partner, give, want):
            what = f"the {cards_in_words(give)} for the {cards_in_words(want)}"
            return f"{names[seat]} offers {names[partner]} {what}, in secret."
        case traded.BidRefused():
            return "The secret offer comes to nothing."
        case traded.SmuggledCards(seat, partner, give, got):
            come, gone = cards_in_words(got), cards_in_words(give)
            return f"{names[seat]} gets the {come}, {names[partner]} gets the {gone}."
        case traded.ConspiracyAsked(seat, partner):
            return f"{names[seat]} asks {names[partner]} to conspire."
        case traded.ConspiracyRefused(seat, partner):
            return f"{names[partner]} does not conspire with {names[seat]}."
        case _:
            raise AssertionError("the other events are told to all")
