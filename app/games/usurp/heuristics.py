"""The heuristic of the bots: a score for each move, from one view, in points.

A card counts by the points that it wins or loses now, and by what it then offers the next player.
It also counts by what it could win later. An Uprising counts by the chance that it is challenged,
judged from what the other side can know. A challenge counts by the chance that the Downcard wins,
judged from the unseen cards.
"""

from collections.abc import Sequence
from typing import Final, assert_never

from app.games.usurp.bluffing import bluffs, challenges, fair_share, hand_random, unmasked
from app.games.usurp.cards import Card, Order, PlayType
from app.games.usurp.moves import CallReneg, Challenge, Move, NameOrder, Play, Uprise
from app.games.usurp.odds import BETTER, BIT, EQUALS, GRACE, SPARE, SUIT, Odds
from app.games.usurp.plays import judge
from app.games.usurp.scoring import BONUS, RENEG
from app.games.usurp.state import Asked, Tableau, UsurpView

BOLD: Final = 6.0
"""Points that the random number of a hand decides about, where nerve decides."""
REPLY: Final = 1.0
"""The share of the next play of this hand that counts in an answer."""
SLY: Final = 0.1
"""The share of players on their honour who sluff off although they could follow suit."""
CALLED: Final = 0.8
"""The cost of such a Sluff Off, in Reneg points: it may be called."""


def score_moves(view: UsurpView, moves: Sequence[Move]) -> Sequence[float]:
    """The score of each legal move, in points; larger is better."""
    asked = view.public.asked
    match asked:
        case None:
            return [0.0] * len(moves)
        case Asked.LEADING | Asked.ORDER:
            return _orders(view, moves)
        case Asked.ANSWER:
            return _answers(view, moves)
        case Asked.LEAD:
            return _leads(view, moves)
        case Asked.PLAY:
            return _plays(view, moves)
        case _:
            assert_never(asked)


# -- cards


def _leads(view: UsurpView, moves: Sequence[Move]) -> list[float]:
    order = view.public.order
    assert order is not None
    odds = Odds(view)
    return [
        odds.exposed(move.card, order) - odds.kept(move.card, order)
        for move in moves
        if isinstance(move, Play)
    ]


def _plays(view: UsurpView, moves: Sequence[Move]) -> list[float]:
    public, hand = view.public, view.private
    upcard, order = public.upcard, public.order
    assert hand is not None
    assert upcard is not None
    assert order is not None
    odds = Odds(view)
    bonus, worth = BONUS[public.options.points], public.worth
    share = fair_share(worth, bonus)
    able = _able(public, odds, hand.cards)
    challenged = 0.0 if public.free else challenges(able, share, worth, bonus)
    given = (1 - challenged) * (worth + (odds.exposed(upcard, order) if len(hand.cards) > 1 else 0))
    opened: dict[Card, float] = {}
    risen: dict[Card, float] = {}
    bluffed: dict[Card, float] = {}
    for card in hand.cards:
        way, wins, points, _ = judge(public, card)
        if way is PlayType.SLUFF:
            then = -odds.values[card.rank] - SPARE
        elif way is PlayType.USURP:
            then = max(odds.exposed(card, Order.REGAL), odds.exposed(card, Order.COMMON))
        else:
            then = odds.exposed(card, order)
        then -= odds.kept(card, order)
        if wins:
            opened[card] = points + then
            risen[card] = (
                given
                + challenged * (points + bonus + then)
                - (1 - challenged) * odds.kept(card, order)
            )
        else:
            opened[card] = then - points
            bluffed[card] = challenged * then - (1 - challenged) * odds.kept(card, order)
    if bluffed:
        others = [opened[move.card] for move in moves if isinstance(move, Play)] + list(
            risen.values()
        )
        least = max(others, default=0.0) - max(bluffed.values())
        nerve = BOLD * (bluffs(able, share, winner=bool(risen)) - hand_random(hand.cards))
        risen |= {card: score + least + nerve for card, score in bluffed.items()}
    scores = [
        (risen if isinstance(move, Uprise) else opened)[move.card]
        if isinstance(move, Play | Uprise)
        else 0.0
        for move in moves
    ]
    if public.options.renegs == "honour":
        _on_honour(public, odds, hand.cards, moves, scores)
    return scores


def _able(public: Tableau, odds: Odds, hand: Sequence[Card]) -> float:
    """The chance that this hand can win the Upcard, as another player sees it."""
    assert public.upcard is not None
    assert public.order is not None
    wins = BETTER[public.order][public.upcard] | EQUALS[public.upcard]
    known = odds.miss * (odds.unseen & wins).bit_count() + sum(
        1 for card in hand if BIT[card] & wins
    )
    strangers = odds.miss * odds.unseen.bit_count() + len(hand)
    chance: float = 1 - (1 - min(len(hand) / strangers, 1.0)) ** known
    return chance


def _on_honour(
    public: Tableau,
    odds: Odds,
    hand: Sequence[Card],
    moves: Sequence[Move],
    scores: list[float],
) -> None:
    """Makes Renegs dearer, and scores the calls."""
    upcard = public.upcard
    assert upcard is not None
    reneg = RENEG[public.options.points]
    follows = any(card.suit == upcard.suit for card in hand)
    for index, move in enumerate(moves):
        match move:
            case Play(card) if (
                follows
                and not public.free
                and card.suit != upcard.suit
                and card.rank != upcard.rank
            ):
                scores[index] -= CALLED * reneg
    _calls(public, odds, moves, scores)


def _calls(public: Tableau, odds: Odds, moves: Sequence[Move], scores: list[float]) -> None:
    """Scores the calls of Renegs, which cost no turn: by the chance that they are right."""
    best = max(
        score for move, score in zip(moves, scores, strict=True) if not isinstance(move, CallReneg)
    )
    reneg = RENEG[public.options.points]
    for index, move in enumerate(moves):
        if isinstance(move, CallReneg):
            right = 0.0 if move.card is None else _reneged(public, odds, move.card)
            scores[index] = best + reneg * (2 * right - 1)


def _reneged(public: Tableau, odds: Odds, card: Card) -> float:
    """The chance that the Sluff Off of `card` was a Reneg."""
    at = next(at for at in reversed(range(len(public.discard))) if public.discard[at].card == card)
    before = next(laid.card for laid in reversed(public.discard[:at]) if laid.card is not None)
    if any(
        laid.seat == public.discard[at].seat
        and laid.card is not None
        and laid.card.suit == before.suit
        for laid in public.discard[at + 1 :]
    ):
        return 1.0
    held = 1 - odds.miss ** (odds.unseen & SUIT[before]).bit_count()
    return held * SLY / (held * SLY + 1 - held) if held < 1 else 1.0


# -- answers and Orders


def _answers(view: UsurpView, moves: Sequence[Move]) -> list[float]:
    public, hand = view.public, view.private
    assert hand is not None
    assert public.upcard is not None
    assert public.order is not None
    odds = Odds(view)
    if public.free:
        scores = [-1.0 if isinstance(move, Challenge) else 0.0 for move in moves]
        _calls(public, odds, moves, scores)
        return scores
    able = odds.winning(public.upcard, public.order)
    bonus = BONUS[public.options.points]
    share = fair_share(public.worth, bonus)
    brings = BOLD * (
        challenges(able, share, public.worth, bonus) - hand_random(hand.cards)
    ) + unmasked(able, public.worth, bonus)
    if hand.cards:
        wins = BETTER[public.order][public.upcard] | EQUALS[public.upcard]
        stays = (
            public.worth if any(BIT[card] & wins for card in hand.cards) else -GRACE * public.worth
        )
        brings -= REPLY * stays
    scores = [brings if isinstance(move, Challenge) else 0.0 for move in moves]
    _calls(public, odds, moves, scores)
    return scores


def _orders(view: UsurpView, moves: Sequence[Move]) -> list[float]:
    public, hand = view.public, view.private
    assert hand is not None
    odds = Odds(view)
    scores = []
    for move in moves:
        assert isinstance(move, NameOrder)
        worth = sum(
            odds.kept(card, move.order) + 0.5 * odds.exposed(card, move.order)
            for card in hand.cards
        )
        if public.upcard is not None:
            worth += odds.exposed(public.upcard, move.order)
        scores.append(worth)
    return scores
