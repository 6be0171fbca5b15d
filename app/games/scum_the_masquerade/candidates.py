"""The offers that bots take: boons, conspiracies, and disciplines."""

from app.games.scum_the_masquerade import bluffing, bot_forms, bot_powers, heuristics
from app.games.scum_the_masquerade.cards import without
from app.games.scum_the_masquerade.hands import top
from app.games.scum_the_masquerade.moves import (
    AnswerConspiracy,
    AnswerSmuggle,
    AskBoon,
    Conspire,
    Move,
    SeeThrough,
    Smuggle,
)
from app.games.scum_the_masquerade.odds import burden
from app.games.scum_the_masquerade.politics import conspiring, market
from app.games.scum_the_masquerade.state import Hand, ScumView, last_rank
from app.games.scum_the_masquerade.tricks import best
from app.rules.game import Prompt, Seat


def accepted_offer(view: ScumView, prompt: Prompt) -> Move | None:
    """The offers that a bot takes: boons for the last rank, powers near the end of a round."""
    public, seat, hand = view.public, view.seat, view.private or Hand()
    assert seat is not None
    match prompt.kind:
        case "ask-boon" if seat == last_rank(public) and best(public) is None:
            legal = heuristics.candidates(view, prompt)
            boons = [move for move in legal if isinstance(move, AskBoon)]
            return max(boons, key=lambda move: (len(move.cards), -top(move.cards)), default=None)
        case "conspire" if public.trick is not None and public.trick.number == 3:
            partners = conspiring.partners(public, seat, hand)
            first = not hand.requests and all(one.seats[0] != seat for one in public.conspiracies)
            asks = first and seat == last_rank(public) and partners
            return Conspire(partners[-1]) if asks else None
        case "answer-conspiracy":
            return AnswerConspiracy(conspiring.asker(prompt), seat != public.order[0])
        case "smuggle" if not any(bid.seat == seat for bid in hand.bids):
            return _offer(view, seat, hand)
        case "answer-smuggle":
            return _smuggling(hand, prompt)
        case "see-through":
            return SeeThrough() if bluffing.is_worth_a_look(view) else None
        case "use":
            return bot_powers.use(view)
        case "play-with":
            return bot_powers.play_with(view)
        case "play-reshaped":
            return bot_forms.play(view, bot_powers.natural(view))
        case _:
            return None


def _offer(view: ScumView, seat: Seat, hand: Hand) -> Smuggle | None:
    """One illegal offer in a round, to another player each time: a card for a pair's second one."""
    partners = market.partners(view.public, seat, hand)
    wanted = next(heuristics.proposals(hand), None)
    if wanted is None:
        return None
    partner = partners[(seat + view.public.round) % len(partners)]
    return Smuggle(partner, (wanted.give,), (wanted.want,))


def _smuggling(hand: Hand, prompt: Prompt) -> AnswerSmuggle:
    """Yes to an illegal trade that leaves fewer turns to play."""
    bid = market.bid_of(hand, prompt)
    gone = market.brings(hand, bid)
    if gone is None:
        return AnswerSmuggle(bid.seat, False)
    left = (*without(hand.cards, gone), *bid.give)
    return AnswerSmuggle(bid.seat, burden(left) + 0.05 < burden(hand.cards))
