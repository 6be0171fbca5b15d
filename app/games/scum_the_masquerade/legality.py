"""The rule that forbids an answer to a question or offer, or None."""

from app.games.scum_the_masquerade.cards import PACK, Card
from app.games.scum_the_masquerade.hands import hand_type, top
from app.games.scum_the_masquerade.moves import (
    Accept,
    AnswerBoon,
    AnswerConspiracy,
    AnswerSmuggle,
    Ask,
    AskBoon,
    ChooseExtras,
    Confirm,
    Conspire,
    Decide,
    Declare,
    Decline,
    Demand,
    Give,
    Hunt,
    Move,
    NameHand,
    Pact,
    Pass,
    Play,
    PlayReshaped,
    PlayWith,
    Propose,
    React,
    Reshape,
    SeeThrough,
    Smuggle,
    Use,
    Wish,
)
from app.games.scum_the_masquerade.politics import conspiring, hunts, market, trading
from app.games.scum_the_masquerade.politics.trade_prompts import return_choices
from app.games.scum_the_masquerade.powers import (
    decisions,
    declaring,
    naming,
    plays_with,
    reshaping,
    temptation,
    use_rules,
)
from app.games.scum_the_masquerade.powers.effects import order_on
from app.games.scum_the_masquerade.powers.forbidden_ranks import (
    forbids,
    highest_allowed,
    lowest_allowed,
)
from app.games.scum_the_masquerade.powers.marks import EffectKind
from app.games.scum_the_masquerade.refusals import Reason
from app.games.scum_the_masquerade.state import Hand, ScumView, Tableau
from app.games.scum_the_masquerade.tricks import best, designated
from app.rules.game import Prompt, Seat

ANSWERS: dict[str, tuple[type[Move], ...]] = {
    "interval": (Confirm,),
    "choose-extras": (ChooseExtras,),
    "lead": (Play, Pass),
    "follow": (Play, Pass),
    "decide": (Decide,),
    "declare": (Declare,),
    "pact": (Pact,),
    "hunt": (Hunt,),
    "use": (Use,),
    "play-with": (PlayWith,),
    "play-reshaped": (PlayReshaped,),
    "reshape": (Reshape,),
    "name-hand": (NameHand,),
    "react": (React,),
    "see-through": (SeeThrough,),
    "answer-boon": (AnswerBoon,),
    "ask-boon": (AskBoon,),
    "conspire": (Conspire,),
    "answer-conspiracy": (AnswerConspiracy,),
    "market": (Confirm,),
    "smuggle": (Smuggle,),
    "answer-smuggle": (AnswerSmuggle,),
    "wish": (Wish,),
    "give-any": (Give,),
    "give-back": (Give,),
    "ask-back": (Ask,),
    "offer": (Propose, Decline),
    "answer-offer": (Accept, Decline),
}
"""The types of moves that answer each kind of question or offer."""


def refusal(view: ScumView, prompt: Prompt, move: Move) -> Reason | None:
    """The rule that forbids this answer of a seat that is asked, or None."""
    public, seat, hand = view.public, view.seat, view.private
    assert seat is not None
    assert hand is not None
    if not isinstance(move, ANSWERS[prompt.kind]):
        return Reason.NOT_ASKED
    match move:
        case Play(cards):
            return play_problem(public, seat, hand.cards, cards)
        case Decide():
            wrong = decisions.problem(public, move)
            return None if wrong is None else Reason.NOT_A_DECISION
        case Declare():
            legal = declaring.in_order(public, seat, move)
            return None if legal is not None else Reason.NOT_A_DECLARATION
        case Hunt(hunted):
            return None if hunted in hunts.prey(public) else Reason.NOT_PREY
        case Use():
            return use_rules.problem(public, seat, move)
        case Reshape():
            return reshaping.choice_problem(public, hand, move)
        case PlayReshaped():
            return reshaping.problem(public, seat, hand, move)
        case NameHand(cards):
            return naming_problem(view, cards)
        case PlayWith():
            return plays_with.problem(public, seat, hand.cards, move)
        case AskBoon(cards):
            return hand_problem(public, hand.cards, cards)
        case Pass():
            return pass_problem(public, seat, hand.cards, move)
        case ChooseExtras(seats):
            among = len(set(seats)) == len(seats) and set(seats) <= set(public.order)
            return None if among and len(seats) == len(public.extras) else Reason.WRONG_EXTRAS
        case AnswerConspiracy(asker):
            return None if asker == conspiring.asker(prompt) else Reason.NOT_ASKED
        case Smuggle():
            return market.problem(public, seat, hand, move)
        case AnswerSmuggle():
            return market.answer_problem(hand, prompt, move)
        case Conspire(partner):
            partners = conspiring.partners(public, seat, hand)
            return None if partner in partners else Reason.NOT_A_PARTNER
        case _:
            return trade_problem(public, temptation.at_hand(public, seat, hand), prompt, move)


def hand_problem(
    public: Tableau, crypt: tuple[Card, ...], cards: tuple[Card, ...]
) -> Reason | None:
    """The reason why these cards are no legal hand of this crypt, or None."""
    if len(set(cards)) < len(cards) or not set(cards) <= set(crypt):
        return Reason.NOT_YOUR_CARDS
    return Reason.NO_HAND if hand_type(cards, public.packs) is None else None


def naming_problem(view: ScumView, cards: tuple[Card, ...]) -> Reason | None:
    """The reason why this hand of another seat cannot be named, or None."""
    laid = best(view.public)
    assert laid is not None
    if not cards:
        return None
    problem = hand_problem(view.public, naming.crypt_of_named(view), cards)
    if problem is not None:
        return problem
    if hand_type(cards, view.public.packs) is not laid.kind:
        return Reason.WRONG_TYPE
    if top(cards) <= laid.top:
        return Reason.NOT_HIGHER
    return Reason.FORBIDDEN_RANK if forbids(view.public, top(cards)) else None


def pass_problem(public: Tableau, seat: Seat, crypt: tuple[Card, ...], move: Pass) -> Reason | None:
    """The reason why this seat cannot pass now, or None."""
    laid, order = best(public), order_on(public, seat)
    if laid is None:
        return Reason.LEADER_MUST_PLAY
    if order is None:
        return None
    if order.kind is EffectKind.AWED:
        return Reason.AWED if move.rest and not order.until else None
    highest = highest_allowed(public, crypt, laid)
    able = highest is not None and highest > laid.top
    return Reason.COMMANDED if able or move.rest else None


def play_problem(
    public: Tableau, seat: Seat, crypt: tuple[Card, ...], cards: tuple[Card, ...]
) -> Reason | None:
    """The reason why these cards cannot be played now, or None."""
    order = order_on(public, seat)
    if order is not None and order.kind is EffectKind.AWED:
        return Reason.AWED
    problem = hand_problem(public, crypt, cards)
    if problem is not None:
        return problem
    laid, needed = best(public), designated(public)
    if public.promised and set(cards) != set(public.promised):
        return Reason.PROMISED_HAND
    if public.taken_back and set(cards) == set(public.taken_back):
        return Reason.ANOTHER_HAND
    if laid is None:
        return Reason.FIRST_LEAD if needed is not None and needed not in cards else None
    if hand_type(cards, public.packs) is not laid.kind:
        return Reason.WRONG_TYPE
    if top(cards) <= laid.top:
        return Reason.NOT_HIGHER
    if forbids(public, top(cards)):
        return Reason.FORBIDDEN_RANK
    if order is None or order.demand is Demand.ANY:
        return None
    met = {
        Demand.HIGHEST: lambda: top(cards) == highest_allowed(public, crypt, laid),
        Demand.LOWEST: lambda: top(cards) == lowest_allowed(public, crypt, laid),
        Demand.NAMED: lambda: set(cards) == set(order.cards),
    }[order.demand]()
    return None if met else Reason.NOT_THE_DEMANDED_HAND


def trade_problem(public: Tableau, hand: Hand, prompt: Prompt, move: Move) -> Reason | None:
    """The reason why this step of a trade cannot be taken, or None."""
    match move:
        case Wish(cards):
            if len(cards) > trading.longest_wish(public):
                return Reason.WISH_TOO_LONG
            named = bool(cards) and len(set(cards)) == len(cards) and set(cards) <= set(PACK)
            return None if named else Reason.NOT_A_WISH
        case Give(card, asks):
            choices = hand.cards if prompt.kind == "give-any" else return_choices(hand)
            if card not in choices:
                return Reason.NOT_YOUR_CARDS
            asked = asks is None or (prompt.kind == "give-any" and not asks.second)
            return None if asked else Reason.NOT_A_WISH
        case Ask(card):
            return None if card is None or not card.second else Reason.NOT_A_WISH
        case Propose(give, want):
            if give not in hand.cards:
                return Reason.NOT_YOUR_CARDS
            return Reason.NOT_A_WISH if want.second else None
        case Accept():
            assert hand.talk is not None
            wanted = trading.held(hand.cards, hand.talk.offers[-1].want)
            return None if wanted is not None else Reason.CANNOT_MEET
        case _:
            return None
