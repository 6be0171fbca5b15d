"""The sentences for refused moves: the rule, and what would work."""

from app.games.scum_the_masquerade.cards import RANKS
from app.games.scum_the_masquerade.display_names import TYPE, a_card, a_hand, ranks_in_words
from app.games.scum_the_masquerade.hands import STRAIGHT
from app.games.scum_the_masquerade.moves import Accept, AnswerSmuggle, Move, NameHand, Use
from app.games.scum_the_masquerade.politics.market import MOST_CARDS, SWAPS
from app.games.scum_the_masquerade.politics.trading import longest_wish
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.forbidden_ranks import forbidden
from app.games.scum_the_masquerade.powers.use_rules import REACHED
from app.games.scum_the_masquerade.refusals import Reason
from app.games.scum_the_masquerade.state import ScumView
from app.games.scum_the_masquerade.tricks import best, designated


def say_refusal(view: ScumView, move: Move, reason: Reason) -> str:
    """The reason for the refusal at this table, and what would work."""
    public = view.public
    laid = best(public) if public.trick is not None else None
    match reason:
        case Reason.NOT_ASKED:
            return "That answers another question. Choose among what the table offers you now."
        case Reason.NOT_YOUR_CARDS:
            return "You do not hold all of those cards. Choose among the ones in your crypt."
        case Reason.NO_HAND:
            return (
                "Those cards are no hand. Play a single, cards of one rank, pairs or triples "
                f"together, or a straight of {STRAIGHT[public.packs]}."
            )
        case Reason.WRONG_TYPE:
            assert laid is not None
            return f"This trick takes {TYPE[laid.kind]}; no other hand beats it. Or pass."
        case Reason.NOT_HIGHER:
            assert laid is not None
            whose = (
                "the highest card of the hand"
                if isinstance(move, NameHand)
                else "your highest card"
            )
            return (
                f"{a_hand(laid.kind, laid.top).capitalize()} lies there: {whose} has to be higher. "
                "Equal cards do not beat each other."
            )
        case Reason.FIRST_LEAD:
            needed = designated(public)
            pack = " of the first pack" if public.packs == 2 else ""
            assert needed is not None
            return f"The first lead contains the {a_card(needed)}{pack}, in any legal hand."
        case Reason.LEADER_MUST_PLAY:
            return "You lead, so you play: there is nothing to pass on yet."
        case Reason.WISH_TOO_LONG:
            return f"A wish list has at most {longest_wish(public)} cards."
        case Reason.NOT_A_WISH:
            return "Name each card once, by rank and suit; a list has at least one."
        case Reason.CANNOT_MEET:
            assert isinstance(move, Accept | AnswerSmuggle)
            if isinstance(move, AnswerSmuggle):
                return "You do not hold all the cards that are wanted; refuse, or leave it open."
            return "You do not hold the card that is wanted, so the offer lapses by itself."
        case Reason.NOT_A_PARTNER:
            return (
                "Choose a player who sees their cards, and with whom no request of yours is open."
            )
        case Reason.NOT_A_TRADER:
            return "Choose a player who has seen their cards and has no open offer from you."
        case Reason.TOO_MANY_SWAPS:
            return f"That player has made {SWAPS} illegal trades, which is all for this round."
        case Reason.NOT_AS_MANY:
            return f"Offer one to {MOST_CARDS} cards, and ask for exactly as many."
        case Reason.WRONG_EXTRAS:
            return f"Choose {len(public.extras)} different players, one extra card each."
        case Reason.FORBIDDEN_RANK:
            ranks = ranks_in_words([RANKS[rank] for rank in forbidden(public)])
            return f"The highest card of a hand may be none of the {ranks} now, unless you lead."
        case _:
            return _of_a_discipline(move, reason)


def _of_a_discipline(move: Move, reason: Reason) -> str:
    match reason:
        case Reason.NOT_A_DECISION:
            return (
                "Choose packs that this table has. A rare discipline needs a dot outside the clan."
            )
        case Reason.NOT_A_DECLARATION:
            return (
                "Choose an allowed clan and three dots for it; without a clan, three disciplines."
            )
        case Reason.NO_DOTS:
            return "You have no dot of that discipline left in this round."
        case Reason.HUNTED:
            return "Under a blood hunt there is no hiding."
        case Reason.NOT_PREY:
            return "Choose somebody below the first two ranks who was not hunted last round."
        case Reason.WRONG_TIME:
            return "That discipline is not used that way, or not now."
        case Reason.WRONG_TARGET:
            return "Choose another player with cards; you can make demands of lower ranks only."
        case Reason.TARGET_HIDDEN:
            return "That player is hidden, and you lack the dot that finds them."
        case Reason.NOT_IN_THE_PILE:
            return _of_the_pile(move)
        case Reason.NOT_ON_TOP:
            return "Only the owner of the hand on top can be made to take it back."
        case Reason.HAND_TOO_LARGE:
            return "That hand has more cards than this level moves."
        case Reason.ANOTHER_HAND:
            return "You took that hand back: lead another one."
        case Reason.NOTHING_TO_LOSE:
            return "That player has no such dot or charge left."
        case Reason.NO_SUCH_BLUFF:
            return (
                "Announce as many cards as you play, with no more false ones than the level allows."
            )
        case Reason.LAST_CARDS:
            return "Not with your last cards: one has to stay in your crypt."
        case Reason.NOT_SUCH_RANKS:
            return "Name different ranks, as many as that level forbids."
        case Reason.NOTHING_SPENT:
            return "Name disciplines of which that player has spent a dot, as many as the level."
        case Reason.NO_SUCH_SHAPE:
            return "One card may count as a rank up or down, or as another suit."
        case Reason.NOT_BEATEN_BY_SECOND:
            return "The second hand has to beat the first: the same type with a higher card."
        case Reason.AWED:
            return "You are awed, and must pass."
        case Reason.COMMANDED:
            return "You are commanded to play, and you can."
        case Reason.NOT_THE_DEMANDED_HAND:
            return "You are commanded to play the hand that was demanded."
        case Reason.PROMISED_HAND:
            return "Your boon obliges you to lead the hand that you showed."
        case _:
            raise AssertionError(f"{reason} has its sentence above")


def _of_the_pile(move: Move) -> str:
    reached = REACHED.get(move.discipline) if isinstance(move, Use) else None
    if not isinstance(move, Use) or reached is None:
        return "That discipline takes no card out of the pile."
    highest = RANKS[reached[move.level - 1]]
    many = move.level if move.discipline is Discipline.DAIMOINON else 1
    some = "a card" if many == 1 else f"up to {('two', 'three')[many - 2]} cards"
    return f"Choose {some} from 3 to {highest} in the pile of finished tricks."
