"""How good a move looks to somebody who sees one view: what the bots listen to. Weights are in chips, folding being worth nothing.

Bets go by the odds of the pot against sampled hands of the others. A claim is weighed by how likely it leads and, where it is an
invention, by how likely somebody looks it up; a challenge by how much the word looks like one, and by who would lead instead.
"""

from collections.abc import Sequence
from math import prod
from typing import Final

from app.games.scroker.betting import owes
from app.games.scroker.bot_vocabulary import doubt
from app.games.scroker.cards import Card, sort_hand
from app.games.scroker.claims import spell
from app.games.scroker.dealing import DRAWS
from app.games.scroker.declarations import claim_of
from app.games.scroker.hands import Category, evaluate
from app.games.scroker.moves import (
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
    Open,
    Raise,
    Ready,
    Rebuy,
    See,
    SitOut,
)
from app.games.scroker.odds import Odds
from app.games.scroker.openers import opened_on
from app.games.scroker.opponent_samples import SeededRandom, bits, draw_keys, own_key, share_beaten
from app.games.scroker.shown_hands import presented
from app.games.scroker.state import ScrokerView, shared
from app.rules.game import Seat

SCARED: Final = 0.95
"""How readily people fold to a bet, times what it asks of the pot that it makes."""
SURE: Final = 0.85
"""What part of the pot a good hand still brings that checks: others may bet it out."""
NERVE: Final = 0.07
"""How often a weak hand bets as if it were strong."""
DARING: Final = 0.45
"""What such a bet is thought to bring, as a share of the pot."""
ENOUGH: Final = 2
"""So many raises in a round are usual."""
WEARY: Final = 0.12
"""What every further one has to bring besides, as a share of the pot: who is raised again and again is up against something."""
LOOKED_UP: Final = 1.2
"""How often an invention is challenged, times how likely it seems to be one."""
SAMPLES: Final = 10
"""Cards drawn, in the mind, to see what an exchange may bring."""
POOR: Final = 4
"""With fewer antes than this a bot goes to the bank."""


def score_moves(view: ScrokerView, moves: Sequence[Move]) -> Sequence[float]:
    """How good each legal move looks, in chips; larger is better."""
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
            lot = SeededRandom(view.public.hand * 8 + (view.seat or 0))
            favourite = lot.below(len(moves))
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
        case Ante() | Ready():
            return 0.5
        case See():
            return -0.5
        case SitOut():
            return -2.0
        case _:
            return 0.0


# -- bets


def _bets(outlook: Odds, moves: Sequence[Move]) -> list[float]:
    public, seat = outlook.public, outlook.seat
    chances = outlook.chances
    if _cannot_win(outlook):
        chances = [0.0] * len(chances)
    wins = prod(chances)
    stack = public.stacks[seat]
    weights = []
    for move in moves:
        match move:
            case Check():
                weights.append(SURE * wins * outlook.pot)
            case Call():
                weights.append(wins * (outlook.pot + outlook.to_call) - outlook.to_call)
            case Open(chips):
                weights.append(
                    _pressed(
                        outlook,
                        chances if _opens_well(outlook) else [0.0] * len(chances),
                        chips,
                        min(chips, stack),
                    )
                )
            case Raise(chips):
                weary = WEARY * outlook.pot * max(public.raises - ENOUGH + 1, 0)
                weights.append(
                    _pressed(outlook, chances, chips, min(owes(public, seat) + chips, stack))
                    - weary
                )
            case _:
                weights.append(0.0)
    return weights


def _pressed(outlook: Odds, chances: Sequence[float], asked: int, cost: int) -> float:
    """What a bet brings that asks the others for so many chips: the worse hands fold, the better ones pay."""
    pot = outlook.pot
    folds = SCARED * asked / (pot + cost + asked)
    alone = folds ** len(chances)
    wins = prod(max(chance - folds, 0.0) / (1 - folds) for chance in chances)
    callers = (1 - folds) * len(chances)
    brings = alone * pot + (1 - alone) * (wins * (pot + cost + callers * asked) - cost)
    daring = outlook.hand_random < NERVE and asked <= max(pot // 2, 1)
    return brings + (DARING * pot if daring else 0.0)


def _cannot_win(outlook: Odds) -> bool:
    """True if the own hand opened the betting without openers: then it wins only if all others fold."""
    return outlook.seat == outlook.public.opener and not _entitled(outlook)


def _opens_well(outlook: Odds) -> bool:
    public = outlook.public
    return outlook.stud or public.round > 1 or _entitled(outlook)


def _entitled(outlook: Odds) -> bool:
    hand = outlook.view.private
    assert hand is not None
    return opened_on(outlook.public, hand.dealt) is not None


# -- cards


def _draws(outlook: Odds, moves: Sequence[Move]) -> list[float]:
    """By the share of drawn hands that the hand beats once so many cards have been exchanged for others that nobody has seen."""
    public, hand = outlook.public, outlook.view.private
    assert hand is not None
    common = shared(public, outlook.seat)
    away: set[Card] = {*hand.dealt, *common}
    deck = [card for card in outlook.deck if card not in away]
    keys = draw_keys(public.named, outlook.words.name, public.spit, 0, DRAWS[public.named.base])
    most = max(len(move.cards) for move in moves if isinstance(move, Draw))
    fresh = [
        SeededRandom(bits(hand.cards) + some).sample(deck, most) for some in range(SAMPLES)
    ]  # whatever is kept, the same cards come
    weights = []
    for move in moves:
        assert isinstance(move, Draw)
        kept = tuple(card for card in hand.cards if card not in move.cards)
        tries = SAMPLES if move.cards else 1
        total = 0.0
        for drawn in fresh[:tries]:
            made = own_key(
                (*kept, *drawn[: len(move.cards)], *common), outlook.rules, outlook.words
            )
            total += share_beaten(keys, made) + made.category / 100
        weights.append(outlook.pot * total / tries)
    return weights


# -- words


def _claims(outlook: Odds, moves: Sequence[Move]) -> list[float]:
    public = outlook.public
    staked = public.staked[outlook.seat]
    auto = public.options.spellcheck == "auto"
    weights = []
    for move in moves:
        assert isinstance(move, Declare)
        claim = claim_of(move)
        hand = evaluate(sort_hand(outlook.cards), claim, outlook.rules)
        leads = prod(outlook.wins(hand.key))
        odd = [word for word in hand.words if not outlook.words.holds(word)]
        believed = (
            1.0
            if auto
            else prod(1 - min(LOOKED_UP * doubt(word) * (0.5 + outlook.hand_random), 1.0) for word in odd)
        )
        shy = 0.02 * outlook.pot * len(odd)
        proud = (
            hand.category / 1000
        )  # a word is presented even where it cannot win: who leads may yet turn out to be foul
        weights.append(leads * (believed * outlook.pot - (1 - believed) * staked) - shy + proud)
    return weights


def _challenges(outlook: Odds, moves: Sequence[Move]) -> list[float]:
    public = outlook.public
    leader = public.leader
    assert leader is not None
    claim = public.claims[leader]
    assert claim is not None
    staked = public.staked[outlook.seat]
    would_win = _next_best(outlook, leader)
    gain = public.pots[public.pot].chips + public.staked[leader]
    weights = []
    for move in moves:
        if not isinstance(move, Challenge):
            weights.append(0.0)
            continue
        foul = doubt(spell(claim.words[move.word], claim))
        foul *= 0.4 + 1.2 * outlook.hand_random  # nobody is to know beforehand who asks
        weights.append(foul * (gain if would_win else 0.0) - (1 - foul) * staked)
    return weights


def _next_best(outlook: Odds, leader: Seat) -> bool:
    """True if the own hand would lead the pot if the leading one were Scum, as far as can be seen."""
    public = outlook.public
    pot = public.pots[public.pot]
    contenders = [
        seat for seat in pot.eligible if seat not in public.disqualified and seat != leader
    ]
    if outlook.seat not in contenders:
        return False
    if outlook.seat == public.opener and not _entitled(outlook):
        return False
    claim = public.claims[outlook.seat]
    assert claim is not None
    own = evaluate(
        sort_hand(outlook.cards), claim, outlook.rules, fouled=outlook.seat in public.fouled
    )
    for seat in contenders:
        if seat == outlook.seat:
            continue
        seen = presented(public, seat, public.counts[seat])
        if seen is not None and seen.key > own.key:
            return False
        if seen is None and own.category is Category.SCUM:
            return False
    return True
