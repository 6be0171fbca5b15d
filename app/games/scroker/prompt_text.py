"""The sentences for players: refusals, questions and waiting. All chips are play chips."""

from collections.abc import Sequence
from typing import assert_never

from app.games.scroker import betting, between_hands, dealing, settlement, showdown
from app.games.scroker.claims import Claim, spell
from app.games.scroker.display_names import chips, game, people
from app.games.scroker.hands import CATEGORY_NAMES, OF_LENGTHS, Category
from app.games.scroker.moves import Declare, Move, Reason
from app.games.scroker.options import MOST_WILDS, Options
from app.games.scroker.state import Phase, ScrokerView, Tableau, in_the_middle, live
from app.rules.game import Seat
from app.rules.phrases import join_words


def config_problem(options: Options) -> str | None:
    """The reason why these options cannot be played by anybody, or None."""
    return "The ante cannot be higher than the buy-in." if options.ante > options.buy_in else None


# -- refusals


def say_refusal(view: ScrokerView, move: Move, reason: Reason) -> str:
    """The reason for the refusal, and what would work.

    It never says whether a word is listed, unless the table checks spelling.
    """
    public, seat = view.public, view.seat
    assert seat is not None
    match reason:
        case Reason.NOT_ASKED:
            return f"That answers another question. {_asked(view)}"
        case Reason.NO_SUCH_RULING:
            return "That cannot rule. Name a suit, a letter, a letter within a suit, or a single card of the 52."
        case Reason.TOO_MANY_WILDS:
            return f"At most {MOST_WILDS} cards are wild in one hand, [Scrokers] counted."
        case Reason.NOT_TO_BE_WILD:
            return "Name each wild card once, and no [Scroker]: those are wild already."
        case Reason.NO_CHECK:
            return "There is no checking in the first round of the stud. Open or fold."
        case Reason.BET_STANDS:
            return f"Somebody has opened, so there is no checking or opening any more. {_to_stay(public, seat)}"
        case Reason.NOTHING_TO_CALL:
            return "Nobody has opened yet, so there is nothing to match or raise."
        case Reason.BET_TOO_LOW:
            return "A bet is one play chip at least."
        case Reason.BET_TOO_HIGH:
            return f"An opening bet or a raise is {chips(public.options.max_bet)} at most at this table."
        case Reason.NOT_ENOUGH_CHIPS:
            return _not_enough(public, seat)
        case Reason.NO_TAPPING_OUT:
            owed = chips(betting.owes(public, seat))
            return f"Staying in takes {owed}, and you have {public.stacks[seat]}. There is no tapping out at this table: fold."
        case Reason.NO_MORE_RAISES:
            return f"There have been {public.raises} raises in this round, and no more are allowed at this table. Call or fold."
        case Reason.NO_OPENERS:
            return "Openers are enforced at this table: two Animals, or a listed word of three letters or more. Check or fold."
        case Reason.NOT_YOUR_CARDS:
            return "Not all of those cards are yours to use. Choose among your own."
        case Reason.TOO_MANY_CARDS:
            return f"You may exchange {dealing.DRAWS[public.named.base]} cards at most."
        case Reason.WRONG_LENGTHS:
            return "A claim is one word of two to five letters, or two words: two and two letters, or three and two. Or no word."
        case Reason.CARD_TWICE:
            return "A card can be used once only."
        case Reason.NO_LETTER:
            return "Say which letter each wild card stands for: one of A to Z."
        case Reason.NOT_WILD:
            return "Only a wild card that is in your words can stand for another letter."
        case Reason.ANIMALS_MIXED:
            return (
                "Animals stay among themselves: no Chili Peppers, Lemons or Limes in their words."
            )
        case Reason.JUICE_MIXED:
            return "Lemons and Limes do not share a word in this hand."
        case Reason.TOO_HOT:
            return _too_hot(public)
        case Reason.NOT_LISTED:
            return _not_listed(move)
        case Reason.NO_SUCH_WORD:
            return (
                "The leading hand has no such word. Choose one of those it claims, or let it stand."
            )
        case Reason.PROVED_ALREADY:
            return "That word has been proved already, and cannot be challenged again."
        case Reason.NO_REBUY:
            return _no_rebuy(public, seat)
        case Reason.NOT_TO_BE_SEEN:
            return "Only who won a pot may see a hand, and only of somebody who stayed to the end and has not shown it all."
        case _:
            assert_never(reason)


def _not_enough(public: Tableau, seat: Seat) -> str:
    most, owed = betting.most(public, seat), betting.owes(public, seat)
    has = f"You have {chips(public.stacks[seat])}"
    if most < 1:
        return f"{has}, too few for that bet."
    return (
        f"{has}, and {owed} of them go to match the bet: raise by {most} at most."
        if owed
        else f"{has}: that is the most you can bet."
    )


def _too_hot(public: Tableau) -> str:
    limit = public.named.hot_n_sour
    if not limit:
        return "The dealer allows no Chili Peppers among sour letters in this hand."
    return f"The dealer allows {'one Chili Pepper' if limit == 1 else f'{limit} Chili Peppers'} at most in a word with sour letters."


def _not_listed(move: Move) -> str:
    assert isinstance(move, Declare)
    claim = Claim(move.words, move.wild)
    spelled = join_words([spell(word, claim) for word in move.words], last="or")
    return f"This table takes listed words only, and {spelled} is not in the list."


def _no_rebuy(public: Tableau, seat: Seat) -> str:
    amounts = between_hands.rebuys(public, seat)
    if seat in public.rebought:
        return "You have bought play chips already; once between two hands is all."
    if not amounts:
        return f"A rebuy fills a stack up to {chips(public.options.buy_in)}, and you have {public.stacks[seat]}."
    owed = (
        f" Your marker of {public.markers[seat]} is cleared first." if public.markers[seat] else ""
    )
    return f"You may buy {amounts[0]} to {chips(amounts[-1])} now.{owed}"


# -- questions


def say_prompt(view: ScrokerView, names: Sequence[str]) -> str:
    """The question to this view's seat, in words."""
    public = view.public
    match public.phase:
        case Phase.ANTE:
            assert public.dealer is not None
            return f"{names[public.dealer]} deals {game(public.named)}. {_asked(view)}"
        case Phase.CHALLENGE:
            assert public.leader is not None
            return f"{_claimed(public, public.leader, names)} {_stake(view)}"
        case _:
            return _asked(view)


def _claimed(public: Tableau, seat: Seat, names: Sequence[str]) -> str:
    claim = public.claims[seat]
    assert claim is not None
    spelled = join_words([spell(word, claim) for word in claim.words])
    category = OF_LENGTHS[tuple(map(len, claim.words))]
    article = "" if category is Category.TWO_DUCKS else "a "
    return f"{names[seat]} leads with {spelled}, {article}{CATEGORY_NAMES[category]}."


def _stake(view: ScrokerView) -> str:
    public, seat = view.public, view.seat
    assert seat is not None
    assert public.leader is not None
    own, other = public.staked[seat], public.staked[public.leader]
    return f"Call for a spellcheck, or let it stand: if the word is listed you pay {own} into the pot, if not they pay {other}."


def _to_stay(public: Tableau, seat: Seat) -> str:
    owed, has = betting.owes(public, seat), public.stacks[seat]
    if owed <= has:
        return f"It takes {chips(owed)} to stay."
    return (
        f"It takes {chips(owed)} to stay; with your {has} you can tap out."
        if public.options.tap_out
        else "You can only fold."
    )


def _asked(view: ScrokerView) -> str:
    """The open question in a sentence or two that need no names."""
    public, seat = view.public, view.seat
    assert seat is not None
    match public.phase:
        case Phase.NAMING:
            return "You deal: name the game for this hand, and its options."
        case Phase.ANTE:
            return f"Ante {chips(public.options.ante)}, or sit this hand out."
        case Phase.BET:
            return _betting(public, seat)
        case Phase.DRAW:
            return f"Exchange up to {dealing.DRAWS[public.named.base]} cards, or stand pat."
        case Phase.DECLARE:
            return "Present your words, or claim no word. Nobody checks the spelling unless somebody calls for it."
        case Phase.CHALLENGE:
            return "Call for a spellcheck, or let it stand."
        case Phase.INTERVAL:
            return _between(public, seat)
        case _:
            return "Nothing is asked of you at the moment."


def _betting(public: Tableau, seat: Seat) -> str:
    if public.level:
        return f"{_to_stay(public, seat)} Call, raise or fold."
    if not betting.has_check(public):
        return "Open the betting, or fold: there is no checking in this round."
    if public.round == 1 and public.named.base != "longhorn":
        return "Open with two Animals or a three-letter word, check, or fold."
    return "Open, check, or fold."


def _between(public: Tableau, seat: Seat) -> str:
    if public.markers[seat]:
        return f"You owe the bank a marker of {chips(public.markers[seat])}: rebuy, or sit out."
    if public.stacks[seat] < public.options.ante:
        return f"You have {chips(public.stacks[seat])}, too few for the ante: rebuy, or sit out."
    if seat in public.sitting_out:
        return "You sit out. Say when you want to be dealt in again, or stay out."
    return "Say when you are ready for the next hand."


def say_wait(public: Tableau, names: Sequence[str]) -> str:
    """The sentence for those who are not asked; from public facts alone."""
    match public.phase:
        case Phase.LOT:
            return "It is drawn who deals first."
        case Phase.NAMING:
            assert public.turn is not None
            return f"{names[public.turn]} names the game for this hand."
        case Phase.ANTE:
            return f"{game(public.named)}. To ante or sit out: {people(_waiting(public), names)}."
        case Phase.DEAL:
            return "The cards are dealt."
        case Phase.RESHUFFLE:
            return "The stock has run out: discards and folded hands are shuffled."
        case Phase.BET:
            assert public.turn is not None
            who = names[public.turn]
            return (
                f"{who} may stay for {betting.owes(public, public.turn)}, raise or fold."
                if public.level
                else f"{who} is to bet."
            )
        case Phase.DRAW:
            assert public.turn is not None
            return f"{names[public.turn]} exchanges cards."
        case Phase.DECLARE:
            waiting = tuple(seat for seat in live(public) if seat not in public.declared)
            return f"{chips(in_the_middle(public))} in the middle. To present their words: {people(waiting, names)}."
        case Phase.CHALLENGE:
            assert public.leader is not None
            waiting = tuple(seat for seat in showdown.asked(public) if seat not in public.answered)
            return f"{_claimed(public, public.leader, names)} Who may let it stand or call for a spellcheck: {people(waiting, names)}."
        case Phase.INTERVAL:
            waiting = tuple(seat for seat in public.seats if seat not in public.confirmed)
            return f"Hand {public.hand} is over. Not ready for the next: {people(waiting, names)}."
        case Phase.OVER:
            return session_over(public, names)
        case _:
            assert_never(public.phase)


def _waiting(public: Tableau) -> tuple[Seat, ...]:
    return tuple(seat for seat in public.players if seat not in public.confirmed)


def session_over(public: Tableau, names: Sequence[str]) -> str:
    """The reconciliation in a sentence."""
    found = settlement.outcome(public)
    assert found is not None
    first = found.ranking[0]
    result = found.points[first[0]]
    how = (
        f"{chips(result)} up" if result > 0 else "even" if not result else f"{chips(-result)} down"
    )
    return f"The session is over. {people(first, names)} {'does' if len(first) == 1 else 'do'} best: {how}."
