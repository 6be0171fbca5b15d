"""The offers that bots take: boons, conspiracies, and disciplines."""

from typing import Final

from app.games.scum_the_masquerade import bluffing, bot_forms, bot_powers, heuristics, interests
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
from app.games.scum_the_masquerade.politics import boons, conspiring, market
from app.games.scum_the_masquerade.state import Hand, ScumView, last_rank
from app.games.scum_the_masquerade.tricks import best
from app.rules.game import Prompt, Seat
from app.rules.values import FAIR, Manner

LARGE: Final = 4
"""Cards of a hand that is hard to lead otherwise."""


def accepted_offer(view: ScumView, prompt: Prompt, manner: Manner = FAIR) -> Move | None:
    """The offers that a bot takes: boons for the last rank, powers near the end of a round."""
    public, seat, hand = view.public, view.seat, view.private or Hand()
    assert seat is not None
    match prompt.kind:
        case "ask-boon" if _asks_for_boon(view, seat, manner):
            legal = heuristics.candidates(view, prompt)
            found = [move for move in legal if isinstance(move, AskBoon)]
            move = max(found, key=lambda move: (len(move.cards), -top(move.cards)), default=None)
            large = move is not None and len(move.cards) >= LARGE
            return move if large or seat == last_rank(public) else None
        case "hunt":
            return interests.best_hunt(view, manner)
        case "conspire" if public.trick is not None:
            partner = interests.partner(view, manner)
            return None if partner is None else Conspire(partner)
        case "answer-conspiracy":
            asker = conspiring.asker(prompt)
            return AnswerConspiracy(asker, interests.worth_of_a_look(view, asker, manner) > 0)
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


def _asks_for_boon(view: ScumView, seat: Seat, manner: Manner) -> bool:
    """Once in a round, of a first rank that is worth asking."""
    public = view.public
    fresh = best(public) is None and not boons.requests(public, seat)
    return fresh and interests.worth_of_asking(public, seat, manner) > 0


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
