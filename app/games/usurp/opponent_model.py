"""The opponent model: the likelihood of the others' last move, given the cards of a world.

The last play is taken back and scored as its player could. The better it looked among the legal
moves, the likelier it was. Earlier plays add little: too few worlds fit several plays at once.
"""

from math import exp
from typing import Final

from msgspec.structs import replace

from app.games.usurp.cards import Card, PlayType, sort_hand
from app.games.usurp.heuristics import score_moves
from app.games.usurp.moves import Move, Play, Uprise
from app.games.usurp.plays import open_plays
from app.games.usurp.scoring import added, value
from app.games.usurp.state import Asked, Hand, Phase, Tableau, UsurpState
from app.rules.game import Seat, View

DOUBT: Final = 0.01
"""The share of moves that are made at random."""
TASTE: Final = 0.25
"""Points by which a move has to look better to be made about three times as often."""


def likelihood(world: UsurpState, viewer: Seat) -> float:
    """The likelihood of another player's last move in this world; only ratios count."""
    public = world.public
    if public.phase is not Phase.PLAY:
        return 1.0
    seat = public.rising
    if seat is not None and seat != viewer:
        card = world.private[seat].rising
        assert card is not None
        before = replace(
            public,
            counts=added(public.counts, seat, 1),
            turn=seat,
            asked=Asked.PLAY,
            rising=None,
            answers=(),
        )
        return _made(before, seat, world.private[seat], card, Uprise(card))
    index = len(public.discard) - 1
    laid = public.discard[index] if index > 0 else None
    if (
        laid is None
        or laid.seat is None
        or laid.seat == viewer
        or laid.way in (PlayType.USURP, PlayType.LEAD)
    ):
        return 1.0
    seat, hand, card = laid.seat, world.private[laid.seat], laid.card
    if card is None:
        card = next(card for card, at in hand.downcards if at == index)
        hand = replace(hand, downcards=hand.downcards[:-1])
    move = Uprise(card) if laid.card is None or laid.challenged else Play(card)
    return _made(_taken_back(public, index, seat), seat, hand, card, move)


def _taken_back(public: Tableau, index: int, seat: Seat) -> Tableau:
    """The public facts when `seat` was asked for the card at `index`, the last of the Discard."""
    discard = public.discard[:index]
    upcard = next(laid.card for laid in reversed(discard) if laid.card is not None)
    return replace(
        public,
        discard=discard,
        counts=added(public.counts, seat, 1),
        upcard=upcard,
        free=discard[-1].way is PlayType.SLUFF,
        worth=value(public, upcard),
        turn=seat,
        asked=Asked.PLAY,
        accused=None,
    )


def _made(public: Tableau, seat: Seat, hand: Hand, card: Card, move: Move) -> float:
    """The chance that `seat` made this move with `card`, which is in the hand no more."""
    cards = sort_hand((*hand.cards, card))
    moves: list[Move] = [*map(Play, open_plays(public, cards)), *map(Uprise, cards)]
    scores = score_moves(View(seat, public, Hand(cards, hand.downcards)), moves)
    best = max(scores)
    odds = [exp((score - best) / TASTE) for score in scores]
    return DOUBT / len(moves) + (1 - DOUBT) * odds[moves.index(move)] / sum(odds)
