"""The offers that bots take: boons, conspiracies, and disciplines."""

from itertools import islice
from typing import Final

from app.games.scum_the_masquerade import (
    conspiring,
    hands_with,
    heuristics,
    market,
    prompts,
    use_rules,
)
from app.games.scum_the_masquerade.cards import without
from app.games.scum_the_masquerade.disciplines import Discipline
from app.games.scum_the_masquerade.hands import top
from app.games.scum_the_masquerade.moves import (
    AnswerConspiracy,
    AnswerSmuggle,
    AskBoon,
    Conspire,
    Move,
    Play,
    PlayWith,
    Use,
)
from app.games.scum_the_masquerade.odds import burden
from app.games.scum_the_masquerade.state import Asked, Hand, ScumView, Tableau, last_rank, still_in
from app.games.scum_the_masquerade.tricks import best
from app.rules.game import Prompt, Seat

MOST: Final = 150
"""Hands with a discipline that are looked at."""
FEW: Final = 5
"""Cards of a crypt that is nearly empty."""
AGAINST: Final = (
    Discipline.PRESENCE,
    Discipline.THAUMATURGY,
    Discipline.DOMINATE,
    Discipline.QUIETUS,
)
"""Disciplines that hold up somebody who is nearly out, the best first."""


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
        case "answer-smuggle":
            return _smuggling(hand, prompt)
        case "use":
            return _use(public, seat)
        case "play-with":
            return _play_with(view, seat, hand)
        case _:
            return None


def _smuggling(hand: Hand, prompt: Prompt) -> AnswerSmuggle:
    """Yes to an illegal trade that leaves fewer turns to play."""
    bid = market.bid_of(hand, prompt)
    gone = market.brings(hand, bid)
    if gone is None:
        return AnswerSmuggle(bid.seat, False)
    left = (*without(hand.cards, gone), *bid.give)
    return AnswerSmuggle(bid.seat, burden(left) + 0.05 < burden(hand.cards))


def _use(public: Tableau, seat: Seat) -> Use | None:
    """A power against whoever is nearest to going out, or a place to hide before going out."""
    legal = list(use_rules.uses(public, seat))
    others = [other for other in still_in(public) if other != seat]
    nearest = min(others, key=lambda other: (public.counts[other], public.order.index(other)))
    if public.counts[nearest] <= FEW:
        for discipline in AGAINST:
            fitting = [
                use for use in legal if use.discipline is discipline and nearest in use.targets
            ]
            if fitting:
                return fitting[-1]
    hiding = [use for use in legal if use.discipline is Discipline.OBFUSCATE]
    return hiding[0] if hiding and public.counts[seat] <= FEW else None


def _play_with(view: ScumView, seat: Seat, hand: Hand) -> PlayWith | None:
    """A hand with a discipline if it empties the crypt, or if nothing else beats the trick."""
    public = view.public
    found = list(islice(hands_with.plays(public, seat, hand.cards), MOST))
    rest = [
        tuple(card for card in hand.cards if card not in (*move.cards, *move.second))
        for move in found
    ]
    at = min(range(len(found)), key=lambda at: (burden(rest[at]), at), default=None)
    if at is None:
        return None
    if not rest[at]:
        return found[at]
    follows = public.asked is Asked.FOLLOW and len(hand.cards) <= 2 * FEW
    turn = Prompt("", "follow")
    natural = follows and any(isinstance(move, Play) for move in prompts.legal(view, turn))
    return found[at] if follows and not natural else None
