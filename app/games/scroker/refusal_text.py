"""The sentences for refused moves of Scroker: the rule, and what would work."""

from typing import assert_never

from app.games.scroker import betting, between_hands, dealing
from app.games.scroker.claims import Claim, spell
from app.games.scroker.display_names import chips
from app.games.scroker.moves import Declare, Move, Reason
from app.games.scroker.prompt_text import open_question, to_stay
from app.games.scroker.state import ScrokerView, Tableau
from app.rules.game import Seat
from app.rules.phrases import join_words


def say_refusal(view: ScrokerView, move: Move, reason: Reason) -> str:
    """The reason for the refusal, and what would work.

    It never says whether a word is listed, unless the table checks spelling.
    """
    public, seat = view.public, view.seat
    assert seat is not None
    match reason:
        case Reason.NOT_ASKED:
            return f"That answers another question. {open_question(view)}"
        case Reason.NO_SUCH_RULING:
            return (
                "That cannot rule. Name a suit, a letter, a letter within a suit, or "
                f"{'cards' if public.options.rulings == 'free' else 'a single card'} of the 52."
            )
        case Reason.NOT_THE_DEALERS:
            return (
                "Choose only that chili peppers are hot; which ones count is a rule of this table."
            )
        case Reason.TOO_MANY_WILDS:
            most = public.options.wilds
            return f"At most {most} cards are wild in one hand, [Scrokers] included."
        case Reason.NOT_TO_BE_WILD:
            return "Name each wild card once, and no [Scroker]: those are wild already."
        case Reason.NO_CHECK:
            return "There is no checking in the first round of the stud. Open or fold."
        case Reason.BET_STANDS:
            return (
                f"Somebody has opened, so you can no longer check or open. {to_stay(public, seat)}"
            )
        case Reason.NOTHING_TO_CALL:
            return "Nobody has opened yet, so there is nothing to match or raise."
        case Reason.BET_TOO_LOW:
            return "A bet is at least one play chip."
        case Reason.BET_TOO_HIGH:
            return (
                f"An opening bet or a raise is at most {chips(public.options.max_bet)} at this "
                "table."
            )
        case Reason.NOT_ENOUGH_CHIPS:
            return _not_enough(public, seat)
        case Reason.NO_TAPPING_OUT:
            owed = chips(betting.owes(public, seat))
            return (
                f"It takes {owed} to call, and you have {public.stacks[seat]}. There is no tapping "
                "out at this table: fold."
            )
        case Reason.NO_MORE_RAISES:
            return (
                f"There have been {public.raises} raises in this round, and no more are allowed at "
                "this table. Call or fold."
            )
        case Reason.NO_OPENERS:
            return (
                "Openers are enforced at this table: two Animals, or a listed word of three "
                "letters or more. Check or fold."
            )
        case Reason.NOT_YOUR_CARDS:
            return "You do not hold all of those cards. Choose among your own."
        case Reason.TOO_MANY_CARDS:
            return f"You may exchange at most {dealing.DRAWS[public.named.base]} cards."
        case Reason.WRONG_LENGTHS:
            return (
                "A claim is one word of two to five letters, or two words: two and two letters, or "
                "three and two. Or no word."
            )
        case Reason.CARD_TWICE:
            return "Each card can be used only once."
        case Reason.NO_LETTER:
            return "Say which letter each wild card stands for: one of A to Z."
        case Reason.NOT_WILD:
            return "Only a wild card that is in your words can stand for another letter."
        case Reason.ANIMALS_MIXED:
            return "A word of Animals takes no other cards: no Chili Peppers, Lemons or Limes."
        case Reason.JUICE_MIXED:
            return "Lemons and Limes cannot be in one word in this hand."
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
            return (
                "Only a player who won a pot may see a hand, and only the hand of somebody who "
                "stayed to the end and has not shown it all."
            )
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
    most = "one Chili Pepper" if limit == 1 else f"{limit} Chili Peppers"
    if not limit:
        return "The dealer allows no Chili Peppers in words of Lemons or Limes in this hand."
    return f"The dealer allows at most {most} in a word of Lemons or Limes."


def _not_listed(move: Move) -> str:
    assert isinstance(move, Declare)
    claim = Claim(move.words, move.wild)
    spelled = join_words([spell(word, claim) for word in move.words], last="or")
    return f"This table takes only words in the list, and {spelled} is not in it."


def _no_rebuy(public: Tableau, seat: Seat) -> str:
    amounts = between_hands.rebuys(public, seat)
    if seat in public.rebought:
        return "You have bought play chips already. You can buy once between two hands."
    if not amounts:
        return (
            f"A rebuy fills a stack up to {chips(public.options.buy_in)}, and you have "
            f"{public.stacks[seat]}."
        )
    owed = (
        f" Your marker of {public.markers[seat]} is cleared first." if public.markers[seat] else ""
    )
    return f"You may buy {amounts[0]} to {chips(amounts[-1])} now.{owed}"
