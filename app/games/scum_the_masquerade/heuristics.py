"""The heuristic of the bots: a score for each move, from one view, in turns."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from app.games.scum_the_masquerade import prompts
from app.games.scum_the_masquerade.cards import Card, without
from app.games.scum_the_masquerade.hands import TYPES, hands_of, top
from app.games.scum_the_masquerade.moves import (
    Accept,
    AnswerBoon,
    Ask,
    Decline,
    Give,
    Move,
    Pass,
    Play,
    Propose,
    React,
    Wish,
)
from app.games.scum_the_masquerade.odds import burden, groups, wins
from app.games.scum_the_masquerade.state import Hand, ScumView, Tableau
from app.games.scum_the_masquerade.trading import DEFAULT_WISH, default_wish, held
from app.games.scum_the_masquerade.tricks import designated
from app.rules.game import Prompt

LEAD: Final = 0.8
"""The worth of the next lead, in turns."""
EACH: Final = 12
"""Hands of each type that a bot considers."""


def candidates(view: ScumView, prompt: Prompt) -> Iterator[Move]:
    """The answers that bots consider: of each type of hand some, low ones first."""
    hand = view.private or Hand()
    match prompt.kind:
        case "lead" | "ask-boon" | "follow":
            legal = prompts.legal(view, prompt)
            found = list(islice(legal, 60))
            yield from found
            free = designated(view.public) is None and not view.public.promised
            if len(found) == 60 and prompt.kind == "lead" and free:
                yield from _rarer(view.public, hand.cards, found)
        case "wish":
            yield Wish(default_wish(view.public))
        case "offer":
            yield Decline()
            yield from _proposal(hand.cards)
        case _:
            yield from prompts.legal(view, prompt)


def _rarer(public: Tableau, cards: tuple[Card, ...], found: Sequence[Move]) -> Iterator[Move]:
    for kind in TYPES[public.packs]:
        for one in islice(hands_of(kind, cards, public.packs), EACH):
            if Play(one) not in found:
                yield Play(one)


def _proposal(cards: tuple[Card, ...]) -> Iterator[Move]:
    """The lowest card that stands alone, for the twin of another single card."""
    alone = [card for card in cards if groups(cards)[card.rank] == 1]
    if len(alone) > 1:
        want = next((one for one in DEFAULT_WISH[::-1] if held(cards, one) is None), None)
        if want is not None:
            yield Propose(alone[-1], want)


def score_moves(view: ScumView, moves: Sequence[Move]) -> list[float]:
    """The score of each legal move; larger is better."""
    hand = view.private or Hand()
    now = burden(hand.cards)
    return [_score(view, hand, now, move) for move in moves]


def _score(view: ScumView, hand: Hand, now: float, move: Move) -> float:
    match move:
        case Play(cards):
            return _play(view.public, hand.cards, cards)
        case Pass(rest):
            return -now - 0.5 * rest
        case Give(card):
            talk = hand.talk
            got = (talk.up,) if talk is not None and talk.up is not None else ()
            return -burden(without((*hand.cards, *got), (card,)))
        case Accept():
            assert hand.talk is not None
            offer = hand.talk.offers[-1]
            mine = held(hand.cards, offer.want)
            assert mine is not None
            return now - burden((*without(hand.cards, (mine,)), offer.give)) - 0.05
        case Propose(give, want):
            return now - burden((*without(hand.cards, (give,)), want)) - 0.05
        case Wish(cards):
            return float(cards == default_wish(view.public))
        case Ask(card):
            return 0.0 if card is None else -1.0
        case React(cancel):
            pending = view.public.pending
            concerned = pending is not None and view.seat in pending.use.targets
            return 1.0 if cancel is concerned else 0.0
        case AnswerBoon(grant):
            return -float(grant)
        case _:
            return 0.0


def _play(public: Tableau, crypt: tuple[Card, ...], cards: tuple[Card, ...]) -> float:
    left = without(crypt, cards)
    if not left:
        return 100.0
    lead = LEAD * wins(top(cards), len(cards))
    return lead - burden(left)
