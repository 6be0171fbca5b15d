"""The heuristic of the bots: a score for each move, from one view, in chips; folding scores 0.

Bets follow from the pot odds against sampled hands of the others. A claim counts by the chance that
it leads, and an invention also by the chance that it is looked up. A challenge counts by the word's
likeness, and by the hand that would lead instead.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import Final

from app.games.scroker.bet_scores import score_bets
from app.games.scroker.bot_vocabulary import doubt
from app.games.scroker.cards import Card, pack, sort_hand
from app.games.scroker.claims import spell
from app.games.scroker.dealing import DRAWS
from app.games.scroker.declarations import claim_of
from app.games.scroker.hands import Category, evaluate
from app.games.scroker.lexicon import lexicon
from app.games.scroker.moves import (
    Agree,
    Ante,
    Call,
    Challenge,
    Check,
    Declare,
    Draw,
    Fold,
    LetStand,
    Move,
    NameGame,
    Object,
    Open,
    Raise,
    Ready,
    Rebuy,
    See,
    SitOut,
)
from app.games.scroker.named_game import Named, hand_rules
from app.games.scroker.odds import Odds
from app.games.scroker.openers import opened_on
from app.games.scroker.opponent_samples import SeededRandom, bits, draw_keys, own_key, share_beaten
from app.games.scroker.shown_hands import presented
from app.games.scroker.state import ScrokerView, shared
from app.rules.game import Seat

NERVE: Final = 0.07
"""The share of weak hands that bet as if they were strong."""
LOOKED_UP: Final = 1.2
"""The chance that an invention is challenged, times its doubtfulness."""
SAMPLES: Final = 10
"""Cards drawn, in the mind, to see what an exchange may bring."""
POOR: Final = 4
"""With fewer antes than this a bot goes to the bank."""


def score_moves(view: ScrokerView, moves: Sequence[Move]) -> Sequence[float]:
    """The score of each legal move, in chips; larger is better."""
    first = moves[0] if moves else None
    match first:
        case Check() | Open() | Call() | Raise() | Fold():
            return _bets(Odds(view), moves)
        case Draw():
            return _draws(Odds(view), moves)
        case Declare():
            return _claims(Odds(view), moves)
        case LetStand() | Challenge():
            return _challenges(Odds(view), moves)
        case NameGame():
            rng = SeededRandom(view.public.hand * 8 + (view.seat or 0))
            favourite = rng.below(len(moves))
            return [float(index == favourite) for index in range(len(moves))]
        case _:
            return [_between(view, move) for move in moves]


def _between(view: ScrokerView, move: Move) -> float:
    public, seat = view.public, view.seat
    assert seat is not None
    match move:
        case Rebuy(chips):
            poor = public.stacks[seat] < POOR * public.options.ante or public.markers[seat]
            return chips if poor else -1.0
        case Ante() | Ready() | Agree():
            return 0.5
        case See():
            return -0.5
        case SitOut() | Object():
            return -2.0
        case _:
            return 0.0


# -- bets


def _bets(odds: Odds, moves: Sequence[Move]) -> list[float]:
    chances = odds.chances
    if _cannot_win(odds):
        chances = [0.0] * len(chances)
    return score_bets(
        odds.public, odds.seat, chances, _opens_well(odds), odds.hand_random < NERVE, moves
    )


def _cannot_win(odds: Odds) -> bool:
    """True if this hand opened without openers: then it wins only if all others fold."""
    return odds.seat == odds.public.opener and not _entitled(odds)


def _opens_well(odds: Odds) -> bool:
    public = odds.public
    return odds.stud or public.round > 1 or _entitled(odds)


def _entitled(odds: Odds) -> bool:
    hand = odds.view.private
    assert hand is not None
    return opened_on(odds.public, hand.dealt) is not None


# -- cards


def _draws(odds: Odds, moves: Sequence[Move]) -> list[float]:
    hand = odds.view.private
    assert hand is not None
    away = tuple([move.cards for move in moves if isinstance(move, Draw)])
    shares = _drawn_shares(
        hand.cards,
        hand.dealt,
        shared(odds.public, odds.seat),
        away,
        odds.public.named,
        odds.words.name,
        odds.public.spit,
    )
    return [odds.pot * share for share in shares]


@lru_cache(maxsize=2048)
def _drawn_shares(
    cards: tuple[Card, ...],
    dealt: tuple[Card, ...],
    common: tuple[Card, ...],
    exchanges: tuple[tuple[Card, ...], ...],
    named: Named,
    words: str,
    spit: Card | None,
) -> tuple[float, ...]:
    """The share of drawn hands that the hand beats after each exchange."""
    rules, listed = hand_rules(named), lexicon(words)
    known: set[Card] = {*dealt, *common}
    deck = [card for card in pack(named.scrokers) if card not in known]
    keys = draw_keys(named, words, spit, 0, DRAWS[named.base])
    most = max(map(len, exchanges))
    fresh = [
        SeededRandom(bits(cards) + some).sample(deck, most) for some in range(SAMPLES)
    ]  # whatever is kept, the same cards come
    shares = []
    for away in exchanges:
        kept = tuple([card for card in cards if card not in away])
        tries = SAMPLES if away else 1
        total = 0.0
        for drawn in fresh[:tries]:
            made = own_key((*kept, *drawn[: len(away)], *common), rules, listed)
            total += share_beaten(keys, made) + made.category / 100
        shares.append(total / tries)
    return tuple(shares)


# -- words


def _claims(odds: Odds, moves: Sequence[Move]) -> list[float]:
    public = odds.public
    staked = public.staked[odds.seat]
    auto = public.options.spellcheck == "auto"
    scores = []
    for move in moves:
        assert isinstance(move, Declare)
        claim = claim_of(move)
        hand = evaluate(sort_hand(odds.cards), claim, odds.rules)
        leads = prod(odds.wins(hand.key))
        odd = [word for word in hand.words if not odds.words.holds(word)]
        believed = (
            1.0
            if auto
            else prod(
                1 - min(LOOKED_UP * doubt(word) * (0.5 + odds.hand_random), 1.0) for word in odd
            )
        )
        shy = 0.02 * odds.pot * len(odd)
        proud = (
            hand.category / 1000
        )  # a word is presented even where it cannot win: who leads may yet turn out to be foul
        scores.append(leads * (believed * odds.pot - (1 - believed) * staked) - shy + proud)
    return scores


def _challenges(odds: Odds, moves: Sequence[Move]) -> list[float]:
    public = odds.public
    leader = public.leader
    assert leader is not None
    claim = public.claims[leader]
    assert claim is not None
    staked = public.staked[odds.seat]
    would_win = _next_best(odds, leader)
    gain = public.pots[public.pot].chips + public.staked[leader]
    scores = []
    for move in moves:
        if not isinstance(move, Challenge):
            scores.append(0.0)
            continue
        foul = doubt(spell(claim.words[move.word], claim))
        foul *= 0.4 + 1.2 * odds.hand_random  # nobody is to know beforehand who asks
        scores.append(foul * (gain if would_win else 0.0) - (1 - foul) * staked)
    return scores


def _next_best(odds: Odds, leader: Seat) -> bool:
    """True if this hand would lead the pot, as far as can be seen, if the leader's were Scum."""
    public = odds.public
    pot = public.pots[public.pot]
    contenders = [
        seat for seat in pot.eligible if seat not in public.disqualified and seat != leader
    ]
    if odds.seat not in contenders:
        return False
    if odds.seat == public.opener and not _entitled(odds):
        return False
    claim = public.claims[odds.seat]
    assert claim is not None
    own = evaluate(sort_hand(odds.cards), claim, odds.rules, fouled=odds.seat in public.fouled)
    for seat in contenders:
        if seat == odds.seat:
            continue
        seen = presented(public, seat, public.counts[seat])
        if seen is not None and seen.key > own.key:
            return False
        if seen is None and own.category is Category.SCUM:
            return False
    return True
