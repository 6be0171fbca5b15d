"""The sentences of the log, one for each event."""

from collections.abc import Sequence
from typing import assert_never

from app.games.scroker.cards import SUIT_NAMES, call_card
from app.games.scroker.claims import spell
from app.games.scroker.comparison import Ground, Why
from app.games.scroker.display_names import cards, chips, game, people
from app.games.scroker.events import (
    AntesPaid,
    AnyEvent,
    Called,
    Checked,
    ChipsReturned,
    ClaimShown,
    ConsentAsked,
    ConsentGiven,
    DealerDrawn,
    Declared,
    Drew,
    Folded,
    FoldedOut,
    GameNamed,
    HandDealt,
    HandOver,
    HandShown,
    HandSkipped,
    LastCardsDealt,
    LastDealCalled,
    Leads,
    LetStood,
    OpenCardsDealt,
    Opened,
    OpenersMissing,
    OpenersProved,
    PassedIn,
    PotCarried,
    PotWon,
    Raised,
    Rebought,
    RoundBegun,
    SatOut,
    SeatsChanged,
    SessionOver,
    Spellchecked,
    StockOut,
    TappedOut,
    TimeUp,
    TooFew,
)
from app.games.scroker.hands import CATEGORY_WORDS
from app.games.scroker.lexicon import meaning
from app.games.scroker.prompt_text import session_over
from app.games.scroker.settlement import is_last_hand
from app.games.scroker.shown_hands import has_challenges
from app.games.scroker.state import Tableau
from app.rules.phrases import join_words


def say_event(public: Tableau, event: AnyEvent, names: Sequence[str]) -> str:
    """One sentence for the log; `public` is the state that the event led to."""
    match event:
        case DealerDrawn(seat):
            return f"{names[seat]} was drawn to deal first."
        case GameNamed(seat, named, in_time):
            return (
                f"{names[seat]} chooses {game(named)}."
                if in_time
                else f"{names[seat]} chose nothing in time: the game is {game(named)}."
            )
        case SatOut(seat, for_now):
            return f"{names[seat]} sits {'this hand' if for_now else ''} out.".replace("  ", " ")
        case HandSkipped(dealer):
            return f"Only {names[dealer]} antes, so there is no hand."
        case AntesPaid(seats, each, carry):
            more = f" The pot has {chips(carry)} already." if carry else ""
            return f"{people(seats, names)} ante {each} each.{more}"
        case HandDealt():
            return _dealt(event, names)
        case OpenCardsDealt():
            return _line(event, names)
        case LastCardsDealt(common):
            if common is None:
                return "The last card is dealt face down."
            return f"There are too few cards left: the {call_card(common)} is everybody’s seventh."
        case RoundBegun(number, seat):
            return f"Betting round {number}: {names[seat]} bets first."
        case Checked(seat):
            return f"{names[seat]} checks."
        case Opened(seat, bet):
            return f"{names[seat]} opens for {bet}."
        case Called(seat, paid):
            return f"{names[seat]} calls {paid}."
        case Raised(seat, paid, by):
            return f"{names[seat]} raises by {by} and puts in {paid}."
        case Folded(seat):
            return f"{names[seat]} folds."
        case TappedOut(seat):
            return f"{names[seat]} has no play chips left and taps out."
        case ConsentAsked(seat):
            return (
                f"{names[seat]} cannot match the bet. Everybody is asked whether players may tap "
                "out at this table."
            )
        case ConsentGiven(given):
            return (
                "Nobody objects: a player who cannot match a bet may tap out in this session."
                if given
                else "Somebody objects: there is no tapping out in this session."
            )
        case PassedIn(carry):
            return f"Nobody opens: the cards are thrown in, and {_carried(public, carry)}."
        case FoldedOut(seat, won):
            return f"Everybody else has folded: {names[seat]} takes {chips(won)} and shows nothing."
        case Drew(seat, number):
            return (
                f"{names[seat]} stands pat."
                if not number
                else f"{names[seat]} exchanges {number} card{'s' * (number > 1)}."
            )
        case StockOut(number):
            return f"The stock runs out: {number} cards are shuffled again."
        case _:
            return _later(public, event, names)


def _later(public: Tableau, event: AnyEvent, names: Sequence[str]) -> str:
    match event:
        case Declared(seat):
            return f"{names[seat]} has made a claim."
        case ClaimShown(seat, _, spelled, presented):
            return (
                f"{names[seat]} claims {join_words(spelled)}, {CATEGORY_WORDS[presented]}."
                if spelled
                else f"{names[seat]} claims no word."
            )
        case ChipsReturned(seat, back):
            return (
                f"{chips(back)} that nobody matched go{'es' * (back == 1)} back to {names[seat]}."
            )
        case HandShown(seat, shown, by):
            return (
                f"{names[seat]} shows {cards(shown)}."
                if by is None
                else f"{names[by]} asks to see {names[seat]}’s hand: {cards(shown)}."
            )
        case Leads(seat, pot, category):
            return (
                f"{names[seat]} leads for {_pot(pot)} with {CATEGORY_WORDS[category]}. "
                "Does anybody challenge?"
            )
        case Spellchecked():
            return _spellchecked(public, event, names)
        case LetStood(seat):
            return f"Nobody challenges: {names[seat]}’s words stand."
        case OpenersProved(seat, shown, word):
            return f"{names[seat]} opened with {word or cards(shown)}, and proves it."
        case OpenersMissing(seat):
            return f"{names[seat]} opened without openers and cannot win this hand."
        case PotWon():
            return _explained(_won(event, names), _words_won_with(public, event))
        case PotCarried(pot, left):
            return f"Nobody is left to win {_pot(pot)}: {_carried(public, left)}."
        case HandOver(hand):
            return f"Hand {hand} is over."
        case TooFew():
            return (
                "Fewer than two players can be dealt in. Rebuy or come back, or the session ends."
            )
        case Rebought(seat, bought, cleared):
            return (
                f"{names[seat]} buys "
                f"{chips(bought)}{f', {cleared} of them to clear a marker' if cleared else ''}."
            )
        case SeatsChanged(left, joined):
            gone = [f"{people(left, names)} leave{'s' * (len(left) == 1)}"] if left else []
            come = [f"{people(joined, names)} sit{'s' * (len(joined) == 1)} down"] if joined else []
            return f"{join_words(gone + come)}."
        case LastDealCalled():
            return "The host calls the last hand."
        case TimeUp(minutes, between):
            return f"The {minutes} minutes are over{'' if between else ': this hand is the last'}."
        case SessionOver():
            return session_over(public, names)
        case _:
            raise AssertionError(event)


def _dealt(event: HandDealt, names: Sequence[str]) -> str:
    spit = f" The {call_card(event.spit)} is spit, for everybody." if event.spit else ""
    return f"Hand {event.hand}: {names[event.dealer]} deals {game(event.named)}.{spit}"


def _line(event: OpenCardsDealt, names: Sequence[str]) -> str:
    """The dealer's line."""
    if not event.high:
        high = "nothing but wild"
    else:
        high = f"{call_card(event.high[0])} high"
    perhaps = f", perhaps all {SUIT_NAMES[event.could]}" if event.could else ""
    return f"{names[event.seat]} gets {cards(event.cards)}: {high}{perhaps}."


def _carried(public: Tableau, carry: int) -> str:
    """The fate of chips that nobody won."""
    if is_last_hand(public):
        return f"{chips(carry)} go{'es' * (carry == 1)} back to those who paid"
    return f"{chips(carry)} stay{'s' * (carry == 1)} in the pot for the next hand"


def _pot(index: int) -> str:
    return "the main pot" if not index else "the side pot" if index == 1 else f"side pot {index}"


def _explained(sentence: str, words: Sequence[str]) -> str:
    """The sentence, and what these words mean, all of them in the list."""
    return " ".join(filter(None, (sentence, *map(meaning, words))))


def _words_won_with(public: Tableau, event: PotWon) -> list[str]:
    """The words that won a pot, once for each seat, where the table explains them."""
    if not public.options.meanings or has_challenges(public) or event.category is None:
        return []
    before = {seat for pot in public.pots[: event.pot] for seat in pot.winners}
    claims = [
        claim
        for seat in event.seats
        if seat not in before and (claim := public.claims[seat]) is not None
    ]
    return list(dict.fromkeys(spell(word, claim) for claim in claims for word in claim.words))


def _spellchecked(public: Tableau, event: Spellchecked, names: Sequence[str]) -> str:
    verdict = (
        f"{names[event.by]} challenges {event.word}: it is {'' if event.listed else 'not '}in the "
        "list."
    )
    foul = "" if event.listed else f" {names[event.seat]}’s hand is Scum now."
    marker = f" ({event.marker} of them advanced by the bank)" if event.marker else ""
    sentence = (
        f"{verdict}{foul} {names[event.payer]} pays {chips(event.chips)}{marker} into the pot."
    )
    return _explained(sentence, [event.word] if public.options.meanings and event.listed else [])


def _won(event: PotWon, names: Sequence[str]) -> str:
    if len(event.seats) > 1:
        return (
            f"{people(event.seats, names)} share {_pot(event.pot)}, "
            f"{join_words([str(won) for won in event.chips])}: their hands are equal."
        )
    (seat,), (won,) = event.seats, event.chips
    takes = f"{names[seat]} takes {_pot(event.pot)}, {chips(won)}"
    if event.category is None:
        return f"{takes}: nobody else paid for it."
    with_ = f"{takes}, with {CATEGORY_WORDS[event.category]}"
    if event.next_best is None or event.why is None:
        return f"{with_}."
    return f"{with_}: {_because(event.why, names[event.next_best])}."


def _because(why: Why, other: str) -> str:
    match why.ground:
        case Ground.CATEGORY:
            return f"it ranks above {other}’s hand"
        case Ground.NATURAL:
            return f"it is natural, and {other}’s is not"
        case Ground.PEPPERS:
            return f"it has more peppers than {other}’s"
        case Ground.HIGH_CARD:
            assert why.better is not None
            assert why.worse is not None
            return f"the {call_card(why.better)} beats {other}’s {call_card(why.worse)}"
        case Ground.MORE_CARDS:
            return f"{other} has no further card to compare"
        case Ground.NOTHING:
            return f"it equals {other}’s"
        case _:
            assert_never(why.ground)
